#include "support/loops.hpp"
#include "tenon/compile.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

TEST(outputs, of_different_shapes_and_types) {
  const auto f = compile([](value x, value y) {
    const value s = x + y;
    return std::tuple(s, sum(s, 1), s > 0, cast<std::int32_t>(s * 4), std::pair(mean(s), transpose(s)));
  });
  auto x = numbered<tensor<float, dyn, 9>>(0, 5, 9), y = numbered<tensor<float, dyn, 9>>(3, 5, 9);
  const auto [s, rows, positive, scaled, average, turned] = f(x, y);
  const auto at = [&](auto i, auto j) { return x(i, j) + y(i, j); };
  EXPECT_TRUE(has(s, at, 0));
  EXPECT_TRUE(has(positive, [&](auto i, auto j) { return at(i, j) > 0; }));
  EXPECT_TRUE(has(scaled, [&](auto i, auto j) { return int(at(i, j) * 4); }));
  EXPECT_TRUE(has(turned, [&](auto i, auto j) { return at(j, i); }, 0));
  double all = 0;
  for (int i = 0; i < 5; ++i) {
    double row = 0;
    for (int j = 0; j < 9; ++j) row += at(i, j);
    EXPECT_NEAR(rows(i), row, 1e-5);
    all += row;
  }
  EXPECT_NEAR(average.item(), all / 45, 1e-6);
}

TEST(outputs, that_are_the_same_value_or_an_argument) {
  const auto f = compile([](value x) { return std::tuple(x, x * 2.f, x, x * 2.f, reshape(x, {6}), transpose(x)); });
  tensor<float, 2, 3> x;
  set_numbers(x);
  const auto [a, b, c, d, e, t] = f(x);
  EXPECT_EQ(a, x);
  EXPECT_EQ(c, x);
  EXPECT_TRUE(has(b, [&](auto i, auto j) { return x(i, j) * 2; }, 0));
  EXPECT_EQ(b, d);
  EXPECT_TRUE(has(e, [&](auto i) { return x.data()[i]; }, 0));
  EXPECT_TRUE(has(t, [&](auto i, auto j) { return x(j, i); }, 0));
}

TEST(outputs, that_do_not_depend_on_arguments) {
  const auto f = compile([](value x) { return std::tuple(iota(x, 0), x * 0.f + 3.f, where(x == x, 1, 2)); });
  tensor<float, 4> x;
  const auto [places, three, one] = f(x);
  EXPECT_TRUE(has(places, [](auto i) { return i; }));
  EXPECT_TRUE(has(three, [](auto) { return 3; }));
  EXPECT_TRUE(has(one, [](auto) { return 1; }));
}

