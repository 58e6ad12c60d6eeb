#ifndef TENON_SIMD_MATH_FMOD_HPP
#define TENON_SIMD_MATH_FMOD_HPP

#include <cmath>

#include "tenon/simd/rounding.hpp"

namespace tenon::simd {
namespace detail {

template <class B>
TENON_NOINLINE B fmod_lanes(B a, B b) {
  using W = lane_of<B>;
  alignas(64) W x[B::size], y[B::size];
  a.store_aligned(x);
  b.store_aligned(y);
  for (int i = 0; i < int(B::size); ++i) x[i] = std::fmod(x[i], y[i]);
  return B::load_aligned(x);
}

/// Quotients below this are found in one step: their truncation is off by one at most.
template <class W>
inline constexpr W largest_quotient = W(1) / (4 * std::numeric_limits<W>::epsilon());

}  // namespace detail

namespace standard {

/// The remainder of a / b with the sign of a, exact as in C. Lanes whose quotient is large or not finite, and hardware
/// without fma, take the C library's way.
template <class W>
TENON_INLINE xsimd::batch<W> fmod(xsimd::batch<W> a, xsimd::batch<W> b) {
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
  using batch = xsimd::batch<W>;
  const batch x = xsimd::abs(a), y = xsimd::abs(b);
  const batch quotient = x / y;
  if (xsimd::all((quotient < batch(detail::largest_quotient<W>)) & (y < batch(std::numeric_limits<W>::infinity())))) {
    const batch r = xsimd::fnma(detail::round_to_zero(quotient), y, x);  // exact: from -y to y, a multiple of the last place of y
    return xsimd::copysign(xsimd::select(r < batch(W(0)), r + y, r), a);
  }
#endif
  return detail::fmod_lanes(a, b);
}

}  // namespace standard
}  // namespace tenon::simd

#endif
