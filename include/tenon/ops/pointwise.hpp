#ifndef TENON_OPS_POINTWISE_HPP
#define TENON_OPS_POINTWISE_HPP

#include "tenon/base/config.hpp"
#include "tenon/ops/operand.hpp"
#include "tenon/ops/arguments.hpp"

namespace tenon {
namespace detail {

constexpr value append(graph& g, opcode code, element_type type, int shape, std::int32_t a, std::int32_t b = -1, std::int32_t c = -1,
                       std::int64_t attribute = 0, std::int64_t payload = 0) {
  return {&g, g.append({code, type, {a, b, c}, shape, attribute, payload})};
}

constexpr bool in_domain(element_type type, op_domain domain) {
  switch (domain) {
    case op_domain::any: return true;
    case op_domain::numbers: return !is_boolean(type);
    case op_domain::integers_and_bool: return !is_floating(type);
    case op_domain::floating: return is_floating(type);
  }
  return false;
}

constexpr std::string_view name_of(op_domain domain) {
  switch (domain) {
    case op_domain::any: return "any elements";
    case op_domain::numbers: return "numbers";
    case op_domain::integers_and_bool: return "integers or bool";
    case op_domain::floating: return "floating numbers";
  }
  return "";
}

/// The common extent of an axis under NumPy's rule; -1 in `ok` when there is none.
constexpr extent broadcast_extent(graph& g, opcode code, extent a, extent b, bool& ok) {
  if (a == b) return a;
  if (a.is_static() && b.is_static()) {
    ok = ok && (a.code == 1 || b.code == 1);
    return a.code == 1 ? b : a;
  }
  if (a.code == 1 || b.code == 1) return g.arithmetic().broadcast(a, b);
  for (const assumption& known : g.assumptions)
    if (known.what == assumption::equal && ((known.a == a && known.b == b) || (known.a == b && known.b == a))) return a;
  g.assume(assumption::equal_or_one, code, a, b);
  return g.arithmetic().broadcast(a, b);
}

/// Whether two extents that must be equal can be; what is not known is assumed.
constexpr bool agree(graph& g, opcode code, extent a, extent b) {
  if (a.is_static() && b.is_static()) return a == b;
  if (a != b) g.assume(assumption::equal, code, a, b);
  return true;
}
constexpr bool agree(graph& g, opcode code, const shape& a, const shape& b) {
  bool ok = a.rank == b.rank;
  for (int i = 0; ok && i < a.rank; ++i) ok = agree(g, code, a[i], b[i]);
  return ok;
}

/// Makes v have a shape of at least its rank, by NumPy's rule: axes are counted from the last. Rank 0 stays as it is,
/// since every pointwise operation takes it.
constexpr value broadcast_to(value v, int shape_id) {
  graph& g = *v.owner;
  const shape from = v.shape(), to = g.shapes[shape_id];
  if (from.rank == 0 || g.nodes[v.id].shape == shape_id) return v;
  packed_axes axes;
  for (int i = 0; i < from.rank; ++i) axes.push_back(i + to.rank - from.rank);
  return append(g, opcode::broadcast, v.type(), shape_id, v.id, -1, -1, axes.attribute());
}

/// The place of the shape that a and b broadcast to, or -1 with the error noted.
constexpr int common_shape(graph& g, opcode code, int line, value a, value b) {
  const int sa = g.nodes[a.id].shape, sb = g.nodes[b.id].shape;
  if (sa == sb || b.rank() == 0) return sa;
  if (a.rank() == 0) return sb;
  const shape x = g.shapes[sa], y = g.shapes[sb];
  shape common{.rank = x.rank > y.rank ? x.rank : y.rank};
  bool ok = true;
  for (int i = 1; i <= common.rank; ++i)
    common.axes[common.rank - i] = i > x.rank   ? y[y.rank - i]
                                   : i > y.rank ? x[x.rank - i]
                                                : broadcast_extent(g, code, x[x.rank - i], y[y.rank - i], ok);
  if (ok) return g.intern(common);
  if (auto* e = complain(g, code, line)) {
    *e << "shapes ";
    print(*e, g, x);
    *e << " and ";
    print(*e, g, y);
    *e << " do not broadcast: counted from the last axis, extents must be equal or 1";
  }
  return -1;
}

/// Notes that the operation cannot compute with elements of this type.
constexpr value reject_type(graph& g, opcode code, int line, element_type type) {
  if (auto* e = complain(g, code, line))
    *e << "the operand is " << name_of(type) << ", expected " << name_of(row_of(code).domain);
  return {&g, -1};
}

/// One operand. Where the operation wants floating numbers, integers and bool are taken as f32.
constexpr value unary(opcode code, const operand& a) {
  value x = resolve(*owner_of(a), a);
  if (!x.valid()) return x;
  const op_domain domain = row_of(code).domain;
  if (domain == op_domain::floating && !is_floating(x.type())) x = cast_to(x, element_type::f32);
  if (!in_domain(x.type(), domain)) return reject_type(*x.owner, code, a.line, x.type());
  return append(*x.owner, code, x.type(), x.owner->nodes[x.id].shape, x.id);
}

struct operand_pair {
  value a, b;
  int shape = -1;
  constexpr bool valid() const { return shape >= 0; }
};

constexpr graph* owner_of(const operand& a, const operand& b) { return owner_of(a) != nullptr ? owner_of(a) : owner_of(b); }

/// Brings two operands to one element type and one shape (or rank 0).
constexpr operand_pair unify(opcode code, const operand& a, const operand& b) {
  graph& g = *owner_of(a, b);
  operand_pair p;
  const bool a_adapts = adapts(a) && !adapts(b), b_adapts = adapts(b) && (!adapts(a) || b.what == operand::is_number);
  if (!a_adapts) p.a = resolve(g, a);
  if (!b_adapts) p.b = resolve(g, b);
  if ((!a_adapts && !p.a.valid()) || (!b_adapts && !p.b.valid())) return p;
  if (a_adapts) p.a = constant(g, p.b.type(), a);
  if (b_adapts) p.b = constant(g, p.a.type(), b);
  const element_type type = promote(p.a.type(), p.b.type());
  p.a = cast_to(p.a, type);
  p.b = cast_to(p.b, type);
  p.shape = common_shape(g, code, a.line, p.a, p.b);
  if (!p.valid()) return p;
  p.a = broadcast_to(p.a, p.shape);
  p.b = broadcast_to(p.b, p.shape);
  return p;
}

constexpr value binary(opcode code, const operand& a, const operand& b, bool to_floating = false) {
  operand_pair p = unify(code, a, b);
  graph& g = *owner_of(a, b);
  if (!p.valid()) return {&g, -1};
  const op_domain domain = row_of(code).domain;
  if ((to_floating || domain == op_domain::floating) && !is_floating(p.a.type()))
    p.a = cast_to(p.a, element_type::f32), p.b = cast_to(p.b, element_type::f32);
  if (domain == op_domain::numbers && is_boolean(p.a.type()))
    p.a = cast_to(p.a, element_type::i64), p.b = cast_to(p.b, element_type::i64);
  if (!in_domain(p.a.type(), domain)) return reject_type(g, code, a.line, p.a.type());
  return append(g, code, is_comparison(code) ? element_type::boolean : p.a.type(), p.shape, p.a.id, p.b.id);
}

}  // namespace detail
}  // namespace tenon

#endif
