#ifndef TENON_NN_ACTIVATION_HPP
#define TENON_NN_ACTIVATION_HPP

#include "tenon/ops/activation.hpp"
#include "tenon/ops/movement.hpp"
#include "tenon/ops/normalization.hpp"
#include "tenon/ops/random.hpp"

namespace tenon::nn {

// Operations of one argument as modules.

struct relu {
  constexpr value operator()(operand x) const { return tenon::relu(x); }
};

struct gelu {
  constexpr value operator()(operand x) const { return tenon::gelu(x); }
};

struct silu {
  constexpr value operator()(operand x) const { return tenon::silu(x); }
};

struct sigmoid {
  constexpr value operator()(operand x) const { return tenon::sigmoid(x); }
};

struct softplus {
  constexpr value operator()(operand x) const { return tenon::softplus(x); }
};

struct tanh {
  constexpr value operator()(operand x) const { return tenon::tanh(x); }
};

/// The approximation of gelu by tanh.
struct gelu_tanh {
  constexpr value operator()(operand x) const { return tenon::gelu(x, by_tanh); }
};

template <int Axis = -1>
struct softmax {
  constexpr value operator()(operand x) const { return tenon::softmax(x, Axis); }
};

/// Joins the axes from First to the last into one; the first axis is kept by default, as it counts the samples.
template <int First = 1>
struct flatten {
  constexpr value operator()(operand x) const { return tenon::flatten(x, First); }
};

/// Each element kept with probability 1 - rate and divided by it, otherwise 0. Only training has a use for it, so it takes the
/// seed as an argument: another one for each step and each place in the model.
struct dropout {
  double rate = 0.5;

  constexpr value operator()(operand x, operand seed) const { return tenon::dropout(x, rate, seed); }
};

}  // namespace tenon::nn

#endif
