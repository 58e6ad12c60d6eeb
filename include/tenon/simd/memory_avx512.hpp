#ifndef TENON_SIMD_MEMORY_AVX512_HPP
#define TENON_SIMD_MEMORY_AVX512_HPP

// The part of memory.hpp that AVX-512 does with masked instructions. Included by memory.hpp only.

#include <concepts>

#include "tenon/simd/memory.hpp"

#if defined(__AVX512VL__)
namespace tenon::simd::detail {

TENON_INLINE unsigned first_bits(int n) { return (1u << n) - 1u; }

/// Whether lane * stride fits the signed 32-bit index of a gather.
TENON_INLINE bool is_short(std::ptrdiff_t stride) { return stride > -(1 << 26) && stride < (1 << 26); }

template <class T>
requires(sizeof(T) == 4 && !std::same_as<T, bool>) struct memory<T, xsimd::batch<T>> : portable_memory<T, xsimd::batch<T>> {
  using batch = xsimd::batch<T>;
  using base = portable_memory<T, batch>;

  TENON_INLINE static batch of(__m512i bits) { return xsimd::bitwise_cast<T>(xsimd::batch<std::int32_t>(bits)); }
  TENON_INLINE static __m512i bits(batch x) { return xsimd::bitwise_cast<std::int32_t>(x); }

  TENON_INLINE static batch load_partial(const T* p, int n) {
    if (TENON_IS_CONSTANT(n) && n > 0 && n <= 4) return of(_mm512_zextsi128_si512(load_few(p, 4 * n)));
    if (TENON_IS_CONSTANT(n) && n == 8) return of(_mm512_zextsi256_si512(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p))));
    if (TENON_IS_CONSTANT(n) && n > 4 && n < 8) return of(_mm512_zextsi256_si512(_mm256_maskz_loadu_epi32(__mmask8(first_bits(n)), p)));
    return of(_mm512_maskz_loadu_epi32(__mmask16(first_bits(n)), p));
  }
  TENON_INLINE static void store_partial(T* p, batch x, int n) {
    if (TENON_IS_CONSTANT(n) && n > 0 && n <= 4) store_few(p, _mm512_castsi512_si128(bits(x)), 4 * n);
    else if (TENON_IS_CONSTANT(n) && n == 8) _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), _mm512_castsi512_si256(bits(x)));
    else if (TENON_IS_CONSTANT(n) && n > 4 && n < 8) _mm256_mask_storeu_epi32(p, __mmask8(first_bits(n)), _mm512_castsi512_si256(bits(x)));
    else _mm512_mask_storeu_epi32(p, __mmask16(first_bits(n)), bits(x));
  }
  TENON_INLINE static batch load_strided(const T* p, std::ptrdiff_t stride, int n) {
    if (!is_short(stride)) return base::load_strided(p, stride, n);
    const __m512i lane = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    const __m512i index = _mm512_mullo_epi32(lane, _mm512_set1_epi32(int(stride)));
    return of(_mm512_mask_i32gather_epi32(_mm512_setzero_si512(), __mmask16(first_bits(n)), index, p, 4));
  }
  TENON_INLINE static batch gather(const T* base, const std::int64_t* offsets, int n) {
    const unsigned mask = first_bits(n);
    const __m256i zero = _mm256_setzero_si256();
    const __m256i low = _mm512_mask_i64gather_epi32(zero, __mmask8(mask), _mm512_loadu_si512(offsets), base, 4);
    const __m256i high = _mm512_mask_i64gather_epi32(zero, __mmask8(mask >> 8), _mm512_loadu_si512(offsets + 8), base, 4);
    return of(_mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1));
  }
};

template <class T>
requires(sizeof(T) == 8) struct memory<T, xsimd::batch<T>> : portable_memory<T, xsimd::batch<T>> {
  using batch = xsimd::batch<T>;

  TENON_INLINE static batch of(__m512i bits) { return xsimd::bitwise_cast<T>(xsimd::batch<std::int64_t>(bits)); }
  TENON_INLINE static __m512i bits(batch x) { return xsimd::bitwise_cast<std::int64_t>(x); }

  TENON_INLINE static batch load_partial(const T* p, int n) { return of(_mm512_maskz_loadu_epi64(__mmask8(first_bits(n)), p)); }
  TENON_INLINE static void store_partial(T* p, batch x, int n) { _mm512_mask_storeu_epi64(p, __mmask8(first_bits(n)), bits(x)); }
  TENON_INLINE static batch load_strided(const T* p, std::ptrdiff_t stride, int n) {
    const __m512i lane = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
    return at(p, _mm512_mullo_epi64(lane, _mm512_set1_epi64(stride)), n);
  }
  TENON_INLINE static batch gather(const T* base, const std::int64_t* offsets, int n) {
    return at(base, _mm512_loadu_si512(offsets), n);
  }
  TENON_INLINE static batch at(const T* base, __m512i index, int n) {
    return of(_mm512_mask_i64gather_epi64(_mm512_setzero_si512(), __mmask8(first_bits(n)), index, base, 8));
  }
};

template <>
struct memory<std::uint8_t, xsimd::batch<std::int32_t>> : portable_memory<std::uint8_t, xsimd::batch<std::int32_t>> {
  using batch = xsimd::batch<std::int32_t>;

  TENON_INLINE static batch load(const std::uint8_t* p) {
    return _mm512_cvtepu8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
  }
  TENON_INLINE static batch load_partial(const std::uint8_t* p, int n) {
    return _mm512_cvtepu8_epi32(_mm_maskz_loadu_epi8(__mmask16(first_bits(n)), p));
  }
  TENON_INLINE static void store(std::uint8_t* p, batch x) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm512_cvtepi32_epi8(x));
  }
  TENON_INLINE static void store_partial(std::uint8_t* p, batch x, int n) {
    _mm_mask_storeu_epi8(p, __mmask16(first_bits(n)), _mm512_cvtepi32_epi8(x));
  }
};

template <class W>
struct memory<bool, xsimd::batch_bool<W>> : portable_memory<bool, xsimd::batch_bool<W>> {
  using mask = xsimd::batch_bool<W>;
  using bits = typename mask::register_type;
  static constexpr int size = int(mask::size);

  TENON_INLINE static mask of(__m128i bytes) { return bits(_mm_test_epi8_mask(bytes, bytes)); }
  TENON_INLINE static __m128i bytes(mask x) { return _mm_maskz_set1_epi8(__mmask16(x.data), 1); }

  TENON_INLINE static mask load(const bool* p) {
    if constexpr (size == 16) return of(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
    else return of(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p)));
  }
  TENON_INLINE static mask load_partial(const bool* p, int n) { return of(_mm_maskz_loadu_epi8(__mmask16(first_bits(n)), p)); }
  TENON_INLINE static void store(bool* p, mask x) {
    if constexpr (size == 16) _mm_storeu_si128(reinterpret_cast<__m128i*>(p), bytes(x));
    else _mm_storel_epi64(reinterpret_cast<__m128i*>(p), bytes(x));
  }
  TENON_INLINE static void store_partial(bool* p, mask x, int n) { _mm_mask_storeu_epi8(p, __mmask16(first_bits(n)), bytes(x)); }
};

}  // namespace tenon::simd::detail

#endif  // AVX-512

#endif
