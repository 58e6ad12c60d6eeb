#ifndef TENON_PASSES_REMOVE_DEAD_HPP
#define TENON_PASSES_REMOVE_DEAD_HPP

#include "tenon/ir/graph.hpp"

namespace tenon::passes {

/// Drops nodes that no output needs. Inputs stay, so that their numbers keep their meaning.
constexpr graph remove_dead(const graph& in) {
  list<int> place(in.nodes.size(), -1);  // -1: dead; 0: needed; later where it went
  for (int id : in.outputs) place[id] = 0;
  for (int i = in.nodes.size(); i-- > 0;) {
    if (in.nodes[i].code == opcode::input) place[i] = 0;
    if (place[i] < 0) continue;
    for (int k = 0; k < operands_of(in.nodes[i].code); ++k) place[in.nodes[i].operands[k]] = 0;
  }
  graph out = in.without_nodes();
  for (int i = 0; i < in.nodes.size(); ++i) {
    if (place[i] < 0) continue;
    node n = in.nodes[i];
    for (int k = 0; k < operands_of(n.code); ++k) n.operands[k] = place[n.operands[k]];
    place[i] = out.append(n);
  }
  for (int id : in.outputs) out.outputs.push_back(place[id]);
  return out;
}

}  // namespace tenon::passes

#endif
