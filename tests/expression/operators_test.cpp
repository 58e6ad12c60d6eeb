#include "support/loops.hpp"
#include "tenon/tenon.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

TEST(operators, arithmetic) {
  tensor<float, 3, 37> x, y;
  set_numbers(x), set_numbers(y, 100);
  const tensor sum = x + y;
  EXPECT_TRUE(has(sum, [&](auto i, auto j) { return x(i, j) + y(i, j); }, 0));
  const tensor difference = x - y;
  EXPECT_TRUE(has(difference, [&](auto i, auto j) { return x(i, j) - y(i, j); }, 0));
  const tensor product = x * y;
  EXPECT_TRUE(has(product, [&](auto i, auto j) { return x(i, j) * y(i, j); }, 0));
  const tensor quotient = x / y;
  EXPECT_TRUE(has(quotient, [&](auto i, auto j) { return x(i, j) / y(i, j); }, 0));
  const tensor opposite = -x;
  EXPECT_TRUE(has(opposite, [&](auto i, auto j) { return -x(i, j); }, 0));
}

TEST(operators, numbers_on_both_sides) {
  tensor<double, dyn> x(19);
  set_numbers(x);
  const tensor y = 1 - x * 3 + 0.5f / (x + 4.0);
  static_assert(std::is_same_v<decltype(y)::element_type, double>);
  EXPECT_TRUE(has(y, [&](auto i) { return 1 - x(i) * 3 + 0.5 / (x(i) + 4); }, 1e-15));
}

TEST(operators, types_meet) {
  tensor<std::int32_t, 21> i;
  tensor<float, 21> f;
  tensor<double, 21> d;
  tensor<std::uint8_t, 21> u;
  tensor<bool, 21> b;
  set_numbers(i), set_numbers(f), set_numbers(d), set_numbers(u), set_numbers(b);
  const tensor fd = f + d;
  static_assert(std::is_same_v<decltype(fd)::element_type, double>);
  EXPECT_TRUE(has(fd, [&](auto k) { return double(f(k)) + d(k); }, 0));
  const tensor iu = i + u;
  static_assert(std::is_same_v<decltype(iu)::element_type, std::int32_t>);
  EXPECT_TRUE(has(iu, [&](auto k) { return i(k) + u(k); }, 0));
  const tensor half = i * 0.5;
  static_assert(std::is_same_v<decltype(half)::element_type, float>);
  EXPECT_TRUE(has(half, [&](auto k) { return i(k) * 0.5; }, 0));
  const tensor ratio = i / 4;
  static_assert(std::is_same_v<decltype(ratio)::element_type, float>);
  EXPECT_TRUE(has(ratio, [&](auto k) { return i(k) / 4.f; }, 0));
  const tensor ones = b + b;
  static_assert(std::is_same_v<decltype(ones)::element_type, std::int64_t>);
  EXPECT_TRUE(has(ones, [&](auto k) { return 2 * int(b(k)); }, 0));
}

TEST(operators, comparisons) {
  tensor<std::int32_t, 5, 9> x, y;
  set_numbers(x), set_numbers(y, 5);
  const tensor below = x < y, at_most = x <= y, above = x > y, at_least = x >= 6, from_left = 6 > x;
  static_assert(std::is_same_v<decltype(below)::element_type, bool>);
  EXPECT_TRUE(has(below, [&](auto i, auto j) { return x(i, j) < y(i, j); }));
  EXPECT_TRUE(has(at_most, [&](auto i, auto j) { return x(i, j) <= y(i, j); }));
  EXPECT_TRUE(has(above, [&](auto i, auto j) { return x(i, j) > y(i, j); }));
  EXPECT_TRUE(has(at_least, [&](auto i, auto j) { return x(i, j) >= 6; }));
  EXPECT_TRUE(has(from_left, [&](auto i, auto j) { return 6 > x(i, j); }));
  const tensor same = equal(x, y), other = not_equal(x, y);
  EXPECT_TRUE(has(same, [&](auto i, auto j) { return x(i, j) == y(i, j); }));
  EXPECT_TRUE(has(other, [&](auto i, auto j) { return x(i, j) != y(i, j); }));
  const tensor neither = bit_and(!(x < y), !(x > y));
  EXPECT_EQ(neither, same);
}

TEST(operators, bits) {
  tensor<std::int64_t, 33> x, y;
  set_numbers(x), set_numbers(y, 8);
  const tensor mixed = ((x & y) | (x ^ 5)) + (x << 3) - (y >> 1) + ~x;
  EXPECT_TRUE(has(mixed, [&](auto i) { return ((x(i) & y(i)) | (x(i) ^ 5)) + (x(i) << 3) - (y(i) >> 1) + ~x(i); }, 0));
}

TEST(operators, compound_assignment) {
  tensor<float, 4, 6> x, y;
  tensor<float, 6> row;
  set_numbers(x), set_numbers(y, 3), set_numbers(row, 9);
  const tensor before = x;
  x += y;
  x *= row;
  x -= 1.f;
  x /= 3;
  EXPECT_TRUE(has(x, [&](auto i, auto j) { return ((before(i, j) + y(i, j)) * row(j) - 1.f) / 3; }, 1e-6));
}

TEST(operators, functions) {
  tensor<float, dyn, dyn> x(3, 21);
  set_numbers(x);
  const tensor y = clamp(where(x > 0, exp(x), tanh(x) * 2), -0.5, 4) + minimum(x, 0.25f) + sigmoid(x);
  EXPECT_TRUE(has(y, [&](auto i, auto j) {
    const double v = x(i, j);
    return std::fmin(std::fmax(v > 0 ? std::exp(v) : 2 * std::tanh(v), -0.5), 4) + std::fmin(v, 0.25) + 1 / (1 + std::exp(-v));
  }));
}

}  // namespace
