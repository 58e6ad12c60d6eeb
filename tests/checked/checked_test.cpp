#ifndef TENON_CHECKED
#define TENON_CHECKED
#endif
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tenon/tensor/tensor.hpp"

namespace {

using namespace tenon;

/// A regular expression for just this text.
std::string just(const std::string& text) {
  std::string pattern;
  for (char c : text) pattern += std::string("()[]").find(c) == std::string::npos ? std::string(1, c) : std::string("\\") + c;
  return pattern;
}

constexpr tensor<int, 2, 3> constant{{1, 2, 3}, {4, 5, 6}};
static_assert(constant(1, 2) == 6 && constant[1][0] == 4 && constant.transpose()(2, 0) == 3 && constant.flip(0)[0][0] == 4);
static_assert(tensor<float>::filled(2)() == 2);

TEST(checked, elements_that_exist) {
  tensor<int, dyn, 3> t(5, 3);
  t(4, 2u) = 7;
  EXPECT_EQ(t[4][2], 7);
  EXPECT_EQ(std::as_const(t).flip(0)(0, 2), 7);
  EXPECT_EQ((tensor<int, 2>{1, 2}[1]), 2);
}

TEST(checked, call_aborts) {
  tensor<int, dyn, 3> t(5, 3);
  EXPECT_DEATH(t(5, 0), just("operator(): index [5, 0] is outside of tensor<i32, dyn, 3> of shape [5, 3]"));
  EXPECT_DEATH(std::as_const(t)(0, -1), just("operator(): index [0, -1] is outside of tensor<i32, dyn, 3> of shape [5, 3]"));
  EXPECT_DEATH(t.transpose()(0u, 5u), just("operator(): index [0, 5] is outside of strided_view<i32, 3, dyn> of shape [3, 5]"));
  const tensor<float, dyn> none;
  EXPECT_DEATH(none(0), just("operator(): index [0] is outside of tensor<f32, dyn> of shape [0]"));
}

TEST(checked, brackets_abort) {
  tensor<int, dyn, 3> t(5, 3);
  EXPECT_DEATH(t[5], just("operator[]: index [5] is outside of tensor<i32, dyn, 3> of shape [5, 3]"));
  EXPECT_DEATH(std::as_const(t)[-1], just("operator[]: index [-1] is outside of tensor<i32, dyn, 3> of shape [5, 3]"));
  EXPECT_DEATH(t[4][3], just("operator[]: index [3] is outside of view<i32, 3> of shape [3]"));
  EXPECT_DEATH((tensor<int, 2>{1, 2}[2]), just("operator[]: index [2] is outside of tensor<i32, 2> of shape [2]"));
}

TEST(checked, at_still_throws) {
  tensor<int, 2> t;
  EXPECT_THROW(t.at(2), index_error);
}

}  // namespace
