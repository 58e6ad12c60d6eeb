#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "tenon/simd/simd.hpp"

namespace {

using namespace tenon;

template <class T>
std::vector<T> few_different(std::size_t n) {
  std::mt19937 random{unsigned(n)};
  std::vector<T> x(n);
  for (T& e : x) e = T(random() % 9) - 4;
  return x;
}

template <bool Equal, class T>
void expect_parts(std::size_t n, T pivot) {
  const std::vector<T> before = few_different<T>(n);
  std::vector<T> x = before, behind(n);
  const auto count = std::size_t(simd::partition<Equal>(x.data(), std::int64_t(n), pivot, behind.data()));
  x.resize(count), behind.resize(n - count);
  const auto in_front = [=](T e) { return Equal ? e <= pivot : e < pivot; };
  std::vector<T> front, back;
  for (T e : before) (in_front(e) ? front : back).push_back(e);
  EXPECT_EQ(x, front) << n;
  EXPECT_EQ(behind, back) << n;
}

template <class T>
void expect_partition() {
  for (std::size_t n : {0, 1, 7, 8, 16, 17, 100, 1000})
    for (T pivot : {T(-5), T(-4), T(0), T(4), T(5)}) expect_parts<false>(n, pivot), expect_parts<true>(n, pivot);
}
TEST(partition, keeps_the_order_of_both_parts) {
  expect_partition<std::int32_t>();
  expect_partition<std::int64_t>();
}

template <class T>
void expect_exchange() {
  constexpr int lanes = simd::block_lanes<T>;
  using limits = std::numeric_limits<T>;
  std::vector<T> x = few_different<T>(lanes), y = few_different<T>(lanes + 1), least(lanes), greatest(lanes);
  x[0] = limits::min(), y[0] = limits::max(), x[1] = limits::max(), y[1] = limits::min();
  auto a = simd::pack<T, lanes>::load(x.data()), b = simd::pack<T, lanes>::load(y.data());
  simd::exchange(a, b);
  a.store(least.data()), b.store(greatest.data());
  for (std::size_t i = 0; i < std::size_t(lanes); ++i) {
    EXPECT_EQ(least[i], std::min(x[i], y[i])) << i;
    EXPECT_EQ(greatest[i], std::max(x[i], y[i])) << i;
  }
}
TEST(exchange, gives_the_lesser_and_the_greater) {
  expect_exchange<std::int32_t>();
  expect_exchange<std::int64_t>();
}

}  // namespace
