#ifndef TENON_BASE_SPECIAL_FUNCTIONS_HPP
#define TENON_BASE_SPECIAL_FUNCTIONS_HPP

#include <cmath>
#include <iterator>
#include <limits>

// Functions of single numbers that the C library does not have, or not as they are wanted; written in another way than those of
// simd/math.
namespace tenon::detail {

/// ln|Gamma(x)|. std::lgamma writes a sign to a variable that all threads share.
inline long double log_gamma(long double x) {
#if defined(__GLIBC__) && defined(__USE_MISC)
  int sign = 0;
  return ::lgammal_r(x, &sign);
#else
  return std::lgamma(x);
#endif
}

/// erfc(-x / sqrt(2)) / 2. What is lost by rounding the argument of erfc is made good by its derivative.
inline long double normal_distribution(long double x) {
  constexpr long double root_half = 0.707106781186547524400844362104849039L;
  const long double z = -x * root_half, result = std::erfc(z);
  if (!(std::fabs(x) < 100)) return result / 2;
  // root_half * root_half is 1 / 2 only to its last place, which says how far it is from the root.
  const long double lost = std::fma(-x, root_half, -z) + -x * std::fma(root_half, root_half, -0.5L) * -root_half;
  return (result - 1.128379167095512573896158903121545172L * std::exp(-z * z) * lost) / 2;
}

/// The y with erf(y) = x: steps of Halley on erfc, which keeps its digits where x is near 1.
inline long double inverse_erf(long double x) {
  const long double size = std::fabs(x);
  if (!(size < 1)) return size == 1 ? std::copysign(std::numeric_limits<long double>::infinity(), x) : std::numeric_limits<long double>::quiet_NaN();
  // The first terms of its series.
  if (size < 1e-5L) return x * (0.886226925452758013649083741670572591L * (1 + x * x * 0.261799387799149436538553615273291907L));
  const long double beyond = 1.0L - size;
  long double y = size < 0.9 ? 0.9L * size : std::sqrt(-std::log(beyond)) * 0.85L;
  for (int i = 0; i < 40; ++i) {
    const long double slope = 1.128379167095512573896158903121545172L * std::exp(-y * y);
    const long double off = size < 0.5 ? (size - std::erf(y)) : (std::erfc(y) - beyond);
    const long double newton = off / slope, step = newton / (1 + y * newton);
    y += step;
    if (std::fabs(step) < 1e-18L * y) break;
  }
  return std::copysign(y, x);
}

/// The derivative of ln(Gamma(x)): up to 20 by the recurrence, there by the asymptotic series; to the left of 0 by reflection.
inline long double digamma(long double at) {
  constexpr long double pi = 3.141592653589793238462643383279502884L;
  if (at == 0) return std::copysign(std::numeric_limits<long double>::infinity(), -at);
  if (at < 0 && at == std::floor(at)) return std::numeric_limits<long double>::quiet_NaN();
  // Near the positive zero, by its derivatives there.
  constexpr long double slopes[] = {
      0.9676722454476211704274L, -0.4427631689835921060929L, 0.2584997609556510106244L, -0.1639427054424065275043L,
      0.1078240506912623657572L, -0.07219956125645471092612L, 0.04880428816414310722509L, -0.03316112647484735929226L,
      0.02259764823221810465962L, -0.0154247659049489591388L, 0.01053879161661217538812L, -0.00720453438635686824097L,
      0.004926781395729853446354L};
  const long double beyond = (at - 0x1.762d86356be3fp+0L) - 0x1.b86a722197829p-54L;
  if (std::fabs(beyond) < 0.03L) {
    long double ratio = 0;
    for (int k = int(std::size(slopes)); k-- > 0;) ratio = ratio * beyond + slopes[k];
    return ratio * beyond;
  }
  long double x = at, sum = 0;
  if (at < 0) {
    sum = -pi / std::tan(pi * (x - std::nearbyint(x)));
    x = 1 - x;
  }
  for (; x < 20; ++x) sum -= 1 / x;
  const long double u = 1 / (x * x);
  const long double series = u * (1 / 12.0L - u * (1 / 120.0L - u * (1 / 252.0L - u * (1 / 240.0L - u * (1 / 132.0L - u * (691 / 32760.0L))))));
  return sum + (std::log(x) - 0.5L / x - series);
}

}  // namespace tenon::detail

#endif
