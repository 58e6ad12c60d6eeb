#ifndef TENON_IR_FROZEN_GRAPH_HPP
#define TENON_IR_FROZEN_GRAPH_HPP

#include "tenon/base/frozen.hpp"
#include "tenon/ir/graph.hpp"

namespace tenon {

/// How much of everything a graph has.
struct graph_size {
  int nodes = 0, shapes = 0, symbols = 0, inputs = 0, outputs = 0, assumptions = 0, error = 0;

  static constexpr graph_size of(const graph& g) {
    return {g.nodes.size(), g.shapes.size(), g.symbols.size(), g.inputs.size(), g.outputs.size(), g.assumptions.size(), g.error.size()};
  }
  constexpr bool operator==(const graph_size&) const = default;

  /// Room for a graph that a pass makes of one of this size, most of the time.
  constexpr graph_size with_room() const {
    return {nodes + nodes / 2 + 32, shapes + 8, symbols + 16, inputs, outputs, assumptions + 8, error + 1};
  }
};

/// A graph that outlives constant evaluation, since a constant may hold no memory of its own.
template <graph_size S>
struct frozen_graph {
  using size_type = graph_size;
  static constexpr graph_size size = S;
  template <graph_size Other>
  using of_size = frozen_graph<Other>;

  frozen_list<node, S.nodes> nodes;
  frozen_list<shape, S.shapes> shapes;
  frozen_list<symbol, S.symbols> symbols;
  frozen_list<graph_input, S.inputs> inputs;
  frozen_list<int, S.outputs> outputs;
  frozen_list<assumption, S.assumptions> assumptions;
  text<std::size_t(S.error) + 1> error;

  template <class Graph>
  static constexpr frozen_graph from(const Graph& g) {
    frozen_graph f{decltype(nodes)::from(g.nodes),     decltype(shapes)::from(g.shapes),   decltype(symbols)::from(g.symbols),
                   decltype(inputs)::from(g.inputs),   decltype(outputs)::from(g.outputs), decltype(assumptions)::from(g.assumptions), {}};
    const std::string_view said = g.error.view();
    for (int i = 0; i < S.error && i < int(said.size()); ++i) f.error.characters[i] = said[std::size_t(i)];
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

}  // namespace tenon

#endif
