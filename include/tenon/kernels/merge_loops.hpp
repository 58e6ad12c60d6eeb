#ifndef TENON_KERNELS_MERGE_LOOPS_HPP
#define TENON_KERNELS_MERGE_LOOPS_HPP

#include "tenon/base/machine.hpp"
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
  loop_body<D>::each_access([&]<int A>(std::integral_constant<int, A>) TENON_LAMBDA_INLINE {
    constexpr loop_access x = D.access[A];
    if constexpr (x.lane == lane_step::one) ok = ok && a.step[A][r] == size_of(x.type);
    else if constexpr (x.lane == lane_step::zero) ok = ok && a.step[A][r] == 0;
    else if constexpr (x.lane == lane_step::across) ok = false;
  });
  return ok;
}

}  // namespace detail

/// Does at run time what the plan could not: neighbouring loops (of kept axes, of reduced axes) that all operands run through as
/// one become one. Loops that are left with a single step stand in front of those. A loop takes another one's place only where
/// the kernel's code holds for its steps: as lanes, not as the rows of blocks that are transposed.
template <auto D>
TENON_NOINLINE TENON_HOT void merge_loops(typename loop_body<D>::arguments& a) {
  constexpr int kept = D.rank - D.reduced, lane = loop_body<D>::lane_loop, rows = loop_body<D>::reads_across() ? lane - 1 : -1;
  for (int outermost = D.rank - 1; outermost-- > 0;)
    for (int r = outermost; r != kept - 1 && r + 1 < D.rank; ++r) {
      if (a.extents[r + 1] == 1) {
        if (r + 1 == rows || (r + 1 == lane && !detail::may_be_lanes<D>(a, r))) break;
        detail::leave_to_next(a, D.accesses, r);
        continue;
      }
      if (a.extents[r] != 1 && detail::run_through_as_one(a, D.accesses, r)) {
        a.extents[r + 1] *= a.extents[r];
        a.extents[r] = 1;
      }
      break;
    }
}

/// Whether the results of a loop are so large, and so aligned, that they may be streamed.
template <auto D>
bool may_stream(const typename loop_body<D>::arguments& a) {
  constexpr int lane = loop_body<D>::lane_loop;
  double bytes = 0;
  bool aligned = true;
  loop_body<D>::each_access([&]<int A>(std::integral_constant<int, A>) TENON_LAMBDA_INLINE {
    constexpr loop_access x = D.access[A];
    double elements = size_of(x.type);
    std::intptr_t places = a.start[A];
    for (int r = 0; r < D.rank; ++r) {
      elements *= a.step[A][r] == 0 ? 1 : double(a.extents[r]);
      if (r != lane) places |= a.step[A][r];
    }
    bytes += elements;
    if constexpr (x.is_store() && x.space == loop_space::inner) aligned = aligned && places % 64 == 0;
  });
  return aligned && bytes > least_streaming_bytes && bytes > streaming_bytes();
}

/// Whether all operands move along the lanes as the descriptor expects of them.
template <auto D>
bool moves_as_expected(const typename loop_body<D>::arguments& a) {
  constexpr int lane = loop_body<D>::lane_loop;
  bool ok = true;
  loop_body<D>::each_access([&]<int A>(std::integral_constant<int, A>) TENON_LAMBDA_INLINE {
    constexpr loop_access x = D.access[A];
    if constexpr (x.may_rest) ok = ok && a.step[A][x.lane == lane_step::across ? lane - 1 : lane] == size_of(x.type);
  });
  return ok;
}

}  // namespace tenon::kernels

#endif
