#include "reference.hpp"

namespace {

using namespace tenon;
using namespace tenon::simd;

template <class T>
struct floating_pointwise : testing::Test {};
using floats = testing::Types<float, double>;
TYPED_TEST_SUITE(floating_pointwise, floats);

TYPED_TEST(floating_pointwise, arithmetic_rounds_as_ieee) {
  using T = TypeParam;
  expect_binary<opcode::add, T>([](T a, T b) { return a + b; });
  expect_binary<opcode::sub, T>([](T a, T b) { return a - b; });
  expect_binary<opcode::mul, T>([](T a, T b) { return a * b; });
  expect_binary<opcode::div, T>([](T a, T b) { return a / b; });
  expect_unary<opcode::negate, T>([](T a) { return -a; });
  expect_unary<opcode::absolute, T>([](T a) { return std::abs(a); });
  expect_unary<opcode::sqrt, T>([](T a) { return std::sqrt(a); });
}

TYPED_TEST(floating_pointwise, fmod_is_exact) {
  using T = TypeParam;
  expect_binary<opcode::fmod, T>([](T a, T b) { return std::fmod(a, b); });
}

TYPED_TEST(floating_pointwise, rounding) {
  using T = TypeParam;
  expect_unary<opcode::floor, T>([](T a) { return std::floor(a); });
  expect_unary<opcode::ceil, T>([](T a) { return std::ceil(a); });
  expect_unary<opcode::trunc, T>([](T a) { return std::trunc(a); });
  expect_unary<opcode::round, T>([](T a) { return std::nearbyint(a); });
  expect_unary<opcode::sign, T>([](T a) { return a > 0 ? T(1) : a < 0 ? T(-1) : a; });
}

TYPED_TEST(floating_pointwise, max_and_min_choose_nan) {
  using T = TypeParam;
  expect_binary<opcode::max, T>([](T a, T b) { return std::isnan(a) || std::isnan(b) ? T(NAN) : a > b ? a : b; });
  expect_binary<opcode::min, T>([](T a, T b) { return std::isnan(a) || std::isnan(b) ? T(NAN) : a < b ? a : b; });
}

TYPED_TEST(floating_pointwise, comparisons) {
  using T = TypeParam;
  expect_binary<opcode::equal, T>([](T a, T b) { return a == b; });
  expect_binary<opcode::not_equal, T>([](T a, T b) { return a != b; });
  expect_binary<opcode::less, T>([](T a, T b) { return a < b; });
  expect_binary<opcode::less_equal, T>([](T a, T b) { return a <= b; });
}

TYPED_TEST(floating_pointwise, fma) {
  using T = TypeParam;
  constexpr int L = word_lanes;
  const auto r = fma(pack<T, L>::iota(1, 1), pack<T, L>::broadcast(3), pack<T, L>::broadcast(-2));
  for (int i = 0; i < L; ++i) EXPECT_EQ(r.extract(i), T(3 * (i + 1) - 2));
}

template <class T>
struct any_pointwise : testing::Test {};
using all_types = testing::Types<bool, std::uint8_t, std::int32_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(any_pointwise, all_types);

TYPED_TEST(any_pointwise, select_picks_lane_by_lane) {
  using T = TypeParam;
  for_each_length<T>([]<int L>(std::integral_constant<int, L>) {
    bool c[L];
    for (int i = 0; i < L; ++i) c[i] = i % 3 == 1;
    const auto r = apply<opcode::select>(pack<bool, L>::load(c), pack<T, L>::broadcast(T(1)), pack<T, L>::broadcast(T(0)));
    for (int i = 0; i < L; ++i) EXPECT_EQ(r.extract(i), T(i % 3 == 1));
  });
}

}  // namespace
