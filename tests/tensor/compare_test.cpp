#include "tenon/tensor/compare.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "tenon/tensor/tensor.hpp"

namespace {

using namespace tenon;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

template <class A, class B>
concept can_be_compared = requires(const A& a, const B& b) { a == b; };
static_assert(can_be_compared<tensor<float, 3>, view<const float, dyn>> && !can_be_compared<tensor<float, 3>, tensor<double, 3>>);
static_assert(!can_be_compared<tensor<float, 3>, tensor<float, 3, 1>>);

TEST(compare, equality_is_of_extents_and_elements) {
  const tensor<float, 2, 2> a{{1, 2}, {3, 4}};
  tensor<float, dyn, dyn> b = a;
  EXPECT_TRUE(a == b);
  b(1, 1) = 5;
  EXPECT_TRUE(a != b);
  EXPECT_FALSE((a == tensor<float, dyn, dyn>(2, 3)));
  EXPECT_TRUE(a.transpose() == (tensor<float, 2, 2>{{1, 3}, {2, 4}}));
  EXPECT_FALSE((tensor<float, dyn, dyn>(0, 2)) == (tensor<float, dyn, dyn>(0, 3)));
}

TEST(compare, nan_and_signed_zero) {
  const tensor<float, 1> not_a_number{nan}, zero{0.f}, negative_zero{-0.f};
  EXPECT_FALSE(not_a_number == not_a_number);
  EXPECT_TRUE(zero == negative_zero);
  EXPECT_FALSE(allclose(not_a_number, not_a_number));
  EXPECT_TRUE(allclose(zero, negative_zero));
}

TEST(compare, allclose_as_numpy) {
  const tensor<double, 2> a{1e10, 1e-7};
  EXPECT_FALSE(allclose(a, tensor<double, 2>{1.00001e10, 1e-8}));
  EXPECT_TRUE(allclose(tensor<double, 2>{1e10, 1e-8}, tensor<double, 2>{1.00001e10, 1e-9}));
  EXPECT_FALSE(allclose(tensor<double, 2>{1e10, 1e-8}, tensor<double, 2>{1.0001e10, 1e-9}));
  EXPECT_TRUE(allclose(tensor<double, 1>{1}, tensor<double, 1>{1.5}, 0, 0.5));
  EXPECT_TRUE(allclose(tensor<double, 1>{1}, tensor<double, 1>{2}, 0.5, 0));
  EXPECT_FALSE(allclose(tensor<double, 1>{2}, tensor<double, 1>{1}, 0.5, 0));
  EXPECT_TRUE(allclose(tensor<int, 2>{100, -5}, tensor<int, 2>{101, -5}, 0.01, 0));
  EXPECT_FALSE(allclose(tensor<int, dyn>(2), tensor<int, dyn>(3)));
  EXPECT_TRUE(allclose(tensor<int, dyn>(), tensor<int, dyn>()));
}

TEST(compare, allclose_of_infinities) {
  const tensor<float, 1> up{infinity}, down{-infinity}, one{1.f};
  EXPECT_TRUE(allclose(up, up));
  EXPECT_FALSE(allclose(up, down));
  EXPECT_FALSE(allclose(one, up));
  EXPECT_FALSE(allclose(up, one));
}

}  // namespace
