#ifndef TENON_PASSES_FROZEN_FUSION_HPP
#define TENON_PASSES_FROZEN_FUSION_HPP

#include "tenon/base/frozen.hpp"
#include "tenon/passes/fusion.hpp"

namespace tenon::passes {

/// A fusion as a constant, so that fusing and planning are constant evaluations of their own. There is room for as many groups
/// as nodes.
template <int Nodes>
struct frozen_fusion {
  frozen_list<int, Nodes> group_of;
  frozen_list<boundary, Nodes> stored;
  frozen_list<bool, Nodes> inlined;
  frozen_list<fusion_group, Nodes> groups;
  frozen_list<int, Nodes> order;
  int group_count = 0;

  static constexpr frozen_fusion from(const fusion& f) {
    return {decltype(group_of)::from(f.group_of), decltype(stored)::from(f.stored), decltype(inlined)::from(f.inlined),
            decltype(groups)::from(f.groups),     decltype(order)::from(f.order),   f.groups.size()};
  }
  constexpr fusion thaw() const {
    return {group_of.thaw(), stored.thaw(), inlined.thaw(), groups.thaw(group_count), order.thaw(group_count)};
  }
};

}  // namespace tenon::passes

#endif
