#ifndef TENON_TENSOR_NESTED_LIST_HPP
#define TENON_TENSOR_NESTED_LIST_HPP

#include <array>
#include <cstdint>
#include <initializer_list>

#include "tenon/tensor/describe.hpp"

namespace tenon::detail {

template <class T, int Rank>
struct nested_list_of {
  using type = std::initializer_list<typename nested_list_of<T, Rank - 1>::type>;
};
template <class T>
struct nested_list_of<T, 0> {
  using type = T;
};

/// Values in as many levels of braces as there are axes; of rank 0, one value.
template <class T, int Rank>
using nested_list = typename nested_list_of<T, Rank>::type;

/// Writes the extents of a list, from its first element at each level.
template <int Axis, class List, std::size_t R>
constexpr void measure(const List& list, std::array<std::int64_t, R>& extents) {
  if constexpr (Axis < int(R)) {
    extents[Axis] = std::int64_t(list.size());
    if (list.size() > 0) measure<Axis + 1>(*list.begin(), extents);
  }
}

/// Throws shape_error unless all lists of a level are as long as the extents say.
template <int Axis, class List, std::size_t R>
constexpr void check_list(const container_type& container, const List& list, const std::array<std::int64_t, R>& extents) {
  if constexpr (Axis < int(R)) {
    if (std::int64_t(list.size()) != extents[Axis])
      throw_shape_error(container, " from nested lists: a list along axis ", Axis, " has ", list.size(), " elements, but ", extents[Axis], " are expected");
    if constexpr (Axis + 1 < int(R))
      for (const auto& part : list) check_list<Axis + 1>(container, part, extents);
  }
}

/// The extents that a tensor from this list has: fixed ones from the type, others from the list. Throws shape_error.
template <class List, std::size_t R>
constexpr std::array<std::int64_t, R> extents_of_list(const container_type& container, const List& list, const std::array<extent_spec, R>& specs) {
  std::array<std::int64_t, R> extents{};
  measure<0>(list, extents);
  for (std::size_t i = 0; i < R; ++i)
    if (specs[i].is_fixed()) extents[i] = specs[i].minimum;
  check_list<0>(container, list, extents);
  return extents;
}

/// Writes the values in row-major order; returns the place after the last.
template <int Levels, class T, class List>
constexpr T* copy_list(const List& list, T* to) {
  if constexpr (Levels == 0) *to++ = list;
  else
    for (const auto& part : list) to = copy_list<Levels - 1>(part, to);
  return to;
}

}  // namespace tenon::detail

#endif
