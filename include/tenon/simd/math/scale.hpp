#ifndef TENON_SIMD_MATH_SCALE_HPP
#define TENON_SIMD_MATH_SCALE_HPP

#include <limits>

#include "tenon/simd/batch.hpp"

// What the functions of this folder are made of. W is float or double; fma rounds once only where the hardware has it.
namespace tenon::simd::detail {

/// c[0] + c[1] x + c[2] x^2 + ...
template <class W, int N>
TENON_INLINE xsimd::batch<W> polynomial(xsimd::batch<W> x, const W (&c)[N]) {
  xsimd::batch<W> r(c[N - 1]);
  for (int i = N - 2; i >= 0; --i) r = xsimd::fma(r, x, xsimd::batch<W>(c[i]));
  return r;
}

template <class W>
struct layout;
template <>
struct layout<float> {
  using integer = std::int32_t;
  static constexpr int fraction_bits = 23, bias = 127;
  static constexpr float to_integer = 12582912.f;  // 1.5 * 2^23: adding it rounds to an integer that stands in the low bits
  static constexpr integer three_quarters = 0x3F400000;
  static constexpr float log2_e = 1.44269504f;
  // ln 2 in two parts; the product of `high` with an exponent is exact.
  static constexpr float ln2_high = 0.693145751953125f, ln2_low = 1.42860677e-6f;
};
template <>
struct layout<double> {
  using integer = std::int64_t;
  static constexpr int fraction_bits = 52, bias = 1023;
  static constexpr double to_integer = 6755399441055744.0;  // 1.5 * 2^52
  static constexpr integer three_quarters = 0x3FE8000000000000;
  static constexpr double log2_e = 1.4426950408889634;
  static constexpr double ln2_high = 6.93147180369123816490e-01, ln2_low = 1.90821492927058770002e-10;
};

/// x within [low, high]; NaN stays NaN.
template <class W>
TENON_INLINE xsimd::batch<W> clamp(xsimd::batch<W> x, W low, W high) {
  return xsimd::max(xsimd::batch<W>(low), xsimd::min(xsimd::batch<W>(high), x));
}

/// The integer nearest to x * y + 0, for results below 2^22 (float) or 2^51 (double).
template <class W>
TENON_INLINE xsimd::batch<W> nearest_to_product(xsimd::batch<W> x, W y) {
  const xsimd::batch<W> shift(layout<W>::to_integer);
  return xsimd::fma(x, xsimd::batch<W>(y), shift) - shift;
}

/// p * 2^n for an integer n, correctly rounded when the result is denormal and infinite when too large.
#if defined(__AVX512F__)
TENON_INLINE xsimd::batch<float> scale(xsimd::batch<float> p, xsimd::batch<float> n) { return _mm512_scalef_ps(p, n); }
TENON_INLINE xsimd::batch<double> scale(xsimd::batch<double> p, xsimd::batch<double> n) { return _mm512_scalef_pd(p, n); }
/// The same, but 0 where x < least: a result that underflows takes a hundred cycles.
TENON_INLINE xsimd::batch<float> scale_or_0(xsimd::batch<float> p, xsimd::batch<float> n, xsimd::batch<float> x, float least) {
  return _mm512_maskz_scalef_ps(_mm512_cmp_ps_mask(x, _mm512_set1_ps(least), _CMP_NLT_UQ), p, n);
}
TENON_INLINE xsimd::batch<double> scale_or_0(xsimd::batch<double> p, xsimd::batch<double> n, xsimd::batch<double> x, double least) {
  return _mm512_maskz_scalef_pd(_mm512_cmp_pd_mask(x, _mm512_set1_pd(least), _CMP_NLT_UQ), p, n);
}
#else
/// 2^n while that is normal.
template <class W>
TENON_INLINE xsimd::batch<W> power_of_two(xsimd::batch<W> n) {
  using L = layout<W>;
  const auto in_low_bits = xsimd::bitwise_cast<typename L::integer>(n + xsimd::batch<W>(L::to_integer + L::bias));
  return xsimd::bitwise_cast<W>(in_low_bits << L::fraction_bits);
}
/// In two steps, each normal: |n| <= 2 * (bias - 1).
template <class W>
TENON_INLINE xsimd::batch<W> scale(xsimd::batch<W> p, xsimd::batch<W> n) {
  const xsimd::batch<W> half = detail::nearest_to_product(n, W(0.5));
  return p * detail::power_of_two(half) * detail::power_of_two(n - half);
}
#endif

template <class W>
struct exponent_and_mantissa {
  xsimd::batch<W> exponent, mantissa;
};

/// x = mantissa * 2^exponent with a mantissa from 0.75 to 1.5; the exponent of 0 is -inf, that of inf is inf, both with
/// mantissa 1. The mantissa of NaN and of negative numbers is NaN.
#if defined(__AVX512F__)
TENON_INLINE exponent_and_mantissa<float> split(xsimd::batch<float> x) {
  const __m512 m = _mm512_getmant_ps(x, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_nan);
  return {_mm512_sub_ps(_mm512_getexp_ps(x), _mm512_getexp_ps(m)), m};
}
TENON_INLINE exponent_and_mantissa<double> split(xsimd::batch<double> x) {
  const __m512d m = _mm512_getmant_pd(x, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_nan);
  return {_mm512_sub_pd(_mm512_getexp_pd(x), _mm512_getexp_pd(m)), m};
}
#else
template <class W>
TENON_INLINE exponent_and_mantissa<W> split(xsimd::batch<W> x) {
  using batch = xsimd::batch<W>;
  using limits = std::numeric_limits<W>;
  using L = layout<W>;
  using word = std::make_unsigned_t<typename L::integer>;
  using words = xsimd::batch<word>;
  constexpr word one = word(L::bias) << L::fraction_bits;
  constexpr int up = 54;  // makes denormal numbers normal
  const auto denormal = x < batch(limits::min());
  const words bits = xsimd::bitwise_cast<word>(xsimd::select(denormal, x * batch(W(std::uint64_t(1) << up)), x));
  const words biased = (bits + words(one - L::three_quarters)) >> L::fraction_bits;
  batch m = xsimd::bitwise_cast<W>(words(bits - (biased << L::fraction_bits) + words(one)));
  // The exponent becomes a number by standing in the low bits of 2^fraction_bits.
  constexpr W carrier = W(std::uint64_t(1) << L::fraction_bits);
  batch e = xsimd::bitwise_cast<W>(words(biased | xsimd::bitwise_cast<word>(batch(carrier)))) - batch(carrier + L::bias);
  e = e - xsimd::select(denormal, batch(W(up)), batch(W(0)));
  const auto zero = x == batch(W(0)), infinite = x == batch(limits::infinity());
  e = xsimd::select(zero, batch(-limits::infinity()), xsimd::select(infinite, x, e));
  m = xsimd::select(zero | infinite, batch(W(1)), m);
  return {e, xsimd::select(x >= batch(W(0)), m, batch(limits::quiet_NaN()))};
}
#endif

}  // namespace tenon::simd::detail

#endif
