#include "support/loops.hpp"
#include "tenon/compile.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

constexpr int lengths[] = {8191, 8193, 20'000, 100'003, 1'000'001};

TEST(reduce_long, vector) {
  const auto f = compile([](value x) { return std::tuple(sum(x), max(x), min(x), mean(x * x)); });
  for (int n : lengths) {
    auto x = numbered<tensor<float, dyn>>(0, n);
    x(n - 1) = 9, x(n / 2) = -9;
    const auto [total, greatest, least, power] = f(x);
    double s = 0, p = 0;
    for (float e : x) s += e, p += double(e) * e;
    EXPECT_NEAR(total.item(), s, 2e-2) << n;
    EXPECT_NEAR(power.item(), p / n, 1e-4) << n;
    EXPECT_EQ(greatest.item(), 9) << n;
    EXPECT_EQ(least.item(), -9) << n;
  }
}

TEST(reduce_long, columns_and_rows) {
  const auto columns = compile([](value x) { return sum(x, 0); });
  const auto rows = compile([](value x) { return sum(x, 1); });
  for (int n : {8193, 100'003}) {
    const auto tall = numbered<tensor<float, dyn, dyn>>(0, n, 3), wide = numbered<tensor<float, dyn, dyn>>(0, 3, n);
    EXPECT_TRUE(has(columns(tall), [&](auto j) {
      double s = 0;
      for (int i = 0; i < n; ++i) s += tall(i, j);
      return s;
    }, 1e-3));
    EXPECT_TRUE(has(rows(wide), [&](auto i) {
      double s = 0;
      for (int j = 0; j < n; ++j) s += wide(i, j);
      return s;
    }, 1e-3));
  }
}

TEST(reduce_long, row_that_is_used_again) {
  const auto f = compile([](value x) { return softmax(x); });
  const auto x = numbered<tensor<float, dyn, dyn>>(0, 2, 100'003);
  double total[2] = {};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 100'003; ++j) total[i] += std::exp(double(x(i, j)));
  EXPECT_TRUE(has(f(x), [&](auto i, auto j) { return std::exp(double(x(i, j))) / total[i]; }, 1e-9));
}

TEST(reduce_long, integers_and_bool) {
  const auto f = compile([](value x, value b) { return std::tuple(sum(x), product(b), any(b), all(b)); });
  auto x = numbered<tensor<std::int32_t, dyn>>(0, 123'457);
  auto b = tensor<bool, dyn>::filled(true, 123'457);
  b(77'777) = false;
  std::int64_t s = 0;
  for (auto e : x) s += e;
  const auto [total, product_of_all, one, every] = f(x, b);
  EXPECT_EQ(total.item(), s);
  EXPECT_EQ(product_of_all.item(), 0);
  EXPECT_TRUE(one.item());
  EXPECT_FALSE(every.item());
}

}  // namespace
