#ifndef TENON_SIMD_MEMORY_BYTES_HPP
#define TENON_SIMD_MEMORY_BYTES_HPP

// The part of memory.hpp that SSE2 and AVX2 do with all bytes of a register in one word. Included by memory.hpp only.

#include <concepts>

#include "tenon/simd/memory.hpp"

#if defined(__SSE2__) && !defined(__AVX512VL__)
namespace tenon::simd::detail {

// load_bytes: the first n bytes, widened to 32 bits; 0 <= n <= lanes. store_bytes: each lane of x holds 0 to 255.
#if defined(__AVX2__)
TENON_INLINE __m256i load_bytes(const void* p, int n) {
  long long bytes = 0;
  std::memcpy(&bytes, p, std::size_t(n));
  return _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(bytes));
}
TENON_INLINE void store_bytes(void* p, __m256i x, int n) {
  const __m128i pairs = _mm_packus_epi32(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
  const long long bytes = _mm_cvtsi128_si64(_mm_packus_epi16(pairs, pairs));
  std::memcpy(p, &bytes, std::size_t(n));
}
#else
TENON_INLINE __m128i load_bytes(const void* p, int n) {
  int bytes = 0;
  std::memcpy(&bytes, p, std::size_t(n));
  const __m128i pairs = _mm_unpacklo_epi8(_mm_cvtsi32_si128(bytes), _mm_setzero_si128());
  return _mm_unpacklo_epi16(pairs, _mm_setzero_si128());
}
TENON_INLINE void store_bytes(void* p, __m128i x, int n) {
  const __m128i pairs = _mm_packs_epi32(x, x);
  const int bytes = _mm_cvtsi128_si32(_mm_packus_epi16(pairs, pairs));
  std::memcpy(p, &bytes, std::size_t(n));
}
#endif

template <class T, class R>
requires(sizeof(T) == 1 && (std::same_as<R, xsimd::batch<std::int32_t>> || std::same_as<R, float_mask>))
struct memory<T, R> : portable_memory<T, R> {
  using base = portable_memory<T, R>;

  TENON_INLINE static R load(const T* p) { return load_partial(p, base::size); }
  TENON_INLINE static R load_partial(const T* p, int n) { return base::from_numbers(load_bytes(p, n)); }
  TENON_INLINE static void store(T* p, R x) { store_partial(p, x, base::size); }
  TENON_INLINE static void store_partial(T* p, R x, int n) { store_bytes(p, base::to_numbers(x), n); }
};

}  // namespace tenon::simd::detail

#endif  // SSE2, AVX2

#endif
