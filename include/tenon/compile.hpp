#ifndef TENON_COMPILE_HPP
#define TENON_COMPILE_HPP

#include <array>
#include <tuple>

#include "tenon/backends/program.hpp"
#include "tenon/ops/ops.hpp"
#include "tenon/tensor/destination.hpp"
#include "tenon/tensor/expression.hpp"
#include "tenon/tensor/signature.hpp"

namespace tenon {
namespace detail {

/// What a captured function may return: a value, or a tuple, pair or array of such, one in the other as well.
template <class T>
inline constexpr bool is_captured_result = false;
template <>
inline constexpr bool is_captured_result<value> = true;
template <class... T>
inline constexpr bool is_captured_result<std::tuple<T...>> = (is_captured_result<T> && ...);
template <class T, class U>
inline constexpr bool is_captured_result<std::pair<T, U>> = is_captured_result<T> && is_captured_result<U>;
template <class T, std::size_t N>
inline constexpr bool is_captured_result<std::array<T, N>> = is_captured_result<T>;

constexpr void collect_outputs(graph& g, value v) { g.outputs.push_back(v.id); }
template <class Values>
constexpr void collect_outputs(graph& g, const Values& values) {
  std::apply([&](const auto&... v) { (collect_outputs(g, v), ...); }, values);
}

/// The graph of a call that cannot be captured, which is an error already: one number.
constexpr void collect_nothing(graph& g) { g.outputs.push_back(constant_bits(g, element_type::f32, 0).id); }

/// Makes what `f` returns for these values the outputs.
template <class F, class... X>
constexpr void capture_call(graph& g, const F& f, const X&... x) {
  constexpr bool called = std::is_invocable_v<const F&, const X&...>;
  static_assert(called, "the function that is captured does not take these arguments: it is called with one tenon::value for each");
  if constexpr (called) {
    constexpr bool returns = is_captured_result<std::remove_cvref_t<std::invoke_result_t<const F&, const X&...>>>;
    static_assert(returns, "the function that is captured must return a tenon::value, or a tuple, pair or array of them");
    if constexpr (returns) return collect_outputs(g, f(x...));
  }
  collect_nothing(g);
}

/// Captures a function object for arguments of the given signatures.
template <class F, class... S>
struct capture_function {
  constexpr graph operator()() const {
    graph g;
    with_arguments<S...>(g, [&](const auto&... x) { capture_call(g, F{}, x...); });
    return finished(std::move(g));
  }
};

template <class Program, class>
struct results;
template <class Program, int... I>
struct results<Program, std::integer_sequence<int, I...>> {
  using type = std::tuple<tensor_of_node<Program::graph, Program::graph.outputs[I]>...>;
};
template <class Program>
struct results<Program, std::integer_sequence<int, 0>> {
  using type = tensor_of_node<Program::graph, Program::graph.outputs[0]>;
};

/// One tensor, or a tuple of several.
template <class Program>
using result_of = typename results<Program, std::make_integer_sequence<int, Program::outputs>>::type;

[[noreturn]] TENON_NOINLINE inline void throw_wrong_output(int place, int rank, const std::int64_t* given, const std::int64_t* wanted) {
  text_builder out;
  out << "into: output " << place << " is ";
  print_extents(out, rank, given);
  out << ", but the result is ";
  print_extents(out, rank, wanted);
  throw shape_error(std::string(out.view()));
}

/// Where output I goes. A fresh one gets its extents first, any other must have them.
template <class Program, int I, class Out>
void place_output(const typename Program::call& call, Out& output, tensor_ref& out, bool fresh) {
  std::int64_t extents[max_rank];
  call.output_extents(I, extents);
  std::array<std::int64_t, std::size_t(rank_of<Out>)> wanted;
  for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i] = extents[i];
  if constexpr (Out::owns_elements) {
    if (fresh || (output.empty() && output.extents() == wanted)) output.resize_for_overwrite(wanted);  // it may have been moved from
  }
  out = ref_of(output);
  for (int i = 0; i < rank_of<Out>; ++i)
    if (out.extents[i] != extents[i]) throw_wrong_output(I, rank_of<Out>, out.extents, extents);
}

/// Calls use with the tensors and views that results go to: with one, or with those of a tuple. Where they do not fit the results,
/// that is the error, and nothing is called.
template <class Program, class Use, class... Out>
TENON_INLINE void use_outputs(const Use& use, Out&... out) {
  static_assert(!Program::ok || sizeof...(Out) == Program::outputs, "into needs one tensor for each result of the function: std::tie(a, b) for two");
  if constexpr (Program::ok && sizeof...(Out) == Program::outputs)
    [&]<int... I>(std::integer_sequence<int, I...>) TENON_LAMBDA_INLINE {
      if constexpr ((goes_to<tensor_of_node<Program::graph, Program::graph.outputs[I]>, std::remove_cvref_t<Out>, I> && ...)) use(out...);
    }(std::make_integer_sequence<int, int(sizeof...(Out))>());
}
template <class Program, class Out, class Use>
TENON_INLINE void with_outputs(Out& out, const Use& use) {
  if constexpr (tensor_like<Out>) use_outputs<Program>(use, out);
  else std::apply([&](auto&... o) TENON_LAMBDA_INLINE { use_outputs<Program>(use, o...); }, out);
}

/// Runs a program into one tensor or view, or into a tuple of them.
template <class Program, class Out>
void run_program(const tensor_ref* in, Out& out, bool fresh, memory_lease::lender& memory) {
  with_outputs<Program>(out, [&](auto&... o) {
    const typename Program::call call(in);
    tensor_ref to[Program::outputs];
    [&]<int... I>(std::integer_sequence<int, I...>) { (place_output<Program, I>(call, o, to[I], fresh), ...); }(std::make_integer_sequence<int, Program::outputs>());
    Program::run(call, in, to, memory);
  });
}

/// Whether calls with such outputs become part of the caller.
template <class Program, class Out>
inline constexpr bool runs_fixed = Program::is_fixed() && has_fixed_extents<Out>;
template <class Program, class... Out>
inline constexpr bool runs_fixed<Program, std::tuple<Out...>> = Program::is_fixed() && (has_fixed_extents<std::remove_cvref_t<Out>> && ...);

/// The same for a program that is fixed, as its outputs are.
template <class Program, class Out, class... A>
TENON_INLINE void run_fixed_program(Out& out, const A&... arguments) {
  with_outputs<Program>(out, [&](auto&... o) TENON_LAMBDA_INLINE {
    const void* const in[] = {data_of(arguments)..., nullptr};
    void* const to[] = {fixed_destination(o)...};
    constexpr bool room = (is_inline_tensor<A> && ...) && (is_inline_tensor<std::remove_cvref_t<decltype(o)>> && ...);
    Program::template run_fixed<room>(in, to);
  });
}

}  // namespace detail

