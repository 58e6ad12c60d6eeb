#ifndef TENON_TENSOR_COMPARE_HPP
#define TENON_TENSOR_COMPARE_HPP

#include <concepts>
#include <cstdint>
#include <limits>

#include "tenon/tensor/layout.hpp"
#include "tenon/tensor/concepts.hpp"

namespace tenon {
namespace detail {

/// Whether the shapes are equal and `agree` holds for each pair of elements. Stops at the first that does not.
template <class A, class B, class F>
constexpr bool all_agree(const A& a, const B& b, F agree) {
  constexpr std::size_t rank = A::specs.size();
  if (a.extents() != b.extents()) return false;
  if (a.empty() || b.empty()) return a.empty() == b.empty();
  const auto extents = a.extents();
  const auto a_strides = a.strides(), b_strides = b.strides();
  const std::int64_t count = rank == 0 ? 1 : a.extent(int(rank) - 1);
  const std::int64_t a_step = rank == 0 ? 0 : a.stride(int(rank) - 1), b_step = rank == 0 ? 0 : b.stride(int(rank) - 1);
  bool all = true;
  for_each_line(extents, a_strides, b_strides, [&](std::int64_t at_a, std::int64_t at_b) {
    for (std::int64_t i = 0; i < count && all; ++i) all = agree(a.data()[at_a + i * a_step], b.data()[at_b + i * b_step]);
    return all;
  });
  return all;
}

template <class A, class B>
concept comparable = tensor_like<A> && tensor_like<B> && std::same_as<value_type_of<A>, value_type_of<B>> && rank_of<A> == rank_of<B>;

template <class T>
constexpr bool is_close(T a, T b, double relative, double absolute) {
  if (a == b) return true;  // infinities, too
  const double x = double(a), y = double(b), difference = x < y ? y - x : x - y, magnitude = y < 0 ? -y : y;
  return magnitude <= std::numeric_limits<double>::max() && difference <= absolute + relative * magnitude;
}

}  // namespace detail

/// Whether the extents and all elements are equal; a NaN equals nothing.
template <class A, class B>
  requires detail::comparable<A, B>
constexpr bool operator==(const A& a, const B& b) {
  return detail::all_agree(a, b, [](auto x, auto y) { return x == y; });
}

/// Whether the extents are equal and |a - b| <= absolute + relative * |b| for each pair of elements, as numpy.allclose. Equal
/// infinities are close, a NaN is close to nothing.
template <class A, class B>
  requires detail::comparable<A, B>
constexpr bool allclose(const A& a, const B& b, double relative = 1e-5, double absolute = 1e-8) {
  return detail::all_agree(a, b, [=](auto x, auto y) { return detail::is_close(x, y, relative, absolute); });
}

}  // namespace tenon

#endif
