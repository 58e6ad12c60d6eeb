#ifndef TENON_IR_FROZEN_GRAPH_HPP
#define TENON_IR_FROZEN_GRAPH_HPP

#include "tenon/ir/graph.hpp"

namespace tenon {

/// An array that may be empty and can be part of a constant.
template <class T, int N>
struct frozen_list {
  T items[N > 0 ? N : 1]{};

  static constexpr int size() { return N; }
  constexpr const T& operator[](int i) const { return items[i]; }
  constexpr const T* begin() const { return items; }
  constexpr const T* end() const { return items + N; }

  static constexpr frozen_list from(const list<T>& source) {
    frozen_list f;
    for (int i = 0; i < N; ++i) f.items[i] = source[i];
    return f;
  }
  constexpr list<T> thaw() const {
    list<T> l;
    l.reserve(N);
    for (int i = 0; i < N; ++i) l.push_back(items[i]);
    return l;
  }
};

/// How much of everything a graph has.
struct graph_size {
  int nodes = 0, shapes = 0, symbols = 0, inputs = 0, outputs = 0, assumptions = 0, error = 0;

  static constexpr graph_size of(const graph& g) {
    return {g.nodes.size(), g.shapes.size(), g.symbols.size(), g.inputs.size(), g.outputs.size(), g.assumptions.size(), g.error.size()};
  }
  constexpr bool operator==(const graph_size&) const = default;
};

/// A graph that outlives constant evaluation, since a constant may hold no memory of its own.
template <graph_size S>
struct frozen_graph {
  frozen_list<node, S.nodes> nodes;
  frozen_list<shape, S.shapes> shapes;
  frozen_list<symbol, S.symbols> symbols;
  frozen_list<graph_input, S.inputs> inputs;
  frozen_list<int, S.outputs> outputs;
  frozen_list<assumption, S.assumptions> assumptions;
  text<std::size_t(S.error) + 1> error;

  static constexpr frozen_graph from(const graph& g) {
    frozen_graph f{decltype(nodes)::from(g.nodes),     decltype(shapes)::from(g.shapes),   decltype(symbols)::from(g.symbols),
                   decltype(inputs)::from(g.inputs),   decltype(outputs)::from(g.outputs), decltype(assumptions)::from(g.assumptions), {}};
    for (int i = 0; i < S.error; ++i) f.error.characters[i] = g.error.view()[std::size_t(i)];
    return f;
  }
  constexpr graph thaw() const {
    graph g;
    g.nodes = nodes.thaw();
    g.shapes = shapes.thaw();
    g.symbols = symbols.thaw();
    g.inputs = inputs.thaw();
    g.outputs = outputs.thaw();
    g.assumptions = assumptions.thaw();
    g.error << error.view();
    return g;
  }
};

/// The graph `Make{}()` as a constant. It is made twice, first for the size only.
template <class Make>
struct frozen {
  static constexpr graph_size size = graph_size::of(Make{}());
  static constexpr frozen_graph<size> value = frozen_graph<size>::from(Make{}());
};

}  // namespace tenon

#endif
