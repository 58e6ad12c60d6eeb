#ifndef TENON_SIMD_MATH_LOG_HPP
#define TENON_SIMD_MATH_LOG_HPP

#include "tenon/simd/math/scale.hpp"

namespace tenon::simd {
namespace detail {

// (ln(1 + f) - f + f^2 / 2) / f^3 for -0.25 <= f <= 0.5, by minimax; relative error of ln(1 + f) 4.9e-9.
inline constexpr float log_tail[] = {0.3333344911f, -0.2500009584f, 0.1999086127f, -0.1664731238f,
                                     0.1447839484f, -0.1316119167f, 0.1046301914f, -0.04507478667f};

// ln(1 + f) = 2 s + s z r(z) with s = f / (2 + f), z = s^2, for the same f; relative error 1.4e-19.
inline constexpr double log_series[] = {0.66666666666666596069, 0.40000000000056850379, 0.28571428555789184104,
                                        0.22222224300769813521, 0.18181665620384399952, 0.15391120289790737092,
                                        0.13173458315097520852, 0.1384400104195651815};

/// ln(m) for a mantissa of `split`.
TENON_INLINE xsimd::batch<float> log_of_mantissa(xsimd::batch<float> m) {
  using batch = xsimd::batch<float>;
  const batch f = m - batch(1.f), square = f * f;
  return f + xsimd::fnma(batch(0.5f), square, square * f * detail::polynomial(f, log_tail));
}
TENON_INLINE xsimd::batch<double> log_of_mantissa(xsimd::batch<double> m) {
  using batch = xsimd::batch<double>;
  const batch f = m - batch(1.0), s = f / (f + batch(2.0)), z = s * s;
  const batch half_square = batch(0.5) * f * f;
  return f - (half_square - s * (half_square + z * detail::polynomial(z, log_series)));
}

/// Logarithms of 2 and e to other bases, in two parts; the product of the first part of log10_2 with an exponent is exact.
template <class W>
struct log_bases;
template <>
struct log_bases<float> {
  static constexpr float log2_e = 1.4426950216f, log2_e_low = 1.9259630e-8f;
  static constexpr float log10_e = 0.4342944920f, log10_e_low = -1.0103050e-8f;
  static constexpr float log10_2 = 0.301025390625f, log10_2_low = 4.605038981e-6f;
};
template <>
struct log_bases<double> {
  static constexpr double log2_e = 0x1.71547652b82fep+0, log2_e_low = 0x1.777d0ffda0d24p-56;
  static constexpr double log10_e = 0x1.bcb7b1526e50ep-2, log10_e_low = 0x1.95355baaafad3p-57;
  static constexpr double log10_2 = 0.30102999566383914, log10_2_low = 1.42050232272661e-13;
};

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

TENON_INLINE xsimd::batch<double> log(xsimd::batch<double> x) {
  using batch = xsimd::batch<double>;
  using L = detail::layout<double>;
  const auto [e, m] = detail::split(x);
  const batch f = m - batch(1.0), s = f / (f + batch(2.0)), z = s * s;
  const batch half_square = batch(0.5) * f * f;
  const batch bent = half_square + z * detail::polynomial(z, detail::log_series);  // 2 s + s z r = f - half_square + s * bent
  const batch tail = xsimd::fma(s, bent, e * batch(L::ln2_low));
  return xsimd::fma(e, batch(L::ln2_high), f - (half_square - tail));
}

/// The logarithm to base 2; below 2 ULP, exact for powers of two.
template <class W>
TENON_INLINE xsimd::batch<W> log2(xsimd::batch<W> x) {
  using batch = xsimd::batch<W>;
  using C = detail::log_bases<W>;
  const auto [e, m] = detail::split(x);
  const batch near = detail::log_of_mantissa(m);
  return xsimd::fma(near, batch(C::log2_e), xsimd::fma(near, batch(C::log2_e_low), e));
}

/// The logarithm to base 10; below 2 ULP.
template <class W>
TENON_INLINE xsimd::batch<W> log10(xsimd::batch<W> x) {
  using batch = xsimd::batch<W>;
  using C = detail::log_bases<W>;
  const auto [e, m] = detail::split(x);
  const batch near = detail::log_of_mantissa(m);
  const batch rest = xsimd::fma(e, batch(C::log10_2_low), near * batch(C::log10_e_low));
  const batch mantissa = xsimd::fma(near, batch(C::log10_e), rest);
  return xsimd::fma(e, batch(C::log10_2), mantissa);
}

/// ln(1 + x); below 1 ULP. xsimd's loses the sign of zero.
template <class W>
TENON_INLINE xsimd::batch<W> log1p(xsimd::batch<W> x) {
  return xsimd::select(x == xsimd::batch<W>(W(0)), x, xsimd::log1p(x));
}

}  // namespace standard
}  // namespace tenon::simd

#endif
