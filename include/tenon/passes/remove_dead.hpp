#ifndef TENON_PASSES_REMOVE_DEAD_HPP
#define TENON_PASSES_REMOVE_DEAD_HPP

#include "tenon/ir/graph.hpp"

namespace tenon::passes {

/// Drops nodes that no output needs, and puts the others into the order in which a depth-first walk from the outputs meets
/// them. The order of capture is lost with that, which compilers are free to choose where operations are nested: equal
/// functions have equal graphs. Shapes are put into the order of the nodes that have them. Inputs stay, so that their numbers
/// keep their meaning.
constexpr graph remove_dead(const graph& in) {
  graph out;
  out.symbols = in.symbols;
  out.assumptions = in.assumptions;
  list<int> shape_place(in.shapes.size(), -1);
  const auto place_shape = [&](int shape) {
    if (shape_place[shape] < 0) shape_place[shape] = out.intern(in.shapes[shape]);
    return shape_place[shape];
  };
  const auto append = [&](node n) {
    n.shape = place_shape(n.shape);
    return out.append(n);
  };
  for (graph_input input : in.inputs) {
    input.shape = place_shape(input.shape);
    out.inputs.push_back(input);
  }
  list<int> place(in.nodes.size(), -1), next_operand(in.nodes.size(), 0), stack;
  for (int i = 0; i < in.inputs.size(); ++i) place[i] = append(in.nodes[i]);
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
      place[top] = append(n);
    }
    out.outputs.push_back(place[id]);
  }
  return out;
}

}  // namespace tenon::passes

#endif
