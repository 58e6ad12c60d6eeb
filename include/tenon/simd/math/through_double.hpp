#ifndef TENON_SIMD_MATH_THROUGH_DOUBLE_HPP
#define TENON_SIMD_MATH_THROUGH_DOUBLE_HPP

#include "tenon/simd/convert.hpp"

namespace tenon::simd::detail {

/// A function of doubles for floats, which are rounded once. F is one of the functions that take any register.
template <class F, class... B>
TENON_INLINE xsimd::batch<float> through_double(F f, xsimd::batch<float> x, B... y) {
  using up = converter<double, float>;
  return converter<float, double>::of(f(up::of(x).low, up::of(y).low...), f(up::of(x).high, up::of(y).high...));
}

}  // namespace tenon::simd::detail

#endif
