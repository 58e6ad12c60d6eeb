#ifndef TENON_SIMD_REDUCE_HPP
#define TENON_SIMD_REDUCE_HPP

#include "tenon/simd/lanes.hpp"
#include "tenon/simd/pointwise.hpp"

namespace tenon::simd {
namespace detail {

/// The pointwise primitive that a reduction repeats.
consteval opcode step_of(opcode reduction) {
  switch (reduction) {
    case opcode::reduce_sum: return opcode::add;
    case opcode::reduce_product: return opcode::mul;
    case opcode::reduce_max: return opcode::max;
    case opcode::reduce_min: return opcode::min;
    default: throw "no reduction of a pack";
  }
}

/// Lane i of the first N joins lane i + N / 2, then the same in the first half, until one is left. Registers become narrower on
/// the way, down to 16 bytes.
template <opcode Step, class T, int N, class B>
TENON_INLINE T fold_halves(B x) {
  constexpr int size = int(B::size);
  if constexpr (N == 1) {
    return T(detail::first_lane(x));
  } else if constexpr (sizeof(B) > 16) {
    using half = xsimd::make_sized_batch_t<lane_of<B>, size / 2>;
    const half first = detail::some_lanes<half, 0>(x);
    if constexpr (N <= size / 2) return detail::fold_halves<Step, T, N>(first);
    else return detail::fold_halves<Step, T, N / 2>(detail::lane<T>(at<Step>(), first, detail::some_lanes<half, size / 2>(x)));
  } else if constexpr (N == 3) {
    const B outer = detail::lane<T>(at<Step>(), x, detail::lanes_swapped<2>(x));
    return T(detail::first_lane(detail::lane<T>(at<Step>(), outer, detail::lanes_swapped<1>(x))));
  } else {
    return detail::fold_halves<Step, T, N / 2>(detail::lane<T>(at<Step>(), x, detail::lanes_swapped<N / 2>(x)));
  }
}

/// How many lanes are folded where the first n matter: three can be told from four, otherwise it is a power of two.
template <class B>
consteval int folded_lanes(int n) {
  return n == 3 && sizeof(lane_of<B>) == 4 ? 3 : int(std::bit_ceil(unsigned(n)));
}

/// The same tree over registers.
template <opcode Step, class T, int L>
TENON_INLINE typename pack<T, L>::register_type fold_parts(pack<T, L> x) {
  for (int n = pack<T, L>::parts / 2; n > 0; n /= 2)
    for (int i = 0; i < n; ++i) x.part[i] = detail::lane<T>(at<Step>(), x.part[i], x.part[i + n]);
  return x.part[0];
}

}  // namespace detail

/// Whether any lane is true.
template <int L>
TENON_INLINE bool any(pack<bool, L> x) {
  bool r = false;
  for (int i = 0; i < pack<bool, L>::parts; ++i) r = r || xsimd::any(x.part[i]);
  return r;
}

template <int L>
TENON_INLINE bool all(pack<bool, L> x) {
  bool r = true;
  for (int i = 0; i < pack<bool, L>::parts; ++i) r = r && xsimd::all(x.part[i]);
  return r;
}

/// Whether `reduce` of the first N lanes takes no notice of the others.
template <opcode Op, class T, int N>
inline constexpr bool leaves_out_lanes =
    N > 0 && N == detail::folded_lanes<xsimd::batch<detail::word_of<T>>>(N) && (Op == opcode::reduce_sum || Op == opcode::reduce_product || Op == opcode::reduce_max || Op == opcode::reduce_min);

/// All lanes reduced to one in the order of a balanced tree: lane i with lane i + L / 2 first. Op is a reduction other than
/// argmax and argmin; reduce_any and reduce_all take any type and give bool. Where N is not 0, only the first N lanes take part,
/// and perhaps the others up to the next power of two, unless leaves_out_lanes<Op, T, N>.
template <opcode Op, int N = 0, class T, int L>
TENON_INLINE auto reduce(pack<T, L> x) {
  using P = pack<T, L>;
  if constexpr (Op == opcode::reduce_any) return any(convert<bool>(x));
  else if constexpr (Op == opcode::reduce_all) return all(convert<bool>(x));
  else if constexpr (N > 0 && N < P::width) return detail::fold_halves<detail::step_of(Op), T, detail::folded_lanes<typename P::register_type>(N)>(x.part[0]);
  else return detail::fold_halves<detail::step_of(Op), T, P::width>(detail::fold_parts<detail::step_of(Op)>(x));
}

/// The same in all lanes.
template <opcode Op, int N = 0, class T, int L>
TENON_INLINE pack<T, L> reduce_to_all(pack<T, L> x) {
  return pack<T, L>::broadcast(T(reduce<Op, N>(x)));
}

template <class T, int L>
TENON_INLINE T reduce_add(pack<T, L> x) {
  return reduce<opcode::reduce_sum>(x);
}
template <class T, int L>
TENON_INLINE T reduce_mul(pack<T, L> x) {
  return reduce<opcode::reduce_product>(x);
}
template <class T, int L>
TENON_INLINE T reduce_max(pack<T, L> x) {
  return reduce<opcode::reduce_max>(x);
}
template <class T, int L>
TENON_INLINE T reduce_min(pack<T, L> x) {
  return reduce<opcode::reduce_min>(x);
}

}  // namespace tenon::simd

#endif
