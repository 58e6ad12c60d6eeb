#include "support/loops.hpp"
#include "tenon/tenon.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

TEST(alias, reduced_and_spread) {
  tensor<float, 6, 9> x;
  set_numbers(x);
  const tensor before = x;
  x = softmax(x, axes<0>);
  EXPECT_TRUE(has(x, [&](auto i, auto j) {
    double total = 0;
    for (int k = 0; k < 6; ++k) total += std::exp(double(before(k, j)));
    return std::exp(double(before(i, j))) / total;
  }));
  x = before;
  x = x - mean(x, axes<1>, keep_dims);
  EXPECT_TRUE(has(x, [&](auto i, auto j) {
    double total = 0;
    for (int k = 0; k < 9; ++k) total += before(i, k);
    return before(i, j) - total / 9;
  }));
}

TEST(alias, product_of_matrices) {
  tensor<float, 8, 8> x;
  set_numbers(x);
  const tensor before = x;
  x = matmul(x, x);
  EXPECT_TRUE(has(x, [&](auto i, auto j) {
    double s = 0;
    for (int k = 0; k < 8; ++k) s += before(i, k) * before(k, j);
    return s;
  }));
}

TEST(alias, row_spread_over_its_matrix) {
  tensor<float, 4, 6> x;
  set_numbers(x);
  const tensor before = x;
  x = x - x[0];
  EXPECT_TRUE(has(x, [&](auto i, auto j) { return before(i, j) - before(0, j); }, 0));
}

}  // namespace
