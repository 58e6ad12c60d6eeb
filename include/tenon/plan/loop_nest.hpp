#ifndef TENON_PLAN_LOOP_NEST_HPP
#define TENON_PLAN_LOOP_NEST_HPP

#include "tenon/plan/plan.hpp"

namespace tenon::detail {

/// The axes of a kernel's loops while it is being planned, in the order in which they will be nested.
struct loop_nest {
  enum role : std::uint8_t { outer, rows, columns, reduced };  // only loops of one role are merged

  int count = 0;
  int axis[max_loops] = {};  // which axis of the domain
  role roles[max_loops] = {};
  extent extents[max_loops] = {};

  constexpr void add(int domain_axis, role r, extent e) {
    axis[count] = domain_axis;
    roles[count] = r;
    extents[count++] = e;
  }
  constexpr void remove(int i) {
    for (--count; i < count; ++i) axis[i] = axis[i + 1], roles[i] = roles[i + 1], extents[i] = extents[i + 1];
  }
};

/// Strides of all operands of a kernel by loop, rearranged together with the loops.
struct nest_strides {
  list<placement*> placements;  // strides by loop

  /// From strides by axis of the domain.
  constexpr void reorder(const loop_nest& nest) {
    for (placement* p : placements) {
      const placement before = *p;
      for (int i = 0; i < max_loops; ++i) p->strides[i] = i < nest.count ? before.strides[nest.axis[i]] : extent{0};
    }
  }
  constexpr void remove(int loop, int count) {
    for (placement* p : placements) {
      for (int i = loop; i + 1 < count; ++i) p->strides[i] = p->strides[i + 1];
      p->strides[count - 1] = {0};
    }
  }
  /// Whether stepping the outer loop once is stepping the inner one through its extent, for every operand.
  constexpr bool mergeable(int outer, extent inner_extent, extent_arithmetic arithmetic) const {
    for (const placement* p : placements)
      if (p->strides[outer] != arithmetic.multiply(p->strides[outer + 1], inner_extent)) return false;
    return true;
  }
};

/// Drops loops of one step and merges neighbours of one role that all operands run through as one.
constexpr void merge_loops(loop_nest& nest, nest_strides& strides, extent_arithmetic arithmetic) {
  for (int i = nest.count; i-- > 0;)
    if (nest.extents[i].code == 1) {
      strides.remove(i, nest.count);
      nest.remove(i);
    }
  for (int i = nest.count - 1; i-- > 0;) {
    if (nest.roles[i] != nest.roles[i + 1] || !strides.mergeable(i, nest.extents[i + 1], arithmetic)) continue;
    const extent merged = arithmetic.multiply(nest.extents[i], nest.extents[i + 1]);
    strides.remove(i, nest.count);  // the inner strides are those of the merged loop
    nest.remove(i);
    nest.extents[i] = merged;
  }
}

}  // namespace tenon::detail

#endif
