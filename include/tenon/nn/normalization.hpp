#ifndef TENON_NN_NORMALIZATION_HPP
#define TENON_NN_NORMALIZATION_HPP

#include <limits>

#include "tenon/nn/linear.hpp"
#include "tenon/nn/parameter.hpp"
#include "tenon/ops/normalization.hpp"

namespace tenon::nn {

/// x [..., N] -> [..., N]: over the last axis mean 0 and variance 1, then times weight plus bias.
template <int N, bias_option Bias = with_bias, element T = float>
struct layer_norm {
  parameter<T, N> weight = ones;
  parameter<T, N> bias = zeros;
  double epsilon = 1e-5;

  constexpr value operator()(operand x) const { return tenon::layer_norm(x, weight, bias, epsilon); }
};

template <int N, element T>
struct layer_norm<N, without_bias, T> {
  parameter<T, N> weight = ones;
  double epsilon = 1e-5;

  constexpr value operator()(operand x) const { return tenon::layer_norm(x, weight, 0, epsilon); }
};

/// x [..., N] -> [..., N]: divided by the root of the mean square over the last axis, then times weight.
template <int N, element T = float>
struct rms_norm {
  parameter<T, N> weight = ones;
  double epsilon = std::numeric_limits<T>::epsilon();

  constexpr value operator()(operand x) const { return tenon::rms_norm(x, weight, epsilon); }
};

}  // namespace tenon::nn

#endif
