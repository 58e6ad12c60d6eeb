#include "accuracy_cases.hpp"

#include "tenon/base/special_functions.hpp"

namespace {

using namespace tenon;
using namespace tenon::simd;

template <class T>
struct further_accuracy : accuracy_cases<T> {};
using floats = testing::Types<float, double>;
TYPED_TEST_SUITE(further_accuracy, floats);

TYPED_TEST(further_accuracy, exp2) {
  TestFixture::template check<opcode::exp2>(150, [](auto x) { return std::exp2(x); });
}
TYPED_TEST(further_accuracy, log2) {
  TestFixture::template check<opcode::log2>(3, [](auto x) { return std::log2(x); });
}
TYPED_TEST(further_accuracy, log10) {
  TestFixture::template check<opcode::log10>(3, [](auto x) { return std::log10(x); });
}
TYPED_TEST(further_accuracy, asin) {
  TestFixture::template check<opcode::asin>(1, [](auto x) { return std::asin(x); });
}
TYPED_TEST(further_accuracy, acos) {
  TestFixture::template check<opcode::acos>(1, [](auto x) { return std::acos(x); });
}
TYPED_TEST(further_accuracy, atan) {
  TestFixture::template check<opcode::atan>(4, [](auto x) { return std::atan(x); });
}
TYPED_TEST(further_accuracy, sinh) {
  TestFixture::template check<opcode::sinh>(3, [](auto x) { return std::sinh(x); });
}
TYPED_TEST(further_accuracy, cosh) {
  TestFixture::template check<opcode::cosh>(90, [](auto x) { return std::cosh(x); });
}
TYPED_TEST(further_accuracy, asinh) {
  TestFixture::template check<opcode::asinh>(3, [](auto x) { return std::asinh(x); });
}
TYPED_TEST(further_accuracy, acosh) {
  TestFixture::template check<opcode::acosh>(4, [](auto x) { return std::acosh(x); });
}
TYPED_TEST(further_accuracy, atanh) {
  TestFixture::template check<opcode::atanh>(1, [](auto x) { return std::atanh(x); });
}
TYPED_TEST(further_accuracy, cbrt) {
  TestFixture::template check<opcode::cbrt>(3, [](auto x) { return std::cbrt(x); });
}
TYPED_TEST(further_accuracy, erfc) {
  TestFixture::template check<opcode::erfc>(10, [](auto x) { return std::erfc(x); });
}
TYPED_TEST(further_accuracy, erfinv) {
  TestFixture::template check<opcode::erfinv>(1, [](auto x) { return tenon::detail::inverse_erf(x); });
}
TYPED_TEST(further_accuracy, lgamma) {
  TestFixture::template check<opcode::lgamma>(30, [](auto x) { return ::lgammal(x); });
}
TYPED_TEST(further_accuracy, normal_cdf) {
  TestFixture::template check<opcode::normal_cdf>(20, [](auto x) {
    const long double tail = std::erfc(-x * 0.707106781186547524400844362104849039L) / 2;
    return tail;
  });
}

/// For positive numbers: to the left of 0 the two parts of the function may cancel.
TYPED_TEST(further_accuracy, digamma) {
  using T = TypeParam;
  constexpr int L = word_lanes;
  for (int i = 0; i < 200000; i += L) {
    T y[L];
    const auto x = pack<T, L>::iota(T(i * 5e-5 + 1e-7), T(5e-5));
    apply<opcode::digamma>(x).store(y);
    for (int j = 0; j < L; ++j) {
      const double exact = double(tenon::detail::digamma(x.extract(j)));
      if (std::abs(exact) > 0.02) ASSERT_LE(ulp_error(y[j], exact), 4) << x.extract(j);  // nearer to its zero double has too few digits for the reference
      else ASSERT_NEAR(y[j], exact, 0.02 * std::numeric_limits<T>::epsilon()) << x.extract(j);
    }
  }
}

/// Pairs of numbers of all sizes, and of like sizes.
template <opcode Op, class T, class F>
void expect_pairs_accurate(F exact) {
  constexpr int L = word_lanes;
  std::uint64_t seed = 7;
  const auto next = [&](double scale, bool wild) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    const double part = double(std::int64_t(seed)) / 9.3e18;
    return wild ? T(std::ldexp(part, int(seed >> 20) % (std::numeric_limits<T>::max_exponent - 1))) : T(part * scale);
  };
  for (int i = 0; i < 20000; ++i) {
    T a[L], b[L], r[L];
    for (int j = 0; j < L; ++j) a[j] = next(3, i % 2 == 0), b[j] = next(2, i % 4 == 0);
    apply<Op>(pack<T, L>::load(a), pack<T, L>::load(b)).store(r);
    for (int j = 0; j < L; ++j) {
      using wide = typename wider<T>::type;
      ASSERT_LE(ulp_error(r[j], exact(wide(a[j]), wide(b[j]))), 4) << name_of(Op) << "(" << a[j] << ", " << b[j] << ") = " << r[j];
    }
  }
}
TYPED_TEST(further_accuracy, atan2) {
  expect_pairs_accurate<opcode::atan2, TypeParam>([](auto y, auto x) { return std::atan2(y, x); });
}
TYPED_TEST(further_accuracy, hypot) {
  expect_pairs_accurate<opcode::hypot, TypeParam>([](auto x, auto y) { return std::hypot(x, y); });
}

}  // namespace
