#ifndef TENON_PASSES_REMOVE_DEAD_HPP
#define TENON_PASSES_REMOVE_DEAD_HPP

#include "tenon/ir/graph.hpp"

namespace tenon::passes {

/// Drops nodes that no output needs, and puts the others into the order in which a depth-first walk from the outputs meets
/// them. The order of capture is lost with that, which compilers are free to choose where operations are nested: equal
/// functions have equal graphs. Inputs stay, so that their numbers keep their meaning.
constexpr graph remove_dead(const graph& in) {
  graph out = in.without_nodes();
  list<int> place(in.nodes.size(), -1), next_operand(in.nodes.size(), 0), stack;
  for (int i = 0; i < in.inputs.size(); ++i) place[i] = out.append(in.nodes[i]);
  for (int id : in.outputs) {
    if (place[id] < 0) stack.push_back(id);
    while (!stack.empty()) {
      const int top = stack.back();
      node n = in.nodes[top];
      if (next_operand[top] < operands_of(n.code)) {
        const int operand = n.operands[next_operand[top]++];
        if (place[operand] < 0) stack.push_back(operand);
        continue;
      }
      stack.pop_back();
      for (int k = 0; k < operands_of(n.code); ++k) n.operands[k] = place[n.operands[k]];
      place[top] = out.append(n);
    }
    out.outputs.push_back(place[id]);
  }
  return out;
}

}  // namespace tenon::passes

#endif
