#ifndef TENON_SIMD_CONVERT_X86_HPP
#define TENON_SIMD_CONVERT_X86_HPP

// The conversions that x86 has instructions for. Included by convert.hpp only.

#include "tenon/simd/convert.hpp"

#if defined(__SSE2__)
namespace tenon::simd::detail {

using f32 = xsimd::batch<float>;
using f64 = xsimd::batch<double>;
using i32 = xsimd::batch<std::int32_t>;
using i64 = xsimd::batch<std::int64_t>;

/// Says which conversion is meant: compilers take the native types of integers and floats for each other.
template <class To, class From>
struct conversion {};

// half(x, i): lanes of the lower or upper half; widen and narrow: a half to and from a register of eight-byte lanes.
#if defined(__AVX512VL__)

TENON_INLINE __m256 half(f32 x, int i) { return i == 0 ? _mm512_castps512_ps256(x) : _mm512_extractf32x8_ps(x, 1); }
TENON_INLINE __m256i half(i32 x, int i) { return i == 0 ? _mm512_castsi512_si256(x) : _mm512_extracti32x8_epi32(x, 1); }
TENON_INLINE f32 join_halves(__m256 a, __m256 b) { return _mm512_insertf32x8(_mm512_castps256_ps512(a), b, 1); }
TENON_INLINE i32 join_halves(__m256i a, __m256i b) { return _mm512_inserti32x8(_mm512_castsi256_si512(a), b, 1); }

TENON_INLINE f64 widen(__m256 x, conversion<double, float>) { return _mm512_cvtps_pd(x); }
TENON_INLINE f64 widen(__m256i x, conversion<double, std::int32_t>) { return _mm512_cvtepi32_pd(x); }
TENON_INLINE i64 widen(__m256 x, conversion<std::int64_t, float>) { return _mm512_cvttps_epi64(x); }
TENON_INLINE i64 widen(__m256i x, conversion<std::int64_t, std::int32_t>) { return _mm512_cvtepi32_epi64(x); }
TENON_INLINE __m256 narrow(f64 x, conversion<float, double>) { return _mm512_cvtpd_ps(x); }
TENON_INLINE __m256 narrow(i64 x, conversion<float, std::int64_t>) { return _mm512_cvtepi64_ps(x); }
TENON_INLINE __m256i narrow(f64 x, conversion<std::int32_t, double>) { return _mm512_cvttpd_epi32(x); }
TENON_INLINE __m256i narrow(i64 x, conversion<std::int32_t, std::int64_t>) { return _mm512_cvtepi64_epi32(x); }

template <>
struct converter<std::int64_t, double> {
  TENON_INLINE static i64 of(f64 x) { return _mm512_cvttpd_epi64(x); }
};

#elif defined(__AVX2__)

TENON_INLINE __m128 half(f32 x, int i) { return i == 0 ? _mm256_castps256_ps128(x) : _mm256_extractf128_ps(x, 1); }
TENON_INLINE __m128i half(i32 x, int i) { return i == 0 ? _mm256_castsi256_si128(x) : _mm256_extracti128_si256(x, 1); }
TENON_INLINE f32 join_halves(__m128 a, __m128 b) { return _mm256_set_m128(b, a); }
TENON_INLINE i32 join_halves(__m128i a, __m128i b) { return _mm256_set_m128i(b, a); }

TENON_INLINE f64 widen(__m128 x, conversion<double, float>) { return _mm256_cvtps_pd(x); }
TENON_INLINE f64 widen(__m128i x, conversion<double, std::int32_t>) { return _mm256_cvtepi32_pd(x); }
TENON_INLINE i64 widen(__m128i x, conversion<std::int64_t, std::int32_t>) { return _mm256_cvtepi32_epi64(x); }
TENON_INLINE __m128 narrow(f64 x, conversion<float, double>) { return _mm256_cvtpd_ps(x); }
TENON_INLINE __m128i narrow(f64 x, conversion<std::int32_t, double>) { return _mm256_cvttpd_epi32(x); }
TENON_INLINE __m128i narrow(i64 x, conversion<std::int32_t, std::int64_t>) {
  const __m128i low = _mm256_castsi256_si128(x), high = _mm256_extracti128_si256(x, 1);
  return _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(low), _mm_castsi128_ps(high), 0x88));
}

#else

TENON_INLINE __m128 half(f32 x, int i) { return i == 0 ? __m128(x) : _mm_movehl_ps(x, x); }
TENON_INLINE __m128i half(i32 x, int i) { return i == 0 ? __m128i(x) : _mm_unpackhi_epi64(x, x); }
TENON_INLINE f32 join_halves(__m128 a, __m128 b) { return _mm_movelh_ps(a, b); }
TENON_INLINE i32 join_halves(__m128i a, __m128i b) { return _mm_unpacklo_epi64(a, b); }

TENON_INLINE f64 widen(__m128 x, conversion<double, float>) { return _mm_cvtps_pd(x); }
TENON_INLINE f64 widen(__m128i x, conversion<double, std::int32_t>) { return _mm_cvtepi32_pd(x); }
TENON_INLINE i64 widen(__m128i x, conversion<std::int64_t, std::int32_t>) { return _mm_unpacklo_epi32(x, _mm_srai_epi32(x, 31)); }
TENON_INLINE __m128 narrow(f64 x, conversion<float, double>) { return _mm_cvtpd_ps(x); }
TENON_INLINE __m128i narrow(f64 x, conversion<std::int32_t, double>) { return _mm_cvttpd_epi32(x); }
TENON_INLINE __m128i narrow(i64 x, conversion<std::int32_t, std::int64_t>) { return _mm_shuffle_epi32(x, 0x08); }

#endif

template <class To, class From>
requires(sizeof(To) == 8 && sizeof(From) == 4) && requires(xsimd::batch<From> x) {
  detail::widen(detail::half(x, 0), conversion<To, From>());
}
struct converter<To, From> {
  TENON_INLINE static two_registers<To> of(xsimd::batch<From> x) {
    return {detail::widen(detail::half(x, 0), conversion<To, From>()), detail::widen(detail::half(x, 1), conversion<To, From>())};
  }
};
template <class To, class From>
requires(sizeof(To) == 4 && sizeof(From) == 8) && requires(xsimd::batch<From> x) { detail::narrow(x, conversion<To, From>()); }
struct converter<To, From> {
  TENON_INLINE static xsimd::batch<To> of(xsimd::batch<From> low, xsimd::batch<From> high) {
    return detail::join_halves(detail::narrow(low, conversion<To, From>()), detail::narrow(high, conversion<To, From>()));
  }
};

}  // namespace tenon::simd::detail

#endif  // x86

#endif
