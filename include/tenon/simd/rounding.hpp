#ifndef TENON_SIMD_ROUNDING_HPP
#define TENON_SIMD_ROUNDING_HPP

#include <limits>

#include "tenon/simd/batch.hpp"

/// Rounding registers of float or double to integers; zeros and results that are zero keep the sign of the argument.
namespace tenon::simd::detail {

#if defined(__SSE2__) && !defined(__SSE4_1__)

/// From this size on every number is an integer, and adding it rounds smaller ones, halves to even.
template <class W>
inline constexpr W all_integers = 1 / std::numeric_limits<W>::epsilon();

template <class W>
TENON_INLINE xsimd::batch<W> round_even(xsimd::batch<W> x) {
  using batch = xsimd::batch<W>;
  const batch size = xsimd::abs(x), limit(all_integers<W>);
  return xsimd::select(size < limit, xsimd::copysign((size + limit) - limit, x), x);
}
template <class W>
TENON_INLINE xsimd::batch<W> round_down(xsimd::batch<W> x) {
  const xsimd::batch<W> nearest = detail::round_even(x);
  return xsimd::select(nearest > x, nearest - xsimd::batch<W>(W(1)), nearest);
}
template <class W>
TENON_INLINE xsimd::batch<W> round_up(xsimd::batch<W> x) {
  return -detail::round_down(-x);
}
template <class W>
TENON_INLINE xsimd::batch<W> round_to_zero(xsimd::batch<W> x) {
  return xsimd::copysign(detail::round_down(xsimd::abs(x)), x);
}

#else

template <class W>
TENON_INLINE xsimd::batch<W> round_even(xsimd::batch<W> x) {
  return xsimd::nearbyint(x);
}
template <class W>
TENON_INLINE xsimd::batch<W> round_down(xsimd::batch<W> x) {
  return xsimd::floor(x);
}
template <class W>
TENON_INLINE xsimd::batch<W> round_up(xsimd::batch<W> x) {
  return xsimd::ceil(x);
}
template <class W>
TENON_INLINE xsimd::batch<W> round_to_zero(xsimd::batch<W> x) {
  return xsimd::trunc(x);
}

#endif

}  // namespace tenon::simd::detail

#endif
