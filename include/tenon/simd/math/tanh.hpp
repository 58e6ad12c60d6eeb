#ifndef TENON_SIMD_MATH_TANH_HPP
#define TENON_SIMD_MATH_TANH_HPP

#include "tenon/simd/math/exp.hpp"
#include "tenon/simd/math/tables_avx512.hpp"

namespace tenon::simd {
namespace detail {

/// With t = e^(-2 x) - 1 it is -t / (t + 2); 0 <= x.
TENON_INLINE xsimd::batch<float> tanh_by_exponent(xsimd::batch<float> x) {
  const xsimd::batch<float> t = detail::small_expm1(detail::reduce_by_ln2(xsimd::batch<float>(-2.f) * x));
  return t / (xsimd::batch<float>(-2.f) - t);
}

}  // namespace detail

namespace standard {

/// The hyperbolic tangent; below 3 ULP.
TENON_INLINE xsimd::batch<float> tanh(xsimd::batch<float> x) {
  const xsimd::batch<float> size = xsimd::min(xsimd::batch<float>(9.1f), xsimd::abs(x));
#if defined(__AVX512F__)
  return xsimd::copysign(detail::tanh_by_table(size), x);
#else
  return xsimd::copysign(detail::tanh_by_exponent(size), x);
#endif
}

/// The hyperbolic tangent; below 2 ULP.
TENON_INLINE xsimd::batch<double> tanh(xsimd::batch<double> x) { return xsimd::tanh(x); }

}  // namespace standard
}  // namespace tenon::simd

#endif