TEST(outputs, written_over_arguments) {
  const auto f = compile([](value a, value b) { return std::tuple(b * 2.f, a + sum(b), exp(a) * b); });
  for (int n : {5, 100, 70'000}) {
    auto a = numbered<tensor<float, dyn>>(0, n), b = numbered<tensor<float, dyn>>(7, n);
    auto c = numbered<tensor<float, dyn>>(9, n);
    const auto [x, y, z] = f(a, b);
    f.into(std::tie(a, b, c), a, b);
    EXPECT_EQ(a, x) << n;
    EXPECT_EQ(b, y) << n;
    EXPECT_EQ(c, z) << n;
  }
}

TEST(outputs, that_a_later_pass_over_the_row_still_reads) {
  const auto f = compile([](value x) { return std::tuple(x * 2.f, x / sum(x * x, -1, keep_dims)); });
  for (int n : {3, 70, 50'000}) {
    auto x = numbered<tensor<float, dyn, dyn>>(0, 2, n), other = x;
    const auto [doubled, divided] = f(x);
    auto first = x, second = x;
    f.into(std::tie(first, other), first);
    EXPECT_TRUE(same_bits(first, doubled)) << n;
    EXPECT_TRUE(same_bits(other, divided)) << n;
    f.into(std::tie(other, second), second);
    EXPECT_TRUE(same_bits(other, doubled)) << n;
    EXPECT_TRUE(same_bits(second, divided)) << n;
  }
}

/// 70 numbers, of which the last six are computed from their neighbours on the left.
template <int... I>
auto shift_the_last(std::integer_sequence<int, I...>) {
  return compile([](decltype(I, value())... x) {
    const value all[] = {x...};
    return std::tuple(all[63] + all[0], all[64] * 2.f, all[64] + all[65], all[67], all[66], exp(all[68]) + all[69]);
  });
}
TEST(outputs, written_over_arguments_beyond_64) {
  constexpr auto each = std::make_integer_sequence<int, 70>();
  const auto f = shift_the_last(each);
  const auto x = numbered<tensor<float, 70>>(0);
  std::array<tensor<float, 1>, 70> in;
  for (int i = 0; i < 70; ++i) in[std::size_t(i)](0) = x(i);
  std::apply([&](auto&... a) { f.into(std::tie(in[64], in[65], in[66], in[67], in[68], in[69]), a...); }, in);
  const float wanted[] = {x(63) + x(0), x(64) * 2, x(64) + x(65), x(67), x(66), std::exp(x(68)) + x(69)};
  for (int i = 0; i < 64; ++i) EXPECT_EQ(in[std::size_t(i)](0), x(i));
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(in[std::size_t(64 + i)](0), wanted[i], 1e-6) << i;
}

TEST(outputs, into_views) {
  const auto f = compile([](value x) { return x + 1.f; });
  tensor<float, 4, 5> y;
  tensor<float, 5> x;
  set_numbers(x);
  f.into(y[2], x);
  EXPECT_TRUE(has(y, [&](auto i, auto j) { return i == 2 ? x(j) + 1 : 0; }, 0));
}

TEST(outputs, of_numbers_as_arguments) {
  const auto f = compile([](value x, value factor, value flag) { return where(flag, x * factor, x); });
  tensor<float, 3> x{1, 2, 3};
  EXPECT_EQ(f(x, 2.f, true)(2), 6);
  EXPECT_EQ(f(x, 2.f, false)(2), 3);
}

TEST(outputs, reshaped) {
  const auto f = compile([](value x) {
    const value y = x * 2.f;
    return std::tuple(reshape(y, {-1}), y, sum(x, 1, keep_dims), unsqueeze(sum(x), 0), reshape(x, {3, -1}), reshape(reshape(y, {-1}), {2, 3, 4}));
  });
  const auto x = numbered<tensor<float, dyn, dyn>>(0, 6, 4);
  const auto [flat, same, sums, total, other, cube] = f(x);
  EXPECT_TRUE(has(flat, [&](auto i) { return x.data()[i] * 2; }, 0));
  EXPECT_TRUE(has(same, [&](auto i, auto j) { return x(i, j) * 2; }, 0));
  EXPECT_TRUE(has(sums, [&](auto i, auto) { return double(x(i, 0)) + x(i, 1) + x(i, 2) + x(i, 3); }));
  EXPECT_EQ(sums.extent(1), 1);
  EXPECT_EQ(total.size(), 1);
  EXPECT_TRUE(has(other, [&](auto i, auto j) { return x.data()[i * 8 + j]; }, 0));
  EXPECT_TRUE(has(cube, [&](auto i, auto j, auto k) { return x.data()[(i * 3 + j) * 4 + k] * 2; }, 0));
}

TEST(outputs, reshaped_over_their_argument) {
  const auto f = compile([](value x) { return reshape(flip(x, 0) * 2.f, {-1}); });
  auto x = numbered<tensor<float, dyn>>(0, 24);
  const auto before = x;
  f.into(x, x);
  EXPECT_TRUE(has(x, [&](auto i) { return before(23 - i) * 2; }, 0));
}

}  // namespace
