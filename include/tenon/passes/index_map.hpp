#ifndef TENON_PASSES_INDEX_MAP_HPP
#define TENON_PASSES_INDEX_MAP_HPP

#include "tenon/ir/graph.hpp"

namespace tenon::passes {

/// What fusion sees in an operation.
enum class fusion_role : std::uint8_t {
  input,
  generated,  // needs no memory and no kernel: every loop makes its elements itself
  view,       // only says which element of its operand stands where: loops read through it
  computed,   // has to be placed in a kernel
};

namespace detail {
struct fusion_roles {
  fusion_role of[opcodes] = {};
  consteval fusion_roles() {
    for (int i = 0; i < opcodes; ++i) of[i] = role(opcode(i));
  }
  static consteval fusion_role role(opcode code) {
    if (code == opcode::input) return fusion_role::input;
    if (code == opcode::constant || code == opcode::extent || code == opcode::iota || code == opcode::random_bits) return fusion_role::generated;
    const bool moves = kind_of(code) == op_kind::movement && code != opcode::pad && code != opcode::concatenate;
    return moves ? fusion_role::view : fusion_role::computed;
  }
};
inline constexpr fusion_roles fusion_role_table;
}  // namespace detail

constexpr bool is_view(opcode code) { return detail::fusion_role_table.of[int(code)] == fusion_role::view; }
constexpr bool is_generated(opcode code) { return detail::fusion_role_table.of[int(code)] == fusion_role::generated; }
constexpr bool is_computed(opcode code) { return detail::fusion_role_table.of[int(code)] == fusion_role::computed; }

/// For each axis of a value, its index as an affine function of the indices of a loop nest: offset + sum of factor * index.
struct index_map {
  int axes = 0, loops = 0;
  extent factor[max_rank][max_loops] = {};  // [axis][loop]
  extent offset[max_rank] = {};

  static constexpr index_map identity(int rank) {
    index_map m{.axes = rank, .loops = rank};
    for (int i = 0; i < rank; ++i) m.factor[i][i] = {1};
    return m;
  }

