#ifndef TENON_SIMD_MATH_TANH_HPP
#define TENON_SIMD_MATH_TANH_HPP

#include "tenon/simd/math/exp.hpp"
#include "tenon/simd/math/tables_avx512.hpp"

namespace tenon::simd {
namespace detail {

/// With t = e^(-2 x) - 1 it is -t / (t + 2); 0 <= x.
template <class W>
TENON_INLINE xsimd::batch<W> tanh_by_exponent(xsimd::batch<W> x) {
  const xsimd::batch<W> t = detail::small_expm1(detail::reduce_by_ln2(xsimd::batch<W>(W(-2)) * x));
  return t / (xsimd::batch<W>(W(-2)) - t);
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

TENON_INLINE xsimd::batch<double> tanh(xsimd::batch<double> x) {
  const xsimd::batch<double> size = xsimd::min(xsimd::batch<double>(20.0), xsimd::abs(x));
  return xsimd::copysign(detail::tanh_by_exponent(size), x);
}

}  // namespace standard
}  // namespace tenon::simd

#endif
