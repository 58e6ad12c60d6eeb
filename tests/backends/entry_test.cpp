#include "tenon/ir/binding.hpp"

#include <gtest/gtest.h>

#include "tenon/ir/check_indices.hpp"
#include "tenon/ir/frozen_graph.hpp"
#include "tenon/ops/contraction.hpp"
#include "tenon/ops/indexing.hpp"

namespace {

using namespace tenon;

/// The text of the exception that f throws, of type Error.
template <class Error, class F>
std::string text_of(F f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

constexpr extent any_extent(graph& g, int input, int axis) {
  return g.arithmetic().intern({.kind = symbol_kind::input_extent, .a = input, .b = axis});
}

constexpr value argument(graph& g, const shape& s, input_kind kind = input_kind::argument, element_type type = element_type::f32) {
  return {&g, g.add_input({.kind = kind, .type = type, .shape = g.intern(s)})};
}

/// A matrix of unknown extents.
constexpr value matrix(graph& g) {
  const int input = g.inputs.size();
  return argument(g, {2, {any_extent(g, input, 0), any_extent(g, input, 1)}});
}

using matrix_extents = std::pair<std::int64_t, std::int64_t>;

/// What entering the graph with matrices of these extents says.
std::string entry_error(const graph& g, std::initializer_list<matrix_extents> extents) {
  EXPECT_FALSE(g.failed()) << g.error.view();
  std::vector<tensor_ref> inputs;
  for (const auto& [rows, columns] : extents) inputs.push_back({nullptr, {rows, columns}, {columns, 1}});
  std::vector<std::int64_t> symbols(std::size_t(g.symbols.size()));
  return text_of<shape_error>([&] { check_entry(g, inputs.data(), symbols.data()); });
}

constexpr const char* fine = "nothing was thrown";

TEST(entry, evaluates_symbols) {
  constexpr auto last = [] {
    graph g;
    extent_arithmetic arithmetic = g.arithmetic();
    const extent a = any_extent(g, 0, 0), b = any_extent(g, 0, 1);
    const extent stride = arithmetic.intern({.kind = symbol_kind::input_stride, .a = 0, .b = 0});
    const shape results{8, {arithmetic.add(a, b), arithmetic.subtract(a, b), arithmetic.multiply(a, b), arithmetic.divide(a, b), arithmetic.divide_up(a, {4}),
                            arithmetic.broadcast(a, b), arithmetic.negate(stride), arithmetic.intern({symbol_kind::stride_of, b.code, stride.code})}};
    const tensor_ref input{nullptr, {10, 5}, {7, 1}};
    std::int64_t symbols[16] = {};
    evaluate_symbols(g, &input, symbols);
    std::array<std::int64_t, max_rank + 1> extents{};
    extents[8] = resolve(results, symbols, extents.data());
    return extents;
  };
  static_assert(last() == std::array<std::int64_t, 9>{15, 5, 50, 2, 3, 10, -7, 7, 15 * 5 * 50 * 2 * 3 * 10 * -7 * 7});
  EXPECT_EQ(last()[0], 15);
}

TEST(entry, broadcast_takes_the_extent_that_is_not_1) {
  const auto broadcast = [](std::int64_t a, std::int64_t b) {
    graph g;
    const extent common = g.arithmetic().broadcast(any_extent(g, 0, 0), any_extent(g, 0, 1));
    const tensor_ref input{nullptr, {a, b}, {}};
    std::int64_t symbols[3];
    evaluate_symbols(g, &input, symbols);
    return resolve(common, symbols);
  };
  EXPECT_EQ(broadcast(1, 5), 5);
  EXPECT_EQ(broadcast(5, 1), 5);
  EXPECT_EQ(broadcast(1, 0), 0);
  EXPECT_EQ(broadcast(0, 1), 0);
  EXPECT_EQ(broadcast(1, 1), 1);
}

TEST(entry, products_beyond_the_greatest_number_stay_there) {
  constexpr std::int64_t huge = std::int64_t{1} << 40;
  static_assert(detail::product_of_extents(huge, huge) == INT64_MAX);
  static_assert(detail::product_of_extents(huge, 3) == 3 * huge && detail::product_of_extents(huge, 0) == 0);
  static_assert(detail::product_of_extents(-huge, 3) == -3 * huge);
}

TEST(entry, static_extents) {
  graph g;
  argument(g, {1, {extent{9}}}, input_kind::parameter);
  argument(g, {2, {extent{3}, any_extent(g, 1, 1)}});
  EXPECT_EQ(entry_error(g, {{9, 0}, {3, 128}}), fine);
  EXPECT_EQ(entry_error(g, {{9, 0}, {4, 128}}), "extent 0 of argument 0 is 4, which must be 3");
  EXPECT_EQ(entry_error(g, {{8, 0}, {3, 128}}), "extent 0 of parameter 0 is 8, which must be 9");
}

TEST(entry, names_and_bounds) {
  graph g;
  const extent batch = g.arithmetic().intern({.kind = symbol_kind::input_extent, .a = 0, .b = 0, .min = 1, .max = 512, .name = extent_name("batch")});
  const value a = argument(g, {2, {batch, any_extent(g, 0, 1)}}), b = argument(g, {2, {batch, batch}});
  EXPECT_EQ(entry_error(g, {{32, 5}, {32, 32}}), fine);
  EXPECT_EQ(entry_error(g, {{513, 5}, {513, 513}}), "extent 0 of argument 0 is 513, which is outside of batch's bounds [1, 512]");
  EXPECT_EQ(entry_error(g, {{32, 5}, {16, 32}}), "extent 0 of argument 1 is 16 and extent 0 of argument 0 is 32, which must be equal: both are batch");
  add(a, b);
  EXPECT_EQ(entry_error(g, {{32, 5}, {32, 32}}),
            "add: extent 1 of argument 0 is 5 and batch (extent 0 of argument 0) is 32, which must be equal or 1");
}

TEST(entry, assumptions) {
  graph g;
  const value a = matrix(g), b = matrix(g);
  matmul(a, b);
  EXPECT_EQ(entry_error(g, {{2, 128}, {128, 3}}), fine);
  EXPECT_EQ(entry_error(g, {{2, 128}, {64, 3}}), "matmul: extent 1 of argument 0 is 128 and extent 0 of argument 1 is 64, which must be equal");
}

TEST(entry, broadcasting) {
  graph g;
  const value a = matrix(g), b = matrix(g);
  a - b;
  EXPECT_EQ(entry_error(g, {{2, 3}, {2, 3}}), fine);
  EXPECT_EQ(entry_error(g, {{1, 3}, {2, 1}}), fine);
  EXPECT_EQ(entry_error(g, {{0, 3}, {1, 3}}), fine);
  EXPECT_EQ(entry_error(g, {{2, 3}, {2, 4}}), "subtract: extent 1 of argument 0 is 3 and extent 1 of argument 1 is 4, which must be equal or 1");
  graph fixed;
  const value row = argument(fixed, {1, {extent{4}}});
  row * matrix(fixed);
  EXPECT_EQ(entry_error(fixed, {{4, 0}, {2, 1}}), fine);
  EXPECT_EQ(entry_error(fixed, {{4, 0}, {2, 5}}), "multiply: extent 1 of argument 1 is 5, which must be 1 or 4");
}

TEST(entry, broadcast_to) {
  graph g;
  const value a = matrix(g);
  broadcast_to(a, {a.extent(0), a.extent(0)});
  broadcast_to(a, {a.extent(0), 6});
  EXPECT_EQ(entry_error(g, {{6, 6}}), fine);
  EXPECT_EQ(entry_error(g, {{6, 1}}), fine);
  EXPECT_EQ(entry_error(g, {{1, 6}}), "broadcast_to: extent 1 of argument 0 is 6 and extent 0 of argument 0 is 1, of which the first must be 1 or equal to the second");
  EXPECT_EQ(entry_error(g, {{5, 5}}), "broadcast_to: extent 1 of argument 0 is 5, which must be 1 or 6");
}

TEST(entry, reshape) {
  graph g;
  const value a = matrix(g);
  reshape(a, {4, -1});
  EXPECT_EQ(entry_error(g, {{2, 6}}), fine);
  EXPECT_EQ(entry_error(g, {{3, 3}}), "reshape: (extent 0 of argument 0 * extent 1 of argument 0) is 9, which must be a multiple of 4");
  graph h;
  const value b = matrix(h);
  reshape(b, {b.extent(0), 6});
  EXPECT_EQ(entry_error(h, {{2, 6}}), fine);
  EXPECT_NE(entry_error(h, {{2, 5}}), fine);
}

TEST(entry, slices_end_within_their_axis) {
  graph g;
  const value a = matrix(g);
  slice(a, 0, 2, 5);
  slice(a, 1, 3);
  EXPECT_EQ(entry_error(g, {{5, 3}}), fine);
  EXPECT_EQ(entry_error(g, {{4, 3}}), "slice: extent 0 of argument 0 is 4, which must be at least 5");
  EXPECT_EQ(entry_error(g, {{5, 2}}), "slice: extent 1 of argument 0 is 2, which must be at least 3");
}

TEST(entry, works_on_frozen_graphs) {
  struct make {
    constexpr graph operator()() const {
      graph g;
      matmul(matrix(g), matrix(g));
      return g;
    }
  };
  constexpr const auto& g = frozen<make, frozen_graph<graph_size{}>>::value;
  const tensor_ref inputs[] = {{nullptr, {2, 3}, {}}, {nullptr, {4, 5}, {}}};
  std::int64_t symbols[4];
  EXPECT_THROW(check_entry(g, inputs, symbols), shape_error);
}

TEST(indices, say_where) {
  const std::int32_t indices[] = {0, 9, 3, 4, 12, -1};
  const std::int64_t extents[] = {2, 3}, strides[] = {3, 1}, transposed[] = {1, 2};
  const auto check = [&](const std::int64_t* s, std::int64_t below, opcode code) {
    return text_of<index_error>([&] { check_indices(indices, element_type::i32, 2, extents, s, below, code); });
  };
  EXPECT_EQ(check(strides, 10, opcode::gather), "take: index 12 at [1, 1] is outside of [0, 10)");
  EXPECT_EQ(check(strides, 13, opcode::cross_entropy), "cross_entropy: index -1 at [1, 2] is outside of [0, 13)");
  EXPECT_EQ(check(transposed, 10, opcode::scatter_add), "scatter_add: index 12 at [0, 2] is outside of [0, 10)");
  EXPECT_EQ(check(strides, 0, opcode::check_index), "one_hot: index 0 at [0, 0] is outside of [0, 0)");
}

TEST(indices, of_all_ranks_and_types) {
  const std::uint8_t byte = 200;
  const std::int64_t most = INT64_MAX, none[] = {0}, one[] = {1};
  EXPECT_EQ(text_of<index_error>([&] { check_indices(&byte, element_type::u8, 0, nullptr, nullptr, 200); }), "take: index 200 is outside of [0, 200)");
  EXPECT_EQ(text_of<index_error>([&] { check_indices(&byte, element_type::u8, 0, nullptr, nullptr, 201); }), fine);
  EXPECT_EQ(text_of<index_error>([&] { check_indices(&most, element_type::i64, 0, nullptr, nullptr, most); }), "take: index 9223372036854775807 is outside of [0, 9223372036854775807)");
  EXPECT_EQ(text_of<index_error>([&] { check_indices(nullptr, element_type::i64, 1, none, one, 0); }), fine);
}

}  // namespace
