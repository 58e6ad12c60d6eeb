#ifndef TENON_TENSOR_EXTENTS_HOLDER_HPP
#define TENON_TENSOR_EXTENTS_HOLDER_HPP

#include <array>
#include <cstdint>

#include "tenon/ir/extent_spec.hpp"

namespace tenon::detail {

template <std::size_t N>
struct run_time_extents {
  std::int64_t values[N] = {};
};
template <>
struct run_time_extents<0> {};

/// The extents of a tensor or view: only those that the type does not fix take space, so that a static shape takes none.
template <auto... E>
class extents_holder : private run_time_extents<(std::size_t(!spec_of(E).is_fixed()) + ... + 0)> {
 public:
  static constexpr auto& specs = extent_specs<E...>;
  static constexpr int rank = sizeof...(E);
  static constexpr bool is_static = (spec_of(E).is_fixed() && ...);
  using list = std::array<std::int64_t, sizeof...(E)>;

  static_assert(rank <= max_rank, "a tensor has at most max_rank axes");

  /// Run-time extents of 0.
  constexpr extents_holder() noexcept = default;

  /// Takes what the type does not fix; the list is not checked.
  constexpr explicit extents_holder(const list& extents) noexcept {
    if constexpr (!is_static)
      for (int axis = 0; axis < rank; ++axis)
        if (!specs[std::size_t(axis)].is_fixed()) this->values[slot(axis)] = extents[std::size_t(axis)];
  }

  constexpr std::int64_t extent(int axis) const noexcept {
    if constexpr (rank == 0) return 1;
    else if constexpr (is_static) return specs[std::size_t(axis)].minimum;
    else return specs[std::size_t(axis)].is_fixed() ? specs[std::size_t(axis)].minimum : this->values[slot(axis)];
  }

  constexpr list extents() const noexcept {
    list result{};
    for (int axis = 0; axis < rank; ++axis) result[std::size_t(axis)] = extent(axis);
    return result;
  }

  /// The distance of neighbours along an axis where elements are row-major without gaps.
  constexpr std::int64_t row_major_stride(int axis) const noexcept {
    std::int64_t stride = 1;
    for (int i = axis + 1; i < rank; ++i) stride *= extent(i);
    return stride;
  }

  constexpr std::int64_t size() const noexcept { return row_major_stride(-1); }

 private:
  static constexpr std::size_t slot(int axis) noexcept {
    std::size_t before = 0;
    for (int i = 0; i < axis; ++i) before += !specs[std::size_t(i)].is_fixed();
    return before;
  }
};

}  // namespace tenon::detail

#endif
