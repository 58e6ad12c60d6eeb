#ifndef TENON_SIMD_MEMORY_SSE2_HPP
#define TENON_SIMD_MEMORY_SSE2_HPP

// The part of memory.hpp that SSE2 does four bytes at a time. Included by memory.hpp only.

#include "tenon/simd/memory.hpp"

#if defined(__SSE2__) && !defined(__AVX2__)
namespace tenon::simd::detail {

/// The first n bytes, widened to 32 bits; 0 <= n <= 4.
TENON_INLINE __m128i load_bytes(const void* p, int n) {
  int bytes = 0;
  std::memcpy(&bytes, p, std::size_t(n));
  const __m128i pairs = _mm_unpacklo_epi8(_mm_cvtsi32_si128(bytes), _mm_setzero_si128());
  return _mm_unpacklo_epi16(pairs, _mm_setzero_si128());
}
/// x holds 0 to 255 in each lane.
TENON_INLINE void store_bytes(void* p, __m128i x, int n) {
  const __m128i pairs = _mm_packs_epi32(x, x);
  const int bytes = _mm_cvtsi128_si32(_mm_packus_epi16(pairs, pairs));
  std::memcpy(p, &bytes, std::size_t(n));
}

template <>
struct memory<std::uint8_t, xsimd::batch<std::int32_t>> : portable_memory<std::uint8_t, xsimd::batch<std::int32_t>> {
  using batch = xsimd::batch<std::int32_t>;
  TENON_INLINE static batch load(const std::uint8_t* p) { return load_bytes(p, size); }
  TENON_INLINE static batch load_partial(const std::uint8_t* p, int n) { return load_bytes(p, n); }
  TENON_INLINE static void store(std::uint8_t* p, batch x) { store_bytes(p, x, size); }
  TENON_INLINE static void store_partial(std::uint8_t* p, batch x, int n) { store_bytes(p, x, n); }
};

template <>
struct memory<bool, float_mask> : portable_memory<bool, float_mask> {
  TENON_INLINE static float_mask load(const bool* p) { return from_numbers(load_bytes(p, size)); }
  TENON_INLINE static float_mask load_partial(const bool* p, int n) { return from_numbers(load_bytes(p, n)); }
  TENON_INLINE static void store(bool* p, float_mask x) { store_bytes(p, to_numbers(x), size); }
  TENON_INLINE static void store_partial(bool* p, float_mask x, int n) { store_bytes(p, to_numbers(x), n); }
};

}  // namespace tenon::simd::detail

#endif  // SSE2

#endif
