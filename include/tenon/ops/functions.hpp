#ifndef TENON_OPS_FUNCTIONS_HPP
#define TENON_OPS_FUNCTIONS_HPP

#include "tenon/ops/arithmetic.hpp"

namespace tenon {

// Further functions of floating numbers, element by element. Semantics: ir/opcode.hpp.

constexpr value exp2(operand x) { return detail::unary(opcode::exp2, x); }
TENON_FOR_EXPRESSIONS(exp2)
constexpr value log2(operand x) { return detail::unary(opcode::log2, x); }
TENON_FOR_EXPRESSIONS(log2)
constexpr value log10(operand x) { return detail::unary(opcode::log10, x); }
TENON_FOR_EXPRESSIONS(log10)
constexpr value asin(operand x) { return detail::unary(opcode::asin, x); }
TENON_FOR_EXPRESSIONS(asin)
constexpr value acos(operand x) { return detail::unary(opcode::acos, x); }
TENON_FOR_EXPRESSIONS(acos)
constexpr value atan(operand x) { return detail::unary(opcode::atan, x); }
TENON_FOR_EXPRESSIONS(atan)
constexpr value sinh(operand x) { return detail::unary(opcode::sinh, x); }
TENON_FOR_EXPRESSIONS(sinh)
constexpr value cosh(operand x) { return detail::unary(opcode::cosh, x); }
TENON_FOR_EXPRESSIONS(cosh)
constexpr value asinh(operand x) { return detail::unary(opcode::asinh, x); }
TENON_FOR_EXPRESSIONS(asinh)
constexpr value acosh(operand x) { return detail::unary(opcode::acosh, x); }
TENON_FOR_EXPRESSIONS(acosh)
constexpr value atanh(operand x) { return detail::unary(opcode::atanh, x); }
TENON_FOR_EXPRESSIONS(atanh)
constexpr value cbrt(operand x) { return detail::unary(opcode::cbrt, x); }
TENON_FOR_EXPRESSIONS(cbrt)
/// 1 - erf(x) without cancellation.
constexpr value erfc(operand x) { return detail::unary(opcode::erfc, x); }
TENON_FOR_EXPRESSIONS(erfc)
/// The y with erf(y) = x.
constexpr value erfinv(operand x) { return detail::unary(opcode::erfinv, x); }
TENON_FOR_EXPRESSIONS(erfinv)
/// The normal distribution function: the probability of a number up to x.
constexpr value normal_cdf(operand x) { return detail::unary(opcode::normal_cdf, x); }
TENON_FOR_EXPRESSIONS(normal_cdf)
/// The logarithm of the size of the gamma function.
constexpr value lgamma(operand x) { return detail::unary(opcode::lgamma, x); }
TENON_FOR_EXPRESSIONS(lgamma)
/// The derivative of lgamma.
constexpr value digamma(operand x) { return detail::unary(opcode::digamma, x); }
TENON_FOR_EXPRESSIONS(digamma)

/// The angle of the point (x, y), from -pi to pi.
constexpr value atan2(operand y, operand x) { return detail::binary(opcode::atan2, y, x); }
TENON_FOR_EXPRESSIONS(atan2)
/// sqrt(a^2 + b^2) without overflow between.
constexpr value hypot(operand a, operand b) { return detail::binary(opcode::hypot, a, b); }
TENON_FOR_EXPRESSIONS(hypot)

/// The derivative of digamma: ten steps of its recurrence, then the asymptotic series; to the left of 0 by reflection. It is
/// made of arithmetic, so that it has derivatives of every order.
constexpr value trigamma(operand x) {
  const value at = multiply(x, 1.0);  // integers become floating numbers
  const value left = less(at, 0), y = where(left, subtract(1, at), at);
  value sum = reciprocal(square(y));
  for (int i = 1; i < 10; ++i) sum = add(sum, reciprocal(square(add(y, i))));
  const value inverse = reciprocal(add(y, 10)), u = square(inverse);
  // Bernoulli's numbers B(14), B(12), ... B(2), of sum B(2 k) / y^(2 k + 1).
  value series = multiply(u, 7 / 6.0);
  for (double bernoulli : {-691 / 2730.0, 5 / 66.0, -1 / 30.0, 1 / 42.0, -1 / 30.0, 1 / 6.0}) series = multiply(u, add(series, bernoulli));
  const value right = add(sum, multiply(inverse, add(add(series, multiply(inverse, 0.5)), 1)));
  constexpr double pi = 3.14159265358979323846;
  const value reflected = square(divide(pi, sin(multiply(subtract(at, round(at)), pi))));
  return where(left, subtract(reflected, right), right);
}
TENON_FOR_EXPRESSIONS(trigamma)

}  // namespace tenon

#endif
