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

/// Lane i joins lane i + n / 2, then the same in the first half, until one is left.
template <opcode Step, class T, int N, class B>
TENON_INLINE T fold_halves(B x) {
  if constexpr (N == 1) return T(detail::first_lane(x));
  else return detail::fold_halves<Step, T, N / 2>(detail::lane<T>(at<Step>(), x, detail::lanes_moved_down<N / 2>(x)));
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

/// All lanes reduced to one in the order of a balanced tree: lane i with lane i + L / 2 first. Op is a reduction other than
/// argmax and argmin; reduce_any and reduce_all take any type and give bool.
template <opcode Op, class T, int L>
TENON_INLINE auto reduce(pack<T, L> x) {
  if constexpr (Op == opcode::reduce_any) return any(convert<bool>(x));
  else if constexpr (Op == opcode::reduce_all) return all(convert<bool>(x));
  else return detail::fold_halves<detail::step_of(Op), T, pack<T, L>::width>(detail::fold_parts<detail::step_of(Op)>(x));
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
