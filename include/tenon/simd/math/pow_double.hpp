#ifndef TENON_SIMD_MATH_POW_DOUBLE_HPP
#define TENON_SIMD_MATH_POW_DOUBLE_HPP

#include "tenon/simd/math/exp.hpp"
#include "tenon/simd/math/pair.hpp"

// |x|^y of doubles as e^(y ln|x|), with the logarithm and its product with y in pairs of doubles: y ln|x| is up to 745, and
// its absolute error is the relative error of the power.
namespace tenon::simd::detail {

using doubles = xsimd::batch<double>;

using double_pair = batch_pair<double>;

TENON_INLINE double_pair pair_product(double_pair a, double_pair b) {
  const double_pair r = detail::exact_product(a.high, b.high);
  return {r.high, r.low + (a.high * b.low + a.low * b.high)};
}

/// a / b for an exact a.
TENON_INLINE double_pair pair_quotient(doubles a, double_pair b) {
  const doubles high = a / b.high;
  const double_pair product = detail::exact_product(high, b.high);
  return {high, ((a - product.high) - product.low - high * b.low) / b.high};
}

// ln(1 + f) = 2 s + s z (2 / 3 + z q(z)) with s = f / (2 + f), z = s^2, for -0.25 <= f <= 0.5; absolute error of q 2.3e-17.
inline constexpr double log_series_rest[] = {0.39999999999999997706, 0.28571428571435864099, 0.22222222218419916404,
                                             0.18181818936328240243, 0.1538454197264858759,  0.13337201377533815182,
                                             0.11652443287119778688, 0.12198437372850830166};

/// ln(m * 2^e), relative error below 2^-64; e may be infinite, and then low is NaN.
TENON_INLINE double_pair log_pair(doubles e, doubles m) {
  using L = layout<double>;
  const doubles f = m - doubles(1.0);
  const double_pair s = detail::pair_quotient(f, detail::sum_by_size(doubles(2.0), f));
  const double_pair z = detail::pair_product(s, s);
  const double_pair two_thirds{doubles(0x1.5555555555555p-1), doubles(0x1.5555555555555p-55)};
  double_pair t = detail::sum_by_size(two_thirds.high, z.high * detail::polynomial(z.high, log_series_rest));
  t.low = t.low + two_thirds.low;
  const double_pair bent = detail::pair_product(s, detail::pair_product(z, t));
  const double_pair a = detail::sum_by_size(e * doubles(L::ln2_high), s.high + s.high);
  const double_pair b = detail::sum_by_size(a.high, bent.high);
  const double_pair c = detail::sum_by_size(b.high, e * doubles(L::ln2_low));
  return {c.high, (a.low + b.low) + (c.low + (s.low + s.low + bent.low))};
}

/// |x|^y, apart from what pow makes of y = 0 and of the ones.
TENON_INLINE doubles power_of_size(doubles x, doubles y) {
  const auto [e, m] = detail::split(xsimd::abs(x));
  const double_pair log = detail::log_pair(e, m);
  const double_pair z = detail::exact_product(log.high, y);
  // Where the power is 0 or infinite the low part may be NaN.
  const doubles low = xsimd::select(xsimd::abs(z.high) < doubles(800.0), xsimd::fma(log.low, y, z.low), doubles(0.0));
  const reduced<double> power = detail::reduce_by_ln2(detail::clamp_exponent(z.high));
  const doubles r = power.r + low;
  return detail::scale(detail::near_exp(r), power.n);
}

}  // namespace tenon::simd::detail

#endif
