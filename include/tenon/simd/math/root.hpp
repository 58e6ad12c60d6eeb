#ifndef TENON_SIMD_MATH_ROOT_HPP
#define TENON_SIMD_MATH_ROOT_HPP

#include "tenon/simd/math/coefficients.hpp"
#include "tenon/simd/math/scale.hpp"

namespace tenon::simd::standard {

/// The cube root; below 2 ULP. A polynomial starts, and each of Halley's steps makes the error its third power.
template <class W>
TENON_INLINE xsimd::batch<W> cbrt(xsimd::batch<W> x) {
  using batch = xsimd::batch<W>;
  const batch size = xsimd::abs(x), zero(W(0));
  const auto [e, mantissa] = detail::split(size);
  const batch third = detail::nearest_to_product(e, W(1) / W(3)), rest = e - batch(W(3)) * third;
  const batch m = mantissa * xsimd::select(rest > zero, batch(W(2)), xsimd::select(rest < zero, batch(W(0.5)), batch(W(1))));
  batch t = detail::polynomial(m, detail::coefficients<W>::cbrt_start);
  for (int i = 0; i < 2; ++i) {
    const batch square = t * t, error = xsimd::fms(square, t, m);
    t = xsimd::fnma(t, error / xsimd::fma(square + square, t, m), t);
  }
  const auto itself = (x == zero) | (size == batch(std::numeric_limits<W>::infinity()));
  return xsimd::select(itself, x, xsimd::copysign(detail::scale(t, third), x));
}

/// sqrt(x^2 + y^2) without overflow between; below 1.5 ULP. Infinite where x or y is, even beside NaN, as in C.
template <class W>
TENON_INLINE xsimd::batch<W> hypot(xsimd::batch<W> x, xsimd::batch<W> y) {
  using batch = xsimd::batch<W>;
  // Numbers beyond these bounds are scaled before they are squared.
  constexpr W large = sizeof(W) == 4 ? W(0x1p60) : W(0x1p500), small = sizeof(W) == 4 ? W(0x1p-40) : W(0x1p-400);
  constexpr W up = sizeof(W) == 4 ? W(0x1p100) : W(0x1p700), down = 1 / up;
  const batch a = xsimd::abs(x), b = xsimd::abs(y), most = xsimd::max(a, b), one(W(1));
  const auto is_large = most > batch(large), is_small = most < batch(small);
  const batch by = xsimd::select(is_large, batch(down), xsimd::select(is_small, batch(up), one));
  const batch back = xsimd::select(is_large, batch(up), xsimd::select(is_small, batch(down), one));
  const batch p = a * by, q = b * by;
  const batch infinity(std::numeric_limits<W>::infinity());
  return xsimd::select((a == infinity) | (b == infinity), infinity, xsimd::sqrt(xsimd::fma(p, p, q * q)) * back);
}

}  // namespace tenon::simd::standard

#endif
