#ifndef TENON_OPS_MOVEMENT_HPP
#define TENON_OPS_MOVEMENT_HPP

#include "tenon/ops/arithmetic.hpp"

namespace tenon {

/// An extent as an argument: a number, -1 for one that the operation finds itself, or the extent of another value
/// (`x.extent(0)`).
struct extent_argument {
  extent size{};
  bool inferred = false;
  bool negative = false;  // which no operation takes

  constexpr extent_argument(std::integral auto n) : size{n < 0 ? 0 : std::int64_t(n)}, inferred(n == -1), negative(n < -1) {}
  constexpr extent_argument(extent e) : size(e) {}
};

/// Extents as an argument: `reshape(x, {x.extent(0), -1})`. `count` may be more than fit, which no operation takes.
struct extent_list {
  int count = 0;
  extent_argument extents[max_rank] = {0, 0, 0, 0, 0, 0, 0, 0};

  constexpr extent_list(std::initializer_list<extent_argument> list) {
    for (const extent_argument& e : list) {
      if (count < max_rank) extents[count] = e;
      ++count;
    }
  }
  constexpr bool has_negative() const {
    for (int i = 0; i < count && i < max_rank; ++i)
      if (extents[i].negative) return true;
    return false;
  }
  template <int... Extent>
  constexpr extent_list(axes_t<Extent...>) : extent_list({extent_argument(Extent)...}) {}
};

namespace detail {

/// A value that an operation on axes starts from, with its name and line for messages.
struct axis_subject {
  value x;
  opcode code;
  int line;

  constexpr graph& owner() const { return *x.owner; }
  constexpr value invalid() const { return {x.owner, -1}; }
  constexpr element_type type() const { return x.type(); }

  /// The axis counted from the front, or -1 with the error noted.
  constexpr int axis(int a) const {
    const int rank = x.rank();
    if (a >= -rank && a < rank) return a < 0 ? a + rank : a;
    if (auto* e = complain(owner(), code, line)) {
      *e << "axis " << a << " does not exist in ";
      print(*e, owner(), x.shape());
      if (rank == 0) *e << ", which has no axes";
      else *e << ", whose axes are " << -rank << " to " << rank - 1;
    }
    return -1;
  }

  /// Notes an error about the operand's shape: `<before> [32, 10] <after>`.
  constexpr value reject(std::string_view before, std::string_view after) const {
    if (auto* e = complain(owner(), code, line)) {
      *e << before << (before.empty() ? "" : " ");
      print(*e, owner(), x.shape());
      *e << (after.empty() ? "" : " ") << after;
    }
    return invalid();
  }

  /// Notes that more axes were wanted than a tensor can have.
  constexpr value reject_rank() const { return reject("", "cannot have more than 8 axes"); }

