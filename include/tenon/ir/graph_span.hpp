#ifndef TENON_IR_GRAPH_SPAN_HPP
#define TENON_IR_GRAPH_SPAN_HPP

#include "tenon/ir/graph.hpp"

namespace tenon {

/// An array that somebody else owns.
template <class T>
struct list_span {
  const T* items = nullptr;
  int count = 0;

  constexpr int size() const { return count; }
  constexpr const T& operator[](int i) const { return items[i]; }
  constexpr const T* begin() const { return items; }
  constexpr const T* end() const { return items + count; }
};

/// A look at a graph or a frozen_graph of any size: what code that should exist once takes instead of either.
struct graph_span {
  list_span<node> nodes;
  list_span<shape> shapes;
  list_span<symbol> symbols;
  list_span<graph_input> inputs;
  list_span<int> outputs;
  list_span<assumption> assumptions;

  template <class Graph>
  constexpr explicit graph_span(const Graph& g)
      : nodes(of(g.nodes)), shapes(of(g.shapes)), symbols(of(g.symbols)), inputs(of(g.inputs)), outputs(of(g.outputs)), assumptions(of(g.assumptions)) {}

  constexpr const shape& shape_of(int id) const { return shapes[nodes[id].shape]; }

 private:
  template <class List>
  static constexpr auto of(const List& l) {
    return list_span{l.begin(), l.size()};
  }
};

}  // namespace tenon

#endif
