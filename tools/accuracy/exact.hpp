#ifndef TENON_TOOLS_ACCURACY_EXACT_HPP
#define TENON_TOOLS_ACCURACY_EXACT_HPP

#include <cmath>
#include <limits>
#if TENON_HAS_QUADMATH
#include <quadmath.h>
#endif

// What functions give, in a type with many more digits than the one that is measured: double for float, and for double
// __float128 where the compiler has it, else long double.

namespace exact {

#if TENON_HAS_QUADMATH
__extension__ typedef __float128 widest;
#else
using widest = long double;
#endif

template <class T>
struct wider {
  using type = widest;
};
template <>
struct wider<float> {
  using type = double;
};

// One overload for each type, by the name of the function in the C library.
#if TENON_HAS_QUADMATH
#define TENON_EXACT(name)                                           \
  inline double name(double x) { return std::name(x); }             \
  inline long double name(long double x) { return std::name(x); }   \
  inline widest name(widest x) { return ::name##q(x); }
#define TENON_EXACT_TWO(name)                                                                 \
  inline double name(double x, double y) { return std::name(x, y); }                          \
  inline long double name(long double x, long double y) { return std::name(x, y); }           \
  inline widest name(widest x, widest y) { return ::name##q(x, y); }
#else
#define TENON_EXACT(name)                               \
  inline double name(double x) { return std::name(x); } \
  inline long double name(long double x) { return std::name(x); }
#define TENON_EXACT_TWO(name)                                        \
  inline double name(double x, double y) { return std::name(x, y); } \
  inline long double name(long double x, long double y) { return std::name(x, y); }
#endif
TENON_EXACT(exp) TENON_EXACT(expm1) TENON_EXACT(log) TENON_EXACT(log2) TENON_EXACT(log10) TENON_EXACT(log1p)
TENON_EXACT(sin) TENON_EXACT(cos) TENON_EXACT(tan) TENON_EXACT(asin) TENON_EXACT(acos) TENON_EXACT(atan)
TENON_EXACT(sinh) TENON_EXACT(cosh) TENON_EXACT(tanh) TENON_EXACT(asinh) TENON_EXACT(acosh) TENON_EXACT(atanh)
TENON_EXACT(cbrt) TENON_EXACT(erf) TENON_EXACT(erfc) TENON_EXACT(sqrt) TENON_EXACT(fabs) TENON_EXACT(floor) TENON_EXACT(lgamma)
TENON_EXACT(nearbyint)
TENON_EXACT_TWO(pow) TENON_EXACT_TWO(atan2) TENON_EXACT_TWO(hypot) TENON_EXACT_TWO(fmod)
#undef TENON_EXACT
#undef TENON_EXACT_TWO

inline double exp2(double x) { return std::exp2(x); }
inline long double exp2(long double x) { return std::exp2(x); }
#if TENON_HAS_QUADMATH
inline widest exp2(widest x) { return ::powq(2, x); }
#endif

/// A number of up to 33 digits as the sum of two doubles and a rest, so that no type needs literals of its own.
template <class X>
X number(double high, double low, double rest) {
  return X(high) + (X(low) + X(rest));
}
template <class X>
X pi() {
  return number<X>(0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53, -0x1.f1976b7ed8fbcp-109);
}

template <class X>
X rsqrt(X x) {
  return 1 / exact::sqrt(x);
}
template <class X>
X normal_cdf(X x) {
  return exact::erfc(-x / exact::sqrt(X(2))) / 2;
}

/// Steps of Halley on erfc, which keeps its digits where x is near 1.
template <class X>
X erfinv(X x) {
  const X size = exact::fabs(x);
  if (!(size < 1)) return size == 1 ? x * X(std::numeric_limits<double>::infinity()) : X(std::numeric_limits<double>::quiet_NaN());
  if (size < X(1e-17)) return x * exact::sqrt(pi<X>()) / 2;
  const X away = 1 - size;
  X y = size < X(0.9) ? X(0.9) * size : exact::sqrt(-exact::log(away)) * X(0.85);
  for (int i = 0; i < 60; ++i) {
    const X slope = 2 / exact::sqrt(pi<X>()) * exact::exp(-y * y);
    const X newton = (size < X(0.5) ? size - exact::erf(y) : exact::erfc(y) - away) / slope, step = newton / (1 + y * newton);
    y += step;
    if (exact::fabs(step) < X(1e-16) * y * (sizeof(X) > 8 ? X(1e-10) : X(1))) break;
  }
  return x < 0 ? -y : y;
}

/// The recurrence up to 40 and the asymptotic series; to the left of 0 by reflection.
template <class X>
X digamma(X at) {
  if (at == 0) return -1 / at;
  if (at < 0 && at == exact::floor(at)) return X(std::numeric_limits<double>::quiet_NaN());
  X x = at, sum = 0;
  if (at < 0) {
    sum = -pi<X>() / exact::tan(pi<X>() * (x - exact::nearbyint(x)));
    x = 1 - x;
  }
  for (; x < 40; x += 1) sum -= 1 / x;
  const X u = 1 / (x * x);
  const int top[] = {1, -1, 1, -1, 1, -691, 1, -3617, 43867}, under[] = {12, 120, 252, 240, 132, 32760, 12, 8160, 14364};
  X series = 0;
  for (int k = 8; k >= 0; --k) series = u * (series + X(top[k]) / X(under[k]));
  return sum + (exact::log(x) - 1 / (2 * x) - series);
}

}  // namespace exact

#endif
