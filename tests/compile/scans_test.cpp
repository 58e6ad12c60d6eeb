#include "support/loops.hpp"
#include "tenon/compile.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

using matrix = tensor<float, dyn, dyn>;

/// Whole numbers, so that sums are the same in any order.
matrix whole(int n, int m) {
  matrix x(n, m);
  for (std::int64_t i = 0; i < x.size(); ++i) x.data()[i] = float(i * 7 % 5 - 2);
  return x;
}

constexpr std::pair<int, int> sizes[] = {{1, 1}, {1, 17}, {17, 1}, {3, 16}, {5, 100}, {100, 5}, {70, 200}, {0, 3}, {3, 0}, {2, 150'001}, {20'001, 3}};

constexpr auto between_others = [](value x, int axis) { return abs(cumsum(x * 2.f - 1.f, axis)) + x; };

TEST(scans, between_other_operations_along_the_last_axis) {
  const auto f = compile([](value x) { return between_others(x, 1); });
  for (auto [n, m] : sizes) {
    const auto x = whole(n, m);
    const auto y = f(x);
    for (std::int64_t i = 0; i < n; ++i) {
      float sum = 0;
      for (std::int64_t j = 0; j < m; ++j) {
        sum += x(i, j) * 2 - 1;
        ASSERT_EQ(y(i, j), std::fabs(sum) + x(i, j)) << n << " x " << m << " at " << i << ", " << j;
      }
    }
  }
}

TEST(scans, between_other_operations_along_the_first_axis) {
  const auto f = compile([](value x) { return between_others(x, 0); });
  for (auto [n, m] : sizes) {
    const auto x = whole(n, m);
    const auto y = f(x);
    for (std::int64_t j = 0; j < m; ++j) {
      float sum = 0;
      for (std::int64_t i = 0; i < n; ++i) {
        sum += x(i, j) * 2 - 1;
        ASSERT_EQ(y(i, j), std::fabs(sum) + x(i, j)) << n << " x " << m << " at " << i << ", " << j;
      }
    }
  }
}

TEST(scans, in_the_middle_and_backwards) {
  const auto f = compile([](value x) { return std::pair(cumsum(x, 1), flip(cumsum(flip(x, 2), 2), 2)); });
  const auto x = numbered<tensor<double, dyn, dyn, dyn>>(0, 3, 40, 21);
  const auto [middle, backwards] = f(x);
  EXPECT_TRUE(has(middle, [&](auto i, auto j, auto k) {
    double s = 0;
    for (std::int64_t q = 0; q <= j; ++q) s += x(i, q, k);
    return s;
  }, 1e-12));
  EXPECT_TRUE(has(backwards, [&](auto i, auto j, auto k) {
    double s = 0;
    for (std::int64_t q = k; q < 21; ++q) s += x(i, j, q);
    return s;
  }, 1e-12));
}

TEST(scans, of_scans_and_of_reductions) {
  const auto f = compile([](value x) { return std::tuple(cumsum(cumsum(x, 1), 1), cumsum(softmax(x), 1), sum(cumsum(x, 0), 0), cumsum(sum(x, 1), 0)); });
  const auto x = whole(30, 50);
  const auto [twice, shares, total, of_sums] = f(x);
  EXPECT_TRUE(has(twice, [&](auto i, auto j) {
    double s = 0;
    for (std::int64_t q = 0; q <= j; ++q) s += double(j - q + 1) * x(i, q);
    return s;
  }));
  EXPECT_TRUE(has(shares, [&](auto i, auto j) {
    double part = 0, all = 0;
    for (std::int64_t q = 0; q < 50; ++q) all += std::exp(double(x(i, q))), part += q <= j ? std::exp(double(x(i, q))) : 0;
    return part / all;
  }));
  EXPECT_TRUE(has(total, [&](auto j) {
    double s = 0;
    for (std::int64_t q = 0; q < 30; ++q) s += double(30 - q) * x(q, j);
    return s;
  }));
  EXPECT_TRUE(has(of_sums, [&](auto i) {
    double s = 0;
    for (std::int64_t q = 0; q <= i; ++q)
      for (std::int64_t j = 0; j < 50; ++j) s += x(q, j);
    return s;
  }));
}

TEST(scans, of_long_vectors_have_the_same_bits_on_any_number_of_threads) {
  const auto f = compile([](value x) { return std::pair(cumsum(x, 0), logcumsumexp(x, 0)); });
  const auto x = numbered<tensor<float, dyn>>(0, 1'000'003);
  set_num_threads(1);
  const auto alone = f(x);
  for (int threads : {2, 3}) {
    set_num_threads(threads);
    const auto shared = f(x);
    EXPECT_TRUE(same_bits(std::get<0>(alone), std::get<0>(shared)));
    EXPECT_TRUE(same_bits(std::get<1>(alone), std::get<1>(shared)));
  }
  set_num_threads(0);
  double sum = 0, worst = 0;
  for (std::int64_t i = 0; i < x.size(); ++i) {
    sum += x(i);
    worst = std::fmax(worst, std::fabs(sum - std::get<0>(alone)(i)));
  }
  EXPECT_LT(worst, 1e-2);
}

constexpr auto fused = [](value x, value bias) { return gelu(cumsum(exp(x) + bias, 1)) * x; };
static_assert(plan_of<decltype(fused), matrix, tensor<float, dyn>>.kernels.size() == 1);
static_assert(plan_of<decltype(fused), tensor<float, 8, 9>, tensor<float, 9>>.kernels.size() == 1);

TEST(scans, logs_of_sums_of_exponentials_keep_what_is_small_and_what_is_infinite) {
  const auto f = compile([](value x) { return logcumsumexp(x, 0); });
  const float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  tensor<float, 40> x;
  for (int i = 0; i < 40; ++i) x(i) = i < 3 ? -infinity : i < 20 ? -1000.f + float(i) / 8 : i < 30 ? 0.25f : 90.f;
  const auto check = [&](int end) {
    const auto y = f(x);
    double most = -infinity, sum = 0;
    for (int i = 0; i < end; ++i) {
      if (x(i) > most) sum = sum * std::exp(most - double(x(i))) * (most > -infinity) + 1, most = x(i);
      else if (x(i) > -infinity) sum += std::exp(double(x(i)) - most);
      if (sum == 0) EXPECT_EQ(y(i), -infinity) << i;
      else EXPECT_NEAR(y(i), most + std::log(sum), 2e-7 * std::max(1.0, std::fabs(most))) << i;
    }
    return y;
  };
  check(40);
  x(25) = infinity;
  const auto infinite = check(25);
  for (int i = 25; i < 40; ++i) EXPECT_EQ(infinite(i), infinity) << i;
  x(35) = nan;
  const auto lost = check(25);
  for (int i = 25; i < 35; ++i) EXPECT_EQ(lost(i), infinity) << i;
  for (int i = 35; i < 40; ++i) EXPECT_TRUE(std::isnan(lost(i))) << i;
}

}  // namespace
