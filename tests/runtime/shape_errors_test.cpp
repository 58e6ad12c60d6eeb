#include "support/loops.hpp"
#include "tenon/tenon.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

using vector = tensor<float, dyn>;
using wide = tensor<float, dyn, 4>;
using two_rows = tensor<float, 2, dyn>;
using matrix = tensor<float, dyn, dyn>;

/// What a call with arguments that do not fit says; its output must stay as it is.
template <class F, class Out, class... A>
std::string refusal(const F& f, Out out, const A&... arguments) {
  const Out before = out;
  const std::string text = thrown<shape_error>([&] { f.into(out, arguments...); });
  EXPECT_TRUE(same_bits(out, before));
  EXPECT_EQ(thrown<shape_error>([&] { f(arguments...); }), text);
  return text;
}

TEST(shape_errors, of_compiled_functions) {
  const auto ones = numbered<matrix>(0, 4, 4);
  EXPECT_EQ(refusal(compile([](value a, value b) { return matmul(a, b); }), ones, matrix(4, 3), matrix(5, 4)),
            "matmul: extent 1 of argument 0 is 3 and extent 0 of argument 1 is 5, which must be equal");
  EXPECT_EQ(refusal(compile([](value a, value b) { return a + b; }), ones, matrix(4, 4), matrix(4, 3)),
            "add: extent 1 of argument 0 is 4 and extent 1 of argument 1 is 3, which must be equal or 1");
  EXPECT_EQ(refusal(compile([](value a, value b) { return a * b; }), numbered<wide>(0, 2, 4), wide(2, 4), matrix(2, 3)),
            "multiply: extent 1 of argument 1 is 3, which must be 1 or 4");
  EXPECT_EQ(refusal(compile([](value a) { return reshape(a, {2, -1}); }), numbered<two_rows>(0, 2, 4), vector(7)),
            "reshape: extent 0 of argument 0 is 7, which must be a multiple of 2");
  EXPECT_EQ(refusal(compile([](value a) { return slice(a, 0, 2, 6); }), numbered<vector>(0, 4), vector(5)), "slice: extent 0 of argument 0 is 5, which must be at least 6");
  EXPECT_EQ(refusal(compile([](value a, value b) { return concatenate(a, b); }), ones, matrix(2, 4), matrix(2, 5)),
            "concatenate: extent 1 of argument 0 is 4 and extent 1 of argument 1 is 5, which must be equal");
}

TEST(shape_errors, of_too_few_to_choose_from) {
  EXPECT_EQ(refusal(compile([](value a) { return std::get<0>(topk(a, 3, 1)); }), numbered<matrix>(0, 4, 3), matrix(4, 2)),
            "topk: extent 1 of argument 0 is 2, which must be at least 3");
}

TEST(shape_errors, of_named_extents) {
  using rows = tensor<float, dim<"n", 1, 8>>;
  const auto f = compile([](value a, value b) { return std::tuple(a * 2.f, b * 2.f); });
  EXPECT_EQ(thrown<shape_error>([&] { f(rows(3), rows(4)); }), "extent 0 of argument 1 is 4 and extent 0 of argument 0 is 3, which must be equal: both are n");
  EXPECT_EQ(thrown<shape_error>([] { rows x(9); }), "tensor<f32, n in [1, 8]>: extent 9 of axis 0 is outside of n's bounds [1, 8]");
  const auto g = compile([](value a) { return a * 2.f; });
  EXPECT_EQ(thrown<shape_error>([&] { g(rows()); }), "extent 0 of argument 0 is 0, which is outside of n's bounds [1, 8]");
}

TEST(shape_errors, of_tensors_that_were_moved_from) {
  tensor<float, 1000> x;
  x.fill(3);
  tensor<float, 1000> y = std::move(x);
  const auto f = compile([](value a) { return a * 2.f; });
  EXPECT_EQ(thrown<index_error>([&] { f(x); }), "argument: tensor<f32, 1000> was moved from and has no elements");
  EXPECT_EQ(thrown<index_error>([&] { y = x * 2.f; }), "argument: tensor<f32, 1000> was moved from and has no elements");
  EXPECT_EQ(y(999), 3.f);
  x = y * 2.f;
  EXPECT_EQ(x(999), 6.f);
  x = std::move(y);
  f.into(y, x);
  EXPECT_EQ(y(0), 6.f);
}

TEST(shape_errors, of_into) {
  const auto f = compile([](value x) { return std::tuple(x + 1.f, sum(x, 0)); });
  const auto x = numbered<matrix>(0, 3, 4);
  auto y = numbered<matrix>(5, 4, 3);
  auto s = numbered<vector>(5, 4);
  const auto y_before = y;
  const auto s_before = s;
  EXPECT_EQ(thrown<shape_error>([&] { f.into(std::tie(y, s), x); }), "into: output 0 is [4, 3], but the result is [3, 4]");
  EXPECT_EQ(y, y_before);
  EXPECT_EQ(s, s_before);
  y = numbered<matrix>(5, 3, 4);
  s = numbered<vector>(5, 3);
  EXPECT_EQ(thrown<shape_error>([&] { f.into(std::tie(y, s), x); }), "into: output 1 is [3], but the result is [4]");
  EXPECT_EQ(y, numbered<matrix>(5, 3, 4));
}

TEST(shape_errors, of_expressions) {
  const auto a = numbered<vector>(0, 3), b = numbered<vector>(0, 4);
  auto y = numbered<vector>(5, 6);
  const auto before = y;
  EXPECT_EQ(thrown<shape_error>([&] { y = a + b; }), "add: extent 0 of argument 0 is 3 and extent 0 of argument 1 is 4, which must be equal or 1");
  EXPECT_EQ(y, before);
  EXPECT_EQ(thrown<shape_error>([&] { y.slice(0, 0, 2) = a * 2.f; }), "assignment: the destination is [2], but the expression is [3]");
  EXPECT_EQ(thrown<shape_error>([&] { y.as_view() = a * 2.f; }), "assignment: the destination is [6], but the expression is [3]");
  EXPECT_EQ(y, before);
  tensor<float, 6> fixed = y * 1.f;
  EXPECT_EQ(thrown<shape_error>([&] { fixed = a * 2.f; }), "tensor<f32, 6>: extent 3 of axis 0 is not the 6 of the type");
  EXPECT_TRUE(same_bits(fixed, y));
  using few = tensor<float, dim<"n", 4, 9>>;
  few named = y * 1.f;
  EXPECT_EQ(thrown<shape_error>([&] { named = a * 2.f; }), "tensor<f32, n in [4, 9]>: extent 3 of axis 0 is outside of n's bounds [4, 9]");
  EXPECT_EQ(named.extent(0), 6);
}

TEST(shape_errors, argmax_of_nothing) {
  const auto f = compile([](value x) { return argmax(x, 1); });
  EXPECT_EQ(thrown<shape_error>([&] { f(matrix(3, 0)); }), "argmax: extent 1 of argument 0 is 0, which must be at least 1");
  const auto whole = compile([](value x) { return argmin(x); });
  EXPECT_EQ(thrown<shape_error>([&] { whole(vector(0)); }), "argmin: extent 0 of argument 0 is 0, which must be at least 1");
}

}  // namespace
