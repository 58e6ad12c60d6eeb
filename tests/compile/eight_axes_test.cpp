#include "support/loops.hpp"
#include "tenon/compile.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

using eight = tensor<float, dyn, dyn, dyn, dyn, dyn, dyn, dyn, dyn>;

TEST(eight_axes, derivative_of_a_stepped_slice) {
  const auto f = compile(grad([](value x) { return sum(slice(x, -1, 0, to_end, 3) * 5.f); }));
  const eight x(1, 2, 1, 1, 2, 1, 1, 7);
  const auto dx = f(x);
  ASSERT_EQ(dx.extents(), x.extents());
  for (std::int64_t i = 0; i < dx.size(); ++i) EXPECT_EQ(dx.data()[i], i % 7 % 3 == 0 ? 5.f : 0.f) << i;
}

TEST(eight_axes, derivative_where_any_axis_may_be_repeated) {
  const auto f = compile(grad([](value x, value y) { return sum(x * y); }));
  const eight x(2, 1, 1, 3, 1, 1, 1, 2);
  eight y(2, 2, 1, 3, 1, 2, 1, 2);
  for (std::int64_t i = 0; i < y.size(); ++i) y.data()[i] = float(i);
  const auto dx = f(x, y);
  ASSERT_EQ(dx.extents(), x.extents());
  for (std::int64_t a = 0; a < 2; ++a)
    for (std::int64_t d = 0; d < 3; ++d)
      for (std::int64_t h = 0; h < 2; ++h) {
        float wanted = 0;
        for (std::int64_t b = 0; b < 2; ++b)
          for (std::int64_t e = 0; e < 2; ++e) wanted += y(a, b, 0, d, 0, e, 0, h);
        EXPECT_EQ(dx(a, 0, 0, d, 0, 0, 0, h), wanted);
      }
}

TEST(eight_axes, all_reduced_where_no_two_loops_are_one) {
  const auto f = compile([](value x) { return std::tuple(sum(permute(x, {7, 6, 5, 4, 3, 2, 1, 0}) * x), max(x)); });
  const auto x = numbered<eight>(0, 2, 2, 2, 2, 2, 2, 2, 2);
  double wanted = 0, largest = -1;
  for (unsigned i = 0; i < 256; ++i) {
    unsigned reversed = 0;
    for (int bit = 0; bit < 8; ++bit) reversed |= (i >> bit & 1) << (7 - bit);
    wanted += double(x.data()[i]) * double(x.data()[reversed]);
    largest = std::fmax(largest, double(x.data()[i]));
  }
  const auto [s, m] = f(x);
  EXPECT_NEAR(s.item(), wanted, 1e-3);
  EXPECT_EQ(m.item(), float(largest));
}

TEST(eight_axes, all_reduced_of_a_strided_view) {
  auto x = numbered<eight>(0, 3, 3, 3, 3, 3, 3, 3, 3);
  const std::array<std::int64_t, 8> extents = {2, 2, 2, 2, 2, 2, 2, 2};
  const strided_view<const float, dyn, dyn, dyn, dyn, dyn, dyn, dyn, dyn> part(x.data(), extents, x.strides());
  double wanted = 0;
  for (unsigned i = 0; i < 256; ++i) {
    std::int64_t place = 0;
    for (std::size_t axis = 0; axis < 8; ++axis) place += (i >> axis & 1) * x.stride(int(axis));
    wanted += double(x.data()[place]);
  }
  EXPECT_NEAR(compile([](value v) { return sum(v); })(part).item(), wanted, 1e-3);
}

TEST(eight_axes, products_of_six_batch_axes_in_another_order) {
  const auto f = compile([](value a, value b) { return matmul(permute(a, {5, 4, 3, 2, 1, 0, 6, 7}), b); });
  const auto a = numbered<eight>(0, 2, 2, 2, 2, 2, 2, 3, 4), b = numbered<eight>(1, 2, 2, 2, 2, 2, 2, 4, 5);
  EXPECT_TRUE(has(f(a, b), [&](auto c, auto d, auto e, auto g, auto h, auto i, auto m, auto n) {
    double s = 0;
    for (std::int64_t k = 0; k < 4; ++k) s += double(a(i, h, g, e, d, c, m, k)) * double(b(c, d, e, g, h, i, k, n));
    return s;
  }));
}

TEST(eight_axes, dot_products_along_the_last_of_all_axes) {
  const auto f = compile([](value a, value b) { return einsum("abcdefgk,gfedcbak->abcdefg", a, b); });
  const auto a = numbered<eight>(0, 2, 2, 2, 2, 2, 2, 2, 5), b = numbered<eight>(1, 2, 2, 2, 2, 2, 2, 2, 5);
  EXPECT_TRUE(has(f(a, b), [&](auto c, auto d, auto e, auto g, auto h, auto i, auto j) {
    double s = 0;
    for (std::int64_t k = 0; k < 5; ++k) s += double(a(c, d, e, g, h, i, j, k)) * double(b(j, i, h, g, e, d, c, k));
    return s;
  }));
}

TEST(eight_axes, outer_products_of_four_axes_each) {
  using four = tensor<float, dyn, dyn, dyn, dyn>;
  const auto f = compile([](value a, value b) { return einsum("abcd,efgh->aebfcgdh", a, b); });
  const auto a = numbered<four>(0, 2, 3, 2, 2), b = numbered<four>(1, 2, 2, 3, 2);
  EXPECT_TRUE(has(f(a, b), [&](auto i, auto e, auto j, auto g, auto k, auto h, auto l, auto m) { return a(i, j, k, l) * b(e, g, h, m); }));
}

}  // namespace
