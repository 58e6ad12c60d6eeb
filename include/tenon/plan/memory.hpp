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
constexpr void find_safe_aliases(plan& p, int inputs, int outputs) {
  const int words = alias_words(inputs);
  p.safe_aliases.resize(outputs * words);
  const auto place = [&](int buffer, buffer_kind kind) { return buffer >= 0 && p.buffers[buffer].kind == kind ? p.buffers[buffer].place : -1; };
  const auto stored = [&](int i) { return p.accesses[i].is_store() ? place(p.placements[i].buffer, buffer_kind::output) : -1; };
  const auto each_input = [&](const kernel& k, auto&& visit) {  // that a kernel reads; by access, or -1 for operands of a contraction
    const auto one = [&](int buffer, int access) {
      if (const int input = place(buffer, buffer_kind::input); input >= 0) visit(input / 64, std::uint64_t(1) << input % 64, access);
    };
    for (int i = k.first_access; i < k.first_access + k.accesses; ++i)
      if (!p.accesses[i].is_store()) one(p.placements[i].buffer, i);
    if (k.layout >= 0) one(p.layouts[k.layout].a.buffer, -1), one(p.layouts[k.layout].b.buffer, -1);
  };
  const auto same_elements = [&](int i, int j) {
    if (p.placements[i].index_stride.code != 0 || p.accesses[i].type != p.accesses[j].type || p.placements[i].offset != p.placements[j].offset) return false;
    for (int r = 0; r < max_rank; ++r)
      if (const extent a = p.placements[i].strides[r], b = p.placements[j].strides[r]; a != b && a.is_static() && b.is_static()) return false;
    return true;
  };
  const auto is_written_early = [&](const kernel& k, int i) {  // a later pass over the same elements may read what stood there
    return k.passes > 1 && p.body[k.first_instruction + p.accesses[i].stored].level < k.passes - 1;
  };
  list<int> written(outputs, -1);  // the access that writes an output first
  for (const kernel& k : p.kernels)
    for (int i = k.first_access; i < k.first_access + k.accesses; ++i)
      if (const int o = stored(i); o >= 0 && written[o] < 0) written[o] = i;
  list<std::uint64_t> later(words, 0);  // the inputs that kernels behind the present one read
  for (int n = p.kernels.size(); n-- > 0;) {
    const kernel& k = p.kernels[n];
    for (int i = k.first_access; i < k.first_access + k.accesses; ++i) {
      const int o = stored(i);
      if (o < 0 || written[o] != i) continue;
      for (int w = 0; w < words; ++w) p.safe_aliases[o * words + w] = ~later[w];
      each_input(k, [&](int word, std::uint64_t bit, int access) {
        if (access < 0 || k.kind == kernel_kind::sort || !same_elements(access, i) || is_written_early(k, i)) p.safe_aliases[o * words + word] &= ~bit;
      });
    }
    each_input(k, [&](int word, std::uint64_t bit, int) { later[word] |= bit; });
  }
}

}  // namespace tenon::detail

#endif
