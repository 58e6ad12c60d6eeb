#include <gtest/gtest.h>

#include "tenon/passes/derivative_rules.hpp"

// Every primitive either has a line in pull_back or is declared to have no derivative; decided while this file compiles.

namespace {

using namespace tenon;

constexpr value input(graph& g, element_type type, std::initializer_list<int> extents) {
  shape s{};
  for (int e : extents) s.push_back({e});
  return {&g, g.append({.code = opcode::input, .type = type, .shape = g.intern(s)})};
}

/// Operands and a node that are well-formed for the primitive, as far as its rule looks at them.
struct specimen {
  value a, b, c, y;
};

constexpr specimen specimen_of(graph& g, opcode code) {
  using detail::append;
  value a = input(g, element_type::f32, {2, 3}), b = input(g, element_type::f32, {2, 3}), c = input(g, element_type::f32, {2, 3});
  int shape = g.nodes[a.id].shape;
  std::int64_t attribute = 0, payload = 0;
  if (code == opcode::select) a = input(g, element_type::boolean, {2, 3});
  if (code == opcode::broadcast) a = input(g, element_type::f32, {3}), attribute = 1;
  if (code == opcode::permute) attribute = 0x10;
  if (code == opcode::stride_step) payload = 1;
  if (code == opcode::pad) b = input(g, element_type::f32, {});
  if (code == opcode::concatenate) shape = g.nodes[input(g, element_type::f32, {4, 3}).id].shape;
  if (kind_of(code) == op_kind::reduction) shape = g.nodes[input(g, element_type::f32, {3}).id].shape, attribute = 1;
  if (code == opcode::contract) {
    contraction_axes axes;
    axes.set_a(1, contraction_axes::contracted), axes.set_b(1, contraction_axes::contracted);
    shape = g.nodes[input(g, element_type::f32, {2, 2}).id].shape, attribute = axes.attribute();
  }
  if (code == opcode::gather || code == opcode::scatter_add) b = input(g, element_type::i64, {2});
  const int count = operands_of(code);
  const value y = append(g, code, element_type::f32, shape, count > 0 ? a.id : -1, count > 1 ? b.id : -1, count > 2 ? c.id : -1, attribute, payload);
  return {a, b, c, y};
}

/// Whether the rule passes anything on.
constexpr bool has_line(opcode code) {
  graph g;
  const specimen s = specimen_of(g, code);
  const value dy = input(g, element_type::f32, {});
  const node n = g.nodes[s.y.id];
  const value full = detail::append(g, opcode::broadcast, element_type::f32, n.shape, dy.id);
  const passes::cotangents d = passes::pull_back(n, s.y, full, s.a, s.b, s.c);
  return d.a.owner != nullptr || d.b.owner != nullptr || d.c.owner != nullptr;
}

/// The first primitive for which table and rules disagree, or count.
constexpr opcode first_disagreement() {
  for (int i = 0; i < opcodes; ++i)
    if (const opcode code = opcode(i); is_primitive(code) && passes::has_derivative(code) != has_line(code)) return code;
  return opcode::count;
}
static_assert(first_disagreement() == opcode::count, "a primitive has neither a derivative rule nor a line in has_derivative, or both");

TEST(derivatives, table_and_rules_agree) { EXPECT_EQ(first_disagreement(), opcode::count); }

}  // namespace
