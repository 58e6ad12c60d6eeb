#ifndef TENON_BACKENDS_REFERENCE_ARRAY_HPP
#define TENON_BACKENDS_REFERENCE_ARRAY_HPP

#include <array>
#include <cstddef>
#include <memory>
#include <type_traits>

#include "tenon/ir/binding.hpp"

namespace tenon::reference {

/// Extents or strides, one an axis.
using axes = std::array<std::int64_t, max_rank>;

/// Calls f with a value of the C++ type that holds elements of the type.
template <int I = 0, class F>
decltype(auto) visit(element_type type, F&& f) {
  if constexpr (I + 1 < element_types)
    if (int(type) != I) return visit<I + 1>(type, std::forward<F>(f));
  return f(storage_of<element_type(I)>{});
}

constexpr axes row_major(int rank, const axes& extents) {
  axes strides{};
  std::int64_t step = 1;
  for (int i = rank; i-- > 0; step *= extents[std::size_t(i)]) strides[std::size_t(i)] = step;
  return strides;
}

/// The value of a node, in its own element type, row-major.
struct array {
  element_type type{};
  int rank = 0;
  axes extents{};
  std::int64_t count = 0;
  std::unique_ptr<std::byte[]> bytes;

  array() = default;
  array(element_type t, const shape& s, const std::int64_t* symbols) : type(t), rank(s.rank) {
    count = resolve(s, symbols, extents.data());
    bytes = std::make_unique<std::byte[]>(std::size_t(detail::product_of_extents(count, size_of(t))));
  }

  axes strides() const { return row_major(rank, extents); }
  std::int64_t extent(int axis) const { return extents[std::size_t(axis)]; }

  template <class T>
  T* as() const {
    return reinterpret_cast<T*>(bytes.get());
  }
};

/// Goes over a box in row-major order with N offsets, which move by the strides given for each.
template <std::size_t N, class F>
void walk(int rank, const axes& extents, const std::array<axes, N>& strides, F f) {
  std::array<std::int64_t, N> at{};
  axes place{};
  for (int i = 0; i < rank; ++i)
    if (extents[std::size_t(i)] == 0) return;
  for (;;) {
    f(at);
    int axis = rank - 1;
    for (; axis >= 0; --axis) {
      const auto a = std::size_t(axis);
      const bool more = ++place[a] < extents[a];
      for (std::size_t n = 0; n < N; ++n) at[n] += more ? strides[n][a] : -strides[n][a] * (extents[a] - 1);
      if (more) break;
      place[a] = 0;
    }
    if (axis < 0) return;
  }
}

/// Elements of one type, some strides apart; `data` is the element whose places are all 0.
struct strided {
  std::byte* data;
  axes strides;
};

/// Copies a box of elements.
inline void copy(element_type type, int rank, const axes& extents, const strided& to, const strided& from) {
  visit(type, [&]<class T>(T) {
    walk<2>(rank, extents, {to.strides, from.strides}, [&](const auto& at) {
      reinterpret_cast<T*>(to.data)[at[0]] = reinterpret_cast<const T*>(from.data)[at[1]];
    });
  });
}

}  // namespace tenon::reference

#endif
