#ifndef TENON_PLAN_LANES_HPP
#define TENON_PLAN_LANES_HPP

#include "tenon/plan/kernel_builder.hpp"

// Along which loop the lanes of a kernel's vectors lie, and how operands move along them.

namespace tenon::detail {

/// Whether a step is one element unless an extent turns out to be 1, as only run time knows.
constexpr bool may_be_one(extent step, const graph& g) {
  return !step.is_static() && g.symbols[step.symbol()].kind == symbol_kind::stride_of && g.symbols[step.symbol()].b == 1;
}
constexpr bool is_one(extent step, const graph& g) { return step.code == 1 || may_be_one(step, g); }

/// Whether an operand that is loaded is contiguous along a loop that is not the lanes'.
constexpr bool lies_across(const kernel_builder& b, int access, int loop, int lane, const graph& g) {
  const placement& p = b.placements[access];
  return b.is_loaded(access) && is_one(p.strides[loop], g) && p.strides[lane].code != 0 && !is_one(p.strides[lane], g);
}

/// Brings the loop along which most operands lie across the lanes in front of these.
constexpr void nest_across(loop_nest& nest, nest_strides& strides, const kernel_builder& b, const graph& g) {
  const int lane = nest.count - 1;
  int best = -1, most = 0;
  for (int loop = 0; loop < lane; ++loop) {
    int across = 0;
    for (int i = 0; i < b.accesses.size(); ++i) across += lies_across(b, i, loop, lane, g);
    if (across > most) most = across, best = loop;
  }
  if (best < 0) return;
  const loop_nest before = nest;
  for (int i = best; i + 1 < lane; ++i) nest.axis[i] = before.axis[i + 1], nest.extents[i] = before.extents[i + 1];
  nest.axis[lane - 1] = before.axis[best];
  nest.extents[lane - 1] = before.extents[best];
  for (placement* p : strides.placements) {
    const extent step = p->strides[best];
    for (int i = best; i + 1 < lane; ++i) p->strides[i] = p->strides[i + 1];
    p->strides[lane - 1] = step;
  }
}

/// Whether more operands are contiguous along the last reduced axis than along the last kept one.
constexpr bool lanes_along_reduced(const kernel& k, const kernel_builder& b, const graph& g) {
  int along_reduced = 0, along_kept = 0;
  for (const placement& p : b.placements) {
    along_reduced += is_one(p.strides[k.rank - 1], g);
    if (k.rank > k.reduced) along_kept += is_one(p.strides[k.rank - k.reduced - 1], g);
  }
  const extent kept = k.extents[k.rank - k.reduced - 1];
  return along_reduced >= along_kept || kept.code == 1;
}

/// Says how an operand moves along the lanes. Loops are made for what is likely, other kernels take steps as they are.
constexpr void choose_lane_step(kernel_builder& b, int access, int lane, bool is_loop, const graph& g) {
  const extent step = b.placements[access].strides[lane];
  loop_access& a = b.accesses[access];
  a.lane = step.code == 0 ? lane_step::zero : step.code == 1 ? lane_step::one : lane_step::other;
  if (a.cached) a.lane = lane_step::one;
  if (!is_loop || b.placements[access].buffer < 0) return;
  if (may_be_one(step, g)) a.lane = lane_step::one, a.may_rest = true;
  if (b.mask() == 0 && lane > 0 && lies_across(b, access, lane - 1, lane, g)) {
    a.lane = lane_step::across;
    a.may_rest = may_be_one(b.placements[access].strides[lane - 1], g);
  }
}

}  // namespace tenon::detail

#endif
