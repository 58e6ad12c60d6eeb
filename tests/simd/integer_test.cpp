#include "reference.hpp"

namespace {

using namespace tenon;
using namespace tenon::simd;

template <class T>
struct integer_pointwise : testing::Test {};
using integers = testing::Types<std::uint8_t, std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(integer_pointwise, integers);

/// Wraps: computed without sign, in the width of T or more.
template <class T, class F>
auto wrapping(F f) {
  return [f](T a, T b) { return T(f(std::uint64_t(a), std::uint64_t(b))); };
}

TYPED_TEST(integer_pointwise, arithmetic_wraps) {
  using T = TypeParam;
  expect_binary<opcode::add, T>(wrapping<T>([](auto a, auto b) { return a + b; }));
  expect_binary<opcode::sub, T>(wrapping<T>([](auto a, auto b) { return a - b; }));
  expect_binary<opcode::mul, T>(wrapping<T>([](auto a, auto b) { return a * b; }));
  expect_unary<opcode::negate, T>([](T a) { return T(0 - std::uint64_t(a)); });
  expect_unary<opcode::absolute, T>([](T a) { return a < 0 ? T(0 - std::uint64_t(a)) : a; });
  expect_unary<opcode::sign, T>([](T a) { return T((a > 0) - (a < 0)); });
}

TYPED_TEST(integer_pointwise, division_by_zero_is_zero_and_lowest_by_minus_one_is_lowest) {
  using T = TypeParam;
  const auto is_minus_one = [](T b) { return std::is_signed_v<T> && b == T(-1); };
  expect_binary<opcode::div, T>([&](T a, T b) { return b == 0 ? T(0) : is_minus_one(b) ? T(0 - std::uint64_t(a)) : T(a / b); });
  expect_binary<opcode::fmod, T>([&](T a, T b) { return b == 0 || is_minus_one(b) ? T(0) : T(a % b); });
}

TYPED_TEST(integer_pointwise, bits) {
  using T = TypeParam;
  constexpr int width = 8 * int(sizeof(T));
  expect_binary<opcode::bit_and, T>([](T a, T b) { return T(a & b); });
  expect_binary<opcode::bit_or, T>([](T a, T b) { return T(a | b); });
  expect_binary<opcode::bit_xor, T>([](T a, T b) { return T(a ^ b); });
  expect_unary<opcode::bit_not, T>([](T a) { return T(~a); });
  expect_binary<opcode::shift_left, T>([](T a, T b) { return T(std::uint64_t(a) << (std::uint64_t(b) % width)); });
  expect_binary<opcode::shift_right, T>([](T a, T b) { return T(a >> (std::uint64_t(b) % width)); });
}

TYPED_TEST(integer_pointwise, order) {
  using T = TypeParam;
  expect_binary<opcode::max, T>([](T a, T b) { return a > b ? a : b; });
  expect_binary<opcode::min, T>([](T a, T b) { return a < b ? a : b; });
  expect_binary<opcode::equal, T>([](T a, T b) { return a == b; });
  expect_binary<opcode::not_equal, T>([](T a, T b) { return a != b; });
  expect_binary<opcode::less, T>([](T a, T b) { return a < b; });
  expect_binary<opcode::less_equal, T>([](T a, T b) { return a <= b; });
}

TEST(bytes, divide_exactly_for_all_pairs) {
  constexpr int L = word_lanes;
  for (int a = 0; a < 256; ++a)
    for (int b = 0; b < 256; ++b) {
      const auto x = pack<std::uint8_t, L>::broadcast(std::uint8_t(a)), y = pack<std::uint8_t, L>::broadcast(std::uint8_t(b));
      ASSERT_EQ(apply<opcode::div>(x, y).first(), b == 0 ? 0 : a / b);
      ASSERT_EQ(apply<opcode::fmod>(x, y).first(), b == 0 ? 0 : a % b);
    }
}

TEST(bools, logic) {
  expect_binary<opcode::bit_and, bool>([](bool a, bool b) { return a && b; });
  expect_binary<opcode::bit_or, bool>([](bool a, bool b) { return a || b; });
  expect_binary<opcode::bit_xor, bool>([](bool a, bool b) { return a != b; });
  expect_binary<opcode::equal, bool>([](bool a, bool b) { return a == b; });
  expect_binary<opcode::not_equal, bool>([](bool a, bool b) { return a != b; });
  expect_binary<opcode::shift_left, bool>([](bool a, bool) { return a; });
  expect_binary<opcode::shift_right, bool>([](bool a, bool) { return a; });
  expect_unary<opcode::bit_not, bool>([](bool a) { return !a; });
}

}  // namespace
