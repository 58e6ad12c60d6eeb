#ifndef TENON_NN_SEQUENTIAL_HPP
#define TENON_NN_SEQUENTIAL_HPP

#include <cstddef>
#include <tuple>
#include <utility>

#include "tenon/ops/operand.hpp"

namespace tenon::nn {

/// Modules one behind the other, each applied to what the one before gives; their names are "0", "1", ...
template <class... Module>
struct sequential {
  std::tuple<Module...> modules{};

  constexpr sequential() = default;
  constexpr sequential(const Module&... list)
    requires(sizeof...(Module) > 0)
      : modules(list...) {}

  constexpr value operator()(operand x) const {
    return std::apply(
        [&](const Module&... module) {
          ((x = operand(module(x), x.line)), ...);
          return x.of;
        },
        modules);
  }

  template <std::size_t I>
  friend constexpr const auto& get(const sequential& s) {
    return std::get<I>(s.modules);
  }
};

}  // namespace tenon::nn

template <class... Module>
struct std::tuple_size<tenon::nn::sequential<Module...>> : std::integral_constant<std::size_t, sizeof...(Module)> {};
template <std::size_t I, class... Module>
struct std::tuple_element<I, tenon::nn::sequential<Module...>> : std::tuple_element<I, std::tuple<const Module...>> {};

#endif
