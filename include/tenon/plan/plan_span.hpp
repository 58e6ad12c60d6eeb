#ifndef TENON_PLAN_PLAN_SPAN_HPP
#define TENON_PLAN_PLAN_SPAN_HPP

#include "tenon/ir/graph_span.hpp"
#include "tenon/plan/plan.hpp"

namespace tenon {

/// A look at a plan or a frozen_plan of any size: what code that should exist once takes instead of either.
struct plan_span {
  list_span<kernel> kernels;
  list_span<instruction> body;
  list_span<loop_access> accesses;
  list_span<placement> placements;
  list_span<contraction_layout> layouts;
  list_span<buffer> buffers;
  list_span<extent> slots;
  list_span<index_check> checks;
  list_span<stored_value> stored;
  list_span<symbol> symbols;

  template <class Plan>
  constexpr explicit plan_span(const Plan& p)
      : kernels(of(p.kernels)), body(of(p.body)), accesses(of(p.accesses)), placements(of(p.placements)), layouts(of(p.layouts)),
        buffers(of(p.buffers)), slots(of(p.slots)), checks(of(p.checks)), stored(of(p.stored)), symbols(of(p.symbols)) {}

  constexpr list_span<instruction> body_of(const kernel& k) const { return {body.begin() + k.first_instruction, k.instructions}; }
  constexpr list_span<loop_access> accesses_of(const kernel& k) const { return {accesses.begin() + k.first_access, k.accesses}; }
  constexpr list_span<placement> placements_of(const kernel& k) const { return {placements.begin() + k.first_access, k.accesses}; }

 private:
  template <class List>
  static constexpr auto of(const List& l) {
    return list_span{l.begin(), l.size()};
  }
};

}  // namespace tenon

#endif
