#ifndef TENON_IR_GRAPH_HPP
#define TENON_IR_GRAPH_HPP

#include <array>
#include <cstdint>

#include "tenon/base/list.hpp"
#include "tenon/base/text.hpp"
#include "tenon/ir/element_type.hpp"
#include "tenon/ir/extent.hpp"
#include "tenon/ir/opcode.hpp"

namespace tenon {

/// One operation of a graph. Operands stand before it, so the order of the nodes is an order of evaluation.
/// What attribute and payload mean is said at each opcode.
struct node {
  opcode code{};
  element_type type{};
  std::int32_t operands[3] = {-1, -1, -1};
  std::int32_t shape = 0;  // place in graph::shapes
  std::int64_t attribute = 0;
  std::int64_t payload = 0;

  constexpr bool operator==(const node&) const = default;
};

/// Where an input comes from. Only arguments are checked and only they have positions in messages.
enum class input_kind : std::uint8_t { argument, parameter, state };

/// What a graph knows of one of its inputs.
struct graph_input {
  input_kind kind{};
  element_type type{};
  bool contiguous = true;  // row-major without gaps; otherwise its strides are symbols
  std::int32_t shape = 0;

  constexpr bool operator==(const graph_input&) const = default;
};

/// Something that capture could not know and took for granted; checked once at entry.
struct assumption {
  enum kind : std::uint8_t {
    equal,         // a == b
    equal_or_one,  // a == b, or one of them is 1
    spreads,       // a == b, or a is 1
    divisible,     // b divides a
    at_least,      // a >= b
  };

  kind what{};
  opcode code{};  // who assumed it, for the message
  extent a, b;

  constexpr bool operator==(const assumption&) const = default;
};

/// Where a module's parameter stands while its model is captured, and the input it became.
struct parameter_slot {
  const void* address = nullptr;
  int id = -1;
};

/// A computation as data: the same type in constant evaluation and at run time. Inputs are the first nodes, in order.
struct graph {
  list<node> nodes;
  list<shape> shapes;    // interned: equal shapes have equal places; place 0 is the shape of rank 0
  list<symbol> symbols;  // interned; an extent with a negative code names one
  list<graph_input> inputs;
  list<int> outputs;
  list<assumption> assumptions;
  list<parameter_slot> parameters;  // during capture only
  text_builder error;  // the first thing that was wrong, as a sentence; a graph with one is not used further

  constexpr graph() { shapes.push_back(shape{}); }

  constexpr bool failed() const { return !error.empty(); }
  constexpr const shape& shape_of(int id) const { return shapes[nodes[id].shape]; }
  constexpr element_type type_of(int id) const { return nodes[id].type; }
  constexpr int rank_of(int id) const { return shape_of(id).rank; }

  constexpr int intern(const shape& wanted) {
    for (int i = 0; i < shapes.size(); ++i)
      if (shapes[i] == wanted) return i;
    shapes.push_back(wanted);
    return shapes.size() - 1;
  }

  constexpr int append(const node& n) {
    nodes.push_back(n);
    return nodes.size() - 1;
  }

  constexpr int add_input(const graph_input& in) {
    inputs.push_back(in);
    return append({.code = opcode::input, .type = in.type, .shape = in.shape, .attribute = inputs.size() - 1});
  }

  constexpr extent_arithmetic arithmetic() { return extent_arithmetic(symbols); }

  /// Notes that the operation holds only if `what` does; what is known already must be decided by the caller.
  constexpr void assume(assumption::kind what, opcode code, extent a, extent b) {
    const assumption made{what, code, a, b};
    if (!assumptions.contains(made)) assumptions.push_back(made);
  }

  /// The same shapes, symbols and inputs, no nodes: what a pass fills.
  constexpr graph without_nodes() const {
    graph g;
    g.shapes = shapes;
    g.symbols = symbols;
    g.inputs = inputs;
    g.assumptions = assumptions;
    g.nodes.reserve(nodes.size());
    return g;
  }

  friend constexpr bool operator==(const graph& a, const graph& b) {
    return a.nodes == b.nodes && a.shapes == b.shapes && a.symbols == b.symbols && a.inputs == b.inputs && a.outputs == b.outputs &&
           a.assumptions == b.assumptions;
  }
};

}  // namespace tenon

#endif
