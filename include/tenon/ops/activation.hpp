#ifndef TENON_OPS_ACTIVATION_HPP
#define TENON_OPS_ACTIVATION_HPP

#include "tenon/ops/arithmetic.hpp"

namespace tenon {

/// Chooses the approximation of gelu by tanh: `gelu(x, by_tanh)`.
struct by_tanh_t {};
inline constexpr by_tanh_t by_tanh{};

namespace detail {

/// 1 / (1 + exp(-x))
constexpr value expand_sigmoid(value x) { return divide(1, add(exp(negate(x)), 1)); }

/// x sigmoid(x)
constexpr value expand_silu(value x) { return divide(x, add(exp(negate(x)), 1)); }

/// x (1 + erf(x / sqrt 2)) / 2, Hendrycks and Gimpel 2016
constexpr value expand_gelu(value x) {
  return multiply(multiply(x, 0.5), add(erf(multiply(x, 0.70710678118654752440)), 1));
}

/// The same with erf approximated: x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2
constexpr value expand_gelu_tanh(value x) {
  const value inner = multiply(multiply(x, 0.79788456080286535588), add(multiply(multiply(x, x), 0.044715), 1));
  return multiply(multiply(x, 0.5), add(tanh(inner), 1));
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
