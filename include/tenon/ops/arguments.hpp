#ifndef TENON_OPS_ARGUMENTS_HPP
#define TENON_OPS_ARGUMENTS_HPP

#include <initializer_list>
#include <type_traits>
#include <utility>

#include "tenon/ir/extent.hpp"

namespace tenon {

/// Tensors, views and expressions over them: what an operation turns into an expression instead of a graph node.
template <class T>
concept expression_operand = requires { requires std::remove_cvref_t<T>::is_expression; } || requires { std::remove_cvref_t<T>::owns_elements; };

/// Axes known at compile time: `sum(x, axes<0, 2>)`. Operations on tensors need them so; inside of captured functions plain
/// numbers do as well.
template <int... Axis>
struct axes_t {};
template <int... Axis>
inline constexpr axes_t<Axis...> axes{};

/// A list of axes; negative ones count from the last. `count` may be more than fit, which no operation takes.
struct axis_list {
  int count = 0;
  int axes[max_rank] = {};

  constexpr axis_list(int axis) : count(1), axes{axis} {}
  constexpr axis_list(std::initializer_list<int> list) {
    for (int a : list) {
      if (count < max_rank) axes[count] = a;
      ++count;
    }
  }
  template <int... Axis>
  constexpr axis_list(axes_t<Axis...>) : axis_list({Axis...}) {}
};

/// One axis, given as a number or as axes<N>.
struct axis_number {
  int axis;

  constexpr axis_number(int a) : axis(a) {}
  template <int Axis>
  constexpr axis_number(axes_t<Axis>) : axis(Axis) {}
};

}  // namespace tenon

#endif
