#include "expression/fixed.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

template <int R, int C>
void matrices() {
  const auto a = made<float, R, C>(3), b = made<float, R, C>(4);
  const auto row = made<float, C>(1);
  const auto column = made<float, R>(2);
  agrees("reduced rows", [](value x) { return std::tuple(sum(x, 1), argmax(x, 1), softmax(x, 1)); }, a);
  agrees("reduced columns", [](value x) { return std::tuple(var(x, 0), argmin(x, 0), softmax(x, 0)); }, a);
  agrees("spread", [](value x, value r, value c) { return std::tuple(x * r + 1, x * unsqueeze(c, 1), unsqueeze(c, 1) - r); }, a, row, column);
  agrees("moved", [](value x, value y) { return std::tuple(transpose(x) + reshape(y, {x.extent(1), x.extent(0)}), slice(x, 1, 1, to_end) * 3); }, a, b);
}
TEST(fixed_programs, of_matrices) { matrices<3, 3>(), matrices<4, 5>(), matrices<2, 17>(), matrices<3, 1>(); }

TEST(fixed_programs, of_several_axes) {
  agrees("three", [](value x) { return std::tuple(permute(x, {2, 0, 1}) + 1, sum(x, 1), exp(x)); }, made<float, 2, 3, 4>(1));
}

TEST(fixed_programs, over_their_arguments) {
  auto a = made<float, 4, 4>(1), before = a;
  a = a + transpose(a);
  EXPECT_TRUE(has(a, [&](auto i, auto j) { return before(i, j) + before(j, i); }));
  auto b = made<float, 5, 7>(2), b_before = b;
  b = softmax(b, axes<0>);
  EXPECT_TRUE(has(b, [&](auto i, auto j) {
    float total = 0;
    for (int k = 0; k < 5; ++k) total += std::exp(b_before(k, j));
    return std::exp(b_before(i, j)) / total;
  }));
  auto c = made<float, 6, 6>(3), c_before = c;
  c = flip(transpose(c), axes<0>) - 1.f;
  EXPECT_TRUE(has(c, [&](auto i, auto j) { return c_before(j, 5 - i) - 1; }));
}

}  // namespace
