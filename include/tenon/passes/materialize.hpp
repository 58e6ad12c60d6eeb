#ifndef TENON_PASSES_MATERIALIZE_HPP
#define TENON_PASSES_MATERIALIZE_HPP

#include "tenon/passes/index_map.hpp"
#include "tenon/passes/rewrite.hpp"

namespace tenon::passes {
namespace detail {

/// A copy is a cast to the same type; simplify, which would remove it, has run before.
constexpr int copy_of(graph& g, int id) {
  return g.append({.code = opcode::cast, .type = g.type_of(id), .operands = {id, -1, -1}, .shape = g.nodes[id].shape});
}

/// Copies operands that no memory holds, for a kernel that reads memory. A scatter takes its first one from a loop.
constexpr void store_generated(graph& g, node& n) {
  for (int k = n.code == opcode::scatter_add; k < operands_of(n.code); ++k) {
    if (!is_generated(g.nodes[base_of(g, n.operands[k])].code)) continue;
    node view = g.nodes[n.operands[k]];
    if (view.code == opcode::broadcast && n.code != opcode::contract) {  // one number is enough where it does not move
      view.operands[0] = copy_of(g, view.operands[0]);
      n.operands[k] = g.append(view);
    } else {
      n.operands[k] = copy_of(g, n.operands[k]);
    }
  }
}

/// Whether a kernel can read through this reshape without a copy of its operand.
constexpr bool reads_through(graph& g, const node& n) {
  if (is_contiguous_base(g, n.operands[0])) return true;
  if (is_generated(g.nodes[n.operands[0]].code)) return false;
  bool ok = true;
  through_view(g, n, index_map::identity(g.shapes[n.shape].rank), ok);
  return ok;
}

/// The contracted axes of one operand as its last axis: moved there unless they stand together, then joined.
constexpr int join_contracted(graph& g, int id, contraction_axes::role (*role)(contraction_axes, int), contraction_axes axes, list<int>& roles) {
  const shape from = g.shape_of(id);
  packed_axes order;
  shape moved{}, joined{};
  bool identity = true;
  for (int contracted = 0; contracted < 2; ++contracted)
    for (int i = 0; i < from.rank; ++i)
      if ((role(axes, i) == contraction_axes::contracted) == (contracted == 1)) {
        identity = identity && order.size == i;
        order.push_back(i);
        moved.push_back(from[i]);
      }
  extent k{1};
  for (int i = 0; i < from.rank; ++i) {
    if (role(axes, order[i]) == contraction_axes::contracted) k = g.arithmetic().multiply(k, moved[i]);
    else roles.push_back(role(axes, order[i])), joined.push_back(moved[i]);
  }
  roles.push_back(contraction_axes::contracted);
  joined.push_back(k);
  // Together already and in the middle or in front: the same places, without moving.
  if (!identity) id = copy_of(g, g.append({opcode::permute, g.type_of(id), {id, -1, -1}, g.intern(moved), order.attribute(), 0}));
  node reshaped{opcode::reshape, g.type_of(id), {id, -1, -1}, g.intern(joined), 0, 0};
  if (!reads_through(g, reshaped)) reshaped.operands[0] = copy_of(g, id);
  return g.append(reshaped);
}

/// Leading axes that are contracted stay in front: joined there, a transposed operand needs no copy.
constexpr bool contracted_lead(const shape& s, contraction_axes::role (*role)(contraction_axes, int), contraction_axes axes, int count) {
  for (int i = 0; i < s.rank; ++i)
    if ((role(axes, i) == contraction_axes::contracted) != (i < count)) return false;
  return true;
}

constexpr int join_leading(graph& g, int id, int count, list<int>& roles, contraction_axes::role (*role)(contraction_axes, int), contraction_axes axes) {
  const shape from = g.shape_of(id);
  shape joined{};
  extent k{1};
  for (int i = count; i-- > 0;) k = g.arithmetic().multiply(k, from[i]);
  joined.push_back(k);
  roles.push_back(contraction_axes::contracted);
  for (int i = count; i < from.rank; ++i) joined.push_back(from[i]), roles.push_back(role(axes, i));
  node reshaped{opcode::reshape, g.type_of(id), {id, -1, -1}, g.intern(joined), 0, 0};
  if (!reads_through(g, reshaped)) reshaped.operands[0] = copy_of(g, id);
  return g.append(reshaped);
}

/// Makes a contraction sum over one axis.
constexpr int with_one_contracted_axis(graph& g, node n) {
  const auto axes = contraction_axes::from(n.attribute);
  const auto role_a = [](contraction_axes x, int i) { return x.of_a(i); };
  const auto role_b = [](contraction_axes x, int i) { return x.of_b(i); };
  store_generated(g, n);
  int count = 0;
  for (int i = 0; i < g.rank_of(n.operands[0]); ++i) count += axes.of_a(i) == contraction_axes::contracted;
  if (count == 1) return g.append(n);
  list<int> roles[2];
  n.operands[0] = contracted_lead(g.shape_of(n.operands[0]), role_a, axes, count) ? join_leading(g, n.operands[0], count, roles[0], role_a, axes)
                                                                                  : join_contracted(g, n.operands[0], role_a, axes, roles[0]);
  n.operands[1] = contracted_lead(g.shape_of(n.operands[1]), role_b, axes, count) ? join_leading(g, n.operands[1], count, roles[1], role_b, axes)
                                                                                  : join_contracted(g, n.operands[1], role_b, axes, roles[1]);
  contraction_axes joined;
  for (int i = 0; i < roles[0].size(); ++i) joined.set_a(i, contraction_axes::role(roles[0][i]));
  for (int i = 0; i < roles[1].size(); ++i) joined.set_b(i, contraction_axes::role(roles[1][i]));
  n.attribute = joined.attribute();
  return g.append(n);
}

}  // namespace detail

/// Inserts copies where a kernel cannot read through a view or where an output would have no kernel that writes it, and makes
/// every contraction sum over exactly one axis.
constexpr graph materialize(const graph& in) {
  graph out = rewrite(in, [](graph& g, const node& n) {
    if (n.code == opcode::contract) return detail::with_one_contracted_axis(g, n);
    node direct = n;
    const bool addresses = kind_of(n.code) == op_kind::indexing || kind_of(n.code) == op_kind::sorting || n.code == opcode::check_index;
    if (addresses) detail::store_generated(g, direct);
    if (n.code == opcode::reshape && !detail::reads_through(g, n)) direct.operands[0] = detail::copy_of(g, n.operands[0]);
    return g.append(direct);
  });
  for (int i = 0; i < out.outputs.size(); ++i) {
    bool again = false;
    const int computed = unshaped(out, out.outputs[i]);
    for (int j = 0; j < i; ++j) again = again || unshaped(out, out.outputs[j]) == computed;
    if (again || !is_computed(out.nodes[computed].code)) out.outputs[i] = detail::copy_of(out, out.outputs[i]);
  }
  return out;
}

}  // namespace tenon::passes

#endif
