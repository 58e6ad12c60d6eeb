#ifndef TENON_TENSOR_EXPRESSION_HPP
#define TENON_TENSOR_EXPRESSION_HPP

#include <tuple>

#include "tenon/backends/program.hpp"
#include "tenon/ops/ops.hpp"
#include "tenon/tensor/destination.hpp"
#include "tenon/tensor/print.hpp"
#include "tenon/tensor/signature.hpp"

namespace tenon {

/// What an expression computes, without the data: its type alone determines the compiled loop. A part is an argument_signature,
/// another structure, a C++ number type, or a tag such as axes_t<1>.
template <class Call, class... Parts>
struct expression_structure {};

namespace detail {

/// How an expression holds an argument: what it was given as an rvalue it owns, other tensors it points to.
template <class A>
struct held_tensor {
  const A* tensor;
  const A& get() const { return *tensor; }
};
template <class A>
struct held_value {
  A value;
  const A& get() const { return value; }
};

template <class A>
struct holder {
  using plain = std::remove_cvref_t<A>;
  static constexpr bool points = std::is_lvalue_reference_v<A> && tensor_like<A>;
  using type = std::conditional_t<points, held_tensor<plain>, held_value<plain>>;
  static constexpr type hold(A&& a) {
    if constexpr (points) return {&a};
    else return {std::forward<A>(a)};
  }
};

template <class A>
struct part_of {
  using type = A;  // numbers and tags
};
template <tensor_like A>
struct part_of<A> {
  using type = signature_of<A>;
};
template <class A>
  requires requires { requires A::is_expression; }
struct part_of<A> {
  using type = typename A::structure;
};

// ---- from the structure to a graph

template <class Part>
struct capture_leaf;
template <number Part>
struct capture_leaf<Part> {
  static constexpr operand capture(graph& g) { return operand::run_time_number({&g, capture_input<signature_of<Part>>(g, input_kind::argument)}); }
};
template <element_type Type, auto Specs, bool Contiguous>
struct capture_leaf<argument_signature<Type, Specs, Contiguous>> {
  static constexpr operand capture(graph& g) { return {value{&g, capture_input<argument_signature<Type, Specs, Contiguous>>(g, input_kind::argument)}, 0}; }
};

/// What a part is handed over as, and whether the operations in it take such arguments.
template <class Part>
struct captured_part {
  static constexpr bool is_leaf = !std::is_empty_v<Part> || requires { Part::specs; };
  using type = std::conditional_t<is_leaf, operand, Part>;
  static constexpr bool ok = true, refused_integer = false;
};
template <class Call, class... Parts>
struct captured_part<expression_structure<Call, Parts...>> {
  using type = operand;
  static constexpr bool parts_ok = (captured_part<Parts>::ok && ...);
  static constexpr bool ok = parts_ok && std::is_invocable_v<Call, typename captured_part<Parts>::type...>;
  /// The operation that is not taken has a run-time integer among its arguments: most likely meant as an axis.
  static constexpr bool refused_integer = parts_ok ? !ok && (std::integral<Parts> || ...) : (captured_part<Parts>::refused_integer || ...);
};

template <bool Ok, bool RefusedInteger>
struct arguments_taken {
  static_assert(Ok || !RefusedInteger, "this operation does not take these arguments on tensors; axes must be known at compile time: axes<1> instead of 1");
  static_assert(Ok || RefusedInteger, "this operation does not take these arguments: see their types in expression_structure<...>");
  static constexpr bool reported = true;
};

/// Captures a structure: first all leaves, since inputs are the first nodes of a graph, then what is done with them.
template <class Structure>
struct capture_expression {
  constexpr graph operator()() const {
    graph g;
    list<operand> leaves;
    add_leaves(g, leaves, std::type_identity<Structure>());
    int next = 0;
    if constexpr (captured_part<Structure>::ok) g.outputs.push_back(build(leaves, next, std::type_identity<Structure>()).of.id);
    else g.outputs.push_back(constant_bits(g, element_type::f32, 0).id);
    return finished(std::move(g));
  }

 private:
  template <class Part>
  static constexpr void add_leaves(graph& g, list<operand>& leaves, std::type_identity<Part>) {
    if constexpr (captured_part<Part>::is_leaf) leaves.push_back(capture_leaf<Part>::capture(g));
  }
  template <class Call, class... Parts>
  static constexpr void add_leaves(graph& g, list<operand>& leaves, std::type_identity<expression_structure<Call, Parts...>>) {
    (add_leaves(g, leaves, std::type_identity<Parts>()), ...);
  }

