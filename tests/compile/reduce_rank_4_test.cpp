#include "support/loops.hpp"
#include "tenon/compile.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

template <int Mask>
struct reduce {
  constexpr value operator()(value x) const {
    axis_list axes({});
    for (int i = 0; i < 4; ++i)
      if (Mask >> i & 1) axes.axes[axes.count++] = i;
    return sum(x * x, axes, keep_dims);
  }
};

template <int Mask, class X>
void expect_reduced(const X& x) {
  const auto total = compile(reduce<Mask>())(x);
  EXPECT_TRUE(has(total, [&](auto... at) {
    const std::array<std::int64_t, 4> first{at...};
    double s = 0;
    const auto end = [&](std::size_t axis) { return Mask >> axis & 1 ? x.extent(int(axis)) : first[axis] + 1; };
    for (auto a = first[0]; a < end(0); ++a)
      for (auto b = first[1]; b < end(1); ++b)
        for (auto c = first[2]; c < end(2); ++c)
          for (auto d = first[3]; d < end(3); ++d) s += double(x(a, b, c, d)) * x(a, b, c, d);
    return s;
  }, 1e-12)) << Mask;
}

template <int... Mask>
void every_mask(std::integer_sequence<int, Mask...>) {
  for (const auto& e : {std::array{3, 5, 7, 11}, std::array{2, 1, 19, 1}, std::array{1, 33, 2, 9}}) {
    const auto x = numbered<tensor<double, dyn, dyn, dyn, dyn>>(0, e[0], e[1], e[2], e[3]);
    (expect_reduced<Mask>(x), ...);
  }
}
TEST(reduce_rank_4, inner_axes) { every_mask(std::integer_sequence<int, 8, 9, 10, 12, 14, 15>()); }
TEST(reduce_rank_4, outer_axes) { every_mask(std::integer_sequence<int, 1, 2, 3, 4, 5, 6, 7, 11, 13>()); }

}  // namespace
