#ifndef TENON_TESTS_SIMD_ACCURACY_CASES_HPP
#define TENON_TESTS_SIMD_ACCURACY_CASES_HPP

#include <gtest/gtest.h>

#include "accuracy.hpp"

namespace tenon::simd {

/// About a million floats, and as many doubles, evenly over all bit patterns and so over all exponents.
template <opcode Op, class T, class F>
void expect_accurate(F exact) {
  using bits = typename wider<T>::bits;
  constexpr bits step = sizeof(T) == 4 ? bits(4099) : bits(0xFFFFFFFFFFFFFFFF / 999983);
  const worst w = worst_error<T>([](auto x) { return apply<Op>(x); }, exact, 7, step);
  EXPECT_LE(w.ulp, 4) << name_of(Op) << "(" << w.x << ") = " << w.got << ", not " << w.exact;
}

/// The same over +- scale, where functions have their detail.
template <opcode Op, class T, class F>
void expect_accurate_within(double scale, F exact) {
  constexpr int L = word_lanes;
  for (int i = -100000; i < 100000; i += L) {
    T y[L];
    const auto x = pack<T, L>::iota(T(i * scale / 1e5), T(scale / 1e5));
    apply<Op>(x).store(y);
    for (int j = 0; j < L; ++j) {
      const double ulp = ulp_error(y[j], exact(typename wider<T>::type(x.extract(j))));
      ASSERT_LE(ulp, 4) << name_of(Op) << "(" << x.extract(j) << ") = " << y[j];
    }
  }
}

template <class T>
struct accuracy_cases : testing::Test {
  template <opcode Op, class F>
  static void check(double scale, F exact) {
    expect_accurate<Op, T>(exact);
    expect_accurate_within<Op, T>(scale, exact);
  }
};

}  // namespace tenon::simd

#endif
