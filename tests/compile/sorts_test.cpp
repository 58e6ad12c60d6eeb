#include <algorithm>
#include <numeric>
#include <random>

#include "support/loops.hpp"
#include "tenon/tenon.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

template <class T>
using matrix_of = tensor<T, dyn, dyn>;
using matrix = matrix_of<float>;

template <bool Descending, class T>
bool precedes(T a, T b) {
  if constexpr (Descending) return precedes<false>(b, a);
  else return a < b || (b != b && a == a);
}

/// Where the elements of row i stand in order, equal ones in the order of their places.
template <bool Descending, class X>
std::vector<std::int64_t> places_of(const X& x, std::int64_t i) {
  std::vector<std::int64_t> places(std::size_t(x.extent(1)));
  std::iota(places.begin(), places.end(), 0);
  std::sort(places.begin(), places.end(), [&](auto a, auto b) {
    return precedes<Descending>(x(i, a), x(i, b)) || (!precedes<Descending>(x(i, b), x(i, a)) && a < b);
  });
  return places;
}

template <class T>
bool same_element(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) return (a != a && b != b) || (a == b && std::signbit(a) == std::signbit(b));
  else return a == b;
}

/// Whether the rows of `elements` and `places` are what comes first in those of x.
template <bool Descending, class X, class Y, class P>
void expect_sorted(const X& x, const Y& elements, const P& places) {
  for (std::int64_t i = 0; i < x.extent(0); ++i) {
    const auto expected = places_of<Descending>(x, i);
    for (std::int64_t j = 0; j < elements.extent(1); ++j) {
      const std::int64_t place = expected[std::size_t(j)];
      ASSERT_EQ(places(i, j), place) << x.extent(0) << " x " << x.extent(1) << " at " << i << ", " << j;
      ASSERT_TRUE(same_element(elements(i, j), x(i, place))) << x.extent(0) << " x " << x.extent(1) << " at " << i << ", " << j;
    }
  }
}

const auto up = compile([](value x) { return std::tuple_cat(sort_with_indices(x), std::tuple(sort(x * 1))); });
const auto down = compile([](value x) { return std::tuple_cat(sort_with_indices(x, 1, descending), std::tuple(sort(x * 1, 1, descending))); });
const auto across = compile([](value x) { return sort_with_indices(x, 0); });

template <class T>
void expect_all(const matrix_of<T>& x) {
  const auto [least, from, alone] = up(x);
  expect_sorted<false>(x, least, from);
  EXPECT_TRUE(same_bits(alone, least));
  const auto [greatest, from_greatest, greatest_alone] = down(x);
  expect_sorted<true>(x, greatest, from_greatest);
  EXPECT_TRUE(same_bits(greatest_alone, greatest));
  const matrix_of<T> turned = x.transpose();
  const auto [columns, rows] = across(turned);
  EXPECT_TRUE(same_bits(columns, matrix_of<T>(least.transpose())));
  EXPECT_TRUE(same_bits(rows, matrix_of<std::int64_t>(from.transpose())));
}

