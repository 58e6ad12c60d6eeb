#ifndef TENON_BENCH_YARDSTICK_XTENSOR_HPP
#define TENON_BENCH_YARDSTICK_XTENSOR_HPP

#include <oneapi/tbb/global_control.h>

#include <xtensor/containers/xfixed.hpp>
#include <xtensor/containers/xtensor.hpp>
#include <xtensor/core/xmath.hpp>
#include <xtensor/core/xnoalias.hpp>
#include <xtensor/misc/xmanipulation.hpp>
#include <xtensor/misc/xsort.hpp>
#include <xtensor/views/xindex_view.hpp>
#include <xtensor/views/xview.hpp>

#include <array>

#include "yardstick/harness.hpp"

namespace tenon::bench {

/// For the rest of the program.
inline void use_threads(int count) {
  using oneapi::tbb::global_control;
  static const global_control limit(global_control::max_allowed_parallelism, std::size_t(count));
}

/// Arguments of reductions: an axis, results computed at once instead of element by element, and with the axis kept.
template <std::size_t Axis>
inline constexpr std::array<std::size_t, 1> axis{Axis};
inline constexpr auto at_once = xt::evaluation_strategy::immediate;
inline const auto kept_at_once = xt::keep_dims | xt::evaluation_strategy::immediate;

template <class T, int Rank>
struct array_type {
  using type = xt::xtensor<T, Rank>;
};
template <class T>
struct array_type<T, 0> {
  using type = T;
};

template <class T, int Rank>
using array_of = typename array_type<T, Rank>::type;

/// With extents that the compiler knows.
template <class T, std::size_t... Extent>
struct fixed_type {
  using type = xt::xtensor_fixed<T, xt::xshape<Extent...>>;
};
template <class T>
struct fixed_type<T> {
  using type = T;
};
template <class T, std::size_t... Extent>
using fixed_array = typename fixed_type<T, Extent...>::type;

template <class T, int Rank>
array_of<T, Rank> uninitialized_array(const std::array<std::int64_t, Rank>& extents) {
  if constexpr (Rank == 0) return T();
  else {
    std::array<std::size_t, Rank> shape;
    for (std::size_t i = 0; i < Rank; ++i) shape[i] = std::size_t(extents[i]);
    return array_of<T, Rank>::from_shape(shape);
  }
}

template <class T, int Rank>
array_of<T, Rank> filled(const filling& how, const std::array<std::int64_t, Rank>& extents) {
  auto a = uninitialized_array<T, Rank>(extents);
  fill(a.data(), std::int64_t(a.size()), how);
  return a;
}

template <class Out, class X>
void assign(Out& out, const X& x) {
  if constexpr (std::is_arithmetic_v<Out>) out = x;
  else xt::noalias(out) = x;
}

}  // namespace tenon::bench

#endif
