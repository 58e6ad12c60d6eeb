#ifndef TENON_OPS_SORTING_HPP
#define TENON_OPS_SORTING_HPP

#include <tuple>

#include "tenon/ops/indexing.hpp"
#include "tenon/ops/normalization.hpp"

namespace tenon {

/// The greatest element first: `sort(x, axes<1>, descending)`.
struct descending_t {};
inline constexpr descending_t descending{};

/// The least element first, or the greatest; in compiled functions true and false do as well: `sort(x, 1, true)`.
struct sort_order {
  bool greatest_first;

  constexpr sort_order(bool greatest) : greatest_first(greatest) {}
  constexpr sort_order(descending_t) : greatest_first(true) {}
};

namespace detail {

/// The first `wanted` elements along an axis, or their places, in order.
constexpr value first_sorted(opcode code, value x, int axis, bool descending, extent wanted) {
  graph& g = *x.owner;
  shape s = x.shape();
  s.axes[axis] = wanted;
  return append(g, code, code == opcode::argsort ? element_type::i64 : x.type(), g.intern(s), x.id, -1, -1, axis, descending);
}

constexpr value sorted(opcode code, const operand& a, axis_number axis, sort_order order) {
  const axis_subject s = subject(a, code);
  const int along = s.x.valid() ? s.axis(axis.axis) : -1;
  return along < 0 ? s.invalid() : first_sorted(code, s.x, along, order.greatest_first, s.x.shape()[along]);
}

/// Places along one axis, of extent n, as places in the flat array: [before the axis, the axis, behind it].
constexpr value places_in_flat(value places, extent n, int axis) {
  graph& g = *places.owner;
  const shape s = places.shape();
  extent before{1}, behind{1};
  for (int i = axis; i-- > 0;) before = g.arithmetic().multiply(before, s[i]);
  for (int i = s.rank; i-- > axis + 1;) behind = g.arithmetic().multiply(behind, s[i]);
  value at = reshape_to(places, {.rank = 3, .axes = {before, s[axis], behind}});
  const auto along = [&](int i) { return iota_like(g, element_type::i64, at.shape(), i); };
  if (before.code != 1) at = add(multiply(along(0), extent_of(n, at)), at);
  if (behind.code != 1) at = add(multiply(at, extent_of(behind, at)), along(2));
  return at;
}

constexpr value expand_topk(const node& n, value x) {
  int axis = 0;
  while (!(n.attribute >> axis & 1)) ++axis;
  return first_sorted(opcode::sort, x, axis, n.payload != 0, x.owner->shapes[n.shape][axis]);
}

/// Ones, or weights, added up where indices say.
constexpr value expand_bincount(const node& n, value indices, value weights) {
  graph& g = *indices.owner;
  const value none = constant(g, n.type, 0), at = flatten(checked(indices, g.shapes[n.shape][0], opcode::bincount));
  const value zeros = append(g, opcode::broadcast, n.type, n.shape, none.id);
  const value added = weights.rank() == 0 ? append(g, opcode::broadcast, n.type, g.nodes[at.id].shape, weights.id) : flatten(weights);
  return append(g, opcode::scatter_add, n.type, n.shape, zeros.id, at.id, added.id, 0);
}

/// Elements in order and their places, which become one kernel (plan/sorts.hpp).
constexpr std::tuple<value, value> with_places(const axis_subject& s, int axis, bool descending, extent wanted) {
  const value places = first_sorted(opcode::argsort, s.x, axis, descending, wanted);
  const value elements = append(s.owner(), opcode::topk, s.type(), places.owner->nodes[places.id].shape, s.x.id, -1, -1, std::int64_t(1) << axis, descending);
  return {elements, places};
}

constexpr value reject_count(const axis_subject& s, std::int64_t k, int axis) {
  if (auto* e = complain(s.owner(), s.code, s.line)) {
    *e << k << " elements are wanted of axis " << axis << " in ";
    print(*e, s.owner(), s.x.shape());
  }
  return s.invalid();
}

constexpr value bincount(const operand& x, std::int64_t classes, const operand* weights) {
  graph& g = *owner_of(x);
  const value at = index_operand(g, x, opcode::bincount);
  if (!at.valid()) return at;
  const axis_subject s{at, opcode::bincount, x.line};
  if (at.rank() == 0) return s.reject("", "has no axis along which to count");
  if (classes < 0) return s.reject("the number of classes is negative for indices", "");
  value added = constant(g, element_type::i64, 1);
  if (weights != nullptr) {
    added = resolve(g, *weights);
    if (!added.valid()) return added;
    if (is_boolean(added.type())) added = cast_to(added, element_type::i64);
    if (!agree(g, s.code, added.shape(), at.shape())) return s.reject("weights must have the shape of the indices", "");
  }
  return append(g, opcode::bincount, added.type(), g.intern({.rank = 1, .axes = {{classes}}}), at.id, added.id);
}

}  // namespace detail

/// The elements in order along an axis. NaN counts as greater than every number; equal elements keep their order.
constexpr value sort(operand x, axis_number axis = -1, sort_order order = false) { return detail::sorted(opcode::sort, x, axis, order); }
TENON_FOR_EXPRESSIONS(sort)

/// The places (i64) along an axis from which sort takes its elements.
constexpr value argsort(operand x, axis_number axis = -1, sort_order order = false) { return detail::sorted(opcode::argsort, x, axis, order); }
TENON_FOR_EXPRESSIONS(argsort)

/// What sort and argsort give, by one sort.
constexpr std::tuple<value, value> sort_with_indices(operand x, axis_number axis = -1, sort_order order = false) {
  const detail::axis_subject s = detail::subject(x, opcode::argsort);
  const int along = s.x.valid() ? s.axis(axis.axis) : -1;
  if (along < 0) return {s.invalid(), s.invalid()};
  return detail::with_places(s, along, order.greatest_first, s.x.shape()[along]);
}

/// The k greatest elements along an axis, or the k least, in order, and their places (i64). NaN counts as greater than every
/// number; of equal elements the first are taken. An axis of fewer than k elements is an error.
constexpr std::tuple<value, value> topk(operand x, std::int64_t k, axis_number axis = -1, bool largest = true) {
  const detail::axis_subject s = detail::subject(x, opcode::topk);
  const int along = s.x.valid() ? s.axis(axis.axis) : -1;
  if (along < 0) return {s.invalid(), s.invalid()};
  const extent n = s.x.shape()[along];
  if (k < 0 || (n.is_static() && n.code < k)) return {detail::reject_count(s, k, along), s.invalid()};
  if (!n.is_static()) s.owner().assume(assumption::at_least, opcode::topk, n, {k});
  return detail::with_places(s, along, largest, {k});
}

/// How often each of the numbers 0, 1, ... classes - 1 is among the integers x, as i64. A number that is none of them is an error.
constexpr value bincount(operand x, std::int64_t classes) { return detail::bincount(x, classes, nullptr); }

/// The weights of each number added up, in their order and element type (i64 for bool). Weights are shaped as x.
constexpr value bincount(operand x, std::int64_t classes, operand weights) { return detail::bincount(x, classes, &weights); }

}  // namespace tenon

#endif
