#include "support/loops.hpp"
#include "tenon/compile.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

using matrix = tensor<float, dyn, dyn>;

TEST(movement, chain_of_slices_and_flips) {
  const auto f = compile([](value x) { return flip(slice(transpose(x), 0, 2, to_end, 3), 1) * 2.f + 1.f; });
  for (auto [n, m] : {std::pair{5, 17}, {1, 3}, {33, 40}}) {
    const auto x = numbered<matrix>(0, n, m);
    const auto y = f(x);
    EXPECT_EQ(y.extent(0), (m - 2 + 2) / 3);
    EXPECT_TRUE(has(y, [&, last = n - 1](auto i, auto j) { return x(last - j, 2 + 3 * i) * 2 + 1; }, 0));
  }
}

TEST(movement, pad_and_what_reads_it) {
  const auto f = compile([](value x) { return sum(pad(pad(exp(x), 0, 1, 2), 1, 3, 0, 5.f), 0, keep_dims) * 2.f; });
  const auto x = numbered<matrix>(0, 4, 6);
  EXPECT_TRUE(has(f(x), [&](auto, auto j) {
    double s = 0;
    for (int i = 0; i < 4; ++i) s += j >= 3 ? std::exp(double(x(i, j - 3))) : 5;
    return 2 * (j >= 3 ? s : 35);
  }));
}

TEST(movement, concatenation_of_computed_parts) {
  const auto f = compile([](value x, value y) {
    const value joined = concatenate(x * 2.f, concatenate(y, tanh(x), 1), 1);
    return std::tuple(joined, slice(joined, 1, 3, 12), concatenate(x, x));
  });
  const auto x = numbered<matrix>(0, 5, 6), y = numbered<matrix>(7, 5, 4);
  const auto [joined, part, twice] = f(x, y);
  const auto at = [&](auto i, auto j) { return j < 6 ? x(i, j) * 2 : j < 10 ? y(i, j - 6) : std::tanh(x(i, j - 10)); };
  EXPECT_EQ(joined.extent(1), 16);
  EXPECT_TRUE(has(joined, at));
  EXPECT_TRUE(has(part, [&](auto i, auto j) { return at(i, j + 3); }));
  EXPECT_TRUE(has(twice, [&](auto i, auto j) { return x(i % 5, j); }, 0));
}

TEST(movement, reshape_between_other_operations) {
  const auto f = compile([](value x) { return sum(reshape(transpose(x) + 1.f, {-1, 3}), 1); });
  const auto x = numbered<matrix>(0, 6, 5);
  EXPECT_TRUE(has(f(x), [&](auto i) {
    double s = 0;
    for (int k = 0; k < 3; ++k) {
      const auto n = i * 3 + k;
      s += x(n % 6, n / 6) + 1;
    }
    return s;
  }));
}

TEST(movement, permute_of_four_axes) {
  const auto f = compile([](value x) { return permute(x, {3, 1, 0, 2}) - permute(x, {3, 1, 0, 2}) * 0.5f; });
  const auto x = numbered<tensor<float, dyn, dyn, dyn, dyn>>(0, 2, 3, 4, 5);
  EXPECT_TRUE(has(f(x), [&](auto i, auto j, auto k, auto l) { return x(k, j, l, i) * 0.5; }, 0));
}

TEST(movement, flips_of_both_axes_and_sums) {
  const auto f = compile([](value x) { return flip(flip(x, 0), 1) + x; });
  const auto x = numbered<matrix>(0, 7, 19);
  EXPECT_TRUE(has(f(x), [&](auto i, auto j) { return x(6 - i, 18 - j) + x(i, j); }, 0));
}

TEST(movement, gradient_of_a_chain) {
  const auto f = compile(grad([](value x) { return sum(square(concatenate(pad(slice(x, 0, 1, 4), 0, 1, 1), flip(x, 0)))); }));
  const auto x = numbered<tensor<float, dyn>>(0, 9);
  EXPECT_TRUE(has(f(x), [&](auto i) { return 2 * x(i) * (i >= 1 && i < 4 ? 2 : 1); }, 1e-6));
}

}  // namespace
