#include "accuracy.hpp"

#include <gtest/gtest.h>

#include "tenon/base/special_functions.hpp"

// math::strict: within 1 ULP, right where libraries of vector functions are known to go wrong, and products stay rounded.

namespace {

using namespace tenon;
using namespace tenon::simd;

template <opcode Op, class T>
T strict_at(T x) {
  return apply<Op, math_tier::strict>(pack<T, word_lanes>::broadcast(x)).extract(1);
}
template <opcode Op, class T>
T strict_at(T x, T y) {
  return apply<Op, math_tier::strict>(pack<T, word_lanes>::broadcast(x), pack<T, word_lanes>::broadcast(y)).extract(1);
}

template <opcode Op, class T, class F>
void expect_within_one(double scale, F exact) {
  constexpr int L = word_lanes;
  for (int i = -3000; i < 3000; i += L) {
    T y[L];
    const auto x = pack<T, L>::iota(T(i * scale / 3e3), T(scale / 3e3));
    apply<Op, math_tier::strict>(x).store(y);
    for (int j = 0; j < L; ++j)
      ASSERT_LE(ulp_error(y[j], typename wider<T>::type(exact((long double)(x.extract(j))))), 1) << name_of(Op) << "(" << x.extract(j) << ") = " << y[j];
  }
}
template <opcode Op, class F>
void expect_both_within_one(double scale, F exact) {
  expect_within_one<Op, float>(scale, exact);
  expect_within_one<Op, double>(scale, exact);
}

TEST(strict, is_within_1_ulp) {
  expect_both_within_one<opcode::exp>(80, [](long double x) { return std::exp(x); });
  expect_both_within_one<opcode::exp2>(100, [](long double x) { return std::exp2(x); });
  expect_both_within_one<opcode::expm1>(3, [](long double x) { return std::expm1(x); });
  expect_both_within_one<opcode::log>(3, [](long double x) { return std::log(x); });
  expect_both_within_one<opcode::log2>(3, [](long double x) { return std::log2(x); });
  expect_both_within_one<opcode::log10>(3, [](long double x) { return std::log10(x); });
  expect_both_within_one<opcode::log1p>(2, [](long double x) { return std::log1p(x); });
  expect_both_within_one<opcode::sin>(40, [](long double x) { return std::sin(x); });
  expect_both_within_one<opcode::cos>(40, [](long double x) { return std::cos(x); });
  expect_both_within_one<opcode::tan>(40, [](long double x) { return std::tan(x); });
  expect_both_within_one<opcode::asin>(1, [](long double x) { return std::asin(x); });
  expect_both_within_one<opcode::acos>(1, [](long double x) { return std::acos(x); });
  expect_both_within_one<opcode::atan>(3, [](long double x) { return std::atan(x); });
  expect_both_within_one<opcode::sinh>(3, [](long double x) { return std::sinh(x); });
  expect_both_within_one<opcode::cosh>(80, [](long double x) { return std::cosh(x); });
  expect_both_within_one<opcode::tanh>(9, [](long double x) { return std::tanh(x); });
  expect_both_within_one<opcode::asinh>(3, [](long double x) { return std::asinh(x); });
  expect_both_within_one<opcode::acosh>(4, [](long double x) { return std::acosh(x); });
  expect_both_within_one<opcode::atanh>(1, [](long double x) { return std::atanh(x); });
  expect_both_within_one<opcode::erf>(5, [](long double x) { return std::erf(x); });
  expect_both_within_one<opcode::erfc>(9, [](long double x) { return std::erfc(x); });
  expect_both_within_one<opcode::erfinv>(1, [](long double x) { return tenon::detail::inverse_erf(x); });
  expect_both_within_one<opcode::normal_cdf>(12, [](long double x) { return tenon::detail::normal_distribution(x); });
  expect_both_within_one<opcode::lgamma>(20, [](long double x) { return tenon::detail::log_gamma(x); });
  expect_both_within_one<opcode::cbrt>(3, [](long double x) { return std::cbrt(x); });
  expect_both_within_one<opcode::rsqrt>(9, [](long double x) { return 1 / std::sqrt(x); });
}

TEST(strict, is_right_where_others_overflow) {
  EXPECT_EQ(strict_at<opcode::exp>(88.5f), std::exp(88.5f));
  EXPECT_GT(strict_at<opcode::exp>(-100.f), 0);
  for (double x : {709.9, 710.4, -710.2}) {
    EXPECT_NEAR(strict_at<opcode::sinh>(x) / std::sinh(x), 1, 3e-16);
    EXPECT_NEAR(strict_at<opcode::cosh>(x) / std::cosh(x), 1, 3e-16);
  }
  EXPECT_NEAR(strict_at<opcode::sinh>(89.2f) / std::sinh(89.2f), 1, 2e-7);
  EXPECT_NEAR(strict_at<opcode::asinh>(1e300), std::asinh(1e300), 2e-13);
  EXPECT_NEAR(strict_at<opcode::acosh>(1e300), std::acosh(1e300), 2e-13);
  EXPECT_NEAR(strict_at<opcode::sin>(1e305), std::sin(1e305), 2e-16);
}

TEST(strict, has_the_same_special_values) {
  const double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const double values[] = {0.0, -0.0, 1, -1, 0.5, 5e-324, -5e-324, 1e-310, 1e300, -1e300, infinity, -infinity, nan};
  const auto expect_same = [](auto code, double x, double exact) {
    const double got = strict_at<decltype(code)::value>(x);
    if (std::isfinite(exact) && exact != 0) EXPECT_LE(ulp_error(got, (long double)(exact)), 1.6) << name_of(code) << "(" << x << ")";
    else EXPECT_TRUE((std::isnan(got) && std::isnan(exact)) || (got == exact && std::signbit(got) == std::signbit(exact))) << name_of(code) << "(" << x << ") = " << got;
  };
  for (double x : values) {
    expect_same(std::integral_constant<opcode, opcode::exp>(), x, std::exp(x));
    expect_same(std::integral_constant<opcode, opcode::exp2>(), x, std::exp2(x));
    expect_same(std::integral_constant<opcode, opcode::expm1>(), x, std::expm1(x));
    expect_same(std::integral_constant<opcode, opcode::log>(), x, std::log(x));
    expect_same(std::integral_constant<opcode, opcode::log2>(), x, std::log2(x));
    expect_same(std::integral_constant<opcode, opcode::log10>(), x, std::log10(x));
    expect_same(std::integral_constant<opcode, opcode::log1p>(), x, std::log1p(x));
    expect_same(std::integral_constant<opcode, opcode::sin>(), x, std::sin(x));
    expect_same(std::integral_constant<opcode, opcode::cos>(), x, std::cos(x));
    expect_same(std::integral_constant<opcode, opcode::tan>(), x, std::tan(x));
    expect_same(std::integral_constant<opcode, opcode::asin>(), x, std::asin(x));
    expect_same(std::integral_constant<opcode, opcode::acos>(), x, std::acos(x));
    expect_same(std::integral_constant<opcode, opcode::atan>(), x, std::atan(x));
    expect_same(std::integral_constant<opcode, opcode::sinh>(), x, std::sinh(x));
    expect_same(std::integral_constant<opcode, opcode::cosh>(), x, std::cosh(x));
    expect_same(std::integral_constant<opcode, opcode::tanh>(), x, std::tanh(x));
    expect_same(std::integral_constant<opcode, opcode::asinh>(), x, std::asinh(x));
    expect_same(std::integral_constant<opcode, opcode::acosh>(), x, std::acosh(x));
    expect_same(std::integral_constant<opcode, opcode::atanh>(), x, std::atanh(x));
    expect_same(std::integral_constant<opcode, opcode::erf>(), x, std::erf(x));
    expect_same(std::integral_constant<opcode, opcode::erfc>(), x, std::erfc(x));
    expect_same(std::integral_constant<opcode, opcode::lgamma>(), x, std::lgamma(x));
    expect_same(std::integral_constant<opcode, opcode::cbrt>(), x, std::cbrt(x));
    for (double y : values) {
      const double got[] = {strict_at<opcode::pow>(x, y), strict_at<opcode::atan2>(x, y), strict_at<opcode::hypot>(x, y)};
      const double exact[] = {std::pow(x, y), std::atan2(x, y), std::hypot(x, y)};
      for (int i = 0; i < 3; ++i) {
        if (std::isfinite(exact[i]) && exact[i] != 0) EXPECT_LE(ulp_error(got[i], (long double)(exact[i])), 1.6) << i << ": " << x << ", " << y;
        else EXPECT_TRUE((std::isnan(got[i]) && std::isnan(exact[i])) || (got[i] == exact[i] && std::signbit(got[i]) == std::signbit(exact[i]))) << i << ": " << x << ", " << y << " gives " << got[i];
      }
    }
  }
}

TEST(strict, rounds_products_before_sums) {
  using P = pack<float, word_lanes>;
  const float a = 1 + std::ldexp(1.f, -12);
  const P x = P::broadcast(a), square = apply<opcode::mul, math_tier::strict>(x, x);
  const volatile float rounded = a * a;
  EXPECT_EQ((apply<opcode::sub, math_tier::strict>(square, P::broadcast(1)).extract(0)), rounded - 1);
}

}  // namespace
