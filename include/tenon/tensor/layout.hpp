#ifndef TENON_TENSOR_LAYOUT_HPP
#define TENON_TENSOR_LAYOUT_HPP

#include <array>
#include <cstdint>
#include <limits>

#include "tenon/tensor/describe.hpp"

namespace tenon {


namespace detail {

/// Where R-dimensional elements stand, in elements from the first element of the tensor that was started from.
template <std::size_t R>
struct layout {
  std::array<std::int64_t, R> extents{};
  std::array<std::int64_t, R> strides{};
  std::int64_t offset = 0;
};

/// Any list that has as many numbers as there are axes.
template <class... I>
constexpr auto numbers(I... i) {
  return std::array<std::int64_t, sizeof...(I)>{std::int64_t(i)...};
}

constexpr std::int64_t product(extent_span extents) {
  std::int64_t n = 1;
  for (std::int64_t e : extents) n *= e;
  return n;
}

/// Row-major strides, in elements.
template <std::size_t R>
constexpr std::array<std::int64_t, R> row_major(const std::array<std::int64_t, R>& extents) {
  std::array<std::int64_t, R> strides{};
  std::int64_t step = 1;
  for (std::size_t i = R; i-- > 0; step *= extents[i]) strides[i] = step;
  return strides;
}

/// Whether the elements stand one after the other in row-major order; strides of axes with one element do not matter.
constexpr bool is_row_major(extent_span extents, extent_span strides) {
  std::int64_t step = 1;
  if (product(extents) == 0) return true;
  for (std::size_t i = extents.size(); i-- > 0; step *= extents[i])
    if (extents[i] != 1 && strides[i] != step) return false;
  return true;
}

/// The axis from 0; negative ones count from the end.
constexpr std::size_t checked_axis(std::string_view operation, std::int64_t axis, extent_span extents) {
  const auto rank = std::int64_t(extents.size());
  if (axis < -rank || axis >= rank) throw_shape_error(operation, ": axis ", axis, " does not exist in shape ", extents);
  return std::size_t(axis < 0 ? axis + rank : axis);
}

/// Elements begin, begin + step, ... before end of one axis; negative begin and end count from the axis' end.
template <std::size_t R>
constexpr layout<R> sliced(layout<R> l, std::int64_t axis, std::int64_t begin, std::int64_t end, std::int64_t step) {
  const std::size_t at = checked_axis("slice", axis, l.extents);
  const std::int64_t extent = l.extents[at];
  const std::int64_t first = begin < 0 ? begin + extent : begin;
  const std::int64_t last = end == to_end ? extent : end < 0 ? end + extent : end;
  if (step < 1) throw_shape_error("slice: step ", step, " along axis ", at, " of shape ", l.extents, " is not at least 1");
  if (first < 0 || last > extent || first > last)
    throw_shape_error("slice: from ", begin, " to ", last, " is not a range within extent ", extent, " of axis ", at, " of shape ", l.extents);
  const std::int64_t count = last - first;
  l.extents[at] = count / step + (count % step != 0);
  if (count > 0) l.offset += first * l.strides[at];
  l.strides[at] *= step;
  return l;
}

/// Axis i of the result is axis axes[i] of the operand.
template <std::size_t R>
constexpr layout<R> permuted(const layout<R>& l, const std::array<std::int64_t, R>& axes) {
  layout<R> result{.offset = l.offset};
  std::array<bool, R> seen{};
  for (std::size_t i = 0; i < R; ++i) {
    const std::size_t from = checked_axis("permute", axes[i], l.extents);
    if (seen[from]) throw_shape_error("permute: axes ", extent_span(axes), " name axis ", from, " of shape ", l.extents, " twice");
    seen[from] = true;
    result.extents[i] = l.extents[from];
    result.strides[i] = l.strides[from];
  }
  return result;
}

/// The axis backwards.
template <std::size_t R>
constexpr layout<R> flipped(layout<R> l, std::int64_t axis) {
  const std::size_t at = checked_axis("flip", axis, l.extents);
  if (l.extents[at] > 0) l.offset += (l.extents[at] - 1) * l.strides[at];
  l.strides[at] = -l.strides[at];
  return l;
}

/// Repeats axes of one element, and adds axes in front, without a copy: their stride is 0.
template <std::size_t To, std::size_t R>
constexpr layout<To> broadcasted(const layout<R>& l, const std::array<std::int64_t, To>& extents) {
  static_assert(To >= R, "broadcast_to: a tensor cannot become one of fewer axes");
  layout<To> result{.extents = extents, .offset = l.offset};
  for (std::size_t i = 0; i < To; ++i)
    if (extents[i] < 0) throw_shape_error("broadcast_to: extent ", extents[i], " of axis ", i, " is negative");
  for (std::size_t i = 0; i < R; ++i) {
    const std::size_t to = i + To - R;
    if (l.extents[i] == extents[to]) result.strides[to] = l.strides[i];
    else if (l.extents[i] != 1)
      throw_shape_error("broadcast_to: shape ", extent_span(l.extents), " cannot become ", extent_span(extents), ", because extent ", l.extents[i],
                        " of axis ", i, " is neither 1 nor ", extents[to]);
  }
  return result;
}

/// The extents of a reshape to `wanted`, where one extent may be -1: what remains.
template <std::size_t To>
constexpr std::array<std::int64_t, To> reshaped(extent_span from, const std::array<std::int64_t, To>& wanted) {
  const std::int64_t size = product(from);
  std::array<std::int64_t, To> result = wanted;
  std::int64_t known = 1, open = -1;
  for (std::size_t i = 0; i < To; ++i) {
    if (wanted[i] >= 0) known *= wanted[i];
    else if (wanted[i] == -1 && open < 0) open = std::int64_t(i);
    else throw_shape_error("reshape: ", extent_span(wanted), " is not a shape with at most one extent of -1");
  }
  if (open >= 0) {
    if (known == 0 || size % known != 0)
      throw_shape_error("reshape: the ", size, " elements of shape ", from, " cannot be divided into shape ", extent_span(wanted));
    result[std::size_t(open)] = size / known;
  } else if (known != size) {
    throw_shape_error("reshape: shape ", from, " has ", size, " elements, but shape ", extent_span(wanted), " has ", known);
  }
  return result;
}

/// Calls f(offset in a, offset in b) for the first element of each line along the last axis, in row-major order.
template <std::size_t R, class F>
constexpr void for_each_line(const std::array<std::int64_t, R>& extents, const std::array<std::int64_t, R>& a,
                             const std::array<std::int64_t, R>& b, F f) {
  if (product(extents) == 0) return;
  std::array<std::int64_t, R> index{};
  std::int64_t at_a = 0, at_b = 0;
  for (;;) {
    if (!f(at_a, at_b)) return;
    std::size_t axis = R == 0 ? 0 : R - 1;
    for (;; --axis) {
      if (axis == 0) return;
      const std::size_t outer = axis - 1;
      at_a += a[outer], at_b += b[outer];
      if (++index[outer] < extents[outer]) break;
      at_a -= index[outer] * a[outer], at_b -= index[outer] * b[outer];
      index[outer] = 0;
    }
  }
}

}  // namespace detail
}  // namespace tenon

#endif
