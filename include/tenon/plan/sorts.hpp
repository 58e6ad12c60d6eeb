#ifndef TENON_PLAN_SORTS_HPP
#define TENON_PLAN_SORTS_HPP

#include "tenon/plan/kernel_builder.hpp"

namespace tenon::detail {

/// The argsort of what node `id` sorts in the same way, or the sort, if that is computed too; otherwise -1.
constexpr int twin_of_sort(const graph& g, const passes::fusion& f, int id) {
  const node& n = g.nodes[id];
  for (const passes::fusion_group& group : f.groups) {
    if (group.alone < 0 || group.alone == id) continue;
    const node& other = g.nodes[group.alone];
    const bool same_rows = other.operands[0] == n.operands[0] && other.shape == n.shape && other.attribute == n.attribute && other.payload == n.payload;
    if (kind_of(other.code) == op_kind::sorting && same_rows) return group.alone;
  }
  return -1;
}

/// The kernel of a sort and, unless it is -1, its twin. Operands: what is sorted, then the results, with an instruction for each.
/// Loops: the axes of what is sorted, the sorted one last.
constexpr kernel plan_sort(graph& g, kernel_builder& b, const list<int>& buffer_of, int id, int twin) {
  const node n = g.nodes[id];
  const int axis = int(n.attribute);
  const shape strides = row_major_strides(g.shape_of(id), g.arithmetic());
  b.placements.push_back(b.operand_placement(n.operands[0], index_map::identity(b.loops())));
  b.accesses.push_back({.type = g.type_of(n.operands[0])});
  for (int result : {id, twin}) {
    if (result < 0) continue;
    placement p{.buffer = buffer_of[result]};
    for (int i = 0; i < strides.rank; ++i) p.strides[i] = strides[i];
    b.placements.push_back(p);
    b.accesses.push_back({.type = g.type_of(result), .stored = std::int16_t(b.body.size())});
    b.body.push_back({.code = std::uint8_t(g.nodes[result].code), .type = g.type_of(result), .payload = n.payload});
  }
  const extent sorted = g.shape_of(n.operands[0])[axis];
  loop_nest nest;
  for (int i = 0; i < b.loops(); ++i)
    if (i != axis) nest.add(i, loop_nest::outer, b.domain()[i]);
  nest.add(axis, loop_nest::reduced, sorted);
  nest_strides all;
  for (placement& p : b.placements) all.placements.push_back(&p);
  all.reorder(nest);
  merge_loops(nest, all, g.arithmetic());
  if (sorted.code == 1) nest.add(axis, loop_nest::reduced, sorted);  // which was dropped
  kernel k{.kind = kernel_kind::sort, .rank = std::int8_t(nest.count), .reduced = 1, .type = g.type_of(n.operands[0]), .wanted = b.domain()[axis]};
  for (int i = 0; i < nest.count; ++i) k.extents[i] = nest.extents[i];
  return k;
}

}  // namespace tenon::detail

#endif
