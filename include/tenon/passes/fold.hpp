#ifndef TENON_PASSES_FOLD_HPP
#define TENON_PASSES_FOLD_HPP

#include <bit>

#include "tenon/passes/rewrite.hpp"

namespace tenon::passes {
namespace detail {

/// A constant operand: `real` for floating types, `whole` for integers and bool.
struct folded {
  double real = 0;
  std::int64_t whole = 0;
  bool known = true;
};

constexpr folded read_constant(const node& n) {
  return is_floating(n.type) ? folded{std::bit_cast<double>(n.payload), 0} : folded{0, n.payload};
}

constexpr std::int64_t wrapped(element_type type, std::int64_t x) {
  switch (type) {
    case element_type::boolean: return x != 0;
    case element_type::u8: return std::uint8_t(x);
    case element_type::i32: return std::int32_t(std::uint32_t(x));
    default: return x;
  }
}

constexpr std::int64_t wrapping(opcode code, std::int64_t a, std::int64_t b) {
  const auto x = std::uint64_t(a), y = std::uint64_t(b);
  return std::int64_t(code == opcode::add ? x + y : code == opcode::sub ? x - y : x * y);
}

/// Whether arithmetic on the number cannot overflow, which constant evaluation refuses to do.
constexpr bool is_moderate(double x) { return x == 0 || (x > 1e-150 && x < 1e150) || (x < -1e-150 && x > -1e150); }

constexpr folded fold_arithmetic(opcode code, double a, double b) {
  if (!is_moderate(a) || !is_moderate(b) || (code == opcode::div && b == 0)) return {.known = false};
  return {code == opcode::add ? a + b : code == opcode::sub ? a - b : code == opcode::mul ? a * b : a / b};
}

constexpr folded fold_floating(opcode code, double a, double b) {
  switch (code) {
    case opcode::add: case opcode::sub: case opcode::mul: case opcode::div: return fold_arithmetic(code, a, b);
    case opcode::negate: return {-a};
    case opcode::absolute: return {a < 0 ? -a : a == 0 ? 0 : a};
    case opcode::max: return {a > b || a != a ? a : b};
    case opcode::min: return {a < b || a != a ? a : b};
    case opcode::equal: return {0, a == b};
    case opcode::not_equal: return {0, a != b};
    case opcode::less: return {0, a < b};
    case opcode::less_equal: return {0, a <= b};
    default: return {.known = false};
  }
}

constexpr folded fold_integer(opcode code, std::int64_t a, std::int64_t b) {
  switch (code) {
    case opcode::add: case opcode::sub: case opcode::mul: return {0, wrapping(code, a, b)};
    case opcode::negate: return {0, wrapping(opcode::sub, 0, a)};
    case opcode::max: return {0, a > b ? a : b};
    case opcode::min: return {0, a < b ? a : b};
    case opcode::bit_and: return {0, a & b};
    case opcode::bit_or: return {0, a | b};
    case opcode::bit_xor: return {0, a ^ b};
    case opcode::equal: return {0, a == b};
    case opcode::not_equal: return {0, a != b};
    case opcode::less: return {0, a < b};
    case opcode::less_equal: return {0, a <= b};
    default: return {.known = false};
  }
}

constexpr bool fits_i64(double x) { return x > -9.2e18 && x < 9.2e18; }

constexpr folded fold_cast(element_type from, element_type to, folded x) {
  if (is_floating(from) == is_floating(to)) return x;
  if (is_floating(to)) return {double(x.whole), 0};
  if (is_boolean(to)) return {0, x.real != 0 || x.real != x.real};
  return fits_i64(x.real) ? folded{0, std::int64_t(x.real)} : folded{.known = false};
}

/// Computes a node whose operands are constants, where that can be done exactly as at run time.
constexpr folded fold_node(const graph& g, const node& n) {
  const node& first = g.nodes[n.operands[0]];
  const folded a = read_constant(first);
  if (n.code == opcode::cast) return fold_cast(first.type, n.type, a);
  const folded b = operands_of(n.code) > 1 ? read_constant(g.nodes[n.operands[1]]) : folded{};
  return is_floating(first.type) ? fold_floating(n.code, a.real, b.real) : fold_integer(n.code, a.whole, b.whole);
}

constexpr bool is_constant(const graph& g, int id) { return g.nodes[id].code == opcode::constant; }

constexpr int append_constant(graph& g, element_type type, folded x) {
  if (type == element_type::f32) x.real = double(float(x.real));
  const std::int64_t bits = is_floating(type) ? std::bit_cast<std::int64_t>(x.real) : wrapped(type, x.whole);
  return g.append({.code = opcode::constant, .type = type, .payload = bits});
}

}  // namespace detail

/// Computes what is known already. Only operations that constant evaluation does to the last bit are folded.
constexpr graph fold(const graph& in) {
  return rewrite(in, [](graph& out, const node& n) {
    const int count = operands_of(n.code);
    if (kind_of(n.code) != op_kind::pointwise || count > 2 || n.shape != 0) return out.append(n);
    for (int k = 0; k < count; ++k)
      if (!detail::is_constant(out, n.operands[k])) return out.append(n);
    const detail::folded result = detail::fold_node(out, n);
    return result.known ? detail::append_constant(out, n.type, result) : out.append(n);
  });
}

}  // namespace tenon::passes

#endif
