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

template <opcode Code>
struct reduction_operation {

  /// Over the given axes, or over all without any.
  constexpr value operator()(operand x, axis_list over = {}) const { return compute(x, over, false); }
  constexpr value operator()(operand x, axis_list over, keep_dims_t) const { return compute(x, over, true); }
  constexpr value operator()(operand x, keep_dims_t) const { return compute(x, {}, true); }

 private:
  static constexpr value compute(const operand& a, const axis_list& over, bool keep) {
    axis_subject s = subject(a, Code);
    if (!s.x.valid()) return s.x;
    const std::int64_t mask = axis_mask(s, over);
    if (mask < 0) return s.invalid();
    const value x = prepared(Code, s.x);
    const value result = mask == 0 ? x : reduce(Code, x, mask);
    return keep ? with_unit_axes(result, x.shape(), mask) : result;
  }
};

template <opcode Code>
struct index_reduction_operation {

  /// The place (i64) of the first greatest or least element along one axis.
  constexpr value operator()(operand a, axis_number axis) const {
    const axis_subject s = subject(a, Code);
    const int along = s.x.valid() ? s.axis(axis.axis) : -1;
    if (along < 0) return s.invalid();
    const extent n = s.x.shape()[along];
    if (n == extent{0}) return s.reject("the axis has no elements in", "");
    if (!n.is_static()) s.owner().assume(assumption::at_least, Code, n, {1});
    return reduce(Code, prepared(Code, s.x), std::int64_t(1) << along);
  }
  /// The place in row-major order among all elements.
  constexpr value operator()(operand a) const {
    const value flat = flatten(a);
    return flat.valid() && flat.rank() == 0 ? (*this)(operand(unsqueeze(flat, 0), a.line), 0) : (*this)(operand(flat, a.line), 0);
  }
};

}  // namespace detail

/// Over the given axes, or over all without any. Integers and bool are summed as i64.
constexpr value sum(operand x, axis_list over = {}) { return detail::reduction_operation<opcode::reduce_sum>{}(x, over); }
constexpr value sum(operand x, axis_list over, keep_dims_t) { return detail::reduction_operation<opcode::reduce_sum>{}(x, over, keep_dims); }
constexpr value sum(operand x, keep_dims_t) { return detail::reduction_operation<opcode::reduce_sum>{}(x, keep_dims); }
TENON_FOR_EXPRESSIONS(sum)

/// Likewise; integers as i64.
constexpr value product(operand x, axis_list over = {}) { return detail::reduction_operation<opcode::reduce_product>{}(x, over); }
constexpr value product(operand x, axis_list over, keep_dims_t) { return detail::reduction_operation<opcode::reduce_product>{}(x, over, keep_dims); }
constexpr value product(operand x, keep_dims_t) { return detail::reduction_operation<opcode::reduce_product>{}(x, keep_dims); }
TENON_FOR_EXPRESSIONS(product)

/// The greatest element; NaN if there is one.
constexpr value max(operand x, axis_list over = {}) { return detail::reduction_operation<opcode::reduce_max>{}(x, over); }
constexpr value max(operand x, axis_list over, keep_dims_t) { return detail::reduction_operation<opcode::reduce_max>{}(x, over, keep_dims); }
constexpr value max(operand x, keep_dims_t) { return detail::reduction_operation<opcode::reduce_max>{}(x, keep_dims); }
TENON_FOR_EXPRESSIONS(max)

/// The least element; NaN if there is one.
constexpr value min(operand x, axis_list over = {}) { return detail::reduction_operation<opcode::reduce_min>{}(x, over); }
constexpr value min(operand x, axis_list over, keep_dims_t) { return detail::reduction_operation<opcode::reduce_min>{}(x, over, keep_dims); }
constexpr value min(operand x, keep_dims_t) { return detail::reduction_operation<opcode::reduce_min>{}(x, keep_dims); }
TENON_FOR_EXPRESSIONS(min)

/// Whether any element is not 0.
constexpr value any(operand x, axis_list over = {}) { return detail::reduction_operation<opcode::reduce_any>{}(x, over); }
constexpr value any(operand x, axis_list over, keep_dims_t) { return detail::reduction_operation<opcode::reduce_any>{}(x, over, keep_dims); }
constexpr value any(operand x, keep_dims_t) { return detail::reduction_operation<opcode::reduce_any>{}(x, keep_dims); }
TENON_FOR_EXPRESSIONS(any)

/// Whether no element is 0.
constexpr value all(operand x, axis_list over = {}) { return detail::reduction_operation<opcode::reduce_all>{}(x, over); }
constexpr value all(operand x, axis_list over, keep_dims_t) { return detail::reduction_operation<opcode::reduce_all>{}(x, over, keep_dims); }
constexpr value all(operand x, keep_dims_t) { return detail::reduction_operation<opcode::reduce_all>{}(x, keep_dims); }
TENON_FOR_EXPRESSIONS(all)

/// The place (i64) of the first greatest element along one axis; without an axis, in row-major order among all.
constexpr value argmax(operand x, axis_number axis) { return detail::index_reduction_operation<opcode::argmax>{}(x, axis); }
constexpr value argmax(operand x) { return detail::index_reduction_operation<opcode::argmax>{}(x); }
TENON_FOR_EXPRESSIONS(argmax)


/// The place (i64) of the first least element along one axis; without an axis, in row-major order among all.
constexpr value argmin(operand x, axis_number axis) { return detail::index_reduction_operation<opcode::argmin>{}(x, axis); }
constexpr value argmin(operand x) { return detail::index_reduction_operation<opcode::argmin>{}(x); }
TENON_FOR_EXPRESSIONS(argmin)

}  // namespace tenon

#endif
