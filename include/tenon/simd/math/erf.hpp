#ifndef TENON_SIMD_MATH_ERF_HPP
#define TENON_SIMD_MATH_ERF_HPP

#include "tenon/simd/math/exp.hpp"
#include "tenon/simd/math/tables_avx512.hpp"

namespace tenon::simd {
namespace detail {

// -ln(erfc(x)) / x for 0 <= x <= 3.95, beyond which erf rounds to 1; by minimax, relative error of erf 4.0e-9.
inline constexpr float erf_exponent[] = {1.128379172f,    0.636619382f,      0.1027778303f,    -0.01915306325f, -0.0001603974399f,
                                         0.001667029174f, -0.0006328378989f, 0.0001176415339f, -9.256280551e-6f};

/// erf of 0 <= x <= 3.95. As 1 - e^-g the errors of g vanish where erf comes near 1.
TENON_INLINE xsimd::batch<float> erf_by_exponent(xsimd::batch<float> x) {
  const xsimd::batch<float> g = x * detail::polynomial(x, erf_exponent);
  return -detail::small_expm1(detail::reduce_by_ln2(-g));
}

// erf(x) / x as a polynomial of x^2 for |x| <= 1; relative error 7.3e-18.
inline constexpr double erf_near[] = {1.1283791670955125657,     -0.37612638903183519571,     0.11283791670944186126,
                                      -0.026866170643111677049,  0.0052239776061199881752,    -0.0008548325929375940673,
                                      0.00012055293578413809776, -0.000014924712325432703078, 1.644713179971293973e-6,
                                      -1.620631511439097737e-7,  1.3710984840747892002e-8,    -7.7794745860158976463e-10};
// erfc(x) e^(x^2) = p(x) / q(x) for 1 <= x <= 6, beyond which erf rounds to 1; error of erf 7.9e-18.
inline constexpr double erfc_p[] = {0.99999988696532210634, 1.3905955822137841029,   0.94954295163806169378,
                                    0.37361230383341467577, 0.084352966072058214322, 0.0089309118411114326118};
inline constexpr double erfc_q[] = {1.0,
                                    2.5189735585287795291,
                                    2.791906219550920252,
                                    1.7572011884823768227,
                                    0.6701848943114636494,
                                    0.14950783464401711908,
                                    0.015829751534647631218};

}  // namespace detail

namespace standard {

/// The error function; below 3 ULP.
TENON_INLINE xsimd::batch<float> erf(xsimd::batch<float> x) {
  const xsimd::batch<float> size = xsimd::min(xsimd::batch<float>(3.93f), xsimd::abs(x));
#if defined(__AVX512F__)
  return xsimd::copysign(detail::erf_by_table(size), x);
#else
  return xsimd::copysign(detail::erf_by_exponent(size), x);
#endif
}

/// The error function; below 2 ULP.
TENON_INLINE xsimd::batch<double> erf(xsimd::batch<double> x) {
  using batch = xsimd::batch<double>;
  const batch size = detail::clamp(xsimd::abs(x), 0.0, 6.0), square = size * size;
  const batch near = x * detail::polynomial(square, detail::erf_near);
  const batch tail = standard::exp(-square) * detail::polynomial(size, detail::erfc_p) / detail::polynomial(size, detail::erfc_q);
  return xsimd::select(size < batch(1.0), near, xsimd::copysign(batch(1.0) - tail, x));
}

}  // namespace standard
}  // namespace tenon::simd

#endif
