#ifndef TENON_PLAN_ALIAS_HPP
#define TENON_PLAN_ALIAS_HPP

#include "tenon/plan/plan.hpp"

namespace tenon::detail {

/// Finds for each output the inputs whose memory it may be written to while they are read: every kernel that reads such an input
/// is launched before the one that writes the output, or is that one and reads each element just where it writes it. Strides
/// that are symbols are left to the call to compare.
class alias_finder {
 public:
  constexpr alias_finder(plan& p, int inputs, int outputs) : p_(p), words_(alias_words(inputs)), written_(outputs, -1), later_(words_, 0) {
    p.safe_aliases.resize(outputs * words_);
    for (const kernel& k : p.kernels)
      for (int i = k.first_access; i < k.first_access + k.accesses; ++i)
        if (const int o = stored_output(i); o >= 0 && written_[o] < 0) written_[o] = i;
    for (int first = p.kernels.size(), end = first; first-- > 0; end = first) {
      while (p.kernels[first].launched == 0) --first;
      visit_launch(first, end);
    }
  }

 private:
  using input_set = list<std::uint64_t>;  // a bit for each input

  // First, since clang instantiates at once only what it has seen the body of.
  /// Calls visit(input, access) for each input that a kernel reads; the access is -1 for operands of a contraction.
  template <class F>
  constexpr void each_input(const kernel& k, F visit) const {
    const auto one = [&](int buffer, int access) {
      if (const int input = place_of(buffer, buffer_kind::input); input >= 0) visit(input, access);
    };
    for (int i = k.first_access; i < k.first_access + k.accesses; ++i)
      if (!p_.accesses[i].is_store()) one(p_.placements[i].buffer, i);
    if (k.layout >= 0) one(p_.layouts[k.layout].a.buffer, -1), one(p_.layouts[k.layout].b.buffer, -1);
  }

  constexpr void visit_launch(int first, int end) {
    input_set some(words_, 0), several(words_, 0);  // the inputs that a kernel of the launch reads, and that more than one does
    for (int n = first; n < end; ++n) {
      const input_set own = inputs_of(p_.kernels[n]);
      for (int w = 0; w < words_; ++w) several[w] |= some[w] & own[w], some[w] |= own[w];
    }
    for (int n = first; n < end; ++n) {
      const input_set own = inputs_of(p_.kernels[n]);
      input_set others(later_);
      if (end - first > 1)
        for (int w = 0; w < words_; ++w) others[w] |= several[w] | (some[w] & ~own[w]);
      visit_kernel(p_.kernels[n], others);
    }
    for (int w = 0; w < words_; ++w) later_[w] |= some[w];
  }

  /// `others` are the inputs that kernels which may run during or after this one read.
  constexpr void visit_kernel(const kernel& k, const input_set& others) {
    for (int i = k.first_access; i < k.first_access + k.accesses; ++i) {
      const int o = stored_output(i);
      if (o < 0 || written_[o] != i) continue;
      std::uint64_t* safe = p_.safe_aliases.begin() + o * words_;
      for (int w = 0; w < words_; ++w) safe[w] = ~others[w];
      each_input(k, [&](int input, int access) {
        if (access < 0 || k.kind == kernel_kind::sort || !same_elements(access, i) || is_written_early(k, i)) safe[input / 64] &= ~(std::uint64_t(1) << input % 64);
      });
    }
  }

  constexpr input_set inputs_of(const kernel& k) const {
    input_set s(words_, 0);
    each_input(k, [&](int input, int) { s[input / 64] |= std::uint64_t(1) << input % 64; });
    return s;
  }

  constexpr int place_of(int buffer, buffer_kind kind) const {
    return buffer >= 0 && p_.buffers[buffer].kind == kind ? p_.buffers[buffer].place : -1;
  }
  constexpr int stored_output(int access) const {
    return p_.accesses[access].is_store() ? place_of(p_.placements[access].buffer, buffer_kind::output) : -1;
  }

  constexpr bool same_elements(int i, int j) const {
    const placement &x = p_.placements[i], &y = p_.placements[j];
    if (x.index_stride.code != 0 || p_.accesses[i].type != p_.accesses[j].type || x.offset != y.offset) return false;
    for (int r = 0; r < max_loops; ++r)
      if (const extent a = x.strides[r], b = y.strides[r]; a != b && a.is_static() && b.is_static()) return false;
    return true;
  }

  /// A later pass over the same elements may read what stood there.
  constexpr bool is_written_early(const kernel& k, int store) const {
    return k.passes > 1 && p_.body[k.first_instruction + p_.accesses[store].stored].level < k.passes - 1;
  }

  plan& p_;
  int words_;
  list<int> written_;  // of each output: the access that writes it first
  input_set later_;    // the inputs that launches behind the present one read
};

}  // namespace tenon::detail

#endif
