#ifndef TENON_BACKENDS_KERNEL_ARGUMENTS_HPP
#define TENON_BACKENDS_KERNEL_ARGUMENTS_HPP

#include "tenon/ir/binding.hpp"
#include "tenon/kernels/loop_body.hpp"
#include "tenon/plan/plan.hpp"

// From the kernels of a plan to what kernels are made from and what they are told in a call.

namespace tenon::backends::detail {

/// Kernel number K of a plan as a value that its loop body is made from.
template <const auto& Plan, int K>
consteval auto descriptor() {
  constexpr kernel k = Plan.kernels[K];
  loop_descriptor<k.instructions, k.accesses> d;
  d.rank = k.rank;
  d.reduced = k.reduced;
  d.passes = k.passes;
  d.scans = k.scans;
  d.lanes = k.lanes;
  for (int i = 0; i < k.instructions; ++i) d.body[i] = Plan.body[k.first_instruction + i];
  for (int i = 0; i < k.accesses; ++i) d.access[i] = Plan.accesses[k.first_access + i];
  if (d.depends_on_tier()) d.tier = Plan.tier;
  return d;
}

/// The memory of one call.
struct call_frame {
  std::byte* const* buffers;
  const std::int64_t* symbols;

  std::int64_t number(extent e) const { return resolve(e, symbols); }
  std::intptr_t address(const placement& p, int size) const {
    if (p.buffer < 0) return std::intptr_t(number(p.offset));
    return reinterpret_cast<std::intptr_t>(buffers[p.buffer]) + std::intptr_t(number(p.offset)) * size;
  }
};

/// Fills in how the accesses of a kernel move, and where they start: as offsets in their buffers.
template <const auto& Plan, int K, class Arguments>
TENON_INLINE constexpr void bind_nest(Arguments& a, const std::int64_t* symbols) {
  constexpr kernel k = Plan.kernels[K];
  for (int r = 0; r < k.rank; ++r) a.extents[r] = resolve(k.extents[r], symbols);
  for (int i = 0; i < k.accesses; ++i) {
    const placement& p = Plan.placements[k.first_access + i];
    const int size = p.buffer < 0 ? 1 : size_of(Plan.accesses[k.first_access + i].type);
    a.start[i] = std::intptr_t(resolve(p.offset, symbols)) * size;
    a.index_stride[i] = resolve(p.index_stride, symbols);
    for (int r = 0; r < k.rank; ++r) a.step[i][r] = std::intptr_t(resolve(p.strides[r], symbols)) * size;
  }
}

/// The same with addresses for starts.
template <const auto& Plan, int K, class Arguments>
TENON_INLINE void bind(Arguments& a, const call_frame& f) {
  constexpr kernel k = Plan.kernels[K];
  bind_nest<Plan, K>(a, f.symbols);
  for (int i = 0; i < k.accesses; ++i)
    if (const int b = Plan.placements[k.first_access + i].buffer; b >= 0) a.start[i] += reinterpret_cast<std::intptr_t>(f.buffers[b]);
}

}  // namespace tenon::backends::detail

#endif
