#ifndef TENON_SIMD_LANES_HPP
#define TENON_SIMD_LANES_HPP

#include <bit>
#include <utility>

#include "tenon/simd/pack.hpp"

namespace tenon::simd {
namespace detail {

#if defined(__GNUC__)

/// A register as the compiler's own vector of integers.
template <class B>
struct bits_of_register {
  using word = std::conditional_t<sizeof(lane_of<B>) == 8, std::int64_t, std::int32_t>;
  typedef word type __attribute__((vector_size(sizeof(B))));
};

/// Lane i is lane i - By of x, or of `fill` where that is none.
template <int By, class B>
TENON_INLINE B lanes_moved_up(B x, B fill) {
  using bits = typename bits_of_register<B>::type;
  return [&]<std::size_t... I>(std::index_sequence<I...>) TENON_LAMBDA_INLINE {
    constexpr int lanes = int(sizeof...(I));
    return std::bit_cast<B>(__builtin_shufflevector(std::bit_cast<bits>(x), std::bit_cast<bits>(fill), (int(I) >= By ? int(I) - By : lanes + int(I))...));
  }(std::make_index_sequence<B::size>());
}

/// Lane i is lane i + By of x; the last ones have some value.
template <int By, class B>
TENON_INLINE B lanes_moved_down(B x) {
  using bits = typename bits_of_register<B>::type;
  return [&]<std::size_t... I>(std::index_sequence<I...>) TENON_LAMBDA_INLINE {
    return std::bit_cast<B>(__builtin_shufflevector(std::bit_cast<bits>(x), std::bit_cast<bits>(x), (int(I) + By)...));
  }(std::make_index_sequence<B::size>());
}

template <class B>
TENON_INLINE auto first_lane(B x) {
  using bits = typename bits_of_register<B>::type;
  return std::bit_cast<lane_of<B>>(std::bit_cast<bits>(x)[0]);
}

template <class B>
TENON_INLINE B lanes_reversed(B x) {
  using bits = typename bits_of_register<B>::type;
  return [&]<std::size_t... I>(std::index_sequence<I...>) TENON_LAMBDA_INLINE {
    return std::bit_cast<B>(__builtin_shufflevector(std::bit_cast<bits>(x), std::bit_cast<bits>(x), (int(sizeof...(I)) - 1 - int(I))...));
  }(std::make_index_sequence<B::size>());
}

template <class B>
TENON_INLINE B last_lane_in_all(B x) {
  using bits = typename bits_of_register<B>::type;
  return [&]<std::size_t... I>(std::index_sequence<I...>) TENON_LAMBDA_INLINE {
    return std::bit_cast<B>(__builtin_shufflevector(std::bit_cast<bits>(x), std::bit_cast<bits>(x), (int(I) * 0 + int(sizeof...(I)) - 1)...));
  }(std::make_index_sequence<B::size>());
}

#else

template <int By, class B>
TENON_INLINE B lanes_moved_up(B x, B fill) {
  lane_of<B> from[B::size + By];
  fill.store_unaligned(from);
  x.store_unaligned(from + By);
  return B::load_unaligned(from);
}

template <int By, class B>
TENON_INLINE B lanes_moved_down(B x) {
  lane_of<B> from[B::size + By] = {};
  x.store_unaligned(from);
  return B::load_unaligned(from + By);
}

template <class B>
TENON_INLINE auto first_lane(B x) {
  lane_of<B> lanes[B::size];
  x.store_unaligned(lanes);
  return lanes[0];
}

template <class B>
TENON_INLINE B last_lane_in_all(B x) {
  lane_of<B> lanes[B::size];
  x.store_unaligned(lanes);
  return B(lanes[B::size - 1]);
}

template <class B>
TENON_INLINE B lanes_reversed(B x) {
  lane_of<B> lanes[B::size];
  x.store_unaligned(lanes);
  for (std::size_t i = 0; i < B::size / 2; ++i) std::swap(lanes[i], lanes[B::size - 1 - i]);
  return B::load_unaligned(lanes);
}

#endif

}  // namespace detail

/// The lanes of x in reverse order.
template <class T, int L>
TENON_INLINE pack<T, L> reversed(pack<T, L> x) {
  constexpr int parts = pack<T, L>::parts;
  return pack<T, L>::each([&](int i) TENON_LAMBDA_INLINE { return detail::lanes_reversed(x.part[parts - 1 - i]); });
}

}  // namespace tenon::simd

#endif
