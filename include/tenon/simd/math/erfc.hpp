#ifndef TENON_SIMD_MATH_ERFC_HPP
#define TENON_SIMD_MATH_ERFC_HPP

#include "tenon/simd/math/coefficients.hpp"
#include "tenon/simd/math/exp.hpp"
#include "tenon/simd/math/log.hpp"
#include "tenon/simd/math/pair.hpp"
#include "tenon/simd/math/upper_tail.hpp"

namespace tenon::simd {
namespace detail {

/// erfc is 0 from here on.
template <class W>
inline constexpr W end_of_erfc = sizeof(W) == 4 ? W(10.06) : W(27.23);

/// factor * erfc(unit * a) for 0 <= unit * a <= end_of_erfc, where the sum of `square` is (unit * a)^2. One polynomial serves the
/// whole range: (1 + 2 x) e^(x^2) erfc(x), of (x - 4) / (x + 4), is between 1 and 1.24.
template <class W>
TENON_INLINE xsimd::batch<W> erfc_of_square(xsimd::batch<W> a, double unit, batch_pair<W> square, W factor) {
  using batch = xsimd::batch<W>;
  const batch middle(W(4 / unit)), t = (a - middle) / (a + middle);
  const batch f = detail::polynomial(t, coefficients<W>::erfc_scaled);
  const auto [n, r] = detail::reduce_by_ln2(-square.high);
  const batch size = f * batch(factor) / xsimd::fma(a, batch(W(2 * unit)), batch(W(1))), rest = r - square.low;
  const batch e_less_1 = xsimd::fma(detail::polynomial(rest, exp_tail<W>), rest * rest, rest);
  return detail::scale(xsimd::fma(e_less_1, size, size), n);
}

/// erf of |x| <= 1 / 2.
template <class W>
TENON_INLINE xsimd::batch<W> erf_of_small(xsimd::batch<W> x) {
  return x * detail::polynomial(x * x, coefficients<W>::erf_small);
}

}  // namespace detail

namespace standard {

/// 1 - erf(x), as exact where that is small; below 4 ULP.
template <class W>
TENON_INLINE xsimd::batch<W> erfc(xsimd::batch<W> x) {
  using batch = xsimd::batch<W>;
  const batch a = xsimd::min(batch(detail::end_of_erfc<W>), xsimd::abs(x));
  const batch tail = detail::erfc_of_square(a, 1, detail::exact_product(a, a), W(1));
  const batch far = xsimd::select(x < batch(W(0)), batch(W(2)) - tail, tail);
  return xsimd::select(a > batch(W(0.5)), far, batch(W(1)) - detail::erf_of_small(x));
}

/// The normal distribution function, erfc(-x / sqrt(2)) / 2; below 4 ULP.
template <class W>
TENON_INLINE xsimd::batch<W> normal_cdf(xsimd::batch<W> x) {
  using batch = xsimd::batch<W>;
  constexpr W end = sizeof(W) == 4 ? W(14.22) : W(38.5);
  const batch size = xsimd::min(batch(end), xsimd::abs(x)), half(W(0.5));
  const auto square = detail::exact_product(size, size * half);
  constexpr double root_half = 0.70710678118654752440;
  const batch tail = detail::erfc_of_square(size, root_half, square, W(0.5));
  const batch far = xsimd::select(x > batch(W(0)), batch(W(1)) - tail, tail);
  return xsimd::select(size > batch(W(0.7)), far, xsimd::fma(half, detail::erf_of_small(x * batch(W(root_half))), half));
}

#if defined(__AVX2__)
TENON_INLINE xsimd::batch<float> erfc(xsimd::batch<float> x) { return detail::by_upper_tail<detail::erfc_of_float>(x); }
TENON_INLINE xsimd::batch<float> normal_cdf(xsimd::batch<float> x) { return detail::by_upper_tail<detail::normal_of_float>(x); }
#endif

/// The inverse of erf; below 4 ULP. Infinite at 1 and -1, NaN beyond.
template <class W>
TENON_INLINE xsimd::batch<W> erfinv(xsimd::batch<W> x) {
  using batch = xsimd::batch<W>;
  using C = detail::coefficients<W>;
  const batch size = xsimd::abs(x), one(W(1)), infinity(std::numeric_limits<W>::infinity());
  const batch w = -standard::log((one - size) * (one + size)), root = xsimd::sqrt(w);
  batch ratio = xsimd::select(w < batch(W(6)), detail::polynomial(w - batch(W(3)), C::erfinv_near),
                              detail::polynomial(root - batch(W(3.25)), C::erfinv_middle));
  if constexpr (sizeof(W) == 8) ratio = xsimd::select(w > batch(16.5), detail::polynomial(root - batch(5.0), C::erfinv_far), ratio);
  return xsimd::select(size == one, xsimd::copysign(infinity, x), x * ratio);
}

}  // namespace standard
}  // namespace tenon::simd

#endif
