#ifndef TENON_SIMD_SLEEF_HPP
#define TENON_SIMD_SLEEF_HPP

// Every name of SLEEF that Tenon calls, by instruction set. Define TENON_USE_SLEEF as 0 to do without the library: xsimd's
// functions, of lower accuracy, stand in.

#include "tenon/simd/batch.hpp"

#if !defined(TENON_USE_SLEEF) || TENON_USE_SLEEF
#include <sleef.h>
#endif

namespace tenon::simd::detail {

/// x^y by the rules of C, 1 ULP; without SLEEF for positive x only, and less accurate.
TENON_INLINE xsimd::batch<double> sleef_pow(xsimd::batch<double> x, xsimd::batch<double> y) {
#if defined(TENON_USE_SLEEF) && !TENON_USE_SLEEF
  return xsimd::pow(x, y);
#elif defined(__AVX512F__)
  return Sleef_powd8_u10avx512f(x, y);
#elif defined(__AVX2__) && defined(__FMA__)
  return Sleef_powd4_u10avx2(x, y);
#elif defined(__SSE2__) && SLEEF_VERSION_MAJOR < 4
  return Sleef_powd2_u10sse2(x, y);
#elif defined(__ARM_FEATURE_SVE)
  return Sleef_powdx_u10sve(x, y);
#elif defined(__ARM_NEON) && defined(__aarch64__)
  return Sleef_powd2_u10advsimd(x, y);
#else
  return xsimd::pow(x, y);
#endif
}

}  // namespace tenon::simd::detail

#endif
