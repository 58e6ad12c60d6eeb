#ifndef TENON_OPTIM_OPTIMIZER_HPP
#define TENON_OPTIM_OPTIMIZER_HPP

#include <array>
#include <concepts>
#include <cstdint>
#include <string_view>

#include "tenon/ops/arithmetic.hpp"

namespace tenon::optim {

// An optimizer is a plain aggregate of numbers, which can be a template argument. What of it is compiled and what is not:
//
//   structure   which terms the update has (a momentum buffer, a weight decay, Nesterov): read from the optimizer in constant
//               evaluation. Two optimizers with equal structure() have the same graph.
//   numbers     learning rate, betas, ...: inputs of rank 0 of the graph. scalars(step) computes them on the host, in double and
//               once a step, with all that is the same for every element, as bias corrections. So any of them may change from one
//               step to the next, and one compiled step serves all of them. A term that is left out because its number is 0 is
//               structure: the number must then stay 0.
//
// A trainer gives each parameter states() tensors of its shape and type that begin as zeros, captures update() for each
// parameter with the same scalars, and hands scalars(1), scalars(2), ... to the steps.

/// The most state tensors that an optimizer keeps for a parameter.
inline constexpr int most_states = 2;

/// What a parameter and its state become; as many states as the optimizer has, the others are not valid.
struct updated {
  value parameter;
  value state[most_states];
};

template <class O>
concept optimizer = std::equality_comparable<O> && requires(const O& o, value v, const value* values, std::int64_t step) {
  { O::scalar_count } -> std::convertible_to<int>;
  /// What is wrong with the numbers, as a sentence, or nothing.
  { o.complaint() } -> std::same_as<std::string_view>;
  { o.structure() } -> std::same_as<int>;
  { o.states() } -> std::same_as<int>;
  /// As PyTorch calls a state in an optimizer's state_dict.
  { o.state_name(0) } -> std::same_as<std::string_view>;
  /// The inputs of a step, counted from 1.
  { o.scalars(step) } -> std::same_as<std::array<double, std::size_t(O::scalar_count)>>;
  /// update(parameter, gradient, states, scalars): states() and scalar_count values stand behind the pointers.
  { o.update(v, v, values, values) } -> std::same_as<updated>;
};

namespace detail {

/// A scalar input in the type of the parameter, so that it does not widen what it meets.
constexpr value scalar_of_type(value scalar, value parameter) { return tenon::detail::cast_to(scalar, parameter.type()); }

/// What all optimizers want of their numbers.
constexpr std::string_view complaint_about(double learning_rate, double weight_decay) {
  if (!(learning_rate >= 0)) return "the learning rate of an optimizer is at least 0";
  if (!(weight_decay >= 0)) return "the weight decay of an optimizer is at least 0";
  return {};
}

}  // namespace detail
}  // namespace tenon::optim

#endif