  template <class Part>
  static constexpr auto build(const list<operand>& leaves, int& next, std::type_identity<Part>) {
    if constexpr (captured_part<Part>::is_leaf) return leaves[next++];
    else return Part{};
  }
  template <class Call, class... Parts>
  static constexpr operand build(const list<operand>& leaves, int& next, std::type_identity<expression_structure<Call, Parts...>>) {
    const std::tuple parts{build(leaves, next, std::type_identity<Parts>())...};
    return {std::apply([](const auto&... part) { return Call{}(part...); }, parts), 0};
  }
};

[[noreturn]] TENON_NOINLINE inline void throw_wrong_destination(int rank, const std::int64_t* given, const std::int64_t* wanted) {
  text_builder out;
  out << "assignment: the destination is ";
  print_extents(out, rank, given);
  out << ", but the expression is ";
  print_extents(out, rank, wanted);
  throw shape_error(std::string(out.view()));
}

}  // namespace detail

/// What becomes of an expression when it is evaluated. Parts of a larger expression never get here.
template <class Structure>
struct evaluated_expression {
  using program = tenon::program<detail::capture_expression<Structure>>;
  static_assert(detail::arguments_taken<detail::captured_part<Structure>::ok, detail::captured_part<Structure>::refused_integer>::reported);
  using result = tensor_of_node<program::graph, program::graph.outputs[0]>;
  using element = value_type_of<result>;
  static constexpr int rank = rank_of<result>;
  static constexpr bool ok = program::ok && detail::captured_part<Structure>::ok;
};

/// An operation that has not been carried out. Assigning it to a tensor or a view runs it as one fused loop (or as few as
/// possible); a tensor made from it gets the result's extents. It owns arguments that were rvalues, so it may be kept.
template <class Call, class... Held>
class expression {
 public:
  static constexpr bool is_expression = true;
  using structure = expression_structure<Call, typename detail::part_of<std::remove_cvref_t<decltype(std::declval<const Held&>().get())>>::type...>;

  /// Whether all tensors in it hold their elements in themselves.
  static constexpr bool is_inline = (detail::is_inline_tensor<std::remove_cvref_t<decltype(std::declval<const Held&>().get())>> && ...);

  constexpr explicit expression(Held... held) : held_(std::move(held)...) {}

  /// Carries the expression out. The destination may be one of its arguments.
  template <class Destination>
  TENON_INLINE void evaluate_into(Destination& to) const {
    using evaluated = evaluated_expression<structure>;
    if constexpr (evaluated::ok) {
      if constexpr (detail::goes_to<typename evaluated::result, Destination>) {
        if constexpr (evaluated::program::is_fixed() && detail::has_fixed_extents<Destination>) evaluate_fixed<evaluated>(to);
        else evaluate<evaluated>(to);
      }
    }
  }

  /// The one element of an expression of rank 0.
  TENON_INLINE auto item() const {
    using evaluated = evaluated_expression<structure>;
    static_assert(evaluated::rank == 0, "item: the expression has axes, so it is not one element");
    typename evaluated::result r;
    evaluate_into(r);
    if constexpr (evaluated::rank == 0) return r();
    else return typename evaluated::element();
  }

  /// Calls f for each tensor and number, in the order of the inputs of the program.
  template <class F>
  TENON_INLINE void each_argument(const F& f) const {
    std::apply([&](const auto&... held) TENON_LAMBDA_INLINE { (visit_part(held.get(), f), ...); }, held_);
  }

 private:
  template <class E, class To>
  TENON_INLINE void evaluate_fixed(To& to) const {
    const void* in[E::program::inputs + 1];
    int next = 0;
    each_argument([&](const auto& a) TENON_LAMBDA_INLINE { in[next++] = data_of(a); });
    void* const out[] = {detail::fixed_destination(to)};
    E::program::template run_fixed<is_inline && detail::is_inline_tensor<To>>(in, out);
  }

  template <class E, class To>
  void evaluate(To& to) const {
    tensor_ref in[E::program::inputs + 1];
    int next = 0;
    each_argument([&](const auto& a) { in[next++] = ref_of(a); });
    const typename E::program::call call(in);
    std::int64_t extents[max_rank];
    call.output_extents(0, extents);
    bool fits = true;
    for (int i = 0; i < E::rank; ++i) fits = fits && to.extent(i) == extents[i];
    place<E>(call, in, to, extents, fits);
  }

  template <class A, class F>
  TENON_INLINE static void visit_part(const A& a, const F& f) {
    if constexpr (requires { A::is_expression; }) a.each_argument(f);
    else if constexpr (argument<A>) f(a);
  }