  constexpr value with_shape(const shape& s, std::int64_t attribute = 0, std::int64_t payload = 0, int second = -1) const {
    return append(owner(), code, x.type(), owner().intern(s), x.id, second, -1, attribute, payload);
  }
};

constexpr axis_subject subject(const operand& a, opcode code) { return {resolve(*owner_of(a), a), code, a.line}; }

constexpr value reshape_to(value x, const shape& s) {
  graph& g = *x.owner;
  const int id = g.intern(s);
  return id == g.nodes[x.id].shape ? x : append(g, opcode::reshape, x.type(), id, x.id);
}

/// Whether so many elements can take the shape, as far as is known; what is not known is assumed.
constexpr bool reshape_fits(graph& g, extent have, extent given, bool inferred) {
  if (have.is_static() && given.is_static())
    return inferred ? given.code != 0 && have.code % given.code == 0 : have == given;
  if (have != given) g.assume(inferred ? assumption::divisible : assumption::equal, opcode::reshape, have, given);
  return true;
}

constexpr value reshape_mismatch(const axis_subject& s, const shape& wanted, int inferred) {
  if (auto* e = complain(s.owner(), s.code, s.line)) {
    print(*e, s.owner(), s.x.shape());
    *e << " cannot become [";
    for (int i = 0; i < wanted.rank; ++i) {
      *e << (i == 0 ? "" : ", ");
      if (i == inferred) *e << -1;
      else print(*e, s.owner(), wanted[i]);
    }
    *e << (inferred < 0 ? "]: they have different numbers of elements" : "]: no extent in place of -1 gives as many elements");
  }
  return s.invalid();
}

}  // namespace detail

/// The same elements in row-major order under other extents; one of them may be -1, which is then what is left over.
constexpr value reshape(operand x, extent_list extents) {
  const detail::axis_subject s = detail::subject(x, opcode::reshape);
  if (!s.x.valid()) return s.x;
  if (extents.count > max_rank) return s.reject_rank();
  if (extents.has_negative()) return s.reject("", "cannot become a shape with a negative extent; -1 stands for what is left over");
  extent_arithmetic arithmetic = s.owner().arithmetic();
  const extent have = arithmetic.product(s.x.shape());
  shape wanted{};
  int inferred = -1;
  for (int i = 0; i < extents.count; ++i) {
    if (extents.extents[i].inferred && inferred >= 0) return s.reject("only one of the extents that", "is to have may be -1");
    if (extents.extents[i].inferred) inferred = i;
    wanted.push_back(extents.extents[i].inferred ? extent{1} : extents.extents[i].size);
  }
  const extent given = arithmetic.product(wanted);
  if (inferred >= 0) wanted.axes[inferred] = arithmetic.divide(have, given);
  if (!detail::reshape_fits(s.owner(), have, given, inferred >= 0)) return detail::reshape_mismatch(s, wanted, inferred);
  return detail::reshape_to(s.x, wanted);
}
TENON_FOR_EXPRESSIONS(reshape)

/// Axis i of the result is axis order[i] of x.
constexpr value permute(operand x, axis_list order) {
  const detail::axis_subject s = detail::subject(x, opcode::permute);
  if (!s.x.valid()) return s.x;
  if (order.count != s.x.rank()) return s.reject("the order must name each axis of", "once");
  shape result{};
  packed_axes axes;
  unsigned seen = 0;
  for (int i = 0; i < order.count; ++i) {
    const int axis = s.axis(order.axes[i]);
    if (axis < 0) return s.invalid();
    seen |= 1u << axis;
    axes.push_back(axis);
    result.push_back(s.x.shape()[axis]);
  }
  if (seen + 1 != 1u << order.count) return s.reject("the order must name each axis of", "once");
  return s.with_shape(result, axes.attribute());
}
TENON_FOR_EXPRESSIONS(permute)

/// Exchanges two axes, by default the last two.
constexpr value transpose(operand x, axis_number first = -2, axis_number second = -1) {
  const detail::axis_subject s = detail::subject(x, opcode::permute);
  if (!s.x.valid()) return s.x;
  const int a = s.axis(first.axis), b = s.axis(second.axis);
  if (a < 0 || b < 0) return s.invalid();
  axis_list order{};
  for (order.count = 0; order.count < s.x.rank(); ++order.count)
    order.axes[order.count] = order.count == a ? b : order.count == b ? a : order.count;
  return permute(x, order);
}
TENON_FOR_EXPRESSIONS(transpose)

namespace detail {

/// Whether an axis of extent `from` can become one of extent `to`; what is not known is assumed.
constexpr bool broadcast_spreads(graph& g, extent from, extent to) {
  if (from == to || from.code == 1) return true;
  if (from.is_static() && to.is_static()) return false;
  g.assume(from.is_static() || to.code == 1 ? assumption::equal : assumption::spreads, opcode::broadcast, from, to);
  return true;
}

}  // namespace detail

/// x repeated to the given extents, by NumPy's rule; -1 keeps the extent of an axis.
constexpr value broadcast_to(operand x, extent_list extents) {
  const detail::axis_subject s = detail::subject(x, opcode::broadcast);
  if (!s.x.valid()) return s.x;
  if (extents.count > max_rank) return s.reject_rank();
  if (extents.has_negative()) return s.reject("", "does not broadcast to a negative extent; -1 stands for the extent that an axis has");
  const shape from = s.x.shape();
  if (extents.count < from.rank) return s.reject("the shape to broadcast to has fewer axes than", "");
  shape to{};
  packed_axes axes;
  bool ok = true;
  for (int i = 0; i < extents.count; ++i) {
    const int axis = i + from.rank - extents.count;
    if (axis < 0 && extents.extents[i].inferred) return s.reject("a new axis needs an extent, not -1, in the shape to broadcast", "to");
    to.push_back(extents.extents[i].inferred ? from[axis] : extents.extents[i].size);
    if (axis < 0) continue;
    axes.push_back(i);
    ok = ok && detail::broadcast_spreads(s.owner(), from[axis], to[i]);
  }
  if (!ok) return s.reject("", "does not broadcast to the wanted shape: each extent must be equal or 1");
  return s.owner().intern(to) == s.owner().nodes[s.x.id].shape ? s.x : s.with_shape(to, axes.attribute());
}
TENON_FOR_EXPRESSIONS(broadcast_to)

namespace detail {

/// A place of a slice counted from the front and cut to [0, n].
constexpr std::int64_t clamp_place(std::int64_t place, std::int64_t n) {
  if (place < 0) place += n;
  return place < 0 ? 0 : place > n ? n : place;
}

/// `length` elements of one axis that begin at `from`.
constexpr value sliced(const axis_subject& s, int axis, extent from, extent length) {
  shape result = s.x.shape();
  if (from.code == 0 && result[axis] == length) return s.x;
  result.axes[axis] = length;
  return s.with_shape(result, axis, from.code);
}

/// Every step-th element of one axis.
constexpr value stepped(value x, int axis, std::int64_t step) {
  if (step == 1) return x;
  shape result = x.shape();
  result.axes[axis] = x.owner->arithmetic().divide_up(result[axis], {step});
  return axis_subject{x, opcode::stride_step, 0}.with_shape(result, axis, step);
}

}  // namespace detail

/// Elements begin, begin + step, ... before end of one axis; negative places count from the end, as in NumPy, and places
/// beyond the ends are cut. An axis whose extent is dynamic takes places >= 0, and an end beyond it is an error.
constexpr value slice(operand x, axis_number axis, std::int64_t begin, std::int64_t end = to_end, std::int64_t step = 1) {
  const detail::axis_subject s = detail::subject(x, opcode::slice);
  if (!s.x.valid()) return s.x;
  const int a = s.axis(axis.axis);
  if (a < 0) return s.invalid();
  if (step < 1) return s.reject("the step of a slice of", "must be at least 1 (flip reverses an axis)");
  extent from{}, length{};
  if (const extent n = s.x.shape()[a]; n.is_static()) {
    from = {detail::clamp_place(begin, n.code)};
    const std::int64_t stop = end == to_end ? n.code : detail::clamp_place(end, n.code);
    length = {stop > from.code ? stop - from.code : 0};
  } else {
    if (begin < 0 || end < 0) return s.reject("places of a dynamic axis are counted from the front, in a slice of", "");
    from = {begin};
    s.owner().assume(assumption::at_least, opcode::slice, n, {end == to_end || end < begin ? begin : end});
    length = end == to_end ? s.owner().arithmetic().subtract(n, from) : extent{end > begin ? end - begin : 0};
  }
  return detail::stepped(detail::sliced(s, a, from, length), a, step);
}

namespace detail {

/// `front` elements before and `back` behind one axis, all equal to `filler`, which has rank 0 and the operand's type.
constexpr value padded(const axis_subject& s, int axis, extent front, extent back, value filler) {
  if (front.code == 0 && back.code == 0) return s.x;
  shape result = s.x.shape();
  extent_arithmetic arithmetic = s.owner().arithmetic();
  result.axes[axis] = arithmetic.add(arithmetic.add(result[axis], front), back);
  return s.with_shape(result, axis, front.code, filler.id);
}

}  // namespace detail

/// `front` elements before and `back` behind one axis, all equal to `filler`.
constexpr value pad(operand x, axis_number axis, std::int64_t front, std::int64_t back, operand filler = 0) {
  const detail::axis_subject s = detail::subject(x, opcode::pad);
  if (!s.x.valid()) return s.x;
  const int a = s.axis(axis.axis);
  if (a < 0) return s.invalid();
  if (front < 0 || back < 0) return s.reject("the padding of", "must not be negative");
  const value given = detail::adapts(filler) ? detail::constant(s.owner(), s.type(), filler) : detail::resolve(s.owner(), filler);
  const value fill = detail::cast_to(given, s.type());
  if (fill.rank() != 0) return s.reject("the filler of the padding of", "must have rank 0");
  return detail::padded(s, a, {front}, {back}, fill);
}

namespace detail {

constexpr value concatenate_mismatch(const axis_subject& s, value second) {
  if (auto* e = complain(s.owner(), s.code, s.line)) {
    print(*e, s.owner(), s.x.shape());
    *e << " and ";
    print(*e, s.owner(), second.shape());
    *e << " must agree in all axes but the one along which they are joined";
  }
  return s.invalid();
}

}  // namespace detail

/// b behind a along an axis; all other extents must be equal.
constexpr value concatenate(operand a, operand b, axis_number axis = 0) {
  graph& g = *detail::owner_of(a, b);
  detail::axis_subject s{detail::resolve(g, a), opcode::concatenate, a.line};
  value second = detail::resolve(g, b);
  if (!s.x.valid() || !second.valid()) return s.invalid();
  const element_type type = promote(s.type(), second.type());
  s.x = detail::cast_to(s.x, type);
  second = detail::cast_to(second, type);
  const int along = s.axis(axis.axis);
  if (along < 0) return s.invalid();
  if (second.rank() != s.x.rank()) return detail::concatenate_mismatch(s, second);
  shape result = s.x.shape();
  for (int i = 0; i < result.rank; ++i)
    if (i != along && result[i] != second.shape()[i]) {
      if (result[i].is_static() && second.shape()[i].is_static()) return detail::concatenate_mismatch(s, second);
      g.assume(assumption::equal, opcode::concatenate, result[i], second.shape()[i]);
    }
  result.axes[along] = g.arithmetic().add(result[along], second.shape()[along]);
  return s.with_shape(result, along, 0, second.id);
}
TENON_FOR_EXPRESSIONS(concatenate)

/// The elements of one axis in reverse order.
constexpr value flip(operand x, axis_number axis) {
  const detail::axis_subject s = detail::subject(x, opcode::flip);
  const int a = s.x.valid() ? s.axis(axis.axis) : -1;
  return a < 0 ? s.invalid() : s.with_shape(s.x.shape(), a);
}
TENON_FOR_EXPRESSIONS(flip)

/// A new axis of extent 1 before the given axis (rank + 1 axes to choose from).
constexpr value unsqueeze(operand x, axis_number axis) {
  const detail::axis_subject s = detail::subject(x, opcode::reshape);
  if (!s.x.valid()) return s.x;
  if (s.x.rank() == max_rank) return s.reject_rank();
  const int at = axis.axis < 0 ? axis.axis + s.x.rank() + 1 : axis.axis;
  if (at < 0 || at > s.x.rank()) return s.reject("the place of the new axis is outside of", "");
  shape result{};
  for (int i = 0; i <= s.x.rank(); ++i) {
    if (i == at) result.push_back({1});
    if (i < s.x.rank()) result.push_back(s.x.shape()[i]);
  }
  return detail::reshape_to(s.x, result);
}
TENON_FOR_EXPRESSIONS(unsqueeze)

/// Removes an axis of extent 1.
constexpr value squeeze(operand x, axis_number axis) {
  const detail::axis_subject s = detail::subject(x, opcode::reshape);
  const int at = s.x.valid() ? s.axis(axis.axis) : -1;
  if (at < 0) return s.invalid();
  if (s.x.shape()[at] != extent{1}) return s.reject("squeeze needs an extent of 1 in", "");
  shape result{};
  for (int i = 0; i < s.x.rank(); ++i)
    if (i != at) result.push_back(s.x.shape()[i]);
  return detail::reshape_to(s.x, result);
}
TENON_FOR_EXPRESSIONS(squeeze)

/// Joins the axes from `first` to the last into one.
constexpr value flatten(operand x, axis_number first = 0) {
  const detail::axis_subject s = detail::subject(x, opcode::reshape);
  if (!s.x.valid() || s.x.rank() == 0) return s.x;
  const int from = s.axis(first.axis);
  if (from < 0) return s.invalid();
  shape result{};
  extent joined{1};
  for (int i = 0; i < s.x.rank(); ++i)
    if (i < from) result.push_back(s.x.shape()[i]);
  for (int i = s.x.rank(); i-- > from;) joined = s.owner().arithmetic().multiply(joined, s.x.shape()[i]);
  result.push_back(joined);
  return detail::reshape_to(s.x, result);
}
TENON_FOR_EXPRESSIONS(flatten)

}  // namespace tenon

#endif
