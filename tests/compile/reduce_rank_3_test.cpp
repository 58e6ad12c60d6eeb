#include "support/loops.hpp"
#include "tenon/compile.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

/// Sum and maximum over the axes of a mask, of a cube.
template <int Mask>
struct reduce {
  static constexpr axis_list axes() {
    axis_list list({});
    for (int i = 0; i < 3; ++i)
      if (Mask >> i & 1) list.axes[list.count++] = i;
    return list;
  }
  constexpr auto operator()(value x) const { return std::tuple(sum(x, axes(), keep_dims), max(x, axes(), keep_dims)); }
};

template <int Mask, class X>
void expect_reduced(const X& x) {
  const auto [total, greatest] = compile(reduce<Mask>())(x);
  const auto over = [&](auto i, auto j, auto k, auto f) {
    const auto end = [&](int axis, auto at) { return Mask >> axis & 1 ? x.extent(axis) : at + 1; };
    for (auto a = i; a < end(0, i); ++a)
      for (auto b = j; b < end(1, j); ++b)
        for (auto c = k; c < end(2, k); ++c) f(x(a, b, c));
  };
  for (int axis = 0; axis < 3; ++axis) EXPECT_EQ(total.extent(axis), Mask >> axis & 1 ? 1 : x.extent(axis));
  EXPECT_TRUE(has(total, [&](auto i, auto j, auto k) {
    double s = 0;
    over(i, j, k, [&](double e) { s += e; });
    return s;
  }, 1e-4)) << Mask;
  EXPECT_TRUE(has(greatest, [&](auto i, auto j, auto k) {
    double m = -INFINITY;
    over(i, j, k, [&](double e) { m = std::fmax(m, e); });
    return m;
  }, 0)) << Mask;
}

/// Reduces the cubes that `as` makes of row-major ones.
template <class F>
void expect_every_set_of_axes(F as) {
  for (const auto& e : {std::array{5, 7, 33}, std::array{3, 1, 130}, std::array{17, 40, 1}, std::array{1, 9, 3}, std::array{2, 300, 67}}) {
    const auto x = numbered<tensor<float, dyn, dyn, dyn>>(0, e[0], e[1], e[2]);
    [&]<int... I>(std::integer_sequence<int, I...>) { (expect_reduced<I + 1>(as(x)), ...); }(std::make_integer_sequence<int, 7>());
  }
}
TEST(reduce_rank_3, row_major) {
  expect_every_set_of_axes([](const auto& x) { return x.as_view(); });
}
TEST(reduce_rank_3, axes_reversed) {
  expect_every_set_of_axes([](const auto& x) { return x.permute(2, 1, 0); });
}

TEST(reduce_rank_3, nothing) {
  const auto f = compile([](value x) { return sum(x, 1, keep_dims); });
  const auto y = f(numbered<tensor<float, dyn, dyn, dyn>>(0, 3, 0, 5));
  EXPECT_TRUE(has(y, [](auto, auto, auto) { return 0; }));
  EXPECT_EQ(y.size(), 15);
}

}  // namespace
