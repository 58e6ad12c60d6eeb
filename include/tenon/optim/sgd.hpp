#ifndef TENON_OPTIM_SGD_HPP
#define TENON_OPTIM_SGD_HPP

#include "tenon/optim/optimizer.hpp"

namespace tenon::optim {

/// Stochastic gradient descent as torch.optim.SGD does it:
///
///   g = gradient + weight_decay * parameter
///   buffer = momentum * buffer + g
///   parameter -= learning_rate * (nesterov ? g + momentum * buffer : buffer)
///
/// Without momentum there is no buffer, and g takes its place. Sutskever et al., "On the importance of initialization and
/// momentum in deep learning" (2013), with the learning rate outside of the buffer.
struct sgd {
  double learning_rate = 1e-3;
  double momentum = 0;
  double weight_decay = 0;
  bool nesterov = false;

  static constexpr int scalar_count = 3;

  constexpr bool operator==(const sgd&) const = default;

  constexpr std::string_view complaint() const {
    if (!(momentum >= 0)) return "the momentum of sgd is at least 0";
    if (nesterov && momentum == 0) return "sgd with Nesterov needs a momentum above 0";
    return detail::complaint_about(learning_rate, weight_decay);
  }

  constexpr int structure() const { return int(momentum != 0) | int(weight_decay != 0) << 1 | int(nesterov) << 2; }
  constexpr int states() const { return momentum != 0 ? 1 : 0; }
  constexpr std::string_view state_name(int) const { return "momentum_buffer"; }
  constexpr std::array<double, 3> scalars(std::int64_t) const { return {learning_rate, momentum, weight_decay}; }

  constexpr updated update(value parameter, value gradient, const value* state, const value* scalars) const {
    const value rate = detail::scalar_of_type(scalars[0], parameter), kept = detail::scalar_of_type(scalars[1], parameter),
                decay = detail::scalar_of_type(scalars[2], parameter);
    updated result;
    value direction = weight_decay != 0 ? gradient + decay * parameter : gradient;
    if (momentum != 0) {
      result.state[0] = kept * state[0] + direction;
      direction = nesterov ? direction + kept * result.state[0] : result.state[0];
    }
    result.parameter = parameter - rate * direction;
    return result;
  }
};

static_assert(optimizer<sgd>);

}  // namespace tenon::optim

#endif
