#ifndef TENON_TESTS_SIMD_REFERENCE_HPP
#define TENON_TESTS_SIMD_REFERENCE_HPP

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "tenon/simd/simd.hpp"

namespace tenon::simd {

/// Values at which an operation on T may go wrong, and some ordinary ones.
template <class T>
std::vector<T> telling_values() {
  using limits = std::numeric_limits<T>;
  if constexpr (std::is_same_v<T, bool>) {
    return {false, true};
  } else if constexpr (std::is_floating_point_v<T>) {
    return {T(0),
            T(-0.0),
            T(1),
            T(-1),
            T(0.5),
            T(-0.5),
            T(1.5),
            T(2.5),
            T(-2.5),
            T(3.75),
            T(-7.1),
            T(1e-5),
            T(41.5),
            T(1e9),
            T(-3e10),
            T(4503601),
            T(8388609.0),
            limits::max(),
            limits::lowest(),
            limits::min(),
            T(1e30),
            T(100),
            T(0.1),
            T(-13),
            T(1e-30),
            T(3),
            limits::denorm_min(),
            limits::infinity(),
            -limits::infinity(),
            limits::quiet_NaN()};
  } else {
    std::vector<T> r = {
        0,     1,     2,     3,     7, 8, 10, 31, 32, 63, 64, 100, 127, limits::max(), limits::lowest(), T(limits::max() - 1),
        T(-1), T(-2), T(-7), T(200)};
    if constexpr (sizeof(T) >= 4) r.insert(r.end(), {65536, 46341, -46341, 123456789, -987654321, 2147483646});
    return r;
  }
}

/// Whether two results are the same to a user: equal, or both NaN.
template <class T>
bool same(T a, T b) {
  return a == b || (a != a && b != b);
}

/// The lane counts with which kernels use T.
template <class T, class F>
void for_each_length(F f) {
  f(std::integral_constant<int, word_lanes>());
  f(std::integral_constant<int, 2 * word_lanes>());
  if constexpr (sizeof(T) == 8 || std::is_same_v<T, bool>) f(std::integral_constant<int, wide_lanes>());
}

template <opcode Op, class T, class F>
void expect_unary(F reference) {
  for_each_length<T>([&]<int L>(std::integral_constant<int, L>) {
    for (T x : telling_values<T>()) {
      const T got = apply<Op>(pack<T, L>::broadcast(x)).extract(L - 1);
      EXPECT_TRUE(same(got, T(reference(x)))) << name_of(Op) << "(" << +x << ") = " << +got << ", not " << +T(reference(x));
    }
  });
}

/// Every telling value against every other, each in every lane.
template <opcode Op, class T, class F>
void expect_binary(F reference) {
  for_each_length<T>([&]<int L>(std::integral_constant<int, L>) {
    const std::vector<T> values = telling_values<T>();
    for (T x : values)
      for (std::size_t start = 0; start < values.size(); ++start) {
        T y[L];
        for (int i = 0; i < L; ++i) y[i] = values[(start + std::size_t(i)) % values.size()];
        const auto got = apply<Op>(pack<T, L>::broadcast(x), pack<T, L>::load(y));
        decltype(got.first()) lanes[L];
        got.store(lanes);
        for (int i = 0; i < L; ++i) {
          const auto expected = static_cast<decltype(got.first())>(reference(x, y[i]));
          ASSERT_TRUE(same(lanes[i], expected))
              << name_of(Op) << "(" << +x << ", " << +y[i] << ") = " << +lanes[i] << ", not " << +expected;
        }
      }
  });
}

}  // namespace tenon::simd

#endif