constexpr std::pair<int, int> sizes[] = {{1, 1},  {5, 2},   {3, 7},    {17, 8},   {40, 9},    {33, 16},   {16, 17},  {1, 100},  {700, 5},
                                         {3, 31}, {20, 33}, {18, 255}, {17, 256}, {5, 257},   {9, 1000},  {2, 5000}, {1, 70'000}, {0, 4}, {4, 0}};

/// Random bits, few different values, those in order, and the opposite.
template <class T, class F>
void with_each_order(int n, int m, F f) {
  std::mt19937_64 random(unsigned(n * m));
  matrix_of<T> x(n, m);
  for (auto& e : x) e = T(std::int64_t(random() >> 20) - (std::int64_t(1) << 43));
  f(x);
  for (auto& e : x) e = T(random() % 6);
  f(x);
  for (std::int64_t i = 0; i < x.size(); ++i) x.data()[i] = T(i);
  f(x);
  for (std::int64_t i = 0; i < x.size(); ++i) x.data()[i] = T(x.size() - i);
  f(x);
}

template <class T>
void expect_all_orders() {
  for (auto [n, m] : sizes) with_each_order<T>(n, m, [](const auto& x) { expect_all(x); });
}
TEST(sorts, of_f32) { expect_all_orders<float>(); }
TEST(sorts, of_f64) { expect_all_orders<double>(); }
TEST(sorts, of_i32) { expect_all_orders<std::int32_t>(); }
TEST(sorts, of_i64) { expect_all_orders<std::int64_t>(); }
TEST(sorts, of_u8) { expect_all_orders<std::uint8_t>(); }

TEST(sorts, of_bool) {
  const auto f = compile([](value x) { return sort_with_indices(x); });
  for (auto [n, m] : sizes) {
    matrix_of<bool> x(n, m);
    for (std::int64_t i = 0; i < x.size(); ++i) x.data()[i] = i * 7 % 5 < 2;
    const auto [elements, places] = f(x);
    expect_sorted<false>(x, elements, places);
  }
}

template <class T>
void expect_special_numbers() {
  for (auto [n, m] : sizes) {
    matrix_of<T> x(n, m);
    constexpr T special[] = {T(0.), T(-0.), T(NAN), T(INFINITY), T(-INFINITY), T(1), -std::numeric_limits<T>::denorm_min(), std::numeric_limits<T>::lowest(), -T(NAN)};
    for (std::int64_t i = 0; i < x.size(); ++i) x.data()[i] = special[i * 7 % 31 % 9];
    const auto [elements, places, alone] = up(x);
    expect_sorted<false>(x, elements, places);
    expect_sorted<false>(x, alone, places);
    const auto [greatest, from, greatest_alone] = down(x);
    expect_sorted<true>(x, greatest, from);
    expect_sorted<true>(x, greatest_alone, from);
  }
}
TEST(sorts, put_nan_behind_all_and_keep_signs_of_zeros) {
  expect_special_numbers<float>();
  expect_special_numbers<double>();
}

TEST(sorts, of_views) {
  const auto x = numbered<matrix>(0, 60, 50);
  const auto turned = x.transpose();
  const auto [elements, places, alone] = up(turned);
  expect_sorted<false>(turned, elements, places);
  const auto part = x.slice<0>(3, 20).slice<1>(7, 39);
  const auto [greatest, from, greatest_alone] = down(part);
  expect_sorted<true>(part, greatest, from);
  tensor<float, dyn, dyn> same = x;
  same = sort(same, axes<1>);
  EXPECT_TRUE(same_bits(same, std::get<0>(up(x))));
}

TEST(sorts, of_middle_axes_and_static_extents) {
  const auto x = numbered<tensor<float, 3, 20, 5>>(0);
  const tensor<float, 3, 20, 5> y = sort(x, axes<1>, descending);
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 5; ++k)
      for (int j = 1; j < 20; ++j) EXPECT_GE(y(i, j - 1, k), y(i, j, k));
  EXPECT_TRUE(has(tensor(sum(y, axes<1>)), [&](auto i, auto k) { return tensor(sum(x, axes<1>))(i, k); }));
  const tensor<std::int64_t, 3, 20, 1> first = argsort(tensor<float, 3, 20, 1>(), axes<2>);
  EXPECT_TRUE(has(first, [](auto, auto, auto) { return 0; }));
}

template <int K, bool Largest>
void expect_first(const matrix& x) {
  const auto f = compile([](value v) { return topk(v, K, 1, Largest); });
  const auto [elements, places] = f(x);
  ASSERT_EQ(elements.extent(1), K);
  expect_sorted<Largest>(x, elements, places);
}
TEST(sorts, topk_gives_what_comes_first) {
  for (auto [n, m] : {std::pair{1, 5}, {30, 5}, {4, 300}, {3, 4000}, {1, 100'000}}) {
    auto x = numbered<matrix>(0, n, m);
    for (int repeated = 0; repeated < 2; ++repeated) {
      expect_first<0, true>(x);
      expect_first<1, true>(x);
      expect_first<5, true>(x);
      expect_first<5, false>(x);
      for (auto& e : x) e = std::floor(e);
    }
  }
}

TEST(sorts, any_number_of_threads_gives_the_same_bits) {
  for (auto [n, m] : {std::pair{1, 200'000}, {3, 60'000}, {300, 400}}) {
    auto x = numbered<matrix>(0, n, m);
    for (std::int64_t i = 0; i < x.size(); i += 3) x.data()[i] = i % 2 == 0 ? 0.f : -0.f;
    set_num_threads(1);
    const auto alone = up(x);
    for (int threads : {2, 3, 7, 40}) {
      set_num_threads(threads);
      const auto together = up(x);
      EXPECT_TRUE(same_bits(std::get<0>(together), std::get<0>(alone))) << threads;
      EXPECT_TRUE(same_bits(std::get<1>(together), std::get<1>(alone))) << threads;
      EXPECT_TRUE(same_bits(std::get<2>(together), std::get<2>(alone))) << threads;
    }
    set_num_threads(0);
  }
}

TEST(sorts, between_other_operations) {
  const auto f = compile([](value x) {
    const value order = argsort(sum(x * x, 1));
    return take(x, order) + 1.f;
  });
  const auto x = numbered<matrix>(0, 20, 3);
  const auto y = f(x);
  const auto length = [&](const auto& v, std::int64_t i, float less) { return std::hypot(v(i, 0) - less, v(i, 1) - less, v(i, 2) - less); };
  for (int i = 1; i < 20; ++i) EXPECT_LE(length(y, i - 1, 1), length(y, i, 1) + 1e-5);
}

TEST(counts, of_many) {
  const auto f = compile([](value x, value weights) { return std::tuple(bincount(x, 100), bincount(x, 100, weights)); });
  tensor<std::int32_t, dyn> x(50'000);
  tensor<double, dyn> weights(50'000), sums(100);
  tensor<std::int64_t, dyn> counts(100);
  for (std::int64_t i = 0; i < x.size(); ++i) x(i) = std::int32_t(i * i % 97), weights(i) = 1 / double(i + 1), ++counts(x(i)), sums(x(i)) += weights(i);
  const auto [counted, summed] = f(x, weights);
  EXPECT_TRUE(same_bits(counted, tensor<std::int64_t, 100>(counts)));
  EXPECT_TRUE(same_bits(summed, tensor<double, 100>(sums)));  // in the order of the weights
}

}  // namespace
