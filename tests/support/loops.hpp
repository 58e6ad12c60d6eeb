#ifndef TENON_TESTS_SUPPORT_LOOPS_HPP
#define TENON_TESTS_SUPPORT_LOOPS_HPP

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <tuple>

#include "tenon/tensor/tensor.hpp"

/// Tensors against what loops written in the test say.
namespace tenon::test {

/// Deterministic values: floating ones spread over (-2, 2), integers over [0, 13), bool mixed.
template <class X>
X& set_numbers(X& x, int seed = 0) {
  using T = value_type_of<X>;
  std::int64_t i = seed;
  for (auto& e : x) {
    ++i;
    if constexpr (std::is_floating_point_v<T>) e = T(2 * std::sin(1.7 * double(i) + 0.3));
    else e = T(i * 7 % 13);
  }
  return x;
}

template <class X, class... I>
X numbered(int seed, I... extents) {
  X x(extents...);
  return set_numbers(x, seed);
}

/// Whether each element of x is f(its indices), up to `within` of max(1, |f|). NaN is NaN.
template <class X, class F>
::testing::AssertionResult has(const X& x, F f, double within = 1e-5) {
  constexpr int rank = rank_of<X>;
  std::array<std::int64_t, std::size_t(rank)> at{};
  for (std::int64_t n = 0; n < x.size(); ++n) {
    std::int64_t rest = n;
    for (int axis = rank; axis-- > 0; rest /= x.extent(axis)) at[std::size_t(axis)] = rest % x.extent(axis);
    const double got = double(std::apply([&](auto... i) { return x(i...); }, at));
    const double wanted = double(std::apply(f, at));
    const bool same = std::isnan(wanted) ? std::isnan(got) : got == wanted || std::fabs(got - wanted) <= within * std::fmax(1, std::fabs(wanted));
    if (!same) {
      auto failure = ::testing::AssertionFailure() << got << " instead of " << wanted << " at [";
      for (std::int64_t i : at) failure << i << ' ';
      return failure << "]";
    }
  }
  return ::testing::AssertionSuccess();
}

/// Whether two contiguous tensors have the same extents and the same bits.
template <class X, class Y>
bool same_bits(const X& x, const Y& y) {
  return x.extents() == y.extents() && (x.size() == 0 || std::memcmp(x.data(), y.data(), std::size_t(x.size()) * sizeof(value_type_of<X>)) == 0);
}

/// The text of the E that f throws.
template <class E, class F>
std::string thrown(F f) {
  try {
    f();
  } catch (const E& e) {
    return e.what();
  }
  return "nothing thrown";
}

}  // namespace tenon::test

#endif
