#ifndef TENON_IR_EXTENT_SPEC_HPP
#define TENON_IR_EXTENT_SPEC_HPP

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "tenon/base/text.hpp"
#include "tenon/ir/extent.hpp"

namespace tenon {

// An extent in a type is spelled in one of three ways:
//
//   3                       fixed: known while compiling
//   dyn                     known at run time, at least zero
//   dim<"batch", 1, 512>    known at run time, within the bounds (both included). Extents of equal names must be equal wherever
//                           they meet: in one tensor, and among all arguments of one captured function.

/// The greatest extent of a dimension without an upper bound.
inline constexpr std::int64_t unbounded = std::numeric_limits<std::int64_t>::max();

/// The type of `dyn`.
struct dynamic_extent {
  constexpr bool operator==(const dynamic_extent&) const = default;
};

/// The type of `dim<...>`.
struct named_extent {
  extent_name name;
  std::int64_t minimum = 0;
  std::int64_t maximum = unbounded;
  constexpr bool operator==(const named_extent&) const = default;
};

/// An extent known at run time.
inline constexpr dynamic_extent dyn{};

/// An extent known at run time that has a name of up to 23 characters, and bounds which every tensor that holds it keeps.
template <text Name, std::int64_t Minimum = 0, std::int64_t Maximum = unbounded>
  requires(!Name.view().empty() && Name.view().size() < sizeof(extent_name) && 0 <= Minimum && Minimum <= Maximum)
inline constexpr named_extent dim{extent_name(Name.view()), Minimum, Maximum};

enum class extent_kind : std::uint8_t { fixed, dynamic, named };

/// What a type says of an extent, as a value. The bounds hold for all kinds: those of a fixed extent are its size.
struct extent_spec {
  extent_kind kind = extent_kind::dynamic;
  std::int64_t minimum = 0;
  std::int64_t maximum = unbounded;
  extent_name name = {};

  constexpr bool is_fixed() const { return kind == extent_kind::fixed; }
  constexpr bool is_named() const { return kind == extent_kind::named; }
  constexpr bool admits(std::int64_t size) const { return minimum <= size && size <= maximum; }
  constexpr bool operator==(const extent_spec&) const = default;
};

constexpr extent_spec spec_of(std::integral auto size) { return {extent_kind::fixed, std::int64_t(size), std::int64_t(size), {}}; }
constexpr extent_spec spec_of(dynamic_extent) { return {}; }
constexpr extent_spec spec_of(const named_extent& e) { return {extent_kind::named, e.minimum, e.maximum, e.name}; }

namespace detail {
template <auto E>
consteval bool spells_extent() {
  using spelling = std::remove_cv_t<decltype(E)>;
  if constexpr (std::integral<spelling> && !std::same_as<spelling, bool>) return E >= 0;
  else return std::same_as<spelling, dynamic_extent> || std::same_as<spelling, named_extent>;
}
}  // namespace detail

/// A template argument that spells an extent.
template <auto E>
inline constexpr bool is_extent = detail::spells_extent<E>();

/// The extents of a type as values.
template <auto... E>
  requires(is_extent<E> && ...)
inline constexpr std::array<extent_spec, sizeof...(E)> extent_specs{spec_of(E)...};

/// The template argument that spells a specification, the inverse of spec_of: numbers are int where they fit.
template <extent_spec S>
consteval auto spelled() {
  if constexpr (S.kind == extent_kind::dynamic) return dyn;
  else if constexpr (S.kind == extent_kind::named) return named_extent{S.name, S.minimum, S.maximum};
  else if constexpr (S.minimum <= std::numeric_limits<int>::max()) return int(S.minimum);
  else return S.minimum;
}

/// Whether each extent that `from` admits is one that `to` stands for.
constexpr bool always_fits(const extent_spec& from, const extent_spec& to) {
  if (to.is_named() && from.is_named() && from.name != to.name) return false;
  return to.minimum <= from.minimum && from.maximum <= to.maximum;
}

/// Whether no extent can be one of both.
constexpr bool never_fits(const extent_spec& from, const extent_spec& to) {
  return from.maximum < to.minimum || to.maximum < from.minimum;
}

}  // namespace tenon

#endif
