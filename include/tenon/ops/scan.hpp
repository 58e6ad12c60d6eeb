#ifndef TENON_OPS_SCAN_HPP
#define TENON_OPS_SCAN_HPP

#include "tenon/ops/normalization.hpp"

namespace tenon {
namespace detail {

constexpr value scan_axis(opcode code, value x, int axis) {
  return append(*x.owner, code, x.type(), x.owner->nodes[x.id].shape, x.id, -1, -1, axis);
}

constexpr value scan(opcode code, const operand& a, axis_number axis) {
  axis_subject s = subject(a, code);
  if (!s.x.valid()) return s.x;
  if (code == opcode::scan_logsumexp) s = floating_subject(a, code);
  else if (!is_floating(s.type())) s.x = cast_to(s.x, element_type::i64);
  const int along = s.axis(axis.axis);
  return along < 0 ? s.invalid() : scan_axis(code, s.x, along);
}

}  // namespace detail

/// The running sum along an axis: place i has the sum of places 0 to i. Integers and bool are summed as i64.
constexpr value cumsum(operand x, axis_number axis) { return detail::scan(opcode::scan_sum, x, axis); }
TENON_FOR_EXPRESSIONS(cumsum)

/// The running product along an axis; integers as i64.
constexpr value cumprod(operand x, axis_number axis) { return detail::scan(opcode::scan_product, x, axis); }
TENON_FOR_EXPRESSIONS(cumprod)

/// The logarithm of the running sum of exp(x) along an axis, without overflow.
constexpr value logcumsumexp(operand x, axis_number axis) { return detail::scan(opcode::scan_logsumexp, x, axis); }
TENON_FOR_EXPRESSIONS(logcumsumexp)

}  // namespace tenon

#endif
