#ifndef TENON_PLAN_MEMORY_HPP
#define TENON_PLAN_MEMORY_HPP

#include "tenon/plan/plan.hpp"

namespace tenon::detail {

/// The first kernels of the first and of the last launch that touch each buffer; -1 where none does.
struct lifetimes {
  list<int> first, last;

  constexpr explicit lifetimes(const plan& p) : first(p.buffers.size(), -1), last(p.buffers.size(), -1) {
    for (int k = 0, launch = 0; k < p.kernels.size(); ++k) {
      const kernel& kn = p.kernels[k];
      if (kn.launched > 0) launch = k;
      for (int i = 0; i < kn.accesses; ++i) touch(p.placements[kn.first_access + i].buffer, launch);
      if (kn.layout >= 0) touch(p.layouts[kn.layout].a.buffer, launch), touch(p.layouts[kn.layout].b.buffer, launch);
    }
  }

 private:
  constexpr void touch(int buffer, int k) {
    if (buffer < 0) return;
    if (first[buffer] < 0) first[buffer] = k;
    last[buffer] = k;
  }
};

/// Gives every arena buffer a slot. A slot is taken over by a later buffer once its last reader is through: of equal size where
/// sizes are symbols, otherwise the smallest that suffices, or else the largest one is widened.
constexpr void assign_slots(plan& p, extent_arithmetic arithmetic) {
  const lifetimes live(p);
  list<int> free_from;  // of each slot: the first kernel that may write it anew
  list<int> first_born(p.kernels.size(), -1), next_born(p.buffers.size(), -1);  // arena buffers by the kernel that writes them
  for (int b = p.buffers.size(); b-- > 0;)
    if (p.buffers[b].kind == buffer_kind::arena && live.first[b] >= 0) {
      next_born[b] = first_born[live.first[b]];
      first_born[live.first[b]] = b;
    }
  for (int k = 0; k < p.kernels.size(); ++k)
    for (int b = first_born[k]; b >= 0; b = next_born[b]) {
      buffer& wanted = p.buffers[b];
      const extent bytes = arithmetic.multiply(wanted.elements, {size_of(wanted.type)});
      int best = -1;
      for (int s = 0; s < p.slots.size(); ++s) {
        if (free_from[s] > k || p.slots[s].is_static() != bytes.is_static()) continue;
        if (!bytes.is_static()) {
          if (p.slots[s] == bytes) best = s;
          continue;
        }
        const std::int64_t have = p.slots[s].code, need = bytes.code;
        const std::int64_t most = best < 0 ? -1 : p.slots[best].code;
        if (best < 0 || (most < need ? have > most : have >= need && have < most)) best = s;
      }
      if (best < 0) {
        best = p.slots.size();
        p.slots.push_back(bytes);
        free_from.push_back(0);
      }
      if (bytes.is_static() && p.slots[best].code < bytes.code) p.slots[best] = bytes;
      wanted.place = best;
      free_from[best] = live.last[b] + 1;
    }
}

}  // namespace tenon::detail

#endif
