#ifndef TENON_SIMD_BATCH_HPP
#define TENON_SIMD_BATCH_HPP

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "tenon/base/config.hpp"

// g++ 12 warns of the deliberately undefined operands inside its own AVX-512 header wherever that is inlined.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <xsimd/xsimd.hpp>
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#include "tenon/ir/element_type.hpp"

#if defined(__AVX512VL__) && !(defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__))
#error "Tenon needs AVX-512 F, BW, DQ and VL together: compile for a processor that has all four, or for AVX2."
#endif

namespace tenon::simd {

/// Lanes of the native register of four-byte elements; packs of four bytes or less have a multiple of this.
inline constexpr int word_lanes = int(xsimd::batch<float>::size);
/// Lanes of the native register of eight-byte elements.
inline constexpr int wide_lanes = int(xsimd::batch<double>::size);
static_assert(word_lanes == 2 * wide_lanes);

namespace detail {

template <class T>
struct word {
  using type = T;
};
template <>
struct word<std::uint8_t> {
  using type = std::int32_t;
};

/// The element of the register that holds a T: bytes are widened to 32 bits.
template <class T>
using word_of = typename word<T>::type;

/// The element type that a register, of numbers or a mask, is made for.
template <class R>
struct register_lane;
template <class W, class A>
struct register_lane<xsimd::batch<W, A>> {
  using type = W;
};
template <class W, class A>
struct register_lane<xsimd::batch_bool<W, A>> {
  using type = W;
};
template <class R>
using lane_of = typename register_lane<R>::type;

using float_mask = xsimd::batch_bool<float>;
using double_mask = xsimd::batch_bool<double>;

template <class To, class From>
TENON_INLINE xsimd::batch_bool<To> mask_cast(xsimd::batch_bool<From> m) {
  if constexpr (std::is_same_v<To, From>) return m;
  else return xsimd::batch_bool_cast<To>(m);
}

// Masks of 32-bit lanes from and to two masks of 64-bit lanes.
#if defined(__AVX512F__)
TENON_INLINE double_mask low_half(float_mask m) { return __mmask8(m.data); }
TENON_INLINE double_mask high_half(float_mask m) { return __mmask8(m.data >> 8); }
TENON_INLINE float_mask join(double_mask low, double_mask high) { return __mmask16(low.data | high.data << 8); }
#elif defined(__AVX2__)
TENON_INLINE double_mask low_half(float_mask m) {
  return _mm256_castsi256_pd(_mm256_cvtepi32_epi64(_mm_castps_si128(_mm256_castps256_ps128(m))));
}
TENON_INLINE double_mask high_half(float_mask m) {
  return _mm256_castsi256_pd(_mm256_cvtepi32_epi64(_mm_castps_si128(_mm256_extractf128_ps(m, 1))));
}
TENON_INLINE float_mask join(double_mask low, double_mask high) {
  const __m256 even = _mm256_shuffle_ps(_mm256_castpd_ps(low), _mm256_castpd_ps(high), 0x88);
  return _mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(even), 0xD8));
}
#elif defined(__SSE2__)
TENON_INLINE double_mask low_half(float_mask m) { return _mm_castps_pd(_mm_unpacklo_ps(m, m)); }
TENON_INLINE double_mask high_half(float_mask m) { return _mm_castps_pd(_mm_unpackhi_ps(m, m)); }
TENON_INLINE float_mask join(double_mask low, double_mask high) {
  return _mm_shuffle_ps(_mm_castpd_ps(low), _mm_castpd_ps(high), 0x88);
}
#else
TENON_INLINE double_mask low_half(float_mask m) {
  return double_mask::from_mask(m.mask() & ((std::uint64_t(1) << wide_lanes) - 1));
}
TENON_INLINE double_mask high_half(float_mask m) { return double_mask::from_mask(m.mask() >> wide_lanes); }
TENON_INLINE float_mask join(double_mask low, double_mask high) {
  return float_mask::from_mask(low.mask() | high.mask() << wide_lanes);
}
#endif

#if defined(__GNUC__)

/// A register as the compiler's own vector of integers.
template <class B>
struct bits_of_register {
  using word = std::conditional_t<sizeof(lane_of<B>) == 8, std::int64_t, std::int32_t>;
  typedef word type __attribute__((vector_size(sizeof(B))));
};

template <class B>
TENON_INLINE auto first_lane(B x) {
  using bits = typename bits_of_register<B>::type;
  return std::bit_cast<lane_of<B>>(std::bit_cast<bits>(x)[0]);
}

#else

template <class B>
TENON_INLINE auto first_lane(B x) {
  lane_of<B> lanes[B::size];
  x.store_unaligned(lanes);
  return lanes[0];
}

#endif

template <class W, int N>
struct counting {
  alignas(64) W value[N];
  consteval counting() {
    for (int i = 0; i < N; ++i) value[i] = W(i);
  }
};
template <class W, int N>
inline constexpr counting<W, N> count_up{};

/// A mask of the first n lanes.
template <class M>
TENON_INLINE M first_lanes_of(int n) {
#if defined(__AVX512F__)
  return typename M::register_type((1u << n) - 1u);
#else
  using lane = lane_of<M>;
  return xsimd::batch<lane>::load_aligned(count_up<lane, int(M::size)>.value) < xsimd::batch<lane>(lane(n));
#endif
}

/// 1 where the mask is set, else 0.
template <class W, class M>
TENON_INLINE xsimd::batch<W> ones_where(M m) {
  return xsimd::select(detail::mask_cast<W>(m), xsimd::batch<W>(W(1)), xsimd::batch<W>(W(0)));
}

}  // namespace detail
}  // namespace tenon::simd

#endif
