#ifndef TENON_KERNELS_MERGE_LOOPS_HPP
#define TENON_KERNELS_MERGE_LOOPS_HPP

#include "tenon/kernels/loop_body.hpp"

namespace tenon::kernels {
namespace detail {

/// Loop r becomes one of a single step: what it did is done by loop r + 1, which is given its extent and step.
template <class Arguments>
void leave_to_next(Arguments& a, int accesses, int r) {
  a.extents[r + 1] = a.extents[r];
  a.extents[r] = 1;
  for (int i = 0; i < accesses; ++i) a.step[i][r + 1] = a.step[i][r];
}

template <class Arguments>
bool run_through_as_one(const Arguments& a, int accesses, int r) {
  for (int i = 0; i < accesses; ++i)
    if (a.step[i][r] != a.step[i][r + 1] * a.extents[r + 1]) return false;
  return true;
}

/// Whether operands move along a loop as the kernel's code has them move along its lanes.
template <auto D>
bool may_be_lanes(const typename loop_body<D>::arguments& a, int r) {
  bool ok = true;
  for (int i = 0; i < D.accesses; ++i) {
    const lane_step lane = D.access[i].lane;
    ok = ok && (lane == lane_step::other || (lane == lane_step::one && a.step[i][r] == size_of(D.access[i].type)) || (lane == lane_step::zero && a.step[i][r] == 0));
  }
  return ok;
}

}  // namespace detail

/// Does at run time what the plan could not: neighbouring loops (of kept axes, of reduced axes) that all operands run through as
/// one become one. The outer one of them is left with a single step.
template <auto D>
TENON_NOINLINE TENON_HOT void merge_loops(typename loop_body<D>::arguments& a) {
  constexpr int kept = D.rank - D.reduced;
  for (int r = D.rank - 1; r-- > 0;) {
    if (r == kept - 1) continue;
    if (a.extents[r + 1] == 1) {
      if (r + 1 != loop_body<D>::lane_loop || detail::may_be_lanes<D>(a, r)) detail::leave_to_next(a, D.accesses, r);
    } else if (a.extents[r] != 1 && detail::run_through_as_one(a, D.accesses, r)) {
      a.extents[r + 1] *= a.extents[r];
      a.extents[r] = 1;
    }
  }
}

/// Whether all operands move along the lanes as the descriptor expects of them.
template <auto D>
bool moves_as_expected(const typename loop_body<D>::arguments& a) {
  constexpr int lane = loop_body<D>::lane_loop;
  bool ok = true;
  for (int i = 0; i < D.accesses; ++i)
    if (D.access[i].may_rest) ok = ok && a.step[i][D.access[i].lane == lane_step::across ? lane - 1 : lane] == size_of(D.access[i].type);
  return ok;
}

}  // namespace tenon::kernels

#endif
