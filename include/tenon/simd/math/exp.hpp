#ifndef TENON_SIMD_MATH_EXP_HPP
#define TENON_SIMD_MATH_EXP_HPP

#include "tenon/simd/math/coefficients.hpp"
#include "tenon/simd/math/scale.hpp"

namespace tenon::simd {
namespace detail {

// (e^r - 1 - r) / r^2 for |r| <= ln(2) / 2, by minimax; relative error of e^r and of e^r - 1 in brackets.
template <class W>
inline constexpr W exp_tail[] = {W(0)};
template <>
inline constexpr float exp_tail<float>[] = {  // [3.1e-9]
    0.4999999345f, 0.1666652063f, 0.04166838801f, 0.008368716908f, 0.001381460089f};
template <>
inline constexpr double exp_tail<double>[] = {  // [3.6e-18]
    0.50000000000000106222,   0.16666666666666412162,    0.041666666666530185894,    0.0083333333334946583359,
    0.0013888888943624870316, 0.00019841269506202210487, 0.000024801493102996069728, 2.7557586675296901833e-6,
    2.7630247270487011541e-7, 2.4999975437241252177e-8};

template <class W>
inline constexpr W expm1_tail[] = {W(0)};
template <>
inline constexpr float expm1_tail<float>[] = {  // [2.7e-10]
    0.5000000053f, 0.166666669f, 0.041666327f, 0.00833322006f, 0.001394320804f, 0.0001996212371f};
template <>
inline constexpr double expm1_tail<double>[] = {  // [2.7e-18]
    0.5000000000000000862,    0.16666666666666670974,    0.041666666666652289441,    0.0083333333333261537028,
    0.001388888889559735308,  0.00019841269874765333281, 0.000024801574537526842674, 2.7557255461163651897e-6,
    2.7567927659619270859e-7, 2.5105194573008111777e-8,  1.768759923227026e-9};

/// x = n ln(2) + r.
template <class W>
struct reduced {
  xsimd::batch<W> n, r;
};

template <class W>
TENON_INLINE reduced<W> reduce_by_ln2(xsimd::batch<W> x) {
  using batch = xsimd::batch<W>;
  const batch n = detail::nearest_to_product(x, layout<W>::log2_e);
  const batch r = xsimd::fnma(n, batch(layout<W>::ln2_high), x);
  return {n, xsimd::fnma(n, batch(layout<W>::ln2_low), r)};
}

/// e^x - 1 for x = n ln(2) + r, finite and below 88 (float) or 709 (double).
template <class W>
TENON_INLINE xsimd::batch<W> small_expm1(reduced<W> x) {
  using batch = xsimd::batch<W>;
  const batch p = xsimd::fma(detail::polynomial(x.r, expm1_tail<W>), x.r * x.r, x.r);
  const batch power = detail::scale(batch(W(1)), x.n);
  return xsimd::fma(power, p, power - batch(W(1)));
}

/// Beyond these exp is 0 or infinite. At the lower end the factors of `scale` are 0: products that underflow, as those of masked
/// numbers at -inf would, take a hundred cycles.
template <class W>
TENON_INLINE xsimd::batch<W> clamp_exponent(xsimd::batch<W> x) {
  if constexpr (sizeof(W) == 4) return detail::clamp(x, -176.06f, 89.f);
  else return detail::clamp(x, -1418.18, 710.0);
}

/// e^r for |r| <= ln(2) / 2.
template <class W>
TENON_INLINE xsimd::batch<W> near_exp(xsimd::batch<W> r) {
  return xsimd::fma(detail::polynomial(r, exp_tail<W>), r * r, r) + xsimd::batch<W>(W(1));
}

/// e^x / 2 for 0 <= x, which is infinite later than e^x.
template <class W>
TENON_INLINE xsimd::batch<W> half_exp(xsimd::batch<W> x) {
  const auto [n, r] = detail::reduce_by_ln2(detail::clamp(x, W(0), sizeof(W) == 4 ? W(90) : W(711)));
  return detail::scale(detail::near_exp(r), n - xsimd::batch<W>(W(1)));
}

}  // namespace detail

namespace standard {

/// e^x; below 1.1 ULP, denormal results included.
template <class W>
TENON_INLINE xsimd::batch<W> exp(xsimd::batch<W> x) {
#if defined(__AVX512F__)
  const auto [n, r] = detail::reduce_by_ln2(xsimd::min(xsimd::batch<W>(sizeof(W) == 4 ? W(89) : W(710)), x));
  return detail::scale_or_0(detail::near_exp(r), n, x, sizeof(W) == 4 ? W(-104) : W(-746));
#else
  const auto [n, r] = detail::reduce_by_ln2(detail::clamp_exponent(x));
  return detail::scale(detail::near_exp(r), n);
#endif
}

/// 2^x; below 1 ULP, exact for integers.
template <class W>
TENON_INLINE xsimd::batch<W> exp2(xsimd::batch<W> x) {
  using batch = xsimd::batch<W>;
  constexpr W limit = sizeof(W) == 4 ? W(151) : W(1076);
  const batch held = detail::clamp(x, -limit, limit), n = detail::nearest_to_product(held, W(1)), r = held - n;
  return detail::scale(xsimd::fma(r, detail::polynomial(r, detail::coefficients<W>::exp2_tail), batch(W(1))), n);
}

/// e^x - 1; below 2 ULP.
template <class W>
TENON_INLINE xsimd::batch<W> expm1(xsimd::batch<W> x) {
  using batch = xsimd::batch<W>;
  const auto [n, r] = detail::reduce_by_ln2(detail::clamp_exponent(x));
  const batch p = xsimd::fma(detail::polynomial(r, detail::expm1_tail<W>), r * r, r);
  // 2^n (p + 1) - 1 by way of 2^(n - 1), which does not overflow.
  const batch half = detail::scale(batch(W(0.5)), n);
  const batch y = xsimd::fma(half, p, half - batch(W(0.5)));
  return xsimd::select(xsimd::abs(x) < batch(std::numeric_limits<W>::epsilon() / 4), x, y + y);
}

}  // namespace standard
}  // namespace tenon::simd

#endif
