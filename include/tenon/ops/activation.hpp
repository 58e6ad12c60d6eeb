#ifndef TENON_OPS_ACTIVATION_HPP
#define TENON_OPS_ACTIVATION_HPP

#include "tenon/ops/functions.hpp"

namespace tenon {

/// Chooses the approximation of gelu by tanh: `gelu(x, by_tanh)`.
struct by_tanh_t {};
inline constexpr by_tanh_t by_tanh{};

namespace detail {

/// 1 / (1 + e^-x), and to the left of 0 e^x / (1 + e^x): there e^-x overflows where the result is still a number.
constexpr value expand_sigmoid(value x) {
  const value left = less(x, 0), e = exp(where(left, x, negate(x)));
  return divide(where(left, e, 1), add(e, 1));
}

/// x sigmoid(x)
constexpr value expand_silu(value x) { return multiply(x, expand_sigmoid(x)); }

/// x times the normal distribution function, Hendrycks and Gimpel 2016
constexpr value expand_gelu(value x) { return multiply(x, normal_cdf(x)); }

/// The same with erf approximated: x (1 + tanh(y)) / 2 with y = sqrt(2 / pi) (x + 0.044715 x^3), which is x sigmoid(2 y).
constexpr value expand_gelu_tanh(value x) {
  const value twice = multiply(multiply(x, 1.59576912160573071176), add(multiply(multiply(x, x), 0.044715), 1));
  return multiply(x, expand_sigmoid(twice));
}

/// log(1 + exp(x)) without overflow: max(x, 0) + log1p(exp(-|x|))
constexpr value expand_softplus(value x) { return add(maximum(x, 0), log1p(exp(negate(abs(x))))); }

}  // namespace detail

/// 1 / (1 + exp(-x))
constexpr value sigmoid(operand x) { return detail::unary(opcode::sigmoid, x); }
TENON_FOR_EXPRESSIONS(sigmoid)

/// x sigmoid(x)
constexpr value silu(operand x) { return detail::unary(opcode::silu, x); }
TENON_FOR_EXPRESSIONS(silu)

/// log(1 + exp(x))
constexpr value softplus(operand x) { return detail::unary(opcode::softplus, x); }
TENON_FOR_EXPRESSIONS(softplus)

/// x times the normal distribution function, exact by erf, or gelu(x, by_tanh).
constexpr value gelu(operand x) { return detail::unary(opcode::gelu, x); }
constexpr value gelu(operand x, by_tanh_t) { return detail::unary(opcode::gelu_tanh, x); }
TENON_FOR_EXPRESSIONS(gelu)

}  // namespace tenon

#endif
