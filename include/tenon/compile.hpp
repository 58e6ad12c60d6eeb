#ifndef TENON_COMPILE_HPP
#define TENON_COMPILE_HPP

#include <array>
#include <tuple>

#include "tenon/backends/program.hpp"
#include "tenon/ops/ops.hpp"
#include "tenon/tensor/signature.hpp"

namespace tenon {
namespace detail {

/// Tuples, pairs and arrays of values, one in the other as well.
constexpr void collect_outputs(graph& g, value v) { g.outputs.push_back(v.id); }
template <class Values>
constexpr void collect_outputs(graph& g, const Values& values) {
  std::apply([&](const auto&... v) { (collect_outputs(g, v), ...); }, values);
}

/// Captures a function object for arguments of the given signatures.
template <class F, class... S>
struct capture_function {
  constexpr graph operator()() const {
    graph g;
    return capture(g, std::index_sequence_for<S...>());
  }

 private:
  template <std::size_t... I>
  static constexpr graph capture(graph& g, std::index_sequence<I...>) {
    const value arguments[] = {value{&g, capture_input<S>(g, input_kind::argument)}..., value{&g, -1}};
    collect_outputs(g, F{}(arguments[I]...));
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

/// Whether Out can take output I; the compiler's one message says why not.
template <class Program, int I, class Out>
consteval bool takes_output() {
  using result = tensor_of_node<Program::graph, Program::graph.outputs[I]>;
  constexpr bool same_type = std::is_same_v<value_type_of<Out>, value_type_of<result>>, same_rank = rank_of<Out> == rank_of<result>;
  static_assert(same_type, "into: the element type of the output is not that of the result");
  static_assert(!same_type || same_rank, "into: the output has not as many axes as the result");
  static_assert(!same_type || !same_rank || contiguous_tensor_like<Out>, "into: the output is a strided view, and only tensors and contiguous views can be written to");
  if constexpr (same_type && same_rank && contiguous_tensor_like<Out>) {
    static_assert(may_become<result, Out>, "into: the result never has the extents of the output");
    return may_become<result, Out>;
  }
  return false;
}

/// Where output I goes. A fresh one gets its extents first, any other must have them.
template <class Program, int I, class Out>
void place_output(const typename Program::call& call, Out& output, tensor_ref& out, bool fresh) {
  std::int64_t extents[max_rank];
  call.output_extents(I, extents);
  std::array<std::int64_t, std::size_t(rank_of<Out>)> wanted;
  for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i] = extents[i];
  if constexpr (Out::owns_elements) {
    if (fresh || output.extents() == wanted) output.resize_for_overwrite(wanted);  // one that was moved from has no elements
  }
  out = ref_of(output);
  for (int i = 0; i < rank_of<Out>; ++i)
    if (out.extents[i] != extents[i]) throw_wrong_output(I, rank_of<Out>, out.extents, extents);
}

template <class Program, class Outputs, std::size_t... I>
void run_with_outputs(const tensor_ref* in, Outputs outputs, bool fresh, memory_lease::lender& memory, std::index_sequence<I...>) {
  if constexpr ((takes_output<Program, int(I), std::remove_cvref_t<std::tuple_element_t<I, Outputs>>>() && ...)) {
    const typename Program::call call(in);
    tensor_ref out[Program::outputs];
    (place_output<Program, int(I)>(call, std::get<I>(outputs), out[I], fresh), ...);
    Program::run(call, in, out, memory);
  }
}

template <class Out>
inline constexpr int outputs_in = 1;
template <class... Out>
inline constexpr int outputs_in<std::tuple<Out...>> = int(sizeof...(Out));

/// Runs a program into one tensor or view, or into a tuple of them.
template <class Program, class Out>
void run_program(const tensor_ref* in, Out& out, bool fresh, memory_lease::lender& memory) {
  constexpr int count = outputs_in<std::remove_cvref_t<Out>>;
  static_assert(!Program::ok || count == Program::outputs, "into needs one tensor for each result of the function");
  if constexpr (!Program::ok || count != Program::outputs) return;
  else if constexpr (tensor_like<Out>) run_with_outputs<Program>(in, std::tie(out), fresh, memory, std::index_sequence<0>());
  else std::apply([&](auto&... o) { run_with_outputs<Program>(in, std::tie(o...), fresh, memory, std::index_sequence_for<decltype(o)...>()); }, out);
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
  template <argument... A>
  auto operator()(const A&... arguments) const {
    using program = program_of<Options, F, A...>;
    const tensor_ref in[] = {ref_of(arguments)..., tensor_ref{}};
    detail::result_of<program> result;
    detail::run_program<program>(in, result, true, memory_);
    return result;
  }

  /// Writes the result to `out`, which must have its extents; several results go to a std::tie of tensors.
  template <class Out, argument... A>
  void into(Out&& out, const A&... arguments) const {
    const tensor_ref in[] = {ref_of(arguments)..., tensor_ref{}};
    detail::run_program<program_of<Options, F, A...>>(in, out, false, memory_);
  }

 private:
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
