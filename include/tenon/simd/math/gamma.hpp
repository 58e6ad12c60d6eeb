#ifndef TENON_SIMD_MATH_GAMMA_HPP
#define TENON_SIMD_MATH_GAMMA_HPP

#include "tenon/base/special_functions.hpp"
#include "tenon/simd/math/log.hpp"
#include "tenon/simd/math/pow_double.hpp"
#include "tenon/simd/math/through_double.hpp"
#include "tenon/simd/math/trigonometry.hpp"
#include "tenon/simd/rounding.hpp"

// The logarithm of the gamma function and its derivative. Floats are computed in double.
namespace tenon::simd {
namespace detail {

using double_mask = xsimd::batch_bool<double>;

/// ln(Gamma(y)) for y > -1 / 2. From 8 on by Stirling's series. Below, y = t + n with -0.65 <= t <= 0.35, and Gamma(y) is Gamma(2 + t)
/// times or over a product of up to six factors, whose logarithm is taken as a pair: near the zeros 1 and 2 nothing is lost.
TENON_INLINE doubles lgamma_right(doubles y) {
  using C = coefficients<double>;
  const doubles one(1.0), two(2.0), half(0.5);
  const double_mask far = y >= doubles(8.0);
  const doubles n = detail::round_even(xsimd::min(doubles(8.0), y + doubles(0.15))), t = y - n, shifted = t + two;
  doubles product = one;
  for (int i = 0; i < 6; ++i) product = xsimd::select(n > doubles(i + 2.5), product * (shifted + doubles(i)), product);
  product = xsimd::select(n < doubles(1.5), xsimd::select(n < half, y * (y + one), y), product);
  const auto [e, m] = detail::split(xsimd::select(far, y, xsimd::abs(product)));
  double_pair log = detail::log_pair(e, m);
  log.low = xsimd::select(xsimd::abs(log.high) < doubles(1e4), log.low, doubles(0.0));
  const doubles sign = xsimd::select(n < doubles(1.5), -one, one);
  const doubles near = xsimd::fma(sign, log.high, t * detail::polynomial(t, C::lgamma_near)) + sign * log.low;
  const doubles inverse = one / y, series = inverse * detail::polynomial(inverse * inverse, C::lgamma_far);
  const doubles less = log.high - one, lost = (log.high - less) - one;
  const doubles constant(0x1.acfe390c97d69p-2);  // (ln(2 pi) - 1) / 2
  const doubles beyond = xsimd::fma(y - half, less, xsimd::fma(y - half, lost + log.low, constant + series));
  return xsimd::select(y == doubles(std::numeric_limits<double>::infinity()), y, xsimd::select(far, beyond, near));
}

TENON_NOINLINE inline doubles lgamma_lanes(doubles x, doubles result, double_mask wanted) {
  alignas(64) double at[doubles::size], to[doubles::size];
  x.store_aligned(at);
  result.store_aligned(to);
  for (int i = 0; i < int(doubles::size); ++i)
    if (wanted.get(std::size_t(i))) to[i] = double(tenon::detail::log_gamma(at[i]));
  return doubles::load_aligned(to);
}

/// ln|Gamma(x)| of any x. Gamma(-a) Gamma(a) = -pi / (a sin(pi a)); where the logarithms of both sides nearly cancel, which is
/// near zeros below -2, lanes take the C library's way.
TENON_NOINLINE inline doubles lgamma_anywhere(doubles x) {
  const doubles a = xsimd::abs(x), half(0.5), infinity(std::numeric_limits<double>::infinity());
  const double_mask left = x <= -half;
  const doubles right = detail::lgamma_right(xsimd::select(left, a, x));
  if (xsimd::none(left)) return right;
  const doubles r = a - detail::round_even(a);
  const doubles sine = xsimd::abs(detail::evaluate_circular<circular::sine>(r * doubles(3.14159265358979323846)));
  const doubles reflected = standard::log(doubles(3.14159265358979323846) / (a * sine));
  const doubles sum = xsimd::select(a >= doubles(0x1p52), infinity, reflected - right);
  const double_mask cancels = left & (a > doubles(2.0)) & (xsimd::abs(sum) < half * xsimd::max(xsimd::abs(reflected), xsimd::abs(right)) + half);
  const doubles result = xsimd::select(left, sum, right);
  return xsimd::any(cancels) ? detail::lgamma_lanes(x, result, cancels) : result;
}

/// The derivative of ln(Gamma(y)) for y >= 0. From 5 on by its asymptotic series. Below it is that of a number from 1 to 2, a
/// polynomial times the distance from the zero, and a sum of up to three quotients as one.
TENON_INLINE doubles digamma_right(doubles y) {
  using C = coefficients<double>;
  const doubles one(1.0), none(0.0);
  const double_mask far = y >= doubles(5.0);
  const doubles n = detail::round_down(xsimd::min(doubles(5.0), y)), x = y - (n - one);
  const double_mask below = y < one;
  doubles above = xsimd::select(below, -one, none), under = xsimd::select(below, y, one);
  for (int i = 0; i < 3; ++i) {
    const double_mask on = n > doubles(i + 1.5);
    const doubles factor = x + doubles(i);
    above = xsimd::select(on, xsimd::fma(above, factor, under), above);
    under = xsimd::select(on, under * factor, under);
  }
  const doubles from_zero = (x - doubles(0x1.762d86356be3fp+0)) - doubles(0x1.b86a722197829p-54);
  const doubles near = xsimd::fma(from_zero, detail::polynomial(x - doubles(1.5), C::digamma_near), above / under);
  const doubles inverse = one / y, u = inverse * inverse;
  const doubles rest = xsimd::fma(u, detail::polynomial(u, C::digamma_far), doubles(0.5) * inverse);
  return xsimd::select(far, standard::log(y) - rest, near);
}

TENON_NOINLINE inline doubles digamma_anywhere(doubles x) {
  const double_mask left = x < doubles(0.0);
  const doubles right = detail::digamma_right(xsimd::select(left, doubles(1.0) - x, x));
  if (xsimd::none(left)) return right;
  const doubles r = x - detail::round_even(x), pi(3.14159265358979323846);
  const doubles reflected = right - pi / detail::evaluate_circular<circular::tangent>(r * pi);
  const doubles nan(std::numeric_limits<double>::quiet_NaN());
  return xsimd::select(left, xsimd::select(r == doubles(0.0), nan, reflected), right);
}

}  // namespace detail

namespace standard {

/// The logarithm of the size of the gamma function; below 4 ULP.
TENON_INLINE xsimd::batch<double> lgamma(xsimd::batch<double> x) { return detail::lgamma_anywhere(x); }
TENON_INLINE xsimd::batch<float> lgamma(xsimd::batch<float> x) {
  return detail::through_double([](xsimd::batch<double> y) TENON_LAMBDA_INLINE { return detail::lgamma_anywhere(y); }, x);
}

/// The derivative of that; below 4 ULP for positive x. For negative x the error is as large as a few ULP of pi / tan(pi x),
/// which is more than that of the result where the two parts cancel.
TENON_INLINE xsimd::batch<double> digamma(xsimd::batch<double> x) { return detail::digamma_anywhere(x); }
TENON_INLINE xsimd::batch<float> digamma(xsimd::batch<float> x) {
  return detail::through_double([](xsimd::batch<double> y) TENON_LAMBDA_INLINE { return detail::digamma_anywhere(y); }, x);
}

}  // namespace standard
}  // namespace tenon::simd

#endif
