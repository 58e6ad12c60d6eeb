#ifndef TENON_IR_BINDING_HPP
#define TENON_IR_BINDING_HPP

#include "tenon/base/config.hpp"
#include "tenon/ir/breach.hpp"
#include "tenon/ir/graph_span.hpp"

// How the arguments of one call meet a captured graph: its symbols become numbers, and what capture took for granted is checked.

namespace tenon {
namespace detail {

/// a * b, held at the greatest number: a buffer of so many elements is refused and never too small.
constexpr std::int64_t product_of_extents(std::int64_t a, std::int64_t b) {
  if ((std::uint64_t(a) | std::uint64_t(b)) >> 31 == 0) return a * b;
  if (a > 0 && b > INT64_MAX / a) return INT64_MAX;
  return std::int64_t(std::uint64_t(a) * std::uint64_t(b));
}

}  // namespace detail

/// The number that an extent is, given the values of the symbols.
constexpr std::int64_t resolve(extent e, const std::int64_t* symbols) { return e.is_static() ? e.code : symbols[e.symbol()]; }

/// Writes the extents of a shape to `extents` and returns how many elements it has.
constexpr std::int64_t resolve(const shape& s, const std::int64_t* symbols, std::int64_t* extents) {
  std::int64_t count = 1;
  for (int i = 0; i < s.rank; ++i) count = detail::product_of_extents(count, extents[i] = resolve(s[i], symbols));
  return count;
}

namespace detail {

constexpr std::int64_t value_of(const symbol& s, const tensor_ref* inputs, const std::int64_t* symbols) {
  if (s.kind == symbol_kind::input_extent) return inputs[s.a].extents[s.b];
  if (s.kind == symbol_kind::input_stride) return inputs[s.a].strides[s.b];
  const std::int64_t a = resolve(extent{s.a}, symbols), b = resolve(extent{s.b}, symbols);
  switch (s.kind) {
    case symbol_kind::negated: return -a;
    case symbol_kind::sum: return a + b;
    case symbol_kind::difference: return a - b;
    case symbol_kind::product: return product_of_extents(a, b);
    case symbol_kind::quotient: return b == 0 ? 0 : a / b;
    case symbol_kind::ceil_quotient: return b == 0 ? 0 : a / b + (a % b > 0);
    case symbol_kind::broadcast: return a == 1 ? b : a;
    default: return a == 1 ? 0 : b;
  }
}

constexpr bool holds(assumption::kind what, std::int64_t a, std::int64_t b) {
  switch (what) {
    case assumption::equal: return a == b;
    case assumption::equal_or_one: return a == b || a == 1 || b == 1;
    case assumption::spreads: return a == b || a == 1;
    case assumption::divisible: return b != 0 && a % b == 0;
    default: return a >= b;
  }
}

constexpr void evaluate_symbols(const graph_span& g, const tensor_ref* inputs, std::int64_t* symbols) {
  for (int i = 0; i < g.symbols.size(); ++i) symbols[i] = value_of(g.symbols[i], inputs, symbols);
}

constexpr void check_extents(const graph_span& g, const tensor_ref* inputs, const std::int64_t* symbols) {
  for (int i = 0; i < g.inputs.size(); ++i) {
    const shape& expected = g.shapes[g.inputs[i].shape];
    for (int axis = 0; axis < expected.rank; ++axis)
      if (inputs[i].extents[axis] != resolve(expected[axis], symbols)) throw_extent_breach(g, inputs, symbols, i, axis);
  }
}

constexpr void check_bounds(const graph_span& g, const std::int64_t* symbols) {
  for (int i = 0; i < g.symbols.size(); ++i) {
    const symbol& s = g.symbols[i];
    if (s.kind == symbol_kind::input_extent && (symbols[i] < s.min || symbols[i] > s.max)) throw_bounds_breach(g, symbols, i);
  }
}

constexpr void check_assumptions(const graph_span& g, const std::int64_t* symbols) {
  for (const assumption& a : g.assumptions)
    if (!holds(a.what, resolve(a.a, symbols), resolve(a.b, symbols))) throw_assumption_breach(g, symbols, a);
}

constexpr void check_entry(const graph_span& g, const tensor_ref* inputs, std::int64_t* symbols) {
  evaluate_symbols(g, inputs, symbols);
  check_extents(g, inputs, symbols);
  check_bounds(g, symbols);
  check_assumptions(g, symbols);
}

}  // namespace detail

/// Writes the value of each symbol of a graph (or frozen_graph) to `symbols`, which has room for all of them. One tensor_ref
/// an input, parameters and state included.
template <class Graph>
constexpr void evaluate_symbols(const Graph& g, const tensor_ref* inputs, std::int64_t* symbols) {
  detail::evaluate_symbols(graph_span(g), inputs, symbols);
}

/// The same, and checks all that capture could not know: extents of the types, bounds, equal names, assumptions. Throws
/// shape_error before anything is written but the symbols.
template <class Graph>
constexpr void check_entry(const Graph& g, const tensor_ref* inputs, std::int64_t* symbols) {
  if (g.symbols.size() == 0) detail::check_extents(graph_span(g), inputs, symbols);
  else detail::check_entry(graph_span(g), inputs, symbols);
}

}  // namespace tenon

#endif
