#ifndef TENON_SIMD_MEMORY_HPP
#define TENON_SIMD_MEMORY_HPP

#include <cstddef>

#include "tenon/simd/batch.hpp"

namespace tenon::simd::detail {

// Moving elements of type T in memory to and from one register R (a batch, or a batch_bool for bool). `memory` is what
// packs use; an instruction set specialises it, deriving from `portable_memory` what it cannot do better.
// n is the number of lanes that take part, 0 <= n <= R::size: memory of the others is never touched, their lanes read 0.

template <class T, class R>
struct portable_memory {
  using word = lane_of<R>;
  // A mask is moved as integers of the width of its lanes.
  using numbers = xsimd::batch<
      std::conditional_t<std::is_same_v<T, bool>, std::conditional_t<sizeof(word) == 4, std::int32_t, std::int64_t>, word>>;
  using number = typename numbers::value_type;
  static constexpr int size = int(R::size);

  TENON_INLINE static R from_numbers(numbers x) {
    if constexpr (std::is_same_v<T, bool>) return detail::mask_cast<word>(x != numbers(number(0)));
    else return x;
  }
  TENON_INLINE static numbers to_numbers(R x) {
    if constexpr (std::is_same_v<T, bool>) return detail::ones_where<number>(x);
    else return x;
  }
  /// Bools are read as bytes, for which any value is valid.
  TENON_INLINE static number read(const T* p) {
    if constexpr (std::is_same_v<T, bool>) return number(*reinterpret_cast<const unsigned char*>(p));
    else return number(*p);
  }

  TENON_INLINE static R load(const T* p) {
    if constexpr (std::is_same_v<T, number>) {
      return R::load_unaligned(p);
    } else {
      alignas(64) number buffer[size];
      for (int i = 0; i < size; ++i) buffer[i] = read(p + i);
      return from_numbers(numbers::load_aligned(buffer));
    }
  }
  TENON_INLINE static R load_partial(const T* p, int n) { return load_strided(p, 1, n); }
  TENON_INLINE static R load_strided(const T* p, std::ptrdiff_t stride, int n) {
    alignas(64) number buffer[size] = {};
    for (int i = 0; i < n; ++i) buffer[i] = read(p + i * stride);
    return from_numbers(numbers::load_aligned(buffer));
  }
  TENON_INLINE static R gather(const T* base, const std::int64_t* offsets, int n) {
    alignas(64) number buffer[size] = {};
    for (int i = 0; i < n; ++i) buffer[i] = read(base + offsets[i]);
    return from_numbers(numbers::load_aligned(buffer));
  }

  TENON_INLINE static void store(T* p, R x) {
    if constexpr (std::is_same_v<T, number>) x.store_unaligned(p);
    else store_strided(p, 1, x, size);
  }
  TENON_INLINE static void store_partial(T* p, R x, int n) { store_strided(p, 1, x, n); }
  TENON_INLINE static void store_strided(T* p, std::ptrdiff_t stride, R x, int n) {
    alignas(64) number buffer[size];
    to_numbers(x).store_aligned(buffer);
    for (int i = 0; i < n; ++i) p[i * stride] = T(buffer[i]);
  }
};

template <class T, class R>
struct memory : portable_memory<T, R> {};

#if defined(__SSE4_1__)
// Few elements, where the compiler knows how many, go through narrow registers. A wide masked access of memory that was written
// just before waits for that to arrive in the cache, even if the mask leaves it out.

TENON_INLINE __m128i load_few(const void* p, int bytes) {
  const auto* words = static_cast<const int*>(p);
  if (bytes == 4) return _mm_loadu_si32(p);
  if (bytes == 8) return _mm_loadl_epi64(static_cast<const __m128i*>(p));
  if (bytes == 12) return _mm_insert_epi32(_mm_loadl_epi64(static_cast<const __m128i*>(p)), words[2], 2);
  return _mm_loadu_si128(static_cast<const __m128i*>(p));
}
TENON_INLINE void store_few(void* p, __m128i x, int bytes) {
  if (bytes == 4) _mm_storeu_si32(p, x);
  else if (bytes == 8) _mm_storel_epi64(static_cast<__m128i*>(p), x);
  else if (bytes == 12) _mm_storel_epi64(static_cast<__m128i*>(p), x), static_cast<int*>(p)[2] = _mm_extract_epi32(x, 2);
  else _mm_storeu_si128(static_cast<__m128i*>(p), x);
}
#endif

}  // namespace tenon::simd::detail

#include "tenon/simd/memory_avx2.hpp"
#include "tenon/simd/memory_avx512.hpp"
#include "tenon/simd/memory_bytes.hpp"

#endif
