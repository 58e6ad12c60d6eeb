#ifndef TENON_TENSOR_CONCEPTS_HPP
#define TENON_TENSOR_CONCEPTS_HPP

#include <array>
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "tenon/ir/element_type.hpp"
#include "tenon/ir/extent_spec.hpp"

namespace tenon {

template <element T, auto... E>
class tensor;
template <element T, auto... E>
class view;
template <element T, auto... E>
class strided_view;

/// A C++ integer that can be an index or an extent.
template <class T>
concept index_number = std::integral<std::remove_cvref_t<T>> && !std::same_as<std::remove_cvref_t<T>, bool>;

/// A tensor or a view of one: elements in memory, with extents and strides (in elements). `element_type` is const where the
/// elements cannot be written, `specs` is what the type says of the extents, `is_contiguous` promises row-major elements
/// without gaps, and `owns_elements` tells a container from a view.
template <class X>
concept tensor_like = requires(const std::remove_cvref_t<X>& x, int axis) {
  typename std::remove_cvref_t<X>::element_type;
  requires element<typename std::remove_cvref_t<X>::element_type>;
  { std::remove_cvref_t<X>::specs.size() } -> std::convertible_to<std::size_t>;
  { std::remove_cvref_t<X>::is_contiguous } -> std::convertible_to<bool>;
  { std::remove_cvref_t<X>::owns_elements } -> std::convertible_to<bool>;
  x.data();
  { x.extent(axis) } -> std::same_as<std::int64_t>;
  { x.stride(axis) } -> std::same_as<std::int64_t>;
};

template <class X>
concept contiguous_tensor_like = tensor_like<X> && std::remove_cvref_t<X>::is_contiguous;

/// The number of axes of a tensor or view.
template <tensor_like X>
inline constexpr int rank_of = int(std::remove_cvref_t<X>::specs.size());

/// The type of the elements of a tensor or view, without const.
template <tensor_like X>
using value_type_of = std::remove_cv_t<typename std::remove_cvref_t<X>::element_type>;

namespace detail {

template <std::size_t N>
consteval bool all_always_fit(const std::array<extent_spec, N>& from, const std::array<extent_spec, N>& to) {
  for (std::size_t i = 0; i < N; ++i)
    if (!always_fits(from[i], to[i])) return false;
  return true;
}

template <std::size_t N>
consteval bool all_may_fit(const std::array<extent_spec, N>& from, const std::array<extent_spec, N>& to) {
  for (std::size_t i = 0; i < N; ++i)
    if (never_fits(from[i], to[i])) return false;
  return true;
}

/// X has the elements and perhaps the shape that a container D wants; whether it has the shape is checked at run time.
template <class X, class D>
concept may_become = tensor_like<X> && std::same_as<value_type_of<X>, value_type_of<D>> && rank_of<X> == rank_of<D> &&
                     all_may_fit(std::remove_cvref_t<X>::specs, D::specs);

template <class X, class D>
inline constexpr bool always_becomes = all_always_fit(std::remove_cvref_t<X>::specs, D::specs);

/// A pointer to the elements of X can be one to T, and they outlive the expression unless they are only read.
template <class X, class T>
concept can_be_viewed_as = tensor_like<X> && std::convertible_to<decltype(std::declval<X&>().data()), T*> &&
                           (std::is_lvalue_reference_v<X> || !std::remove_cvref_t<X>::owns_elements || std::is_const_v<T>);

/// Something that is no tensor yet and writes its elements into one: `x.evaluate_into(destination)`.
template <class X, class D>
concept evaluates_into = !tensor_like<X> && requires(const std::remove_cvref_t<X>& x, D& destination) { x.evaluate_into(destination); };

template <element T, auto Specs, std::size_t... I>
auto view_of(std::index_sequence<I...>) -> std::type_identity<view<T, spelled<Specs[I]>()...>>;
template <element T, auto Specs, std::size_t... I>
auto strided_view_of(std::index_sequence<I...>) -> std::type_identity<strided_view<T, spelled<Specs[I]>()...>>;

/// view<T, E...> and strided_view<T, E...> with the extents that an array of specifications holds.
template <element T, auto Specs>
using view_with = typename decltype(view_of<T, Specs>(std::make_index_sequence<Specs.size()>()))::type;
template <element T, auto Specs>
using strided_view_with = typename decltype(strided_view_of<T, Specs>(std::make_index_sequence<Specs.size()>()))::type;

/// `dyn`, for each member of a pack.
template <class>
inline constexpr dynamic_extent dyn_for{};

/// The tag of constructors that trust their arguments.
struct unchecked_t {};

/// Specifications that say nothing: `dyn` for each of N axes.
template <std::size_t N>
inline constexpr std::array<extent_spec, N> dynamic_specs{};

}  // namespace detail
}  // namespace tenon

#endif
