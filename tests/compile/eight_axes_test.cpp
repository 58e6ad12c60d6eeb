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

}  // namespace
