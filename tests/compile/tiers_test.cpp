#include <gtest/gtest.h>

#include <cmath>

#include "tenon/compile.hpp"

// Two functions of one program in different tiers.

namespace {

using namespace tenon;

struct strict_options : default_options {
  using accuracy = math::strict;
};
struct fast_options {
  using backend = backends::simd;
  using accuracy = math::fast;
};
struct options_of_old {
  using backend = backends::simd;
};

struct power_of_two_numbers {
  constexpr value operator()(value x, value y) const { return power(x, y); }
};
struct sum_of_two {
  constexpr value operator()(value x, value y) const { return x + y; }
};
using vector = tensor<float, dyn>;

template <class Options, class F>
constexpr auto descriptor_of = backends::detail::descriptor<program_of<Options, F, vector, vector>::plan, 0>();

static_assert(descriptor_of<strict_options, power_of_two_numbers>.tier == math_tier::strict);
static_assert(descriptor_of<fast_options, power_of_two_numbers>.tier == math_tier::fast);
static_assert(descriptor_of<options_of_old, power_of_two_numbers> == descriptor_of<default_options, power_of_two_numbers>);
static_assert(descriptor_of<strict_options, sum_of_two> == descriptor_of<default_options, sum_of_two>, "loops that no tier changes are one");

TEST(tiers, differ_within_one_program) {
  const auto strict = compile<strict_options>(power_of_two_numbers{});
  const auto standard = compile(power_of_two_numbers{});
  const auto fast = compile<fast_options>(power_of_two_numbers{});
  vector x(1000), y(1000);
  for (int i = 0; i < 1000; ++i) x(i) = 0.5f + float(i) * 0.01f, y(i) = 30 - float(i) * 0.03f;
  const vector a = strict(x, y), b = standard(x, y), c = fast(x, y);
  double worst[3] = {};
  for (int i = 0; i < 1000; ++i) {
    const double exact = std::pow(double(x(i)), double(y(i)));
    const float got[] = {a(i), b(i), c(i)};
    for (int k = 0; k < 3; ++k) worst[k] = std::max(worst[k], std::abs(double(got[k]) / exact - 1) * 16777216);
  }
  EXPECT_LE(worst[0], 1.01);  // a relative error of 2^-24 is half an ULP or one
  EXPECT_LE(worst[1], 4);
  EXPECT_LE(worst[2], 400);
  EXPECT_GT(worst[2], worst[1]);
}

TEST(tiers, keep_products_rounded) {
  const auto f = compile<strict_options>([](value x, value y) { return x * x - y; });
  vector x(40), y(40);
  for (int i = 0; i < 40; ++i) x(i) = 1 + std::ldexp(float(i), -12), y(i) = 1;
  const vector r = f(x, y);
  for (int i = 0; i < 40; ++i) {
    const volatile float square = x(i) * x(i);
    EXPECT_EQ(r(i), square - 1);
  }
}

}  // namespace
