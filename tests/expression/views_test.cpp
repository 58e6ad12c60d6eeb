#include <numeric>
#include <vector>

#include "support/loops.hpp"
#include "tenon/tenon.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

TEST(views, as_operands) {
  tensor<float, 6, 8> x;
  set_numbers(x);
  const tensor transposed = x.transpose() * 2.f;
  EXPECT_TRUE(has(transposed, [&](auto i, auto j) { return x(j, i) * 2; }, 0));
  const tensor backwards = x.flip(0) + x.flip(1);
  EXPECT_TRUE(has(backwards, [&](auto i, auto j) { return x(5 - i, j) + x(i, 7 - j); }, 0));
  const tensor part = x.slice(0, 1, 5, 2) - x.slice(0, 0, 4, 2);
  EXPECT_TRUE(has(part, [&](auto i, auto j) { return x(1 + 2 * i, j) - x(2 * i, j); }, 0));
  const tensor strided = exp(x.slice(1, 0, 8, 3));
  EXPECT_TRUE(has(strided, [&](auto i, auto j) { return std::exp(x(i, 3 * j)); }));
  const tensor spread = x.slice(1, 2, 3) + x;
  EXPECT_TRUE(has(spread, [&](auto i, auto j) { return x(i, 2) + x(i, j); }, 0));
  const tensor row = x[2] * x[3];
  EXPECT_TRUE(has(row, [&](auto j) { return x(2, j) * x(3, j); }, 0));
}

TEST(views, reduced) {
  tensor<float, 9, 7> x;
  set_numbers(x);
  const tensor rows = sum(x.transpose(), axes<1>);
  EXPECT_TRUE(has(rows, [&](auto j) {
    double s = 0;
    for (int i = 0; i < 9; ++i) s += x(i, j);
    return s;
  }));
  const double all = sum(x.slice(0, 0, 9, 4).flip(1)).item();
  double wanted = 0;
  for (int i : {0, 4, 8})
    for (int j = 0; j < 7; ++j) wanted += x(i, j);
  EXPECT_NEAR(all, wanted, 1e-5);
}

TEST(views, as_destinations) {
  tensor<float, 6, 8> x, y;
  set_numbers(x);
  y.transpose() = x.reshape<8, 6>() + 1.f;
  EXPECT_TRUE(has(y, [&](auto i, auto j) { return x.data()[j * 6 + i] + 1; }, 0));
  y.fill(0);
  y.slice(1, 1, 8, 2) = x.slice(1, 0, 4) * 2.f;
  EXPECT_TRUE(has(y, [&](auto i, auto j) { return j % 2 == 1 ? x(i, j / 2) * 2 : 0; }, 0));
  y.flip(0) = x - 1.f;
  EXPECT_TRUE(has(y, [&](auto i, auto j) { return x(5 - i, j) - 1; }, 0));
  y[3] = x[0] + x[1];
  EXPECT_TRUE(has(y[3], [&](auto j) { return x(0, j) + x(1, j); }, 0));
}

TEST(views, compound_assignment) {
  tensor<float, 4, 4> x, before;
  set_numbers(x);
  before = x;
  x.slice(0, 1, 3) += 10.f;
  EXPECT_TRUE(has(x, [&](auto i, auto j) { return before(i, j) + (i == 1 || i == 2 ? 10 : 0); }, 0));
}

TEST(views, of_foreign_memory) {
  std::vector<float> memory(24);
  std::iota(memory.begin(), memory.end(), 0.f);
  view v(memory.data(), 4, 6);
  v = v * 2.f;
  EXPECT_EQ(memory[23], 46);
  const strided_view<float, 3> every(memory.data() + 1, {3}, {8});
  const tensor y = every + 0.5f;
  EXPECT_TRUE(has(y, [&](auto i) { return memory[std::size_t(1 + 8 * i)] + 0.5; }, 0));
}

TEST(views, contraction_of_strided_operands) {
  tensor<float, 9, 7> a;
  tensor<float, 9, 5> b;
  set_numbers(a), set_numbers(b, 4);
  const tensor y = matmul(a.transpose(), b.flip(0));
  EXPECT_TRUE(has(y, [&](auto i, auto j) {
    double s = 0;
    for (int k = 0; k < 9; ++k) s += a(k, i) * b(8 - k, j);
    return s;
  }));
}

}  // namespace
