#ifndef TENON_NN_PARAMETER_HPP
#define TENON_NN_PARAMETER_HPP

#include <concepts>
#include <type_traits>

#include "tenon/ir/extent_spec.hpp"
#include "tenon/nn/initializer.hpp"
#include "tenon/ops/operand.hpp"

namespace tenon::nn {

namespace detail {
template <auto... E>
consteval shape fixed_shape() {
  shape s{};
  (s.push_back({std::int64_t(E)}), ...);
  return s;
}
template <auto E>
inline constexpr bool is_fixed_extent = std::integral<decltype(E)> && !std::same_as<decltype(E), bool> && is_extent<E>;
}  // namespace detail

/// A tensor that is learned, as a member of a module:
///
///   struct scale { nn::parameter<float, 64> weight = nn::ones; };
///
/// It has no elements: it says what they look like and how they begin, and its address says which one is meant where it is
/// given to an operation inside of a captured function. The elements belong to who owns the model.
template <element T, auto... E>
struct parameter {
  static_assert(std::floating_point<T>, "the elements of a parameter are floating numbers: only those can be learned");
  static_assert((detail::is_fixed_extent<E> && ...), "the extents of a parameter are numbers of at least 0");
  static_assert(sizeof...(E) <= max_rank, "a parameter has at most 8 axes");

  using element_type = T;
  static constexpr bool is_captured_parameter = true;
  static constexpr tenon::element_type type = element_type_of<T>;
  static constexpr tenon::shape shape = detail::fixed_shape<E...>();

  initializer initial;  // also what keeps two parameters of one type at different addresses

  constexpr parameter(initializer how = zeros) : initial(how) {}
};

}  // namespace tenon::nn

#endif
