#include "reference.hpp"

namespace {

using namespace tenon;
using namespace tenon::simd;

/// Equal with equal sign, or both NaN.
template <class T>
bool same_bits(T a, T b) {
  return same(a, b) && (std::isnan(a) || std::signbit(a) == std::signbit(b));
}

template <class T>
struct special_values : testing::Test {
  static constexpr T inf = std::numeric_limits<T>::infinity();
  static constexpr T nan = std::numeric_limits<T>::quiet_NaN();

  template <opcode Op>
  static void expect(T x, T expected) {
    const T got = apply<Op>(pack<T, word_lanes>::broadcast(x)).extract(1);
    EXPECT_TRUE(same_bits(got, expected)) << name_of(Op) << "(" << x << ") = " << got << ", not " << expected;
  }
  template <opcode Op>
  static T at(T x) {
    return apply<Op>(pack<T, word_lanes>::broadcast(x)).extract(1);
  }
  static T pow(T x, T y) {
    return apply<opcode::pow>(pack<T, word_lanes>::broadcast(x), pack<T, word_lanes>::broadcast(y)).extract(1);
  }
};
using floats = testing::Types<float, double>;
TYPED_TEST_SUITE(special_values, floats);

TYPED_TEST(special_values, odd_functions_keep_the_sign_of_zero_and_tiny_arguments) {
  using T = TypeParam;
  using S = special_values<T>;
  const T tiny = std::numeric_limits<T>::denorm_min();
  for (T x : {T(0), T(-0.0), tiny, -tiny}) {
    S::template expect<opcode::sin>(x, x);
    S::template expect<opcode::tan>(x, x);
    S::template expect<opcode::tanh>(x, x);
    S::template expect<opcode::expm1>(x, x);
    S::template expect<opcode::log1p>(x, x);
    S::template expect<opcode::erf>(x, std::erf(x));
    S::template expect<opcode::trunc>(x, std::trunc(x));
    S::template expect<opcode::floor>(x, std::floor(x));
    S::template expect<opcode::ceil>(x, std::ceil(x));
    S::template expect<opcode::round>(x, std::nearbyint(x));
  }
}

TYPED_TEST(special_values, infinities_and_nan) {
  using T = TypeParam;
  using S = special_values<T>;
  for (T x : {S::inf, -S::inf, S::nan}) {
    S::template expect<opcode::exp>(x, std::exp(x));
    S::template expect<opcode::expm1>(x, std::expm1(x));
    S::template expect<opcode::log>(x, std::log(x));
    S::template expect<opcode::log1p>(x, std::log1p(x));
    S::template expect<opcode::sin>(x, S::nan);
    S::template expect<opcode::cos>(x, S::nan);
    S::template expect<opcode::tan>(x, S::nan);
    S::template expect<opcode::tanh>(x, std::tanh(x));
    S::template expect<opcode::erf>(x, std::erf(x));
    S::template expect<opcode::sqrt>(x, std::sqrt(x));
    S::template expect<opcode::rsqrt>(x, 1 / std::sqrt(x));
  }
}

TYPED_TEST(special_values, poles_and_edges_of_domains) {
  using T = TypeParam;
  using S = special_values<T>;
  for (T x : {T(0), T(-0.0), T(-1), T(-2), T(1)}) {
    S::template expect<opcode::log>(x, std::log(x));
    S::template expect<opcode::log1p>(x, std::log1p(x));
    S::template expect<opcode::rsqrt>(x, 1 / std::sqrt(x));
    S::template expect<opcode::exp>(x * 100000, std::exp(x * 100000));
    S::template expect<opcode::expm1>(x * 100000, std::expm1(x * 100000));
  }
}

/// Equal to the C library's at zeros, infinities, NaN, the smallest and largest numbers and the edges of domains.
TYPED_TEST(special_values, further_functions) {
  using T = TypeParam;
  using S = special_values<T>;
  using limits = std::numeric_limits<T>;
  const auto expect_close = [](auto code, T x, T exact) {
    const T got = S::template at<decltype(code)::value>(x);
    if (std::isfinite(exact) && exact != 0) EXPECT_LE(std::abs(got - exact), std::max(4 * limits::epsilon() * std::abs(exact), 2 * limits::denorm_min())) << name_of(code) << x;
    else EXPECT_TRUE(same_bits(got, exact)) << name_of(code) << "(" << x << ") = " << got << ", not " << exact;
  };
  for (T x : {T(0), T(-0.0), T(1), T(-1), T(2), T(-2), T(-3), T(0.5), T(-0.5), limits::denorm_min(), -limits::denorm_min(), limits::min(), limits::max(),
              limits::lowest(), S::inf, -S::inf, S::nan}) {
    expect_close(std::integral_constant<opcode, opcode::exp2>(), x, std::exp2(x));
    expect_close(std::integral_constant<opcode, opcode::log2>(), x, std::log2(x));
    expect_close(std::integral_constant<opcode, opcode::log10>(), x, std::log10(x));
    expect_close(std::integral_constant<opcode, opcode::asin>(), x, std::asin(x));
    expect_close(std::integral_constant<opcode, opcode::acos>(), x, std::acos(x));
    expect_close(std::integral_constant<opcode, opcode::atan>(), x, std::atan(x));
    expect_close(std::integral_constant<opcode, opcode::sinh>(), x, std::sinh(x));
    expect_close(std::integral_constant<opcode, opcode::cosh>(), x, std::cosh(x));
    expect_close(std::integral_constant<opcode, opcode::asinh>(), x, std::asinh(x));
    expect_close(std::integral_constant<opcode, opcode::acosh>(), x, std::acosh(x));
    expect_close(std::integral_constant<opcode, opcode::atanh>(), x, std::atanh(x));
    expect_close(std::integral_constant<opcode, opcode::cbrt>(), x, std::cbrt(x));
    expect_close(std::integral_constant<opcode, opcode::erfc>(), x, std::erfc(x));
    expect_close(std::integral_constant<opcode, opcode::lgamma>(), x, std::lgamma(x));
  }
  for (T x : {S::inf, -S::inf}) S::template expect<opcode::normal_cdf>(x, x > 0 ? T(1) : T(0));
  for (T x : {T(0), T(-0.0)}) S::template expect<opcode::normal_cdf>(x, T(0.5));
  S::template expect<opcode::normal_cdf>(S::nan, S::nan);
  S::template expect<opcode::erfinv>(T(1), S::inf);
  S::template expect<opcode::erfinv>(T(-1), -S::inf);
  S::template expect<opcode::erfinv>(T(1.5), S::nan);
  S::template expect<opcode::erfinv>(S::inf, S::nan);
  S::template expect<opcode::erfinv>(T(-0.0), T(-0.0));
  S::template expect<opcode::digamma>(T(0), -S::inf);
  S::template expect<opcode::digamma>(T(-0.0), S::inf);
  S::template expect<opcode::digamma>(T(-4), S::nan);
  S::template expect<opcode::digamma>(S::inf, S::inf);
  S::template expect<opcode::digamma>(-S::inf, S::nan);
}

TYPED_TEST(special_values, functions_of_two_numbers_follow_the_rules_of_c) {
  using T = TypeParam;
  using S = special_values<T>;
  using limits = std::numeric_limits<T>;
  const T values[] = {0, T(-0.0), 1, -1, T(1e-20), T(-1e20), limits::denorm_min(), -3 * limits::denorm_min(), limits::min(), limits::max(), limits::lowest(),
                      S::inf, -S::inf, S::nan};
  const auto apply_two = []<opcode Op>(std::integral_constant<opcode, Op>, T x, T y) {
    return apply<Op>(pack<T, word_lanes>::broadcast(x), pack<T, word_lanes>::broadcast(y)).extract(1);
  };
  const auto expect_close = [](T got, T exact) {
    if (std::isfinite(exact) && exact != 0) EXPECT_LE(std::abs(got - exact), std::max(4 * limits::epsilon() * std::abs(exact), 2 * limits::denorm_min()));
    else EXPECT_TRUE(same_bits(got, exact)) << got << ", not " << exact;
  };
  for (T x : values)
    for (T y : values) {
      SCOPED_TRACE(testing::Message() << x << " and " << y);
      expect_close(apply_two(std::integral_constant<opcode, opcode::atan2>(), x, y), std::atan2(x, y));
      expect_close(apply_two(std::integral_constant<opcode, opcode::hypot>(), x, y), std::hypot(x, y));
    }
}

TYPED_TEST(special_values, tanh_and_erf_stay_within_one) {
  using T = TypeParam;
  using S = special_values<T>;
  for (T x = 0; x < 20; x += T(1) / 1024) {
    EXPECT_LE(std::abs(S::template at<opcode::tanh>(-x)), 1);
    EXPECT_LE(std::abs(S::template at<opcode::erf>(x)), 1);
  }
}

TYPED_TEST(special_values, pow_follows_the_rules_of_c) {
  using T = TypeParam;
  using S = special_values<T>;
  const T values[] = {0,      T(-0.0), 1,        -1,      2,
                      -2,     3,       T(0.5),   T(-0.5), T(2.5),
                      T(-3),  T(1e20), T(-1e20), 4194305, std::numeric_limits<T>::denorm_min(),
                      S::inf, -S::inf, S::nan};
  for (T x : values)
    for (T y : values) {
      SCOPED_TRACE(testing::Message() << "pow(" << x << ", " << y << ")");
      const T got = S::pow(x, y), expected = std::pow(x, y);
      if (std::isfinite(expected) && expected != 0) EXPECT_NEAR(got / expected, 1, 4 * std::numeric_limits<T>::epsilon());
      else EXPECT_TRUE(same_bits(got, expected)) << got << ", not " << expected;
    }
}

}  // namespace
