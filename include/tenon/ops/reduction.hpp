#ifndef TENON_OPS_REDUCTION_HPP
#define TENON_OPS_REDUCTION_HPP

#include "tenon/ops/movement.hpp"

namespace tenon {

/// Leaves reduced axes in the result with extent 1: `sum(x, 1, keep_dims)`.
struct keep_dims_t {};
inline constexpr keep_dims_t keep_dims{};

namespace detail {

/// The axes as a mask; `count` 0 means all. -1 with the error noted when one does not exist.
constexpr std::int64_t axis_mask(const axis_subject& s, const axis_list& axes) {
  if (axes.count == 0) return (std::int64_t(1) << s.x.rank()) - 1;
  if (axes.count > max_rank) {
    s.reject("more axes are named than", "can have");
    return -1;
  }
  std::int64_t mask = 0;
  for (int i = 0; i < axes.count; ++i) {
    const int axis = s.axis(axes.axes[i]);
    if (axis < 0) return -1;
    mask |= std::int64_t(1) << axis;
  }
  return mask;
}

constexpr shape without_axes(const shape& s, std::int64_t mask) {
  shape kept{};
  for (int i = 0; i < s.rank; ++i)
    if (!(mask >> i & 1)) kept.push_back(s[i]);
  return kept;
}

/// Spreads a reduced value back over the axes of `like` that `mask` names.
constexpr value spread(value reduced, value like, std::int64_t mask) {
  if (reduced.rank() == 0) return reduced;
  packed_axes axes;
  for (int i = 0; i < like.rank(); ++i)
    if (!(mask >> i & 1)) axes.push_back(i);
  graph& g = *reduced.owner;
  return append(g, opcode::broadcast, reduced.type(), g.nodes[like.id].shape, reduced.id, -1, -1, axes.attribute());
}

constexpr value with_unit_axes(value reduced, const shape& full, std::int64_t mask) {
  shape s = full;
  for (int i = 0; i < s.rank; ++i)
    if (mask >> i & 1) s.axes[i] = {1};
  return reshape_to(reduced, s);
}

constexpr value reduce(opcode code, value x, std::int64_t mask) {
  graph& g = *x.owner;
  const bool index = code == opcode::argmax || code == opcode::argmin;
  return append(g, code, index ? element_type::i64 : x.type(), g.intern(without_axes(x.shape(), mask)), x.id, -1, -1, mask);
}

/// The element type in which a reduction is computed: sums and products of integers and bool in i64, as in PyTorch.
constexpr value prepared(opcode code, value x) {
  if (code == opcode::reduce_any || code == opcode::reduce_all) return cast_to(x, element_type::boolean);
  const bool accumulates = code == opcode::reduce_sum || code == opcode::reduce_product;
  return is_boolean(x.type()) || (accumulates && !is_floating(x.type())) ? cast_to(x, element_type::i64) : x;
}

/// A reduction over the given axes, or over all without any.
constexpr value reduction(opcode code, const operand& a, const axis_list& over, bool keep) {
  const axis_subject s = subject(a, code);
  if (!s.x.valid()) return s.x;
  const std::int64_t mask = axis_mask(s, over);
  if (mask < 0) return s.invalid();
  const value x = prepared(code, s.x);
  const value result = mask == 0 ? x : reduce(code, x, mask);
  return keep ? with_unit_axes(result, x.shape(), mask) : result;
}

/// The place of an element along one axis.
constexpr value index_reduction(opcode code, const operand& a, axis_number axis) {
  const axis_subject s = subject(a, code);
  const int along = s.x.valid() ? s.axis(axis.axis) : -1;
  if (along < 0) return s.invalid();
  const extent n = s.x.shape()[along];
  if (n == extent{0}) return s.reject("the axis has no elements in", "");
  if (!n.is_static()) s.owner().assume(assumption::at_least, code, n, {1});
  return reduce(code, prepared(code, s.x), std::int64_t(1) << along);
}

/// The place of an element among all, in row-major order.
constexpr value index_reduction(opcode code, const operand& a) {
  const value flat = flatten(a);
  return index_reduction(code, {flat.valid() && flat.rank() == 0 ? unsqueeze(flat, 0) : flat, a.line}, 0);
}

}  // namespace detail

/// Over the given axes, or over all without any. Integers and bool are summed as i64.
constexpr value sum(operand x, axis_list over = {}) { return detail::reduction(opcode::reduce_sum, x, over, false); }
constexpr value sum(operand x, axis_list over, keep_dims_t) { return detail::reduction(opcode::reduce_sum, x, over, true); }
constexpr value sum(operand x, keep_dims_t) { return detail::reduction(opcode::reduce_sum, x, {}, true); }
TENON_FOR_EXPRESSIONS(sum)

/// Likewise; integers as i64.
constexpr value product(operand x, axis_list over = {}) { return detail::reduction(opcode::reduce_product, x, over, false); }
constexpr value product(operand x, axis_list over, keep_dims_t) { return detail::reduction(opcode::reduce_product, x, over, true); }
constexpr value product(operand x, keep_dims_t) { return detail::reduction(opcode::reduce_product, x, {}, true); }
TENON_FOR_EXPRESSIONS(product)

/// The greatest element; NaN if there is one.
constexpr value max(operand x, axis_list over = {}) { return detail::reduction(opcode::reduce_max, x, over, false); }
constexpr value max(operand x, axis_list over, keep_dims_t) { return detail::reduction(opcode::reduce_max, x, over, true); }
constexpr value max(operand x, keep_dims_t) { return detail::reduction(opcode::reduce_max, x, {}, true); }
TENON_FOR_EXPRESSIONS(max)

/// The least element; NaN if there is one.
constexpr value min(operand x, axis_list over = {}) { return detail::reduction(opcode::reduce_min, x, over, false); }
constexpr value min(operand x, axis_list over, keep_dims_t) { return detail::reduction(opcode::reduce_min, x, over, true); }
constexpr value min(operand x, keep_dims_t) { return detail::reduction(opcode::reduce_min, x, {}, true); }
TENON_FOR_EXPRESSIONS(min)

/// Whether any element is not 0.
constexpr value any(operand x, axis_list over = {}) { return detail::reduction(opcode::reduce_any, x, over, false); }
constexpr value any(operand x, axis_list over, keep_dims_t) { return detail::reduction(opcode::reduce_any, x, over, true); }
constexpr value any(operand x, keep_dims_t) { return detail::reduction(opcode::reduce_any, x, {}, true); }
TENON_FOR_EXPRESSIONS(any)

/// Whether no element is 0.
constexpr value all(operand x, axis_list over = {}) { return detail::reduction(opcode::reduce_all, x, over, false); }
constexpr value all(operand x, axis_list over, keep_dims_t) { return detail::reduction(opcode::reduce_all, x, over, true); }
constexpr value all(operand x, keep_dims_t) { return detail::reduction(opcode::reduce_all, x, {}, true); }
TENON_FOR_EXPRESSIONS(all)

/// The place (i64) of the first greatest element along one axis; without an axis, in row-major order among all.
constexpr value argmax(operand x, axis_number axis) { return detail::index_reduction(opcode::argmax, x, axis); }
constexpr value argmax(operand x) { return detail::index_reduction(opcode::argmax, x); }
TENON_FOR_EXPRESSIONS(argmax)

/// The place (i64) of the first least element along one axis; without an axis, in row-major order among all.
constexpr value argmin(operand x, axis_number axis) { return detail::index_reduction(opcode::argmin, x, axis); }
constexpr value argmin(operand x) { return detail::index_reduction(opcode::argmin, x); }
TENON_FOR_EXPRESSIONS(argmin)

}  // namespace tenon

#endif
