#ifndef TENON_OPS_INDEXING_HPP
#define TENON_OPS_INDEXING_HPP

#include "tenon/ops/reduction.hpp"

namespace tenon {
namespace detail {

/// Integers, or invalid with the error noted.
constexpr value index_operand(graph& g, const operand& a, opcode code) {
  const value v = resolve(g, a);
  if (!v.valid() || is_integer(v.type())) return v;
  if (auto* e = complain(g, code, a.line)) *e << "indices are " << name_of(v.type()) << ", expected integers";
  return {&g, -1};
}

/// The same indices, held to [0, n) when the computation is entered; `code` is who needs it, for the message.
constexpr value checked(value indices, extent n, opcode code) {
  graph& g = *indices.owner;
  return append(g, opcode::check_index, indices.type(), g.nodes[indices.id].shape, indices.id, -1, -1, n.code, std::int64_t(code));
}

constexpr shape gathered_shape(const shape& x, const shape& indices, int axis) {
  shape result{};
  for (int i = 0; i < axis; ++i) result.push_back(x[i]);
  for (int i = 0; i < indices.rank; ++i) result.push_back(indices[i]);
  for (int i = axis + 1; i < x.rank; ++i) result.push_back(x[i]);
  return result;
}

constexpr value gather_axis(value x, value indices, int axis) {
  graph& g = *x.owner;
  return append(g, opcode::gather, x.type(), g.intern(gathered_shape(x.shape(), indices.shape(), axis)), x.id, indices.id, -1, axis);
}

constexpr value updates_mismatch(const axis_subject& s, value updates, const shape& wanted) {
  if (auto* e = complain(s.owner(), s.code, s.line)) {
    *e << "updates are ";
    print(*e, s.owner(), updates.shape());
    *e << ", expected ";
    print(*e, s.owner(), wanted);
    *e << ", which take would give";
  }
  return s.invalid();
}

constexpr value iota_like(graph& g, element_type type, const shape& s, int axis) {
  return append(g, opcode::iota, type, g.intern(s), -1, -1, -1, axis);
}

/// A new last axis that is 1 at the index and 0 elsewhere; `code` is who needs it, for the message.
constexpr value one_hot_mask(value indices, extent classes, element_type type, opcode code) {
  const value at = checked(indices, classes, code);
  graph& g = *at.owner;
  shape s = at.shape();
  s.push_back(classes);
  const value places = iota_like(g, at.type(), s, s.rank - 1);
  return cast_to(equal(spread(at, places, std::int64_t(1) << (s.rank - 1)), places), type);
}

}  // namespace detail

/// x[..., indices, ...]: the axes of the indices take the place of one axis of x. Indices must be in [0, extent).
constexpr value take(operand x, operand indices, axis_number axis = 0) {
  const detail::axis_subject s{detail::resolve(*detail::owner_of(x, indices), x), opcode::gather, x.line};
  if (!s.x.valid()) return s.x;
  const value at = detail::index_operand(s.owner(), indices, opcode::gather);
  const int along = at.valid() ? s.axis(axis.axis) : -1;
  if (along < 0) return s.invalid();
  if (s.x.rank() - 1 + at.rank() > max_rank) return s.reject("taking from", "gives more axes than a tensor can have");
  return detail::gather_axis(s.x, detail::checked(at, s.x.shape()[along], s.code), along);
}
TENON_FOR_EXPRESSIONS(take)

/// Rows of weight [count, width] chosen by indices: the indices' shape and then width.
constexpr value embedding(operand indices, operand weight) { return take(weight, indices, 0); }
TENON_FOR_EXPRESSIONS(embedding)

/// x with updates added at the places that indices name along an axis; the updates are shaped as take's result would be.
constexpr value scatter_add(operand x, operand indices, operand updates, axis_number axis = 0) {
  const detail::axis_subject s{detail::resolve(*detail::owner_of(x, updates), x), opcode::scatter_add, x.line};
  if (!s.x.valid()) return s.x;
  graph& g = s.owner();
  const value at = detail::index_operand(g, indices, opcode::scatter_add);
  const value what = detail::resolve(g, updates);
  const int along = at.valid() && what.valid() ? s.axis(axis.axis) : -1;
  if (along < 0) return s.invalid();
  if (s.x.rank() - 1 + at.rank() > max_rank) return s.reject("adding to", "takes updates of more axes than a tensor can have");
  const shape wanted = detail::gathered_shape(s.x.shape(), at.shape(), along);
  if (!detail::agree(g, s.code, what.shape(), wanted)) return detail::updates_mismatch(s, what, wanted);
  return detail::append(g, opcode::scatter_add, s.type(), g.nodes[s.x.id].shape, s.x.id,
                        detail::checked(at, s.x.shape()[along], s.code).id, detail::cast_to(what, s.type()).id, along);
}
TENON_FOR_EXPRESSIONS(scatter_add)

/// A new last axis of the given extent that is 1 at the index and 0 elsewhere, as f32. Indices must be in [0, classes).
constexpr value one_hot(operand indices, std::int64_t classes) {
  const value at = detail::index_operand(*detail::owner_of(indices), indices, opcode::check_index);
  if (!at.valid()) return at;
  const detail::axis_subject s{at, opcode::check_index, indices.line};
  if (at.rank() == max_rank) return s.reject_rank();
  if (classes < 0) return s.reject("the number of classes is negative for indices", "");
  return detail::one_hot_mask(at, {classes}, element_type::f32, opcode::check_index);
}

/// 0, 1, 2, ... along one axis of the shape of `like`, in its element type (i64 where that is bool).
constexpr value iota(operand like, axis_number axis) {
  const detail::axis_subject s = detail::subject(like, opcode::iota);
  const int along = s.x.valid() ? s.axis(axis.axis) : -1;
  if (along < 0) return s.invalid();
  return detail::iota_like(s.owner(), is_boolean(s.type()) ? element_type::i64 : s.type(), s.x.shape(), along);
}
TENON_FOR_EXPRESSIONS(iota)

}  // namespace tenon

#endif
