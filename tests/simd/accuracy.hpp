#ifndef TENON_TESTS_SIMD_ACCURACY_HPP
#define TENON_TESTS_SIMD_ACCURACY_HPP

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "tenon/simd/simd.hpp"

namespace tenon::simd {

template <class T>
struct wider;
template <>
struct wider<float> {
  using type = double;
  using bits = std::uint32_t;
};
template <>
struct wider<double> {
  using type = long double;
  using bits = std::uint64_t;
};

/// The distance of `got` from `exact` in units of the last place of `exact`; infinite if one is NaN or infinite alone.
template <class T>
double ulp_error(T got, typename wider<T>::type exact) {
  using wide = typename wider<T>::type;
  using limits = std::numeric_limits<T>;
  if (std::isnan(exact) || std::isnan(got)) return std::isnan(exact) && std::isnan(got) ? 0 : INFINITY;
  if (T(exact) == got) return 0;
  if (std::isinf(got) || std::isinf(T(exact))) return INFINITY;
  const int exponent = std::max(std::ilogb(exact), limits::min_exponent - 1);
  return double(std::abs(wide(got) - exact) / std::ldexp(wide(1), exponent - (limits::digits - 1)));
}

struct worst {
  double ulp = 0, x = 0, y = 0, got = 0, exact = 0;
};

/// The worst error of f, a function of packs, against `exact` over the bit patterns first, first + step, ... of T.
template <class T, class F, class G>
worst worst_error(F f, G exact, typename wider<T>::bits first, typename wider<T>::bits step) {
  using bits = typename wider<T>::bits;
  constexpr int lanes = pack<T, word_lanes>::lanes;
  const std::uint64_t count = std::numeric_limits<bits>::max() / step;
  worst r;
  for (std::uint64_t i = 0; i < count; i += lanes) {
    T x[lanes], y[lanes];
    for (int j = 0; j < lanes; ++j) x[j] = std::bit_cast<T>(bits(first + (i + std::uint64_t(j)) * step));
    f(pack<T, lanes>::load(x)).store(y);
    for (int j = 0; j < lanes; ++j) {
      const auto reference = exact(typename wider<T>::type(x[j]));
      const double ulp = ulp_error(y[j], reference);
      if (ulp > r.ulp) r = {ulp, double(x[j]), 0, double(y[j]), double(reference)};
    }
  }
  return r;
}

}  // namespace tenon::simd

#endif
