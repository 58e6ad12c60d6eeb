#include "support/loops.hpp"
#include "tenon/tenon.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

tensor<float, dyn> ramp(int n) {
  tensor<float, dyn> x(n);
  for (int i = 0; i < n; ++i) x(i) = float(i);
  return x;
}

auto twice_plus(const tensor<float, dyn>& x) { return ramp(int(x.size())) * 2.f + x; }

TEST(lifetime, expressions_own_temporaries) {
  const tensor x = ramp(9);
  const auto e = twice_plus(x);
  const auto copy = e;
  const tensor y = e, z = copy;
  EXPECT_TRUE(has(y, [](auto i) { return 3.0 * double(i); }, 0));
  EXPECT_EQ(y, z);
}

TEST(lifetime, expressions_refer_to_lvalues) {
  tensor<float, 3> x{1, 2, 3};
  const auto e = x * 2.f;
  x(0) = 5;
  const tensor y = e;
  EXPECT_EQ(y(0), 10);
}

TEST(lifetime, numbers_are_held) {
  tensor<float, 3> x{1, 2, 3};
  const auto e = [&] {
    const float local = 4;
    return x * local;
  }();
  const tensor y = e;
  EXPECT_EQ(y(2), 12);
}

TEST(lifetime, deduction_keeps_what_is_known) {
  tensor<float, 2, 3> x;
  tensor<float, dyn, 3> d(4, 3);
  tensor<double, dim<"rows", 1, 9>, dyn> n(2, 2);
  tensor a = x + 1.f;
  static_assert(std::is_same_v<decltype(a), tensor<float, 2, 3>>);
  tensor b = d + 1.f;
  static_assert(std::is_same_v<decltype(b), tensor<float, dyn, 3>>);
  tensor c = exp(n);
  static_assert(std::is_same_v<decltype(c), tensor<double, dim<"rows", 1, 9>, dyn>>);
  tensor s = sum(x);
  static_assert(std::is_same_v<decltype(s), tensor<float>>);
  tensor t = transpose(d);
  static_assert(std::is_same_v<decltype(t), tensor<float, 3, dyn>>);
  tensor m = matmul(x, transpose(x));
  static_assert(std::is_same_v<decltype(m), tensor<float, 2, 2>>);
  tensor<float, 1, 2, 1, 2, 1, 2> six;
  tensor g = six * 2.f;
  static_assert(std::is_same_v<decltype(g), tensor<float, 1, 2, 1, 2, 1, 2>>);
}

}  // namespace
