#ifndef TENON_EXPLAIN_HPP
#define TENON_EXPLAIN_HPP

#include <string>

#include "tenon/compile.hpp"
#include "tenon/plan/explain.hpp"
#include "tenon/plan/graphviz.hpp"

namespace tenon {
namespace detail {

/// Calls `describe(graph, plan, symbols)` with the values that the symbols have for these arguments.
template <class Program, class Describe, class... A>
std::string describe_call(Describe describe, const A&... arguments) {
  const tensor_ref in[] = {ref_of(arguments)..., tensor_ref{}};
  const typename Program::call call(in);
  return std::string(describe(graph_span(Program::graph), plan_span(Program::plan), call.symbols).view());
}

}  // namespace detail

/// What one call of F with arguments of types A costs, in constant evaluation; unknown_cost where it depends on run-time extents.
template <class F, class... A>
inline constexpr plan_summary summary_of = summarize(plan_span(plan_of<F, A...>));

/// What tenon::compile makes of a function for these arguments, as text: kernels, what is fused into each, flops, bytes read and
/// written, arena, and what went through memory and why. Nothing is computed. Throws what a call would throw for its arguments.
template <class F, class Options, argument... A>
std::string explain(const compiled<F, Options>&, const A&... arguments) {
  return detail::describe_call<program_of<Options, F, A...>>(
      [](const graph_span& g, const plan_span& p, const std::int64_t* symbols) { return explanation(g, p, symbols); }, arguments...);
}

/// The same for a captureless lambda or another function object without state.
template <class F, argument... A>
  requires std::is_empty_v<F>
std::string explain(F f, const A&... arguments) {
  return explain(compile(f), arguments...);
}

/// The same for a model or a trainer: of what a call or a step does.
template <class X, argument... A>
  requires requires { typename X::template program_for<A...>; }
std::string explain(const X& x, const A&... arguments) {
  using program = typename X::template program_for<A...>;
  const typename X::template inputs<int(sizeof...(A))> in(x, arguments...);
  const typename program::call call(in.refs);
  return std::string(explanation(graph_span(program::graph), plan_span(program::plan), call.symbols).view());
}

/// The kernels of a function for these arguments and what flows between them, for Graphviz.
template <class F, class Options, argument... A>
std::string draw(const compiled<F, Options>&, const A&... arguments) {
  return detail::describe_call<program_of<Options, F, A...>>(
      [](const graph_span& g, const plan_span& p, const std::int64_t* symbols) { return to_graphviz(g, p, symbols); }, arguments...);
}

}  // namespace tenon

#endif
