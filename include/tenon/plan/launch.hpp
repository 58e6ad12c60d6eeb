#ifndef TENON_PLAN_LAUNCH_HPP
#define TENON_PLAN_LAUNCH_HPP

#include "tenon/plan/plan.hpp"

namespace tenon::detail {

/// Finds neighbouring kernels that can be launched as one: pointwise loops of one body that do not wait for each other, such as
/// the update of each parameter by an optimizer. Together they share one scheduling decision and one instantiation.
class launch_builder {
 public:
  constexpr explicit launch_builder(plan& p) : p_(p), read_in_(p.buffers.size(), -1), written_in_(p.buffers.size(), -1) {
    for (int k = 0; k < p_.kernels.size(); ++k) {
      if (k == 0 || !may_join(k)) first_ = k;
      else ++p_.kernels[first_].launched, p_.kernels[k].launched = 0;
      note(k);
    }
  }

 private:
  /// Addresses of a launch are kept on the stack.
  static constexpr int most_kernels = 64;

  constexpr bool may_join(int k) const {
    const kernel &a = p_.kernels[first_], &b = p_.kernels[k];
    return a.launched < most_kernels && is_plain(a) && have_one_body(a, b) && is_independent(b);
  }

  constexpr bool is_plain(const kernel& k) const {
    if (k.kind != kernel_kind::loop || k.reduced != 0) return false;
    for (int i = 0; i < k.accesses; ++i)
      if (const loop_access& a = p_.accesses[k.first_access + i]; a.may_rest || a.lane == lane_step::across) return false;
    return true;
  }

  constexpr bool have_one_body(const kernel& a, const kernel& b) const {
    if (a.kind != b.kind || a.rank != b.rank || a.reduced != b.reduced || a.passes != b.passes || a.lanes != b.lanes) return false;
    if (a.instructions != b.instructions || a.accesses != b.accesses) return false;
    for (int i = 0; i < a.instructions; ++i)
      if (p_.body[a.first_instruction + i] != p_.body[b.first_instruction + i]) return false;
    for (int i = 0; i < a.accesses; ++i)
      if (p_.accesses[a.first_access + i] != p_.accesses[b.first_access + i]) return false;
    return true;
  }

  /// Two kernels that write to one buffer write to different parts of it.
  constexpr bool is_independent(const kernel& k) const {
    for (int i = k.first_access; i < k.first_access + k.accesses; ++i) {
      const int b = p_.placements[i].buffer;
      if (b >= 0 && (p_.accesses[i].is_store() ? read_in_ : written_in_)[b] == first_) return false;
    }
    return true;
  }

  constexpr void note(int k) {
    const kernel& n = p_.kernels[k];
    for (int i = n.first_access; i < n.first_access + n.accesses; ++i)
      if (const int b = p_.placements[i].buffer; b >= 0) (p_.accesses[i].is_store() ? written_in_ : read_in_)[b] = first_;
  }

  plan& p_;
  list<int> read_in_, written_in_;  // of each buffer: the first kernel of the launch that last touched it
  int first_ = 0;
};

}  // namespace tenon::detail

#endif
