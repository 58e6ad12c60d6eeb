#ifndef TENON_PASSES_REWRITE_HPP
#define TENON_PASSES_REWRITE_HPP

#include "tenon/ir/graph.hpp"

namespace tenon::passes {

/// Builds a new graph node by node. The rule gets the graph being built and a node whose operands are already its, and
/// returns the place of what stands for the node: one that it appended, or one that was there.
template <class Rule>
constexpr graph rewrite(const graph& in, Rule rule) {
  graph out = in.without_nodes();
  list<int> place(in.nodes.size());
  for (int i = 0; i < in.nodes.size(); ++i) {
    node n = in.nodes[i];
    for (int k = 0; k < operands_of(n.code); ++k) n.operands[k] = place[n.operands[k]];
    place[i] = rule(out, n);
  }
  for (int id : in.outputs) out.outputs.push_back(place[id]);
  return out;
}

}  // namespace tenon::passes

#endif
