#include "support/loops.hpp"
#include "tenon/tenon.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

using matrix = tensor<float, dyn, dyn>;
using indices = tensor<std::int64_t, dyn>;

TEST(index_errors, of_arguments) {
  const auto f = compile([](value x, value at) { return take(x, at); });
  const auto x = numbered<matrix>(0, 5, 3);
  indices at(4);
  auto y = numbered<matrix>(7, 4, 3);
  const auto before = y;
  at(2) = 5;
  EXPECT_EQ(thrown<index_error>([&] { f.into(y, x, at); }), "take: index 5 at [2] is outside of [0, 5)");
  at(2) = -1;
  EXPECT_EQ(thrown<index_error>([&] { f.into(y, x, at); }), "take: index -1 at [2] is outside of [0, 5)");
  EXPECT_EQ(y, before);
  at(2) = 4;
  f.into(y, x, at);
  EXPECT_TRUE(has(y, [&](auto i, auto j) { return x(at(i), j); }, 0));
}

TEST(index_errors, of_strided_arguments) {
  const auto f = compile([](value x, value at) { return embedding(at, x); });
  tensor<std::int32_t, dyn, dyn> at(3, 4);
  at(1, 2) = 9;
  const auto x = numbered<matrix>(0, 5, 3);
  EXPECT_EQ(thrown<index_error>([&] { f(x, at); }), "take: index 9 at [1, 2] is outside of [0, 5)");
  EXPECT_EQ(thrown<index_error>([&] { f(x, at.transpose()); }), "take: index 9 at [2, 1] is outside of [0, 5)");
}

TEST(index_errors, of_computed_indices) {
  const auto f = compile([](value x, value at) { return std::tuple(x * 2.f, take(x, at * 2 + 1), sum(x)); });
  const auto x = numbered<matrix>(0, 5, 3);
  indices at(4);
  at(3) = 2;
  auto doubled = numbered<matrix>(7, 5, 3), taken = numbered<matrix>(8, 4, 3);
  tensor<float> total(7);
  const auto doubled_before = doubled, taken_before = taken;
  EXPECT_EQ(thrown<index_error>([&] { f.into(std::tie(doubled, taken, total), x, at); }), "take: index 5 at [3] is outside of [0, 5)");
  EXPECT_EQ(doubled, doubled_before);
  EXPECT_EQ(taken, taken_before);
  EXPECT_EQ(total.item(), 7);
  at(3) = 1;
  f.into(std::tie(doubled, taken, total), x, at);
  EXPECT_TRUE(has(doubled, [&](auto i, auto j) { return x(i, j) * 2; }, 0));
  EXPECT_TRUE(has(taken, [&](auto i, auto j) { return x(at(i) * 2 + 1, j); }, 0));
}

TEST(index_errors, of_computed_indices_leave_arguments_that_are_outputs) {
  const auto f = compile([](value x, value at) { return std::tuple(x * 2.f, take(x, at + 1)); });
  auto x = numbered<matrix>(0, 5, 3), taken = numbered<matrix>(8, 2, 3);
  const auto before = x;
  indices at(2);
  at(0) = 4;
  EXPECT_EQ(thrown<index_error>([&] { f.into(std::tie(x, taken), x, at); }), "take: index 5 at [0] is outside of [0, 5)");
  EXPECT_EQ(x, before);
  at(0) = 3;
  f.into(std::tie(x, taken), x, at);
  EXPECT_TRUE(has(x, [&](auto i, auto j) { return before(i, j) * 2; }, 0));
  EXPECT_TRUE(has(taken, [&](auto i, auto j) { return before(at(i) + 1, j); }, 0));
}

TEST(index_errors, of_targets) {
  const auto f = compile([](value x, value y) { return cross_entropy(x, y); });
  indices target(5);
  target(4) = 3;
  EXPECT_EQ(thrown<index_error>([&] { f(matrix(5, 3), target); }), "cross_entropy: index 3 at [4] is outside of [0, 3)");
}

TEST(index_errors, of_one_hot_and_scatter_add) {
  indices at(3);
  at(1) = 8;
  EXPECT_EQ(thrown<index_error>([&] { compile([](value i) { return one_hot(i, 8); })(at); }), "one_hot: index 8 at [1] is outside of [0, 8)");
  EXPECT_EQ(thrown<index_error>([&] { compile([](value x, value i) { return scatter_add(x, i, take(x, i)); })(matrix(8, 2), at); }),
            "scatter_add: index 8 at [1] is outside of [0, 8)");
}

TEST(index_errors, of_what_was_computed_say_where_it_stands) {
  tensor<std::int32_t, dyn, 3> x(2, 3);
  x(1, 1) = 9;
  EXPECT_EQ(thrown<index_error>([&] { compile([](value v) { return one_hot(v + 1, 5); })(x); }), "one_hot: index 10 at [1, 1] is outside of [0, 5)");
  EXPECT_EQ(thrown<index_error>([&] { compile([](value v) { return one_hot(sort(v, 1), 5); })(x); }), "one_hot: index 9 at [1, 2] is outside of [0, 5)");
}

TEST(index_errors, of_what_is_counted) {
  tensor<std::uint8_t, dyn, dyn> x(2, 3);
  x(1, 2) = 8;
  const auto f = compile([](value v) { return bincount(v, 8); });
  EXPECT_EQ(thrown<index_error>([&] { f(x); }), "bincount: index 8 at [1, 2] is outside of [0, 8)");
  x(1, 2) = 7;
  EXPECT_EQ(f(x)(7), 1);
}

TEST(index_errors, of_expressions) {
  const auto x = numbered<matrix>(0, 5, 3);
  indices at(2);
  at(1) = 5;
  auto y = numbered<matrix>(7, 2, 3);
  const auto before = y;
  EXPECT_EQ(thrown<index_error>([&] { y = take(x, at); }), "take: index 5 at [1] is outside of [0, 5)");
  EXPECT_EQ(y, before);
}

}  // namespace
