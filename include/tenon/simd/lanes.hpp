#ifndef TENON_SIMD_LANES_HPP
#define TENON_SIMD_LANES_HPP

#include <bit>
#include <utility>

#include "tenon/simd/pack.hpp"

namespace tenon::simd {
namespace detail {

#if defined(__GNUC__)

/// Lane i is lane From(i, n) of x and y together, n being the lanes of a register: those of y are numbered from n on.
template <auto From, class B>
TENON_INLINE B shuffled(B x, B y) {
  using bits = typename bits_of_register<B>::type;
  return [&]<std::size_t... I>(std::index_sequence<I...>) TENON_LAMBDA_INLINE {
    return std::bit_cast<B>(__builtin_shufflevector(std::bit_cast<bits>(x), std::bit_cast<bits>(y), From(int(I), int(sizeof...(I)))...));
  }(std::make_index_sequence<B::size>());
}

#else

template <auto From, class B>
TENON_INLINE B shuffled(B x, B y) {
  constexpr int n = int(B::size);
  lane_of<B> from[2 * n], to[n];
  x.store_unaligned(from);
  y.store_unaligned(from + n);
  for (int i = 0; i < n; ++i) to[i] = from[From(i, n)];
  return B::load_unaligned(to);
}

#endif

// Intrinsics, since g++ 12 breaks down over vectors of two lengths in one shuffle.

/// The lanes from First on, as many as a register of type To has. First is 0 or as many.
template <class To, int First, class B>
TENON_INLINE To some_lanes(B x) {
#if defined(__AVX512F__)
  if constexpr (sizeof(B) == 64 && sizeof(To) == 16) {
    static_assert(First == 0);
    return std::bit_cast<To>(_mm512_castsi512_si128(std::bit_cast<__m512i>(x)));
  } else if constexpr (sizeof(B) == 64) {
    if constexpr (First == 0) return std::bit_cast<To>(_mm512_castsi512_si256(std::bit_cast<__m512i>(x)));
    else return std::bit_cast<To>(_mm512_extracti64x4_epi64(std::bit_cast<__m512i>(x), 1));
  } else
#endif
#if defined(__AVX2__)
  {
    if constexpr (First == 0) return std::bit_cast<To>(_mm256_castsi256_si128(std::bit_cast<__m256i>(x)));
    else return std::bit_cast<To>(_mm256_extracti128_si256(std::bit_cast<__m256i>(x), 1));
  }
#else
  {
    lane_of<B> lanes[B::size];
    x.store_unaligned(lanes);
    return To::load_unaligned(lanes + First);
  }
#endif
}

/// A longer register that begins with x, which has 16 bytes.
template <class To, class B>
TENON_INLINE To widened(B x) {
#if defined(__AVX512F__)
  return std::bit_cast<To>(_mm512_castsi128_si512(std::bit_cast<__m128i>(x)));
#elif defined(__AVX2__)
  return std::bit_cast<To>(_mm256_castsi128_si256(std::bit_cast<__m128i>(x)));
#else
  lane_of<B> lanes[To::size] = {};
  x.store_unaligned(lanes);
  return To::load_unaligned(lanes);
#endif
}

/// Lane i is lane i - By of x, or of `fill` where that is none.
template <int By, class B>
TENON_INLINE B lanes_moved_up(B x, B fill) {
  return detail::shuffled<[](int i, int n) { return i >= By ? i - By : n + i; }>(x, fill);
}
/// Lanes i and i ^ By change places, By being a power of two.
template <int By, class B>
TENON_INLINE B lanes_swapped(B x) {
  return detail::shuffled<[](int i, int) { return i ^ By; }>(x, x);
}
template <class B>
TENON_INLINE B lanes_reversed(B x) {
  return detail::shuffled<[](int i, int n) { return n - 1 - i; }>(x, x);
}
template <class B>
TENON_INLINE B last_lane_in_all(B x) {
  return detail::shuffled<[](int, int n) { return n - 1; }>(x, x);
}

}  // namespace detail

/// Elements 0, 2, 4, ... of memory of which `front` holds the first L elements, and `back` as many from element L - 1 on: not one
/// beyond the last that is wanted.
template <class T, int L>
TENON_INLINE pack<T, L> every_second(pack<T, L> front, pack<T, L> back) {
  constexpr int parts = pack<T, L>::parts;
  if constexpr (parts == 1) {
    return {{detail::shuffled<[](int i, int n) { return i < n / 2 ? 2 * i : 2 * i + 1; }>(front.part[0], back.part[0])}};
  } else {
    return pack<T, L>::each([&](int i) TENON_LAMBDA_INLINE {
      const int first = 2 * i % parts;
      if (i < parts / 2) return detail::shuffled<[](int lane, int) { return 2 * lane; }>(front.part[first], front.part[first + 1]);
      return detail::shuffled<[](int lane, int) { return 2 * lane + 1; }>(back.part[first], back.part[first + 1]);
    });
  }
}

/// The lanes of x in reverse order.
template <class T, int L>
TENON_INLINE pack<T, L> reversed(pack<T, L> x) {
  constexpr int parts = pack<T, L>::parts;
  return pack<T, L>::each([&](int i) TENON_LAMBDA_INLINE { return detail::lanes_reversed(x.part[parts - 1 - i]); });
}

}  // namespace tenon::simd

#endif
