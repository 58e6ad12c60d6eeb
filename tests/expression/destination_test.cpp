#include "support/loops.hpp"
#include "tenon/tenon.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

TEST(destination, is_resized) {
  tensor<float, dyn, dyn> y;
  const auto x = numbered<tensor<float, dyn, dyn>>(0, 5, 6);
  y = x + 1.f;
  EXPECT_EQ(y.extents(), x.extents());
  y = sum(x, axes<0>, keep_dims);
  EXPECT_EQ(y.extent(0), 1);
  y = x.slice(0, 0, 0) + 1.f;
  EXPECT_EQ(y.size(), 0);
}

TEST(destination, that_was_moved_from_gets_elements_again) {
  tensor<float, 40, 40> x, y;
  set_numbers(x);
  tensor<float, 40, 40> taken = std::move(y);
  y = x * 2.f;
  EXPECT_TRUE(has(y, [&](auto i, auto j) { return x(i, j) * 2; }, 0));
  tensor<float, 40, 40> again = std::move(y);
  const auto f = compile([](value v) { return v + 1.f; });
  f.into(y, x);
  EXPECT_TRUE(has(y, [&](auto i, auto j) { return x(i, j) + 1; }, 0));
}

TEST(destination, item_of_an_expression) {
  tensor<float, 2, 2> x{{1, 2}, {3, 4}};
  EXPECT_EQ(sum(x * x).item(), 30);
  EXPECT_EQ(argmax(x).item(), 3);
  EXPECT_TRUE(all(x > 0).item());
}

TEST(destination, conversions_to_other_kinds_of_tensors) {
  tensor<float, 2, 3> x;
  set_numbers(x);
  tensor<float, dyn, 3> d = x + 1.f;
  tensor<float, dim<"n", 1, 4>, dyn> n = x + 1.f;
  EXPECT_TRUE(has(d, [&](auto i, auto j) { return x(i, j) + 1; }, 0));
  EXPECT_TRUE(has(n, [&](auto i, auto j) { return x(i, j) + 1; }, 0));
}

}  // namespace
