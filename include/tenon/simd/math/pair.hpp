#ifndef TENON_SIMD_MATH_PAIR_HPP
#define TENON_SIMD_MATH_PAIR_HPP

#include "tenon/simd/math/scale.hpp"

namespace tenon::simd::detail {

/// The sum of both, low being what high has lost by rounding.
template <class W>
struct batch_pair {
  xsimd::batch<W> high, low;
};

/// Exact for |a| >= |b| or a = 0.
template <class W>
TENON_INLINE batch_pair<W> sum_by_size(xsimd::batch<W> a, xsimd::batch<W> b) {
  const xsimd::batch<W> high = a + b;
  return {high, b - (high - a)};
}

/// Exact where neither the product nor its low part leaves the normal numbers, and a and b are below 2^115 or 2^996.
template <class W>
TENON_INLINE batch_pair<W> exact_product(xsimd::batch<W> a, xsimd::batch<W> b) {
  using batch = xsimd::batch<W>;
  const batch high = a * b;
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
  return {high, xsimd::fms(a, b, high)};
#else
  // Dekker: halves of 12 or 26 bits, whose products are exact.
  const batch splitter(sizeof(W) == 4 ? W(4097) : W(134217729.0));  // 2^12 + 1, 2^27 + 1
  const batch a_up = splitter * a, b_up = splitter * b;
  const batch a_high = a_up - (a_up - a), b_high = b_up - (b_up - b);
  const batch a_low = a - a_high, b_low = b - b_high;
  return {high, ((a_high * b_high - high) + a_high * b_low + a_low * b_high) + a_low * b_low};
#endif
}

}  // namespace tenon::simd::detail

#endif
