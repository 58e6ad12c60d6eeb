#ifndef TENON_TENSOR_COPY_HPP
#define TENON_TENSOR_COPY_HPP

#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <type_traits>

#include "tenon/tensor/layout.hpp"
#include "tenon/tensor/storage.hpp"

// Element by element work on tensors and views of any layout, scalar: what evaluation of expressions is not needed for.
namespace tenon::detail {

template <class T>
constexpr void copy_contiguous(T* to, const T* from, std::int64_t count) {
  if (std::is_constant_evaluated()) {
    for (std::int64_t i = 0; i < count; ++i) to[i] = from[i];
  } else if (count > 0) {
    std::memmove(to, from, std::size_t(count) * sizeof(T));
  }
}

/// Copies elements that do not overlap.
template <class T, std::size_t R>
constexpr void copy_strided(T* to, const std::array<std::int64_t, R>& to_strides, const T* from, const std::array<std::int64_t, R>& from_strides,
                            const std::array<std::int64_t, R>& extents) {
  const std::int64_t count = R == 0 ? 1 : extents[R - 1];
  const std::int64_t to_step = R == 0 ? 0 : to_strides[R - 1], from_step = R == 0 ? 0 : from_strides[R - 1];
  for_each_line(extents, to_strides, from_strides, [=](std::int64_t a, std::int64_t b) {
    for (std::int64_t i = 0; i < count; ++i) to[a + i * to_step] = from[b + i * from_step];
    return true;
  });
}

/// The first and the last place that elements occupy, as offsets from data.
struct offset_range {
  std::int64_t first = 0, last = 0;
};
constexpr offset_range offsets_of(extent_span extents, extent_span strides) {
  offset_range range;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    const std::int64_t reach = (extents[i] - 1) * strides[i];
    (reach < 0 ? range.first : range.last) += reach;
  }
  return range;
}

/// Whether the memory between the first and the last element of both has something in common.
template <class A, class B>
bool may_overlap(const A& a, const B& b) {
  if (a.empty() || b.empty()) return false;
  const offset_range of_a = offsets_of(a.extents(), a.strides()), of_b = offsets_of(b.extents(), b.strides());
  const auto before = std::less<const void*>();
  return !before(a.data() + of_a.last, b.data() + of_b.first) && !before(b.data() + of_b.last, a.data() + of_a.first);
}

/// Memory for a while, freed at the end of its scope. Throws allocation_error.
template <class X>
auto temporary_elements(const X& like) {
  heap_storage<value_type_of<X>> memory;
  if (!memory.provide(like.size())) throw_allocation_error(container_of<X>(), like.extents());
  return memory;
}

/// Copies the elements of `from` to `to`, which has the same extents. They may overlap in any way.
template <class To, class From>
constexpr void copy_elements(const To& to, const From& from) {
  if (from.empty()) return;
  if constexpr (To::is_contiguous && std::remove_cvref_t<From>::is_contiguous) {
    copy_contiguous(to.data(), from.data(), to.size());
  } else {
    if (!std::is_constant_evaluated() && may_overlap(to, from)) {
      if (to.data() == from.data() && to.strides() == from.strides()) return;
      auto memory = temporary_elements(from);
      copy_strided(memory.data(), row_major(from.extents()), from.data(), from.strides(), from.extents());
      copy_strided(to.data(), to.strides(), memory.data(), row_major(from.extents()), from.extents());
    } else {
      copy_strided<value_type_of<To>>(to.data(), to.strides(), from.data(), from.strides(), from.extents());
    }
  }
}

/// Assignment to a view: elements, not what it refers to.
template <class To, class From>
constexpr To& assign_elements(To& to, const From& from) {
  if (to.extents() != from.extents())
    throw_shape_error("assignment to ", container_of<To>(), " of shape ", extent_span(to.extents()), ": the source has shape ",
                      extent_span(from.extents()));
  copy_elements(to, from);
  return to;
}

template <class To>
constexpr void fill_elements(const To& to, const value_type_of<To>& value) {
  const value_type_of<To> kept = value;  // it may be one of the elements
  if (to.empty()) return;
  if constexpr (To::is_contiguous) {
    auto* const data = to.data();
    for (std::int64_t i = 0, n = to.size(); i < n; ++i) data[i] = kept;
  } else {
    for (auto& element : to) element = kept;
  }
}

}  // namespace tenon::detail

#endif
