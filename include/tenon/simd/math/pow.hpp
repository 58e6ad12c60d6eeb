#ifndef TENON_SIMD_MATH_POW_HPP
#define TENON_SIMD_MATH_POW_HPP

#include "tenon/simd/convert.hpp"
#include "tenon/simd/math/pow_double.hpp"
#include "tenon/simd/rounding.hpp"

namespace tenon::simd {
namespace detail {

// log2(1 + f) / f for -0.25 <= f <= 0.5; relative error 1.7e-11, which an exponent up to 150 makes 1.7e-9 of a power.
inline constexpr double log2_over_f[] = {
    1.4426950409106228881,  -0.72134752083154021561, 0.48089833264647238925,  -0.36067365339187993306, 0.28854042762591150211,
    -0.2404584214839363355, 0.20605687568140240351,  -0.18000359189763899253, 0.16050272936951665181,  -0.14920806977148079883,
    0.13879523169129971962, -0.10204485472790997795, 0.037992032757066871467};
// (2^r - 1) / r for |r| <= 0.5; relative error of 2^r 2.0e-9.
inline constexpr float exp2_near[] = {0.6931472028f,  0.2402264791f,   0.05550332476f,
                                      0.00961843771f, 0.001339887374f, 0.0001535328282f};

/// y * log2(m * 2^e) as the nearest integer and what is left, where a float's power is not 0 or infinite.
TENON_INLINE exponent_and_mantissa<double> log2_of_power(xsimd::batch<double> e, xsimd::batch<double> m, xsimd::batch<double> y) {
  using batch = xsimd::batch<double>;
  const batch f = m - batch(1.0);
  const batch z = detail::clamp(y * xsimd::fma(f, detail::polynomial(f, log2_over_f), e), -200.0, 200.0);
  const batch n = detail::nearest_to_product(z, 1.0);
  return {n, z - n};
}

/// |x|^y, apart from what pow makes of y = 0 and of the ones.
TENON_INLINE xsimd::batch<float> power_of_size(xsimd::batch<float> x, xsimd::batch<float> y) {
  using up = converter<double, float>;
  using down = converter<float, double>;
  const auto [e, m] = detail::split(xsimd::abs(x));
  const auto e2 = up::of(e), m2 = up::of(m), y2 = up::of(y);
  const auto low = detail::log2_of_power(e2.low, m2.low, y2.low), high = detail::log2_of_power(e2.high, m2.high, y2.high);
  const auto r = down::of(low.mantissa, high.mantissa), n = down::of(low.exponent, high.exponent);
  return detail::scale(xsimd::fma(r, detail::polynomial(r, exp2_near), xsimd::batch<float>(1.f)), n);
}

/// The rules of C for the sign, for negative x, and for x or y that make the result 1 whatever the other is.
template <class W>
TENON_INLINE xsimd::batch<W> finish_power(xsimd::batch<W> size, xsimd::batch<W> x, xsimd::batch<W> y) {
  using batch = xsimd::batch<W>;
  const batch zero(W(0)), one(W(1)), infinity(std::numeric_limits<W>::infinity());
  const auto whole = detail::round_to_zero(y) == y;
  const batch half = y * batch(W(0.5));
  const auto odd = whole & (detail::round_to_zero(half) != half);
  batch r = xsimd::select(odd, xsimd::copysign(size, x), size);
  r = xsimd::select((x < zero) & (x != -infinity) & ~whole, batch(std::numeric_limits<W>::quiet_NaN()), r);
  const auto unit = (x == one) | (y == zero) | ((x == -one) & (xsimd::abs(y) == infinity));
  return xsimd::select(unit, one, r);
}

}  // namespace detail

namespace standard {

/// x^y by the rules of C; below 1.5 ULP. Floats are computed in double.
template <class W>
TENON_INLINE xsimd::batch<W> pow(xsimd::batch<W> x, xsimd::batch<W> y) {
  return detail::finish_power(detail::power_of_size(x, y), x, y);
}

}  // namespace standard
}  // namespace tenon::simd

#endif
