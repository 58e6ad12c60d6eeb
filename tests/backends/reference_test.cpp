#include <gtest/gtest.h>

#include <array>

#include "support/run_reference.hpp"
#include "tenon/ops/activation.hpp"
#include "tenon/ops/contraction.hpp"
#include "tenon/ops/loss.hpp"

namespace {

using namespace tenon;

value argument(graph& g, const shape& s, element_type type = element_type::f32) {
  return {&g, g.add_input({.type = type, .shape = g.intern(s)})};
}

constexpr shape square{2, {extent{2}, extent{2}}};

TEST(reference, outputs_may_be_inputs) {
  graph g;
  const value x = argument(g, square);
  test::add_output(g, x + transpose(x));
  std::array<float, 4> data{1, 2, 3, 4};
  const tensor_ref ref{data.data(), {2, 2}, {2, 1}};
  reference::execute(test::lowered(g), &ref, &ref);
  EXPECT_EQ(data, (std::array<float, 4>{2, 5, 5, 8}));
}

TEST(reference, takes_any_strides) {
  graph g;
  const value x = argument(g, square);
  test::add_output(g, x * 10);
  std::array<float, 9> data{1, 2, 3, 4, 5, 6, 7, 8, 9}, result{};
  const tensor_ref backwards{&data[8], {2, 2}, {-6, -2}}, spread{&result[0], {2, 2}, {1, 4}};
  reference::execute(test::lowered(g), &backwards, &spread);
  EXPECT_EQ(result, (std::array<float, 9>{90, 30, 0, 0, 70, 10, 0, 0, 0}));
}

TEST(reference, an_error_leaves_outputs_alone) {
  graph g;
  const value x = argument(g, square), at = argument(g, {1, {extent{3}}}, element_type::i64);
  test::add_output(g, x * 2);
  test::add_output(g, take(x, at));
  std::array<float, 4> data{1, 2, 3, 4};
  std::array<float, 6> taken{};
  std::array<std::int64_t, 3> indices{0, 1, 2};
  const tensor_ref inputs[] = {{data.data(), {2, 2}, {2, 1}}, {indices.data(), {3}, {1}}};
  const tensor_ref outputs[] = {{data.data(), {2, 2}, {2, 1}}, {taken.data(), {3, 2}, {2, 1}}};
  const graph lowered = test::lowered(g);
  EXPECT_THROW(reference::execute(lowered, inputs, outputs), index_error);
  EXPECT_EQ(data, (std::array<float, 4>{1, 2, 3, 4}));
  indices[2] = 0;
  reference::execute(lowered, inputs, outputs);
  EXPECT_EQ(data, (std::array<float, 4>{2, 4, 6, 8}));
  EXPECT_EQ(taken, (std::array<float, 6>{1, 2, 3, 4, 1, 2}));
}

TEST(reference, names_who_needs_an_index) {
  graph g;
  const value logits = argument(g, square), target = argument(g, {1, {extent{2}}}, element_type::i64);
  test::add_output(g, cross_entropy(logits, target));
  std::array<float, 4> data{1, 2, 3, 4};
  std::array<std::int64_t, 2> classes{1, -3};
  const tensor_ref inputs[] = {{data.data(), {2, 2}, {2, 1}}, {classes.data(), {2}, {1}}};
  try {
    reference::execute(test::lowered(g), inputs, inputs);
    FAIL();
  } catch (const index_error& error) {
    EXPECT_STREQ(error.what(), "cross_entropy: index -3 at [1] is outside of [0, 2)");
  }
}

TEST(reference, an_output_may_be_an_input_or_occur_twice) {
  graph g;
  const value x = argument(g, {});
  test::add_output(g, std::make_tuple(x, x + 1, x + 1));
  float data = 3;
  std::array<float, 3> results{};
  const tensor_ref input{&data, {}, {}}, outputs[] = {{&results[0], {}, {}}, {&results[1], {}, {}}, {&results[2], {}, {}}};
  reference::execute(test::lowered(g), &input, outputs);
  EXPECT_EQ(results, (std::array<float, 3>{3, 4, 4}));
}

TEST(reference, accumulates_in_double) {
  graph g;
  const value x = argument(g, {1, {extent{3}}});
  test::add_output(g, std::make_tuple(sum(x), matmul(x, x)));
  std::array<float, 3> data{1e8f, 1, -1e8f};
  std::array<float, 2> results{};
  const tensor_ref input{data.data(), {3}, {1}}, outputs[] = {{&results[0], {}, {}}, {&results[1], {}, {}}};
  reference::execute(test::lowered(g), &input, outputs);
  EXPECT_EQ(results[0], 1);
  EXPECT_EQ(results[1], 2e16f);
}

TEST(reference, refuses_what_is_no_primitive) {
  graph g;
  test::add_output(g, sigmoid(argument(g, {})));
  float data = 0;
  const tensor_ref ref{&data, {}, {}};
  EXPECT_THROW(reference::execute(g, &ref, &ref), std::logic_error);
}

}  // namespace
