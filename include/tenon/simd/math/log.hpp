#ifndef TENON_SIMD_MATH_LOG_HPP
#define TENON_SIMD_MATH_LOG_HPP

#include "tenon/simd/math/scale.hpp"

namespace tenon::simd {
namespace detail {

// (ln(1 + f) - f + f^2 / 2) / f^3 for -0.25 <= f <= 0.5, by minimax; relative error of ln(1 + f) 4.9e-9.
inline constexpr float log_tail[] = {0.3333344911f, -0.2500009584f, 0.1999086127f, -0.1664731238f,
                                     0.1447839484f, -0.1316119167f, 0.1046301914f, -0.04507478667f};

}  // namespace detail

namespace standard {

/// The natural logarithm; below 1 ULP.
TENON_INLINE xsimd::batch<float> log(xsimd::batch<float> x) {
  using batch = xsimd::batch<float>;
  using L = detail::layout<float>;
  const auto [e, m] = detail::split(x);
  const batch f = m - batch(1.f), square = f * f;
  const batch tail = xsimd::fma(e, batch(L::ln2_low), square * f * detail::polynomial(f, detail::log_tail));
  return xsimd::fma(e, batch(L::ln2_high), f + xsimd::fnma(batch(0.5f), square, tail));
}

/// The natural logarithm; below 1 ULP. xsimd's takes denormal arguments for larger ones.
TENON_INLINE xsimd::batch<double> log(xsimd::batch<double> x) {
  using batch = xsimd::batch<double>;
  constexpr double up = 0x1p54, log_of_up = 37.429947750237046;
  const auto denormal = x < batch(std::numeric_limits<double>::min());
  return xsimd::log(xsimd::select(denormal, x * batch(up), x)) - xsimd::select(denormal, batch(log_of_up), batch(0.0));
}

/// ln(1 + x); below 1 ULP. xsimd's loses the sign of zero.
template <class W>
TENON_INLINE xsimd::batch<W> log1p(xsimd::batch<W> x) {
  return xsimd::select(x == xsimd::batch<W>(W(0)), x, xsimd::log1p(x));
}

}  // namespace standard
}  // namespace tenon::simd

#endif
