#ifndef TENON_OPS_ARITHMETIC_HPP
#define TENON_OPS_ARITHMETIC_HPP

#include "tenon/ops/pointwise.hpp"

namespace tenon {

// Element by element, with NumPy's broadcasting and PyTorch's promotion. Semantics: ir/opcode.hpp.

constexpr value negate(operand x) { return detail::unary(opcode::negate, x); }
TENON_FOR_EXPRESSIONS(negate)
constexpr value abs(operand x) { return detail::unary(opcode::absolute, x); }
TENON_FOR_EXPRESSIONS(abs)
constexpr value sign(operand x) { return detail::unary(opcode::sign, x); }
TENON_FOR_EXPRESSIONS(sign)
constexpr value floor(operand x) { return detail::unary(opcode::floor, x); }
TENON_FOR_EXPRESSIONS(floor)
constexpr value ceil(operand x) { return detail::unary(opcode::ceil, x); }
TENON_FOR_EXPRESSIONS(ceil)
constexpr value round(operand x) { return detail::unary(opcode::round, x); }
TENON_FOR_EXPRESSIONS(round)
constexpr value trunc(operand x) { return detail::unary(opcode::trunc, x); }
TENON_FOR_EXPRESSIONS(trunc)
constexpr value sqrt(operand x) { return detail::unary(opcode::sqrt, x); }
TENON_FOR_EXPRESSIONS(sqrt)
constexpr value rsqrt(operand x) { return detail::unary(opcode::rsqrt, x); }
TENON_FOR_EXPRESSIONS(rsqrt)
constexpr value exp(operand x) { return detail::unary(opcode::exp, x); }
TENON_FOR_EXPRESSIONS(exp)
constexpr value expm1(operand x) { return detail::unary(opcode::expm1, x); }
TENON_FOR_EXPRESSIONS(expm1)
constexpr value log(operand x) { return detail::unary(opcode::log, x); }
TENON_FOR_EXPRESSIONS(log)
constexpr value log1p(operand x) { return detail::unary(opcode::log1p, x); }
TENON_FOR_EXPRESSIONS(log1p)
constexpr value sin(operand x) { return detail::unary(opcode::sin, x); }
TENON_FOR_EXPRESSIONS(sin)
constexpr value cos(operand x) { return detail::unary(opcode::cos, x); }
TENON_FOR_EXPRESSIONS(cos)
constexpr value tan(operand x) { return detail::unary(opcode::tan, x); }
TENON_FOR_EXPRESSIONS(tan)
constexpr value tanh(operand x) { return detail::unary(opcode::tanh, x); }
TENON_FOR_EXPRESSIONS(tanh)
constexpr value erf(operand x) { return detail::unary(opcode::erf, x); }
TENON_FOR_EXPRESSIONS(erf)
constexpr value bit_not(operand x) { return detail::unary(opcode::bit_not, x); }
TENON_FOR_EXPRESSIONS(bit_not)

constexpr value add(operand a, operand b) { return detail::binary(opcode::add, a, b); }
TENON_FOR_EXPRESSIONS(add)
constexpr value subtract(operand a, operand b) { return detail::binary(opcode::sub, a, b); }
TENON_FOR_EXPRESSIONS(subtract)
constexpr value multiply(operand a, operand b) { return detail::binary(opcode::mul, a, b); }
TENON_FOR_EXPRESSIONS(multiply)
/// True division, as in PyTorch: two integers give f32.
constexpr value divide(operand a, operand b) { return detail::binary(opcode::div, a, b, true); }
TENON_FOR_EXPRESSIONS(divide)
/// Division of integers that truncates toward zero; of floating numbers the quotient.
constexpr value trunc_divide(operand a, operand b) { return detail::binary(opcode::div, a, b); }
TENON_FOR_EXPRESSIONS(trunc_divide)
/// The remainder with the sign of the dividend.
constexpr value fmod(operand a, operand b) { return detail::binary(opcode::fmod, a, b); }
TENON_FOR_EXPRESSIONS(fmod)
constexpr value power(operand a, operand b) { return detail::binary(opcode::pow, a, b); }
TENON_FOR_EXPRESSIONS(power)
constexpr value maximum(operand a, operand b) { return detail::binary(opcode::max, a, b); }
TENON_FOR_EXPRESSIONS(maximum)
constexpr value minimum(operand a, operand b) { return detail::binary(opcode::min, a, b); }
TENON_FOR_EXPRESSIONS(minimum)
constexpr value bit_and(operand a, operand b) { return detail::binary(opcode::bit_and, a, b); }
TENON_FOR_EXPRESSIONS(bit_and)
constexpr value bit_or(operand a, operand b) { return detail::binary(opcode::bit_or, a, b); }
TENON_FOR_EXPRESSIONS(bit_or)
constexpr value bit_xor(operand a, operand b) { return detail::binary(opcode::bit_xor, a, b); }
TENON_FOR_EXPRESSIONS(bit_xor)
constexpr value shift_left(operand a, operand b) { return detail::binary(opcode::shift_left, a, b); }
TENON_FOR_EXPRESSIONS(shift_left)
constexpr value shift_right(operand a, operand b) { return detail::binary(opcode::shift_right, a, b); }
TENON_FOR_EXPRESSIONS(shift_right)
constexpr value equal(operand a, operand b) { return detail::binary(opcode::equal, a, b); }
TENON_FOR_EXPRESSIONS(equal)
constexpr value not_equal(operand a, operand b) { return detail::binary(opcode::not_equal, a, b); }
TENON_FOR_EXPRESSIONS(not_equal)
constexpr value less(operand a, operand b) { return detail::binary(opcode::less, a, b); }
TENON_FOR_EXPRESSIONS(less)
constexpr value less_equal(operand a, operand b) { return detail::binary(opcode::less_equal, a, b); }
TENON_FOR_EXPRESSIONS(less_equal)

/// The operands of an operator: two tensors or expressions, or one and a number.
template <class A, class B>
concept expression_pair = (expression_operand<A> && (expression_operand<B> || number<std::remove_cvref_t<B>>)) ||
                          (number<std::remove_cvref_t<A>> && expression_operand<B>);

constexpr value operator+(operand a, operand b) { return add(a, b); }
constexpr value operator-(operand a, operand b) { return subtract(a, b); }
constexpr value operator*(operand a, operand b) { return multiply(a, b); }
constexpr value operator/(operand a, operand b) { return divide(a, b); }
constexpr value operator&(operand a, operand b) { return bit_and(a, b); }
constexpr value operator|(operand a, operand b) { return bit_or(a, b); }
constexpr value operator^(operand a, operand b) { return bit_xor(a, b); }
constexpr value operator<<(operand a, operand b) { return shift_left(a, b); }
constexpr value operator>>(operand a, operand b) { return shift_right(a, b); }
constexpr value operator<(operand a, operand b) { return less(a, b); }
constexpr value operator<=(operand a, operand b) { return less_equal(a, b); }
constexpr value operator>(operand a, operand b) { return less(b, a); }
constexpr value operator>=(operand a, operand b) { return less_equal(b, a); }
constexpr value operator==(operand a, operand b) { return equal(a, b); }
constexpr value operator!=(operand a, operand b) { return not_equal(a, b); }
constexpr value operator-(value a) { return negate(a); }
constexpr value operator~(value a) { return bit_not(a); }
constexpr value operator!(value a) { return bit_not(a); }

template <class A, class B> requires expression_pair<A, B>
constexpr auto operator+(A&& a, B&& b) { return add(std::forward<A>(a), std::forward<B>(b)); }
template <class A, class B> requires expression_pair<A, B>
constexpr auto operator-(A&& a, B&& b) { return subtract(std::forward<A>(a), std::forward<B>(b)); }
template <class A, class B> requires expression_pair<A, B>
constexpr auto operator*(A&& a, B&& b) { return multiply(std::forward<A>(a), std::forward<B>(b)); }
template <class A, class B> requires expression_pair<A, B>
constexpr auto operator/(A&& a, B&& b) { return divide(std::forward<A>(a), std::forward<B>(b)); }
template <class A, class B> requires expression_pair<A, B>
constexpr auto operator&(A&& a, B&& b) { return bit_and(std::forward<A>(a), std::forward<B>(b)); }
template <class A, class B> requires expression_pair<A, B>
constexpr auto operator|(A&& a, B&& b) { return bit_or(std::forward<A>(a), std::forward<B>(b)); }
template <class A, class B> requires expression_pair<A, B>
constexpr auto operator^(A&& a, B&& b) { return bit_xor(std::forward<A>(a), std::forward<B>(b)); }
template <class A, class B> requires expression_pair<A, B>
constexpr auto operator<<(A&& a, B&& b) { return shift_left(std::forward<A>(a), std::forward<B>(b)); }
template <class A, class B> requires expression_pair<A, B>
constexpr auto operator>>(A&& a, B&& b) { return shift_right(std::forward<A>(a), std::forward<B>(b)); }
template <class A, class B> requires expression_pair<A, B>
constexpr auto operator<(A&& a, B&& b) { return less(std::forward<A>(a), std::forward<B>(b)); }
template <class A, class B> requires expression_pair<A, B>
constexpr auto operator<=(A&& a, B&& b) { return less_equal(std::forward<A>(a), std::forward<B>(b)); }
template <class A, class B> requires expression_pair<A, B>
constexpr auto operator>(A&& a, B&& b) { return less(std::forward<B>(b), std::forward<A>(a)); }
template <class A, class B> requires expression_pair<A, B>
constexpr auto operator>=(A&& a, B&& b) { return less_equal(std::forward<B>(b), std::forward<A>(a)); }
template <class A> requires expression_operand<A>
constexpr auto operator-(A&& a) { return negate(std::forward<A>(a)); }
template <class A> requires expression_operand<A>
constexpr auto operator~(A&& a) { return bit_not(std::forward<A>(a)); }
template <class A> requires expression_operand<A>
constexpr auto operator!(A&& a) { return bit_not(std::forward<A>(a)); }

namespace detail {

/// The first of two numbers as a constant of the type that both have in common.
constexpr operand joined_numbers(graph& g, const operand& a, const operand& b) {
  if (a.what != operand::is_number || b.what != operand::is_number) return a;
  const bool floating = a.category == element_category::floating || b.category == element_category::floating;
  return {constant(g, floating ? element_type::f32 : element_type::i64, a), a.line};
}

constexpr value repeated_product(value x, int exponent) {
  if (exponent == 1 || !x.valid()) return x;
  const value half = repeated_product(x, exponent / 2);
  const value whole = multiply(half, half);
  return exponent % 2 == 0 ? whole : multiply(whole, x);
}

template <class T>
struct cast_call {
  constexpr value operator()(operand x) const;
};

}  // namespace detail

/// x as elements of type T, by the rules of opcode::cast.
template <element T>
constexpr value cast(operand x) {
  const value v = detail::resolve(*detail::owner_of(x), x);
  return v.valid() ? detail::cast_to(v, element_type_of<T>) : v;
}
template <class T>
constexpr value detail::cast_call<T>::operator()(operand x) const {
  return tenon::cast<T>(x);
}
template <element T, expression_operand X>
constexpr auto cast(X&& x) {
  return make_expression(detail::cast_call<T>{}, std::forward<X>(x));
}

/// a where the condition holds, b elsewhere.
constexpr value where(operand condition, operand a, operand b) {
  graph& g = *detail::owner_of(condition);
  value c = detail::resolve(g, condition);
  const detail::operand_pair p = detail::unify(opcode::select, detail::joined_numbers(g, a, b), b);
  if (!c.valid() || !p.valid()) return {&g, -1};
  c = detail::cast_to(c, element_type::boolean);
  const int shape = detail::common_shape(g, opcode::select, condition.line, c, p.a.rank() == 0 ? p.b : p.a);
  if (shape < 0) return {&g, -1};
  using detail::broadcast_to;
  return detail::append(g, opcode::select, p.a.type(), shape, broadcast_to(c, shape).id, broadcast_to(p.a, shape).id, broadcast_to(p.b, shape).id);
}
TENON_FOR_EXPRESSIONS(where)

/// x held between low and high; NaN stays NaN.
constexpr value clamp(operand x, operand low, operand high) { return minimum(maximum(x, low), high); }
TENON_FOR_EXPRESSIONS(clamp)

/// x to the power of the exponent. A small whole number as exponent becomes multiplications, 0.5 a square root.
constexpr value pow(operand x, operand exponent) {
  if (exponent.what == operand::is_number && x.what != operand::is_number) {
    const double e = exponent.category == element_category::floating ? std::bit_cast<double>(exponent.bits) : double(exponent.bits);
    if (e == 0.5) return sqrt(x);
    if (e >= 1 && e <= 8 && e == double(int(e))) return detail::repeated_product(detail::resolve(*detail::owner_of(x), x), int(e));
  }
  return power(x, exponent);
}
TENON_FOR_EXPRESSIONS(pow)

constexpr value square(operand x) { return multiply(x, x); }
TENON_FOR_EXPRESSIONS(square)

constexpr value reciprocal(operand x) { return divide(operand(1, x.line), x); }
TENON_FOR_EXPRESSIONS(reciprocal)

/// The remainder with the sign of the divisor.
constexpr value remainder(operand x, operand y) {
  const value r = fmod(x, y);
  return where(bit_and(not_equal(r, 0), not_equal(less(r, 0), less(y, 0))), add(r, y), r);
}
TENON_FOR_EXPRESSIONS(remainder)

/// max(x, 0), with derivative 0 at 0; NaN stays NaN.
constexpr value relu(operand x) { return where(less_equal(x, 0), 0, x); }
TENON_FOR_EXPRESSIONS(relu)

}  // namespace tenon

#endif
