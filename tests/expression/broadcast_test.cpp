#include "support/loops.hpp"
#include "tenon/tenon.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

TEST(broadcast, of_fixed_extents) {
  tensor<float, 2, 3, 5> x;
  tensor<float, 3, 1> column;
  tensor<float, 5> row;
  tensor<float> point = 4.f;
  set_numbers(x), set_numbers(column, 7), set_numbers(row, 11);
  const tensor y = x * column + row * point;
  EXPECT_TRUE(has(y, [&](auto i, auto j, auto k) { return x(i, j, k) * column(j, 0) + row(k) * 4; }, 1e-6));
  const tensor outer = column + row;
  static_assert(rank_of<decltype(outer)> == 2);
  EXPECT_TRUE(has(outer, [&](auto i, auto k) { return column(i, 0) + row(k); }, 0));
}

using matrix = tensor<float, dyn, dyn>;

/// One instantiation for all of them.
matrix combine(const matrix& a, const matrix& b, const matrix& c) {
  matrix y = a * b - c;
  return y;
}

TEST(broadcast, of_run_time_extents) {
  const int extents[][6] = {{4, 7, 4, 7, 4, 7}, {1, 7, 4, 7, 4, 1}, {4, 1, 1, 7, 1, 1}, {1, 1, 1, 1, 1, 1}, {1, 1, 4, 7, 1, 7}, {5, 33, 1, 33, 5, 1}, {0, 7, 1, 7, 1, 1}, {3, 1, 3, 0, 1, 1}};
  for (const auto& e : extents) {
    const auto a = numbered<matrix>(0, e[0], e[1]), b = numbered<matrix>(5, e[2], e[3]), c = numbered<matrix>(9, e[4], e[5]);
    const matrix y = combine(a, b, c);
    const auto at = [](const matrix& m, auto i, auto j) { return m(m.extent(0) == 1 ? 0 : i, m.extent(1) == 1 ? 0 : j); };
    const auto common = [&](int axis) {
      for (const matrix* m : {&a, &b, &c})
        if (m->extent(axis) != 1) return m->extent(axis);
      return std::int64_t(1);
    };
    EXPECT_EQ(y.extent(0), common(0));
    EXPECT_EQ(y.extent(1), common(1));
    EXPECT_TRUE(has(y, [&](auto i, auto j) { return at(a, i, j) * at(b, i, j) - at(c, i, j); }, 1e-6));
  }
}

TEST(broadcast, of_fixed_against_run_time_extents) {
  tensor<float, 3, 8> x;
  set_numbers(x);
  for (int n : {1, 8}) {
    const auto row = numbered<tensor<float, dyn>>(4, n);
    const tensor y = x + row;
    EXPECT_TRUE(has(y, [&](auto i, auto j) { return x(i, j) + row(n == 1 ? 0 : j); }, 0));
  }
}

TEST(broadcast, explicit_shape) {
  tensor<float, 4> x;
  set_numbers(x);
  const auto column = x.reshape<4, 1>().broadcast_to<4, 6>();
  const tensor y = column * 2.f;
  EXPECT_TRUE(has(y, [&](auto i, auto) { return x(i) * 2; }, 0));
}

}  // namespace
