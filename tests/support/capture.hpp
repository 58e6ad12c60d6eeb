#ifndef TENON_TESTS_SUPPORT_CAPTURE_HPP
#define TENON_TESTS_SUPPORT_CAPTURE_HPP

#include <tuple>

#include "support/values.hpp"
#include "tenon/ops/operand.hpp"

/// Captures functions at run time.
namespace tenon::test {

/// Whether the extents of inputs are numbers in the graph, or symbols.
enum class extents_as { numbers, symbols };

inline int add_argument(graph& g, const array& like, extents_as how) {
  shape s{};
  for (int i = 0; i < like.rank(); ++i) {
    const symbol own{.kind = symbol_kind::input_extent, .a = g.inputs.size(), .b = i};
    s.push_back(how == extents_as::numbers ? extent{like.extents[std::size_t(i)]} : g.arithmetic().intern(own));
  }
  return g.add_input({.kind = input_kind::argument, .type = like.type, .shape = g.intern(s)});
}

inline void add_output(graph& g, value v) { g.outputs.push_back(v.id); }
template <class... V>
void add_output(graph& g, const std::tuple<V...>& all) {
  std::apply([&](auto... v) { (add_output(g, v), ...); }, all);
}

/// The graph of f, a function of `Count` values that gives a value or a tuple of them.
template <int Count, class F>
graph capture(F f, const std::vector<array>& arguments, extents_as how) {
  graph g;
  for (const array& a : arguments) add_argument(g, a, how);
  [&]<int... I>(std::integer_sequence<int, I...>) { add_output(g, f(value{&g, I}...)); }(std::make_integer_sequence<int, Count>{});
  if (g.failed()) throw std::runtime_error(std::string(g.error.view()));
  return g;
}

}  // namespace tenon::test

#endif
