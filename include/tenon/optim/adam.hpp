#ifndef TENON_OPTIM_ADAM_HPP
#define TENON_OPTIM_ADAM_HPP

#include <cmath>

#include "tenon/optim/optimizer.hpp"

namespace tenon::optim {
namespace detail {

/// The numbers of Adam, however its weight decays.
struct adam_numbers {
  double learning_rate, beta1, beta2, epsilon, weight_decay;

  static constexpr int scalar_count = 6;
  enum scalar : int { rate, first_share, second_kept, second_share, scaled_epsilon, decay };

  constexpr std::string_view complaint() const {
    if (!(beta1 >= 0 && beta1 < 1)) return "beta1 of adam is at least 0 and below 1";
    if (!(beta2 >= 0 && beta2 < 1)) return "beta2 of adam is at least 0 and below 1";
    if (!(epsilon >= 0)) return "epsilon of adam is at least 0";
    return complaint_about(learning_rate, weight_decay);
  }

  /// `decayed` is what the parameter or the gradient is multiplied with for weight decay.
  std::array<double, scalar_count> scalars(std::int64_t step, double decayed) const {
    const double correction1 = 1 - std::pow(beta1, double(step)), correction2 = std::sqrt(1 - std::pow(beta2, double(step)));
    return {learning_rate * correction2 / correction1, 1 - beta1, beta2, 1 - beta2, epsilon * correction2, decayed};
  }
};

/// Kingma and Ba, "Adam: a method for stochastic optimization" (2015), algorithm 1 in the order that the end of its section 2
/// gives, with epsilon scaled so that the result is that of algorithm 1 and of torch.optim.Adam:
///
///   m = m + (1 - beta1) (g - m)
///   v = beta2 v + (1 - beta2) g^2
///   parameter -= learning_rate sqrt(1 - beta2^t) / (1 - beta1^t) * m / (sqrt(v) + epsilon sqrt(1 - beta2^t))
constexpr updated adam_update(value parameter, value gradient, const value* state, const value* scalars) {
  const auto scalar = [&](adam_numbers::scalar which) { return scalar_of_type(scalars[which], parameter); };
  updated result;
  result.state[0] = state[0] + scalar(adam_numbers::first_share) * (gradient - state[0]);
  result.state[1] = scalar(adam_numbers::second_kept) * state[1] + scalar(adam_numbers::second_share) * (gradient * gradient);
  const value denominator = sqrt(result.state[1]) + scalar(adam_numbers::scaled_epsilon);
  result.parameter = parameter - scalar(adam_numbers::rate) * (result.state[0] / denominator);
  return result;
}

constexpr std::string_view adam_state_name(int which) { return which == 0 ? "exp_avg" : "exp_avg_sq"; }

}  // namespace detail

/// Adam as torch.optim.Adam does it: weight decay is added to the gradient, g = gradient + weight_decay * parameter.
struct adam {
  double learning_rate = 1e-3;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 0;

  static constexpr int scalar_count = detail::adam_numbers::scalar_count;

  constexpr bool operator==(const adam&) const = default;

  constexpr std::string_view complaint() const { return numbers().complaint(); }
  constexpr int structure() const { return weight_decay != 0; }
  constexpr int states() const { return 2; }
  constexpr std::string_view state_name(int which) const { return detail::adam_state_name(which); }
  std::array<double, scalar_count> scalars(std::int64_t step) const { return numbers().scalars(step, weight_decay); }

  constexpr updated update(value parameter, value gradient, const value* state, const value* scalars) const {
    if (weight_decay != 0)
      gradient = gradient + detail::scalar_of_type(scalars[detail::adam_numbers::decay], parameter) * parameter;
    return detail::adam_update(parameter, gradient, state, scalars);
  }

 private:
  constexpr detail::adam_numbers numbers() const { return {learning_rate, beta1, beta2, epsilon, weight_decay}; }
};

/// Adam with decoupled weight decay as torch.optim.AdamW does it: first parameter *= 1 - learning_rate * weight_decay. Loshchilov
/// and Hutter, "Decoupled weight decay regularization" (2019).
struct adamw {
  double learning_rate = 1e-3;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 1e-2;

  static constexpr int scalar_count = detail::adam_numbers::scalar_count;

  constexpr bool operator==(const adamw&) const = default;

  constexpr std::string_view complaint() const { return numbers().complaint(); }
  constexpr int structure() const { return weight_decay != 0; }
  constexpr int states() const { return 2; }
  constexpr std::string_view state_name(int which) const { return detail::adam_state_name(which); }
  std::array<double, scalar_count> scalars(std::int64_t step) const {
    return numbers().scalars(step, 1 - learning_rate * weight_decay);
  }

  constexpr updated update(value parameter, value gradient, const value* state, const value* scalars) const {
    if (weight_decay != 0) parameter = detail::scalar_of_type(scalars[detail::adam_numbers::decay], parameter) * parameter;
    return detail::adam_update(parameter, gradient, state, scalars);
  }

 private:
  constexpr detail::adam_numbers numbers() const { return {learning_rate, beta1, beta2, epsilon, weight_decay}; }
};

static_assert(optimizer<adam> && optimizer<adamw>);

}  // namespace tenon::optim

#endif
