#ifndef TENON_PASSES_SIMPLIFY_HPP
#define TENON_PASSES_SIMPLIFY_HPP

#include "tenon/passes/fold.hpp"

namespace tenon::passes {
namespace detail {

/// Whether a node is a constant of rank 0 that equals x to the bit (so 0.0 is not -0.0).
constexpr bool is_number(const graph& g, int id, double x) {
  const node& n = g.nodes[id];
  if (n.code != opcode::constant) return false;
  return is_floating(n.type) ? n.payload == std::bit_cast<std::int64_t>(x) : n.payload == std::int64_t(x);
}

/// 1 / x where x is a power of two whose reciprocal is a number of the type: dividing is then multiplying.
constexpr double exact_reciprocal(const node& n) {
  if (n.code != opcode::constant || !is_floating(n.type)) return 0;
  const auto bits = std::uint64_t(n.payload);
  const int exponent = int(bits >> 52 & 0x7FF) - 1023;
  const bool power_of_two = (bits & 0xFFFFFFFFFFFFFull) == 0 && exponent > -120 && exponent < 120;
  return power_of_two ? 1 / std::bit_cast<double>(n.payload) : 0;
}

/// The node itself, or what it is a mere copy of. -1: no rule applies.
constexpr int simplify_pointwise(graph& g, const node& n) {
  const int a = n.operands[0], b = n.operands[1], c = n.operands[2];
  // A result that keeps the shape of the node: rank 0 may not stand for it.
  const auto keeps = [&](int id) { return g.nodes[id].shape == n.shape && g.nodes[id].type == n.type ? id : -1; };
  switch (n.code) {
    case opcode::sub:  // x - 0 -> x
      return is_number(g, b, 0.0) ? keeps(a) : -1;
    case opcode::add:  // x + -0 -> x; for integers x + 0 -> x
      if (is_number(g, b, is_floating(n.type) ? -0.0 : 0.0)) return keeps(a);
      return is_number(g, a, is_floating(n.type) ? -0.0 : 0.0) ? keeps(b) : -1;
    case opcode::mul:  // x * 1 -> x; x * -1 -> -x
      if (is_number(g, b, 1.0)) return keeps(a);
      if (is_number(g, a, 1.0)) return keeps(b);
      if (is_number(g, b, -1.0) && keeps(a) >= 0) return g.append({.code = opcode::negate, .type = n.type, .operands = {a, -1, -1}, .shape = n.shape});
      return -1;
    case opcode::div:  // x / 1 -> x; x / 2^k -> x * 2^-k
      if (is_number(g, b, 1.0)) return keeps(a);
      if (const double r = exact_reciprocal(g.nodes[b]); r != 0) {
        const int factor = append_constant(g, n.type, {.real = r});
        return g.append({.code = opcode::mul, .type = n.type, .operands = {a, factor, -1}, .shape = n.shape});
      }
      return -1;
    case opcode::negate:  // -(-x) -> x
      return g.nodes[a].code == opcode::negate ? keeps(g.nodes[a].operands[0]) : -1;
    case opcode::bit_not:  // !!x -> x
      return g.nodes[a].code == opcode::bit_not ? keeps(g.nodes[a].operands[0]) : -1;
    case opcode::cast:  // to the type that it has
      return keeps(a);
    case opcode::select:  // where(c, x, x) -> x; where(true, x, y) -> x; where(false, x, y) -> y
      if (b == c || is_number(g, a, 1.0)) return keeps(b);
      return is_number(g, a, 0.0) ? keeps(c) : -1;
    case opcode::max: case opcode::min: case opcode::bit_and: case opcode::bit_or:  // max(x, x) -> x
      return a == b ? keeps(a) : -1;
    default: return -1;
  }
}

/// Whether a reshape only adds or removes axes of extent 1; `axes` then says which result axis each operand axis becomes
/// (axes of extent 1 that vanish become -1).
constexpr bool only_unit_axes(const shape& from, const shape& to, int (&axes)[max_rank]) {
  int j = 0;
  for (int i = 0; i < from.rank; ++i) {
    axes[i] = -1;
    if (from[i].code == 1) continue;
    while (j < to.rank && to[j].code == 1) ++j;
    if (j == to.rank || to[j] != from[i]) return false;
    axes[i] = j++;
  }
  for (; j < to.rank; ++j)
    if (to[j].code != 1) return false;
  return true;
}

/// broadcast(broadcast(x)) and broadcast(reshape(x)) that only adds axes of extent 1 -> one broadcast
constexpr int simplify_broadcast(graph& g, const node& n) {
  const node inner = g.nodes[n.operands[0]];
  const shape from = g.shapes[inner.shape];
  const packed_axes outer = packed_axes::of(n.attribute, from.rank);
  if (inner.shape == n.shape) return n.operands[0];
  if (inner.code != opcode::broadcast && inner.code != opcode::reshape) return -1;
  const shape source = g.shape_of(inner.operands[0]);
  packed_axes composed;
  if (inner.code == opcode::broadcast) {
    const packed_axes first = packed_axes::of(inner.attribute, source.rank);
    for (int i = 0; i < source.rank; ++i) composed.push_back(outer[first[i]]);
  } else {
    int axes[max_rank];
    if (!only_unit_axes(source, from, axes)) return -1;
    for (int i = 0; i < source.rank; ++i) {
      if (axes[i] < 0) return -1;
      composed.push_back(outer[axes[i]]);
    }
  }
  return g.append({opcode::broadcast, n.type, {inner.operands[0], -1, -1}, n.shape, composed.attribute(), 0});
}

constexpr int simplify_movement(graph& g, const node& n) {
  const node inner = g.nodes[n.operands[0]];
  switch (n.code) {
    case opcode::broadcast: return simplify_broadcast(g, n);
    case opcode::reshape:  // reshape(reshape(x)) -> reshape(x)
      if (inner.shape == n.shape) return n.operands[0];
      if (inner.code != opcode::reshape) return -1;
      if (g.nodes[inner.operands[0]].shape == n.shape) return inner.operands[0];
      return g.append({opcode::reshape, n.type, {inner.operands[0], -1, -1}, n.shape, 0, 0});
    case opcode::permute: {  // permute(permute(x)) -> permute(x); the identity -> x
      const int rank = g.shapes[n.shape].rank;
      packed_axes order = packed_axes::of(n.attribute, rank);
      const bool nested = inner.code == opcode::permute;
      const packed_axes first = packed_axes::of(inner.attribute, rank);
      packed_axes composed;
      bool identity = true;
      for (int i = 0; i < rank; ++i) {
        composed.push_back(nested ? first[order[i]] : order[i]);
        identity = identity && composed[i] == i;
      }
      const int source = nested ? inner.operands[0] : n.operands[0];
      if (identity) return source;
      return nested ? g.append({opcode::permute, n.type, {source, -1, -1}, n.shape, composed.attribute(), 0}) : -1;
    }
    default: return -1;
  }
}

/// Whether a node is a reshape that only adds or removes axes of extent 1.
constexpr bool is_unit_reshape(const graph& g, int id) {
  int axes[max_rank];
  return g.nodes[id].code == opcode::reshape && only_unit_axes(g.shape_of(g.nodes[id].operands[0]), g.shape_of(id), axes);
}

/// f(reshape(x), reshape(y)) -> reshape(f(x, y)) where the reshapes only add axes of extent 1, as keep_dims does: what follows a
/// reduction then keeps the reduced shape, and becomes part of its kernel.
constexpr int sink_unit_reshape(graph& g, node n) {
  int narrow = -1;
  for (int k = 0; k < operands_of(n.code); ++k) {
    const int o = n.operands[k];
    if (g.nodes[o].shape == 0) continue;
    if (!is_unit_reshape(g, o)) return -1;
    const int source = g.nodes[g.nodes[o].operands[0]].shape;
    if (narrow >= 0 && source != narrow) return -1;
    narrow = source;
  }
  if (narrow < 0) return -1;
  const int wide = n.shape;
  for (int k = 0; k < operands_of(n.code); ++k)
    if (g.nodes[n.operands[k]].shape != 0) n.operands[k] = g.nodes[n.operands[k]].operands[0];
  n.shape = narrow;
  return g.append({.code = opcode::reshape, .type = n.type, .operands = {g.append(n), -1, -1}, .shape = wide});
}

/// What is computed from numbers alone is computed once and then spread.
constexpr int spread_scalar(graph& g, node n) {
  if (n.shape == 0) return -1;
  for (int k = 0; k < operands_of(n.code); ++k)
    if (g.nodes[n.operands[k]].shape != 0) return -1;
  const int wide = n.shape;
  n.shape = 0;
  return g.append({.code = opcode::broadcast, .type = n.type, .operands = {g.append(n), -1, -1}, .shape = wide});
}

/// Pointwise operations take rank 0 as it is, so a broadcast of rank 0 in front of one goes away.
constexpr node without_scalar_broadcasts(const graph& g, node n) {
  for (int k = 0; k < operands_of(n.code); ++k)
    if (const node& o = g.nodes[n.operands[k]]; o.code == opcode::broadcast && g.rank_of(o.operands[0]) == 0) n.operands[k] = o.operands[0];
  return n;
}

}  // namespace detail

/// Applies identities that hold to the last bit. One pass suffices for all but rules that enable each other backwards.
constexpr graph simplify(const graph& in) {
  return rewrite(in, [](graph& out, const node& given) {
    const op_kind kind = kind_of(given.code);
    const node n = kind == op_kind::pointwise ? detail::without_scalar_broadcasts(out, given) : given;
    int simpler = kind == op_kind::pointwise ? detail::spread_scalar(out, n) : -1;
    if (simpler < 0 && kind == op_kind::pointwise && n.shape != 0) simpler = detail::sink_unit_reshape(out, n);
    if (simpler < 0) simpler = kind == op_kind::pointwise  ? detail::simplify_pointwise(out, n)
                               : kind == op_kind::movement ? detail::simplify_movement(out, n)
                                                           : -1;
    return simpler >= 0 ? simpler : out.append(n);
  });
}

}  // namespace tenon::passes

#endif