  /// A value whose axes are some of the loops, in order: those that `mask` does not name.
  static constexpr index_map of_kept(int loops, std::int64_t mask) {
    index_map m{.axes = 0, .loops = loops};
    for (int i = 0; i < loops; ++i)
      if (!(mask >> i & 1)) m.factor[m.axes++][i] = {1};
    return m;
  }
  constexpr bool operator==(const index_map& other) const {
    if (axes != other.axes || loops != other.loops) return false;
    for (int i = 0; i < axes; ++i) {
      if (offset[i] != other.offset[i]) return false;
      for (int j = 0; j < loops; ++j)
        if (factor[i][j] != other.factor[i][j]) return false;
    }
    return true;
  }
};

namespace detail {

constexpr void copy_axis(index_map& to, int axis, const index_map& from, int source) {
  for (int j = 0; j < from.loops; ++j) to.factor[axis][j] = from.factor[source][j];
  to.offset[axis] = from.offset[source];
}

/// axis := axis * scale + other
constexpr void scale_and_add(index_map& m, int axis, extent scale, const index_map& other, int source, extent_arithmetic& arithmetic) {
  for (int j = 0; j < m.loops; ++j)
    m.factor[axis][j] = arithmetic.add(arithmetic.multiply(m.factor[axis][j], scale), other.factor[source][j]);
  m.offset[axis] = arithmetic.add(arithmetic.multiply(m.offset[axis], scale), other.offset[source]);
}

/// An operand axis whose extent may turn out to be 1 while the result's is not: it then stands still.
constexpr void broadcast_axis(index_map& m, int axis, extent own, extent result, extent_arithmetic& arithmetic) {
  if (own == result) return;
  for (int j = 0; j < m.loops; ++j)
    m.factor[axis][j] = own.code == 1 || m.factor[axis][j].code == 0
                            ? extent{0}
                            : arithmetic.intern({symbol_kind::stride_of, own.code, m.factor[axis][j].code});
  if (own.code == 1) m.offset[axis] = {0};
}

/// Through a reshape: possible where each axis of the operand is some axes of the result, taken together.
constexpr bool through_reshape(const shape& from, const shape& to, const index_map& result, index_map& operand, extent_arithmetic& arithmetic) {
  int next = 0;
  for (int i = 0; i < from.rank; ++i) {
    extent joined{1};
    while (next < to.rank && joined != from[i]) {
      scale_and_add(operand, i, to[next], result, next, arithmetic);
      joined = arithmetic.multiply(joined, to[next++]);
    }
    if (joined != from[i]) return false;
  }
  for (; next < to.rank; ++next)
    if (to[next].code != 1) return false;
  return true;
}

}  // namespace detail

/// The index map of a view's operand from that of its result; `ok` becomes false where no affine map exists.
constexpr index_map through_view(graph& g, const node& n, const index_map& result, bool& ok) {
  const int source = n.operands[0];
  const shape from = g.shape_of(source), to = g.shapes[n.shape];
  extent_arithmetic arithmetic = g.arithmetic();
  index_map m{.axes = from.rank, .loops = result.loops};
  const int axis = int(n.attribute);
  switch (n.code) {
    case opcode::broadcast: {
      const packed_axes axes = packed_axes::of(n.attribute, from.rank);
      for (int i = 0; i < from.rank; ++i) {
        detail::copy_axis(m, i, result, axes[i]);
        detail::broadcast_axis(m, i, from[i], to[axes[i]], arithmetic);
      }
      return m;
    }
    case opcode::permute: {
      const packed_axes order = packed_axes::of(n.attribute, from.rank);
      for (int i = 0; i < from.rank; ++i) detail::copy_axis(m, order[i], result, i);
      return m;
    }
    case opcode::reshape:
      ok = ok && detail::through_reshape(from, to, result, m, arithmetic);
      return m;
    case opcode::slice:
      m = result;
      m.offset[axis] = arithmetic.add(m.offset[axis], {n.payload});
      return m;
    case opcode::stride_step:
      m = result;
      for (int j = 0; j < m.loops; ++j) m.factor[axis][j] = arithmetic.multiply(m.factor[axis][j], {n.payload});
      m.offset[axis] = arithmetic.multiply(m.offset[axis], {n.payload});
      return m;
    case opcode::flip:
      m = result;
      for (int j = 0; j < m.loops; ++j) m.factor[axis][j] = arithmetic.negate(m.factor[axis][j]);
      m.offset[axis] = arithmetic.subtract(arithmetic.subtract(from[axis], {1}), m.offset[axis]);
      return m;
    default: return result;
  }
}

/// Whether a shape becomes the domain where extents that only run time knows turn out to be 1: its values can then be computed
/// over the domain as well.
constexpr bool spreads_over(graph& g, int shape_id, int domain_id) {
  const shape &own = g.shapes[shape_id], &domain = g.shapes[domain_id];
  if (own.rank != domain.rank || own.rank == 0) return false;
  for (int i = 0; i < own.rank; ++i)
    if (!g.arithmetic().is_broadcast_of(domain[i], own[i])) return false;
  return true;
}

/// How a value of a kernel follows its loops: a value of the domain's shape, of one that spreads over it, of the axes that a
/// reduction keeps, or a number.
constexpr index_map map_in_domain(graph& g, int shape_id, int domain_id, std::int64_t mask) {
  const int loops = g.shapes[domain_id].rank;
  if (shape_id == domain_id) return index_map::identity(loops);
  if (spreads_over(g, shape_id, domain_id)) {
    index_map m = index_map::identity(loops);
    extent_arithmetic arithmetic = g.arithmetic();
    for (int i = 0; i < loops; ++i) detail::broadcast_axis(m, i, g.shapes[shape_id][i], g.shapes[domain_id][i], arithmetic);
    return m;
  }
  if (g.shapes[shape_id].rank == 0 || mask == 0) return index_map{.axes = 0, .loops = loops};
  return index_map::of_kept(loops, mask);
}

/// What a value is read from: a computed value, an input, or something generated; and how.
struct source_map {
  int base = -1;
  index_map map;
  shape axes;  // the axes that the map speaks of: the base's, or those of a reshape of the whole base
  bool ok = true;
};

/// Whether a value, once it stands in memory, stands there row-major without gaps.
constexpr bool is_contiguous_base(const graph& g, int id) {
  const node& n = g.nodes[id];
  if (n.code == opcode::input) return g.inputs[int(n.attribute)].contiguous;
  return is_computed(n.code);
}

/// Follows views from a value down to what it is read from.
constexpr source_map trace(graph& g, int id, const index_map& map) {
  source_map s{id, map, g.shape_of(id)};
  while (is_view(g.nodes[s.base].code) && s.ok) {
    const node n = g.nodes[s.base];
    if (n.code == opcode::reshape && is_contiguous_base(g, n.operands[0])) {
      s.base = n.operands[0];
      return s;
    }
    s.map = through_view(g, n, s.map, s.ok);
    s.base = n.operands[0];
    s.axes = g.shape_of(s.base);
  }
  return s;
}

/// What a value is the same elements in the same order as: itself, or what it is a reshape of.
constexpr int unshaped(const graph& g, int id) {
  while (g.nodes[id].code == opcode::reshape) id = g.nodes[id].operands[0];
  return id;
}

/// What a value is read from, without how.
constexpr int base_of(const graph& g, int id) {
  while (is_view(g.nodes[id].code)) id = g.nodes[id].operands[0];
  return id;
}

}  // namespace tenon::passes

#endif
