#ifndef TENON_SIMD_MATH_HYPERBOLIC_HPP
#define TENON_SIMD_MATH_HYPERBOLIC_HPP

#include "tenon/simd/math/exp.hpp"
#include "tenon/simd/math/log.hpp"

namespace tenon::simd {
namespace detail {

/// ln(1 + near), or ln(x) + ln(2) where x is so large that x, x + 1 and sqrt(x^2 + 1) are the same.
template <class W>
TENON_INLINE xsimd::batch<W> log_beyond(xsimd::batch<W> x, xsimd::batch<W> near) {
  using batch = xsimd::batch<W>;
  const auto large = x > batch(4 / std::numeric_limits<W>::epsilon());
  const batch log = xsimd::log1p(xsimd::select(large, x, near));
  return log + xsimd::select(large, batch(W(0.69314718055994530942)), batch(W(0)));
}

}  // namespace detail

namespace standard {

/// The hyperbolic cosine; below 2 ULP. By half of e^|x|, so that it is infinite only from its limit on.
template <class W>
TENON_INLINE xsimd::batch<W> cosh(xsimd::batch<W> x) {
  const xsimd::batch<W> half = detail::half_exp(xsimd::abs(x));
  return half + xsimd::batch<W>(W(0.25)) / half;
}

/// The hyperbolic sine; below 3 ULP.
template <class W>
TENON_INLINE xsimd::batch<W> sinh(xsimd::batch<W> x) {
  using batch = xsimd::batch<W>;
  const batch size = xsimd::abs(x), square = size * size;
  const batch near = xsimd::fma(size * square, detail::polynomial(square, detail::coefficients<W>::sinh_tail), size);
  const batch half = detail::half_exp(size);
  return xsimd::copysign(xsimd::select(size < batch(W(1)), near, half - batch(W(0.25)) / half), x);
}

/// The inverse of sinh; below 4 ULP.
template <class W>
TENON_INLINE xsimd::batch<W> asinh(xsimd::batch<W> x) {
  using batch = xsimd::batch<W>;
  const batch size = xsimd::abs(x), one(W(1)), square = size * size;
  const batch near = size + square / (one + xsimd::sqrt(square + one));  // sqrt(x^2 + 1) - 1 + x without cancellation
  return xsimd::copysign(detail::log_beyond(size, near), x);
}

/// The inverse of cosh; below 4 ULP. NaN below 1.
template <class W>
TENON_INLINE xsimd::batch<W> acosh(xsimd::batch<W> x) {
  using batch = xsimd::batch<W>;
  const batch t = x - batch(W(1));
  const batch near = t + xsimd::sqrt(t * (t + batch(W(2))));
  return xsimd::select(x < batch(W(1)), batch(std::numeric_limits<W>::quiet_NaN()), detail::log_beyond(x, near));
}

/// The inverse of tanh; below 4 ULP.
template <class W>
TENON_INLINE xsimd::batch<W> atanh(xsimd::batch<W> x) {
  using batch = xsimd::batch<W>;
  const batch size = xsimd::abs(x);
  return xsimd::copysign(batch(W(0.5)) * xsimd::log1p((size + size) / (batch(W(1)) - size)), x);
}

}  // namespace standard
}  // namespace tenon::simd

#endif
