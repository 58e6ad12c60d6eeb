#ifndef TENON_PASSES_DIFFERENTIATE_HPP
#define TENON_PASSES_DIFFERENTIATE_HPP

#include "tenon/passes/derivative_rules.hpp"
#include "tenon/passes/rewrite.hpp"

namespace tenon::passes {
namespace detail {

/// Reverse mode from one goal: the derivatives of nodes that lie on a way to one of the sources.
class reverse_sweep {
 public:
  constexpr reverse_sweep(graph& g, int goal, const list<int>& sources) : g_(g), adjoint_(goal + 1, -1), wanted_(goal + 1) {
    for (int s : sources)
      if (s <= goal) wanted_[s] = true;
    for (int i = 0; i <= goal; ++i)
      if (!wanted_[i] && has_derivative(g.nodes[i].code))
        for (int k = 0; k < operands_of(g.nodes[i].code); ++k) wanted_[i] = wanted_[i] || wanted_[g.nodes[i].operands[k]];
    const value one = tenon::detail::constant(g, g.type_of(goal), 1);
    adjoint_[goal] = one.id;
    for (int i = goal; i >= 0; --i)
      if (adjoint_[i] >= 0 && wanted_[i]) step(i);
  }

  /// The derivative of the goal by a node, zero where the goal does not depend on it.
  constexpr int derivative_by(int id) {
    if (id < adjoint_.size() && adjoint_[id] >= 0) return adjoint_[id];
    const value v{&g_, id};
    return full(zero_like(v), v).id;
  }

 private:
  constexpr void step(int i) {
    const node n = g_.nodes[i];
    const int count = operands_of(n.code);
    if (count == 0 || !has_derivative(n.code)) return;
    const auto at = [&](int k) { return value{&g_, k < count ? n.operands[k] : -1}; };
    const cotangents d = pull_back(n, {&g_, i}, {&g_, adjoint_[i]}, at(0), at(1), at(2));
    const value passed[3] = {d.a, d.b, d.c};
    for (int k = 0; k < count; ++k)
      if (passed[k].owner != nullptr && wanted_[n.operands[k]]) accumulate(at(k), passed[k]);
  }

  constexpr void accumulate(value to, value part) {
    part = to.rank() == 0 ? sum_all(part) : full(part, to);
    int& sum = adjoint_[to.id];
    sum = sum < 0 ? part.id : add(value{&g_, sum}, part).id;
  }

  /// A derivative of rank 0 spread over the axes of what it belongs to.
  constexpr value full(value part, value like) {
    if (part.rank() != 0 || like.rank() == 0) return part;
    return append(g_, opcode::broadcast, part.type(), g_.nodes[like.id].shape, part.id);
  }

  graph& g_;
  list<int> adjoint_;
  list<bool> wanted_;
};

/// The gradient nodes of `in` with the same goal as node `first`.
constexpr list<int> gradients_of_goal(const graph& in, int first) {
  list<int> found;
  for (int i = first; i < in.nodes.size(); ++i)
    if (in.nodes[i].code == opcode::gradient && in.nodes[i].operands[0] == in.nodes[first].operands[0]) found.push_back(i);
  return found;
}

}  // namespace detail

/// Writes out every gradient node by reverse mode; derivatives of derivatives come out since later goals may depend on what
/// earlier gradients became. Afterwards no marker is left.
constexpr graph differentiate(const graph& in) {
  graph out = in.without_nodes();
  list<int> place(in.nodes.size(), -1);
  for (int i = 0; i < in.nodes.size(); ++i) {
    node n = in.nodes[i];
    if (place[i] >= 0) continue;
    if (n.code == opcode::gradient) {
      list<int> group, sources;
      for (int j : detail::gradients_of_goal(in, i)) {
        const int source = in.nodes[j].operands[1];
        if (source < i && place[source] >= 0) group.push_back(j), sources.push_back(place[source]);
      }
      detail::reverse_sweep sweep(out, place[n.operands[0]], sources);
      for (int k = 0; k < group.size(); ++k) place[group[k]] = sweep.derivative_by(sources[k]);
    } else {
      for (int k = 0; k < operands_of(n.code); ++k) n.operands[k] = place[n.operands[k]];
      place[i] = out.append(n);
    }
  }
  for (int id : in.outputs) out.outputs.push_back(place[id]);
  return rewrite(out, [](graph& g, const node& n) { return n.code == opcode::stop_gradient ? n.operands[0] : g.append(n); });
}

}  // namespace tenon::passes

#endif