  template <class E, class To>
  static void place(const typename E::program::call& call, const tensor_ref* in, To& to, const std::int64_t* extents, bool fits) {
    std::array<std::int64_t, std::size_t(E::rank)> wanted{};
    for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i] = extents[i];
    if constexpr (To::owns_elements) {
      if (fits) {
        to.resize_for_overwrite(wanted);  // a tensor that was moved from has extents but no elements
        return run<E>(call, in, to);
      }
      To fresh;  // the old elements may be among the arguments
      fresh.resize_for_overwrite(wanted);
      run<E>(call, in, fresh);
      to = std::move(fresh);
    } else {
      if (!fits) detail::throw_wrong_destination(E::rank, to.extents().data(), extents);
      if constexpr (To::is_contiguous) {
        run<E>(call, in, to);
      } else {
        typename E::result beside;
        beside.resize_for_overwrite(wanted);
        run<E>(call, in, beside);
        to = beside;
      }
    }
  }

  template <class E, class To>
  static void run(const typename E::program::call& call, const tensor_ref* in, To& to) {
    // Never destroyed, since destructors of other static objects may evaluate expressions.
    alignas(memory_lease::lender) static std::byte place[sizeof(memory_lease::lender)];
    static memory_lease::lender& memory = *new (place) memory_lease::lender;
    const tensor_ref out[] = {ref_of(to)};
    E::program::run(call, in, out, memory);
  }

  std::tuple<Held...> held_;
};

namespace detail {

/// Called by every operation that has tensors or expressions among its arguments.
template <class Call, class... A>
constexpr auto make_expression(Call, A&&... arguments) {
  return expression<Call, typename holder<A>::type...>(holder<A>::hold(std::forward<A>(arguments))...);
}

template <class X>
concept some_expression = requires { requires X::is_expression; };

template <class X, int Rank>
concept expression_of_rank = some_expression<X> && evaluated_expression<typename X::structure>::rank == Rank;

template <class X>
using element_of_result = typename evaluated_expression<typename X::structure>::element;
/// dyn for an axis that does not exist: deduction guides of other ranks are looked at, too.
template <class X, int Axis>
consteval auto extent_of_axis() {
  if constexpr (Axis < evaluated_expression<typename X::structure>::rank) return spelled<evaluated_expression<typename X::structure>::result::specs[Axis]>();
  else return dyn;
}
template <class X, int Axis>
inline constexpr auto extent_of_result = extent_of_axis<X, Axis>();

}  // namespace detail

// tensor y = expression;
template <detail::expression_of_rank<0> X>
tensor(const X&) -> tensor<detail::element_of_result<X>>;
template <detail::expression_of_rank<1> X>
tensor(const X&) -> tensor<detail::element_of_result<X>, detail::extent_of_result<X, 0>>;
template <detail::expression_of_rank<2> X>
tensor(const X&) -> tensor<detail::element_of_result<X>, detail::extent_of_result<X, 0>, detail::extent_of_result<X, 1>>;
template <detail::expression_of_rank<3> X>
tensor(const X&) -> tensor<detail::element_of_result<X>, detail::extent_of_result<X, 0>, detail::extent_of_result<X, 1>, detail::extent_of_result<X, 2>>;
template <detail::expression_of_rank<4> X>
tensor(const X&) -> tensor<detail::element_of_result<X>, detail::extent_of_result<X, 0>, detail::extent_of_result<X, 1>, detail::extent_of_result<X, 2>, detail::extent_of_result<X, 3>>;
template <detail::expression_of_rank<5> X>
tensor(const X&) -> tensor<detail::element_of_result<X>, detail::extent_of_result<X, 0>, detail::extent_of_result<X, 1>, detail::extent_of_result<X, 2>, detail::extent_of_result<X, 3>, detail::extent_of_result<X, 4>>;
template <detail::expression_of_rank<6> X>
tensor(const X&) -> tensor<detail::element_of_result<X>, detail::extent_of_result<X, 0>, detail::extent_of_result<X, 1>, detail::extent_of_result<X, 2>, detail::extent_of_result<X, 3>, detail::extent_of_result<X, 4>, detail::extent_of_result<X, 5>>;

/// The result of an expression, as text.
template <detail::some_expression X>
std::string to_string(const X& x) {
  return to_string(typename evaluated_expression<typename X::structure>::result(x));
}

template <class Traits, detail::some_expression X>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& stream, const X& x) {
  return stream << typename evaluated_expression<typename X::structure>::result(x);
}

/// x = x + y, and so on, in place.
template <tensor_like X, class Y> requires expression_pair<X, Y>
X&& operator+=(X&& x, const Y& y) { x = x + y; return std::forward<X>(x); }
template <tensor_like X, class Y> requires expression_pair<X, Y>
X&& operator-=(X&& x, const Y& y) { x = x - y; return std::forward<X>(x); }
template <tensor_like X, class Y> requires expression_pair<X, Y>
X&& operator*=(X&& x, const Y& y) { x = x * y; return std::forward<X>(x); }
template <tensor_like X, class Y> requires expression_pair<X, Y>
X&& operator/=(X&& x, const Y& y) { x = x / y; return std::forward<X>(x); }

}  // namespace tenon

#endif
