#ifndef TENON_SIMD_SCAN_HPP
#define TENON_SIMD_SCAN_HPP

#include <bit>
#include <limits>
#include <utility>

#include "tenon/simd/pointwise.hpp"

namespace tenon::simd {

/// What a scan stands at before its first place.
template <opcode Op, class T>
inline constexpr T scan_neutral = Op == opcode::scan_sum ? T(0) : Op == opcode::scan_product ? T(1) : T(-std::numeric_limits<T>::infinity());

/// The value of a scan at the next place, in each lane.
template <opcode Op, class P>
TENON_INLINE P scan_step(P before, P next) {
  if constexpr (Op == opcode::scan_sum) return apply<opcode::add>(before, next);
  else if constexpr (Op == opcode::scan_product) return apply<opcode::mul>(before, next);
  else {
    using T = typename P::element;
    const P greater = apply<opcode::max>(before, next), lesser = apply<opcode::min>(before, next);
    const P sum = apply<opcode::add>(greater, apply<opcode::log1p>(apply<opcode::exp>(apply<opcode::sub>(lesser, greater))));
    const auto infinite = apply<opcode::equal>(apply<opcode::absolute>(greater), P::broadcast(std::numeric_limits<T>::infinity()));
    return apply<opcode::select>(infinite, greater, sum);
  }
}

namespace detail {

#if defined(__GNUC__)

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

template <class B>
TENON_INLINE B last_lane_in_all(B x) {
  lane_of<B> lanes[B::size];
  x.store_unaligned(lanes);
  return B(lanes[B::size - 1]);
}

#endif

/// Lane i takes what lanes 0 to i make together: those By and more before it join in each step.
template <opcode Op, int By, class P>
TENON_INLINE P scan_register(P x) {
  if constexpr (By >= P::lanes) return x;
  else {
    const auto fill = P::broadcast(scan_neutral<Op, typename P::element>);
    return detail::scan_register<Op, 2 * By>(scan_step<Op>(P{{lanes_moved_up<By>(x.part[0], fill.part[0])}}, x));
  }
}

}  // namespace detail

/// The scan of the lanes of x, which stand behind those of `before`.
template <opcode Op, class T, int L>
TENON_INLINE pack<T, L> scan_lanes(pack<T, L> before, pack<T, L> x) {
  using part = pack<T, pack<T, L>::width>;
  part carry{{detail::last_lane_in_all(before.part[pack<T, L>::parts - 1])}};
  pack<T, L> result;
  for (int i = 0; i < pack<T, L>::parts; ++i) {
    const part scanned = scan_step<Op>(carry, detail::scan_register<Op, 1>(part{{x.part[i]}}));
    result.part[i] = scanned.part[0];
    carry.part[0] = detail::last_lane_in_all(scanned.part[0]);
  }
  return result;
}

}  // namespace tenon::simd

#endif
