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

  /// As many items as there is room for.
  static constexpr frozen_list from(const list<T>& source) {
    frozen_list f;
    const int count = source.size() < N ? source.size() : N;
    for (int i = 0; i < count; ++i) f.items[i] = source[i];
    return f;
  }
  constexpr list<T> thaw() const { return thaw(N); }
  /// The first `count` items.
  constexpr list<T> thaw(int count) const {
    list<T> l(count);
    for (int i = 0; i < count; ++i) l[i] = items[i];
    return l;
  }
  /// The first M items.
  template <int M>
  constexpr frozen_list<T, M> first() const {
    frozen_list<T, M> f;
    for (int i = 0; i < M; ++i) f.items[i] = items[i];
    return f;
  }
};

/// How much of everything a graph has.
struct graph_size {
  int nodes = 0, shapes = 0, symbols = 0, inputs = 0, outputs = 0, assumptions = 0, error = 0;

  static constexpr graph_size of(const graph& g) {
    return {g.nodes.size(), g.shapes.size(), g.symbols.size(), g.inputs.size(), g.outputs.size(), g.assumptions.size(), g.error.size()};
  }
  constexpr bool operator==(const graph_size&) const = default;

  constexpr bool holds(const graph_size& other) const {
    return other.nodes <= nodes && other.shapes <= shapes && other.symbols <= symbols && other.inputs <= inputs && other.outputs <= outputs &&
           other.assumptions <= assumptions && other.error <= error;
  }
  /// Room for a graph that a pass makes of one of this size, most of the time.
  constexpr graph_size with_room() const {
    return {nodes + nodes / 2 + 32, shapes + 8, symbols + 16, inputs, outputs, assumptions + 8, error + 1};
  }
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
    for (int i = 0; i < S.error && i < g.error.size(); ++i) f.error.characters[i] = g.error.view()[std::size_t(i)];
    return f;
  }
  /// The part of it that a graph of size M fills.
  template <graph_size M>
  constexpr frozen_graph<M> cut() const {
    frozen_graph<M> f{nodes.template first<M.nodes>(),     shapes.template first<M.shapes>(),   symbols.template first<M.symbols>(),
                      inputs.template first<M.inputs>(),   outputs.template first<M.outputs>(), assumptions.template first<M.assumptions>(), {}};
    for (int i = 0; i < M.error; ++i) f.error.characters[i] = error.characters[i];
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

namespace detail {

/// A graph in memory that was guessed to suffice.
template <graph_size Guess>
struct frozen_attempt {
  graph_size size;
  frozen_graph<Guess> graph;

  static constexpr frozen_attempt from(const tenon::graph& g) { return {graph_size::of(g), frozen_graph<Guess>::from(g)}; }
};

}  // namespace detail

/// The graph `Make{}()` as a constant. It is made once if it fits the guess, and again if not.
template <class Make, graph_size Guess = graph_size{}>
struct frozen {
 private:
  static constexpr auto attempt = detail::frozen_attempt<Guess>::from(Make{}());
  static constexpr auto exact() {
    if constexpr (Guess.holds(attempt.size)) return attempt.graph.template cut<attempt.size>();
    else return frozen_graph<attempt.size>::from(Make{}());
  }

 public:
  static constexpr graph_size size = attempt.size;
  static constexpr frozen_graph<size> value = exact();
};

}  // namespace tenon

#endif
