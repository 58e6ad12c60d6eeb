#ifndef TENON_OPS_GRADIENT_HPP
#define TENON_OPS_GRADIENT_HPP

#include <tuple>

#include "tenon/ops/operand.hpp"

namespace tenon {
namespace detail {

/// Asks for the derivative of y by x; the pass `differentiate` writes it out.
constexpr value gradient_marker(value y, value x) {
  graph& g = *x.owner;
  return {&g, g.append({opcode::gradient, x.type(), {y.id, x.id, -1}, g.nodes[x.id].shape, 0, 0})};
}

/// Whether y can be differentiated by x; notes the reason when not.
constexpr bool differentiable(value y, value x) {
  if (!y.valid() || !x.valid()) return false;
  graph& g = *y.owner;
  if (g.failed()) return false;
  if (y.rank() != 0 || !is_floating(y.type())) {
    g.error << "grad: the function gives ";
    print_type(g.error, g, y.id);
    g.error << ", expected one floating number (reduce it with sum or mean)";
  } else if (!is_floating(x.type())) {
    g.error << "grad: the argument is ";
    print_type(g.error, g, x.id);
    g.error << ", and only floating numbers have derivatives";
  }
  return !g.failed();
}

constexpr value gradient_of(value y, value x) { return differentiable(y, x) ? gradient_marker(y, x) : value{x.owner, -1}; }

template <class F, std::size_t... By>
struct gradient_function {
  template <class... V>
  constexpr auto operator()(V... x) const {
    const value y = F{}(x...);
    const auto arguments = std::tie(x...);
    if constexpr (sizeof...(By) == 1) return gradient_of(y, std::get<By...>(arguments));
    else return std::make_tuple(gradient_of(y, std::get<By>(arguments))...);
  }
};

template <class F, std::size_t... By>
struct value_and_gradient_function {
  template <class... V>
  constexpr auto operator()(V... x) const {
    const value y = F{}(x...);
    const auto arguments = std::tie(x...);
    return std::make_tuple(y, gradient_of(y, std::get<By>(arguments))...);
  }
};

}  // namespace detail

/// The function that computes the derivative of f by its arguments number By (by its first one without any): a value for one
/// argument, a tuple for several. f gives one floating number. Applied again it gives derivatives of higher order.
template <std::size_t... By, class F>
constexpr auto grad(F) {
  if constexpr (sizeof...(By) == 0) return detail::gradient_function<F, 0>{};
  else return detail::gradient_function<F, By...>{};
}

/// The same together with the function's value: a tuple of the value and the derivatives.
template <std::size_t... By, class F>
constexpr auto value_and_grad(F) {
  if constexpr (sizeof...(By) == 0) return detail::value_and_gradient_function<F, 0>{};
  else return detail::value_and_gradient_function<F, By...>{};
}

}  // namespace tenon

#endif
