#ifndef TENON_NN_LINEAR_HPP
#define TENON_NN_LINEAR_HPP

#include "tenon/nn/parameter.hpp"
#include "tenon/ops/contraction.hpp"

namespace tenon::nn {

/// Whether a module adds a learned bias.
enum class bias_option : bool { without_bias, with_bias };
using enum bias_option;

/// x [..., In] -> [..., Out]: x times the transpose of weight, plus bias.
template <int In, int Out, bias_option Bias = with_bias, element T = float>
struct linear {
  parameter<T, Out, In> weight = uniform_by_inputs(In);
  parameter<T, Out> bias = uniform_by_inputs(In);

  constexpr value operator()(operand x) const { return tenon::linear(x, weight, bias); }
};

template <int In, int Out, element T>
struct linear<In, Out, without_bias, T> {
  parameter<T, Out, In> weight = uniform_by_inputs(In);

  constexpr value operator()(operand x) const { return tenon::linear(x, weight); }
};

}  // namespace tenon::nn

#endif
