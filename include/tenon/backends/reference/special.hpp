#ifndef TENON_BACKENDS_REFERENCE_SPECIAL_HPP
#define TENON_BACKENDS_REFERENCE_SPECIAL_HPP

#include <cmath>
#include <limits>

// Functions that the C library does not have, written in another way than those of simd/math.

namespace tenon::reference {

/// The y with erf(y) = x: bisection in steps of Halley on erfc, which keeps its digits where x is near 1.
inline double inverse_erf(double x) {
  const double size = std::fabs(x);
  if (!(size < 1)) return size == 1 ? std::copysign(std::numeric_limits<double>::infinity(), x) : std::numeric_limits<double>::quiet_NaN();
  if (size < 1e-5) return x * (0.88622692545275801365 * (1 + x * x * 0.26179938779914943654));  // the first terms of its series
  const long double beyond = 1.0L - size;
  long double y = size < 0.9 ? 0.9L * size : std::sqrt(-std::log(beyond)) * 0.85L;
  for (int i = 0; i < 40; ++i) {
    const long double slope = 1.128379167095512573896158903121545172L * std::exp(-y * y);
    const long double off = size < 0.5 ? (size - std::erf(y)) : (std::erfc(y) - beyond);
    const long double newton = off / slope, step = newton / (1 + y * newton);
    y += step;
    if (std::fabs(step) < 1e-18L * y) break;
  }
  return std::copysign(double(y), x);
}

/// The derivative of ln(Gamma(x)): up to 20 by the recurrence, there by the asymptotic series; to the left of 0 by reflection.
inline double digamma(double at) {
  constexpr long double pi = 3.141592653589793238462643383279502884L;
  if (at == 0) return std::copysign(std::numeric_limits<double>::infinity(), -at);
  if (at < 0 && at == std::floor(at)) return std::numeric_limits<double>::quiet_NaN();
  long double x = at, sum = 0;
  if (at < 0) {
    sum = -pi / std::tan(pi * (x - std::nearbyint(x)));
    x = 1 - x;
  }
  for (; x < 20; ++x) sum -= 1 / x;
  const long double u = 1 / (x * x);
  const long double series = u * (1 / 12.0L - u * (1 / 120.0L - u * (1 / 252.0L - u * (1 / 240.0L - u * (1 / 132.0L - u * (691 / 32760.0L))))));
  return double(sum + (std::log(x) - 0.5L / x - series));
}

}  // namespace tenon::reference

#endif
