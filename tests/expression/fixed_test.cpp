#include "expression/fixed.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

template <class T, int N>
void length() {
  const auto a = made<T, N>(1), b = made<T, N>(5), c = made<T, N>(9);
  agrees("pointwise", [](value x, value y, value z) { return std::tuple(x * y + z, maximum(x, y), where(x < y, z, x)); }, a, b, c);
  agrees("reductions", [](value x, value y) { return std::tuple(sum(x * y), product(x), max(x), min(x), any(x > 1), argmax(x, 0), argmin(y, 0)); }, a, b);
  if constexpr (std::is_floating_point_v<T>) {
    agrees("divisions", [](value x, value y) { return std::tuple(x / (y + 3), sqrt(abs(x)) + rsqrt(y * y + 1), x / sqrt(sum(x * x))); }, a, b);
    agrees("rows", [](value x) { return std::tuple(softmax(x), layer_norm(x), var(x)); }, a);
  }
}
TEST(fixed_programs, of_floats) { length<float, 3>(), length<float, 5>(), length<float, 17>(); }
TEST(fixed_programs, of_doubles) { length<double, 3>(), length<double, 9>(); }
TEST(fixed_programs, of_integers) { length<std::int32_t, 3>(), length<std::uint8_t, 6>(); }

TEST(fixed_programs, of_one_operation) {
  const auto x = made<float, 3>(1), y = made<float, 3>(2);
  const tensor<float, 3> scaled = x * 2.f;
  EXPECT_TRUE(has(scaled, [&](auto i) { return x(i) * 2; }));
  EXPECT_FLOAT_EQ(sum(x * y).item(), x(0) * y(0) + x(1) * y(1) + x(2) * y(2));
  EXPECT_FLOAT_EQ(sqrt(sum(square(x))).item(), std::sqrt(x(0) * x(0) + x(1) * x(1) + x(2) * x(2)));
}

TEST(fixed_programs, of_no_elements) {
  tensor<float, 0> none;
  none = none * 2.f + none;
  EXPECT_EQ(sum(none).item(), 0);
  EXPECT_EQ(product(none).item(), 1);
}

TEST(fixed_programs, of_special_numbers) {
  const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  const tensor<float, 3> x{-inf, nan, inf};
  EXPECT_TRUE(std::isnan(max(x).item()));
  EXPECT_TRUE(std::isnan(sum(x).item()));
  const tensor<float, 3> low{-inf, -inf, -inf}, negative{-1, -2, -3};
  EXPECT_EQ(max(low).item(), -inf);
  EXPECT_EQ(max(negative).item(), -1);  // not the zero of lanes that are not there
  EXPECT_EQ(product(negative).item(), -6);
  EXPECT_EQ(max(tensor<float, 5>{-5, -4, -3, -2, -1}).item(), -1);
}

/// Views that lie one element apart.
template <int N>
void moved_by_one() {
  float memory[N + 3], before[N + 3];
  for (int shift : {-1, 1}) {
    for (int i = 0; i < N + 3; ++i) before[i] = memory[i] = float(i * i);
    view<float, N> to(memory + 1 + shift);
    const view<const float, N> from(memory + 1);
    to = from * 2.f + 1.f;
    for (int i = 0; i < N + 3; ++i) {
      const int k = i - shift - 1;
      EXPECT_EQ(memory[i], k >= 0 && k < N ? before[k + 1] * 2 + 1 : before[i]) << N << ' ' << shift << ' ' << i;
    }
  }
}
TEST(fixed_programs, over_views_that_overlap) { moved_by_one<1>(), moved_by_one<3>(), moved_by_one<5>(), moved_by_one<16>(), moved_by_one<40>(); }

TEST(fixed_programs, write_nothing_beyond_views) {
  float memory[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  view<float, 3> to(memory + 1);
  to = tensor<float, 3>{10, 20, 30} + 1.f;
  EXPECT_EQ((std::vector<float>(memory, memory + 8)), (std::vector<float>{1, 11, 21, 31, 5, 6, 7, 8}));
}

TEST(fixed_programs, of_tensors_that_were_moved_from) {
  tensor<float, 200> x, y, taken;
  x.fill(3);
  taken = std::move(x);
  EXPECT_THROW(y = x * 2.f, index_error);
  x = taken * 2.f;  // gets its elements back
  EXPECT_EQ(x(199), 6);
}

}  // namespace
