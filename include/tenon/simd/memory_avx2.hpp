#ifndef TENON_SIMD_MEMORY_AVX2_HPP
#define TENON_SIMD_MEMORY_AVX2_HPP

// The part of memory.hpp that AVX2 does with masked instructions. Included by memory.hpp only.

#include <concepts>

#include "tenon/simd/memory.hpp"

#if defined(__AVX2__) && !defined(__AVX512VL__)
namespace tenon::simd::detail {

TENON_INLINE __m256i first_words(int n) {
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(n), _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0));
}
TENON_INLINE __m256i first_wide(int n) { return _mm256_cmpgt_epi64(_mm256_set1_epi64x(n), _mm256_set_epi64x(3, 2, 1, 0)); }

/// Whether lane * stride fits the signed 32-bit index of a gather.
TENON_INLINE bool is_short(std::ptrdiff_t stride) { return stride > -(1 << 26) && stride < (1 << 26); }

template <class T>
requires(sizeof(T) == 4 && !std::same_as<T, bool>) struct memory<T, xsimd::batch<T>> : portable_memory<T, xsimd::batch<T>> {
  using batch = xsimd::batch<T>;
  using base = portable_memory<T, batch>;

  TENON_INLINE static batch of(__m256i bits) { return xsimd::bitwise_cast<T>(xsimd::batch<std::int32_t>(bits)); }
  TENON_INLINE static __m256i bits(batch x) { return xsimd::bitwise_cast<std::int32_t>(x); }
  TENON_INLINE static const int* words(const T* p) { return reinterpret_cast<const int*>(p); }

  TENON_INLINE static batch load_partial(const T* p, int n) {
    if (TENON_IS_CONSTANT(n) && n > 0 && n <= 4) return of(_mm256_zextsi128_si256(load_few(p, 4 * n)));
    return of(_mm256_maskload_epi32(words(p), first_words(n)));
  }
  TENON_INLINE static void store_partial(T* p, batch x, int n) {
    if (TENON_IS_CONSTANT(n) && n > 0 && n <= 4) return store_few(p, _mm256_castsi256_si128(bits(x)), 4 * n);
    _mm256_maskstore_epi32(reinterpret_cast<int*>(p), first_words(n), bits(x));
  }
  TENON_INLINE static batch load_strided(const T* p, std::ptrdiff_t stride, int n) {
    if (!is_short(stride)) return base::load_strided(p, stride, n);
    const __m256i index = _mm256_mullo_epi32(_mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0), _mm256_set1_epi32(int(stride)));
    return of(_mm256_mask_i32gather_epi32(_mm256_setzero_si256(), words(p), index, first_words(n), 4));
  }
  TENON_INLINE static batch gather(const T* base, const std::int64_t* offsets, int n) {
    const __m256i mask = first_words(n);
    return of(_mm256_set_m128i(half(base, offsets + 4, _mm256_extracti128_si256(mask, 1)),
                               half(base, offsets, _mm256_castsi256_si128(mask))));
  }
  TENON_INLINE static __m128i half(const T* base, const std::int64_t* offsets, __m128i mask) {
    const __m256i index = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(offsets));
    return _mm256_mask_i64gather_epi32(_mm_setzero_si128(), words(base), index, mask, 4);
  }
};

template <class T>
requires(sizeof(T) == 8) struct memory<T, xsimd::batch<T>> : portable_memory<T, xsimd::batch<T>> {
  using batch = xsimd::batch<T>;

  TENON_INLINE static batch of(__m256i bits) { return xsimd::bitwise_cast<T>(xsimd::batch<std::int64_t>(bits)); }
  TENON_INLINE static __m256i bits(batch x) { return xsimd::bitwise_cast<std::int64_t>(x); }
  TENON_INLINE static const long long* words(const T* p) { return reinterpret_cast<const long long*>(p); }

  TENON_INLINE static batch load_partial(const T* p, int n) {
    if (TENON_IS_CONSTANT(n) && n > 0 && n <= 2) return of(_mm256_zextsi128_si256(load_few(p, 8 * n)));
    return of(_mm256_maskload_epi64(words(p), first_wide(n)));
  }
  TENON_INLINE static void store_partial(T* p, batch x, int n) {
    if (TENON_IS_CONSTANT(n) && n > 0 && n <= 2) return store_few(p, _mm256_castsi256_si128(bits(x)), 8 * n);
    _mm256_maskstore_epi64(reinterpret_cast<long long*>(p), first_wide(n), bits(x));
  }
  TENON_INLINE static batch load_strided(const T* p, std::ptrdiff_t stride, int n) {
    return at(p, _mm256_set_epi64x(3 * stride, 2 * stride, stride, 0), n);
  }
  TENON_INLINE static batch gather(const T* base, const std::int64_t* offsets, int n) {
    return at(base, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(offsets)), n);
  }
  TENON_INLINE static batch at(const T* base, __m256i index, int n) {
    return of(_mm256_mask_i64gather_epi64(_mm256_setzero_si256(), words(base), index, first_wide(n), 8));
  }
};

}  // namespace tenon::simd::detail

#endif  // AVX2

#endif
