#ifndef TENON_BENCH_YARDSTICK_UPDATES_HPP
#define TENON_BENCH_YARDSTICK_UPDATES_HPP

#include <array>
#include <vector>

#include "yardstick/tenon.hpp"

namespace tenon::bench {

/// Steps of an optimizer over tensors of these sizes, a compiled call a tensor, in place.
template <auto Optimizer>
call update_call(const std::vector<std::int64_t>& sizes) {
  using vector = tensor<float, dim<"n">>;
  constexpr int states = Optimizer.states(), scalars = Optimizer.scalar_count;
  constexpr auto update = [](value parameter, value gradient, auto... rest) {
    const value numbers[] = {rest...};
    const auto updated = Optimizer.update(parameter, gradient, numbers, numbers + states);
    if constexpr (states == 1) return std::array{updated.parameter, updated.state[0]};
    else return std::array{updated.parameter, updated.state[0], updated.state[1]};
  };
  struct parameter {
    vector value, gradient;
    std::array<vector, states> state;
  };
  struct job {
    compiled<std::remove_const_t<decltype(update)>> f;
    std::vector<parameter> parameters;
    std::int64_t steps = 0;
  };
  const auto j = std::make_shared<job>();
  for (const std::int64_t n : sizes) {
    parameter p{filled<vector>({1, 0, 0}, {n}), filled<vector>({1, 0, 0}, {n}), {}};
    for (vector& state : p.state) state = vector(n);
    j->parameters.push_back(std::move(p));
  }
  return [j] {
    std::array<tensor<double>, scalars> numbers;
    const auto next = Optimizer.scalars(++j->steps);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = tensor<double>(next[i]);
    for (parameter& p : j->parameters)
      std::apply([&](auto&... state) {
        std::apply([&](const auto&... number) { j->f.into(std::tie(p.value, state...), p.value, p.gradient, state..., number...); }, numbers);
      }, p.state);
  };
}

}  // namespace tenon::bench

#endif
