#ifndef TENON_PLAN_MEMORY_HPP
#define TENON_PLAN_MEMORY_HPP

#include "tenon/plan/plan.hpp"

namespace tenon::detail {

/// The first and the last kernel that touch each buffer; -1 where none does.
struct lifetimes {
  list<int> first, last;

  constexpr explicit lifetimes(const plan& p) : first(p.buffers.size(), -1), last(p.buffers.size(), -1) {
    for (int k = 0; k < p.kernels.size(); ++k) {
      const kernel& kn = p.kernels[k];
      for (int i = 0; i < kn.accesses; ++i) touch(p.placements[kn.first_access + i].buffer, k);
      if (kn.layout >= 0) touch(p.layouts[kn.layout].a.buffer, k), touch(p.layouts[kn.layout].b.buffer, k);
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

/// For each output, the inputs whose memory it may be written to while they are read: every kernel that reads such an input
/// comes before the one that writes the output, or is that one and reads each element just where it writes it. Strides that are
/// symbols are left to the call to compare.
constexpr void find_safe_aliases(plan& p, int outputs) {
  for (int o = 0; o < outputs; ++o) p.safe_aliases.push_back(~std::uint64_t(0));
  const auto each_access = [&](auto&& visit) {
    for (int k = 0; k < p.kernels.size(); ++k)
      for (int i = 0; i < p.kernels[k].accesses; ++i) visit(k, p.kernels[k].first_access + i);
  };
  list<int> writer(outputs, -1), written(outputs, -1);  // the kernel and the access that write an output first
  each_access([&](int k, int i) {
    const int b = p.placements[i].buffer;
    if (b < 0 || !p.accesses[i].is_store() || p.buffers[b].kind != buffer_kind::output) return;
    if (writer[p.buffers[b].place] < 0) writer[p.buffers[b].place] = k, written[p.buffers[b].place] = i;
  });
  const auto forbid = [&](int output, int input) { p.safe_aliases[output] &= input < 64 ? ~(std::uint64_t(1) << input) : ~std::uint64_t(0); };
  const auto same_elements = [&](int i, int j) {
    if (p.placements[i].index_stride.code != 0 || p.accesses[i].type != p.accesses[j].type || p.placements[i].offset != p.placements[j].offset) return false;
    for (int r = 0; r < max_rank; ++r)
      if (const extent a = p.placements[i].strides[r], b = p.placements[j].strides[r]; a != b && a.is_static() && b.is_static()) return false;
    return true;
  };
  const auto is_written_early = [&](int k, int i) {  // a later pass over the same elements may read what stood there
    return p.kernels[k].passes > 1 && p.body[p.kernels[k].first_instruction + p.accesses[i].stored].level < p.kernels[k].passes - 1;
  };
  each_access([&](int k, int i) {
    const int b = p.placements[i].buffer;
    if (b < 0 || p.accesses[i].is_store() || p.buffers[b].kind != buffer_kind::input) return;
    for (int o = 0; o < outputs; ++o)
      if (k > writer[o] || (k == writer[o] && (!same_elements(i, written[o]) || is_written_early(k, written[o])))) forbid(o, p.buffers[b].place);
  });
  for (int k = 0; k < p.kernels.size(); ++k) {
    if (p.kernels[k].layout < 0) continue;
    const contraction_layout& c = p.layouts[p.kernels[k].layout];
    for (int b : {c.a.buffer, c.b.buffer})
      for (int o = 0; o < outputs; ++o)
        if (p.buffers[b].kind == buffer_kind::input && k >= writer[o]) forbid(o, p.buffers[b].place);
  }
}

}  // namespace tenon::detail

#endif
