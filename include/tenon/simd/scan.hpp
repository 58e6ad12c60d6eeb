#ifndef TENON_SIMD_SCAN_HPP
#define TENON_SIMD_SCAN_HPP

#include <limits>

#include "tenon/simd/lanes.hpp"
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

/// Lane i takes what lanes 0 to i make together: those By and more before it join in each step.
template <opcode Op, int By, class P>
TENON_INLINE P scan_register(P x) {
  if constexpr (By >= P::lanes) return x;
  else {
    const auto fill = P::broadcast(scan_neutral<Op, typename P::element>);
    return detail::scan_register<Op, 2 * By>(scan_step<Op>(P{{lanes_moved_up<By>(x.part[0], fill.part[0])}}, x));
  }
}

template <int By, class B>
TENON_INLINE B running_max(B x, B least) {
  if constexpr (By >= int(B::size)) return x;
  else return detail::running_max<2 * By>(xsimd::max(detail::lanes_moved_up<By>(x, least), x), least);
}

/// Sums of exponentials, each relative to the number in `top` of its lane: what is moved up is brought to that.
template <int By, class B>
TENON_INLINE B running_sum_below(B sum, B top) {
  using W = lane_of<B>;
  if constexpr (By >= int(B::size)) return sum;
  else {
    const B other = detail::lanes_moved_up<By>(sum, B(W(0))), smaller = detail::lanes_moved_up<By>(top, top) - top;
    return detail::running_sum_below<2 * By>(xsimd::fma(other, standard::exp(smaller), sum), top);
  }
}

/// The running log of sums of exponentials of x, behind `before` in all lanes. All sums are relative to the running maximum, and
/// the only logarithm is the last step. Only that and the two exponentials before it wait for `before`. As the maximum is finite,
/// no difference is NaN unless a number is.
template <class B>
TENON_INLINE B running_logsumexp(B before, B x) {
  using W = lane_of<B>;
  const B most(std::numeric_limits<W>::max()), least(std::numeric_limits<W>::lowest());
  const B top = detail::running_max<1>(xsimd::min(most, xsimd::max(least, x)), least);
  const B sum = detail::running_sum_below<1>(standard::exp(x - top), top);
  const B greater = xsimd::min(most, xsimd::max(before, top));
  return greater + standard::log(xsimd::fma(sum, standard::exp(top - greater), standard::exp(before - greater)));
}

}  // namespace detail

/// The scan of the lanes of x, which stand behind those of `before`.
template <opcode Op, class T, int L>
TENON_INLINE pack<T, L> scan_lanes(pack<T, L> before, pack<T, L> x) {
  using part = pack<T, pack<T, L>::width>;
  part carry{{detail::last_lane_in_all(before.part[pack<T, L>::parts - 1])}};
  pack<T, L> result;
  for (int i = 0; i < pack<T, L>::parts; ++i) {
    part scanned;
    if constexpr (Op == opcode::scan_logsumexp) scanned = {{detail::running_logsumexp(carry.part[0], x.part[i])}};
    else scanned = scan_step<Op>(carry, detail::scan_register<Op, 1>(part{{x.part[i]}}));
    result.part[i] = scanned.part[0];
    carry.part[0] = detail::last_lane_in_all(scanned.part[0]);
  }
  return result;
}

}  // namespace tenon::simd

#endif
