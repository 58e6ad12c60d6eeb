#include "support/loops.hpp"
#include "tenon/compile.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

struct places {
  constexpr auto operator()(value x) const { return std::tuple(argmax(x, 0), argmax(x, 1), argmin(x, 1), argmax(x)); }
};
const auto find = compile(places());

template <class X, class Better>
std::int64_t first_along(const X& x, std::int64_t fixed, int axis, Better better) {
  std::int64_t best = 0;
  const auto at = [&](std::int64_t i) { return axis == 0 ? x(i, fixed) : x(fixed, i); };
  for (std::int64_t i = 1; i < x.extent(axis); ++i)
    if (!std::isnan(double(at(best))) && (std::isnan(double(at(i))) || better(at(i), at(best)))) best = i;
  return best;
}

template <class X>
void expect_places(const X& x) {
  const auto [columns, rows, least, all] = find(x);
  EXPECT_TRUE(has(columns, [&](auto j) { return first_along(x, j, 0, std::greater<>()); }));
  EXPECT_TRUE(has(rows, [&](auto i) { return first_along(x, i, 1, std::greater<>()); }));
  EXPECT_TRUE(has(least, [&](auto i) { return first_along(x, i, 1, std::less<>()); }));
  const std::int64_t n = all.item(), width = x.extent(1);
  const view<const value_type_of<X>, 1, dyn> flat(x.data(), 1, x.size());
  EXPECT_EQ(n, first_along(flat, 0, 1, std::greater<>())) << n / width << ' ' << n % width;
}

TEST(argmax, of_different_numbers) {
  for (auto [n, m] : {std::pair{5, 7}, {33, 65}, {1, 1}, {129, 3}, {2, 20'001}, {9000, 2}}) expect_places(numbered<tensor<float, dyn, dyn>>(0, n, m));
}

TEST(argmax, first_of_equal_ones) {
  for (auto [n, m] : {std::pair{3, 50}, {17, 40}, {2, 30'000}}) {
    auto x = tensor<std::int32_t, dyn, dyn>::filled(4, n, m);
    expect_places(x);
    x(1, m / 2) = 5, x(1, m - 1) = 5, x(0, m / 3) = 5, x(0, 2) = -1, x(0, m - 2) = -1;
    expect_places(x);
  }
}

TEST(argmax, nan_is_found_first) {
  auto x = numbered<tensor<float, dyn, dyn>>(0, 6, 70);
  x(2, 40) = NAN, x(2, 60) = NAN, x(4, 3) = NAN;
  expect_places(x);
}

TEST(argmax, infinities) {
  auto x = tensor<float, dyn, dyn>::filled(-INFINITY, 3, 37);
  expect_places(x);
  x(1, 5) = INFINITY, x(1, 30) = INFINITY;
  expect_places(x);
}

TEST(reduction_of_nan, is_nan) {
  const auto f = compile([](value x) { return std::tuple(max(x, 1), min(x, 1), max(x, 0), min(x)); });
  auto x = numbered<tensor<float, dyn, dyn>>(0, 4, 45);
  x(2, 33) = NAN;
  const auto [rows, least, columns, all] = f(x);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(std::isnan(rows(i)), i == 2);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(std::isnan(least(i)), i == 2);
  for (int j = 0; j < 45; ++j) EXPECT_EQ(std::isnan(columns(j)), j == 33);
  EXPECT_TRUE(std::isnan(all.item()));
}

}  // namespace