/// The program for a function object F called with arguments of types A.
template <class Options, class F, class... A>
using program_of = program<detail::capture_function<F, signature_of<A>...>, Options>;

/// What F does for arguments of types A, in constant evaluation: `static_assert(plan_of<F, A...>.kernels.size() == 1)`.
template <class F, class... A>
inline constexpr const auto& plan_of = program_of<default_options, F, A...>::plan;

/// The graph of F for arguments of types A after all passes.
template <class F, class... A>
inline constexpr const auto& graph_of = program_of<default_options, F, A...>::graph;

/// A function of tensors whose body was captured, fused and compiled together with the program. Calls allocate the results;
/// `into` writes to tensors that exist and allocates nothing from the second call on. Calls from several threads may overlap.
template <class F, class Options = default_options>
class compiled {
 public:
  compiled() { touch_what_calls_use(); }

  template <argument... A>
  TENON_INLINE auto operator()(const A&... arguments) const {
    using program = program_of<Options, F, A...>;
    detail::result_of<program> result;
    if constexpr (detail::runs_fixed<program, decltype(result)>) detail::run_fixed_program<program>(result, arguments...);
    else run<program>(result, true, arguments...);
    return result;
  }

  /// Writes the result to `out`, which must have its extents; several results go to a std::tie of tensors.
  template <class Out, argument... A>
  TENON_INLINE void into(Out&& out, const A&... arguments) const {
    using program = program_of<Options, F, A...>;
    if constexpr (detail::runs_fixed<program, std::remove_cvref_t<Out>>) detail::run_fixed_program<program>(out, arguments...);
    else run<program>(out, false, arguments...);
  }

 private:
  template <class Program, class Out, class... A>
  TENON_HOT void run(Out& out, bool fresh, const A&... arguments) const {
    const tensor_ref in[] = {ref_of(arguments)..., tensor_ref{}};
    detail::run_program<Program>(in, out, fresh, memory_);
  }

  mutable memory_lease::lender memory_;
};

namespace detail {

/// Stands for a function that cannot be compiled, so that its calls cause no further messages.
struct refused_function {
  template <class... A>
  tensor<float> operator()(const A&...) const { return {}; }
  template <class Out, class... A>
  void into(Out&&, const A&...) const {}
};

}  // namespace detail

/// Compiles a function: a captureless lambda or another function object without state, called with one tenon::value for each
/// argument. It is captured once for each combination of argument types (element types, ranks, static extents).
template <class Options = default_options, class F>
auto compile(F) {
  constexpr bool ok = std::is_empty_v<F> && std::is_default_constructible_v<F>;
  static_assert(ok, "tenon::compile takes a function without captures: what it needs must be its arguments");
  if constexpr (ok) return compiled<F, Options>{};
  else return detail::refused_function{};
}

}  // namespace tenon

#endif
