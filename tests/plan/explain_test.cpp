#include "tenon/explain.hpp"

#include <gtest/gtest.h>

namespace tenon::test {
namespace {

struct perceptron {
  constexpr value operator()(value x, value w1, value b1, value w2, value b2) const {
    return linear(relu(linear(x, w1, b1)), w2, b2);
  }
};
using w1 = tensor<float, 128, 784>;
using b1 = tensor<float, 128>;
using w2 = tensor<float, 10, 128>;
using b2 = tensor<float, 10>;
template <class X>
inline constexpr plan_summary perceptron_summary = summary_of<perceptron, X, w1, b1, w2, b2>;

struct soft {
  constexpr value operator()(value x) const { return softmax(x); }
};

struct scaled {
  constexpr value operator()(value x) const { return x * 2 + 1; }
};

/// Kernel 0 of F for arguments of types A.
template <class F, class... A>
constexpr kernel_cost first_cost() {
  const plan_span p(plan_of<F, A...>);
  return cost_of(p, p.kernels[0]);
}

// ---- costs

static_assert(perceptron_summary<tensor<float, 64, 784>> ==
              plan_summary{.kernels = 2,
                           .flops = 2 * 64 * 128 * 784 + 64 * 128 + 2 * 64 * 10 * 128 + 64 * 10,
                           .bytes_read = 4 * (64 * 784 + 128 * 784 + 128 + 64 * 128 + 10 * 128 + 10),
                           .bytes_written = 4 * (64 * 128 + 64 * 10),
                           .arena_bytes = 4 * 64 * 128});

static_assert(perceptron_summary<tensor<float, dyn, 784>>.kernels == 2);
static_assert(perceptron_summary<tensor<float, dyn, 784>>.flops == unknown_cost);
static_assert(perceptron_summary<tensor<float, dyn, 784>>.arena_bytes == unknown_cost);

static_assert(first_cost<scaled, tensor<float, 100>>() == kernel_cost{200, 400, 400});
static_assert(first_cost<scaled, tensor<double, 100>>() == kernel_cost{200, 800, 800});
static_assert(first_cost<scaled, tensor<int, 100>>() == kernel_cost{0, 400, 400}, "integers are no flops");
static_assert(first_cost<scaled, tensor<float, 0>>() == kernel_cost{0, 0, 0});
static_assert(first_cost<scaled, tensor<float>>() == kernel_cost{2, 4, 4});

struct outer_sum {
  constexpr value operator()(value a, value b) const { return unsqueeze(a, 1) + unsqueeze(b, 0); }
};
static_assert(first_cost<outer_sum, tensor<float, 30>, tensor<float, 50>>() == kernel_cost{1500, 320, 6000}, "a broadcast operand is read once");

struct transpose_add {
  constexpr value operator()(value a) const { return a + transpose(a); }
};
static_assert(first_cost<transpose_add, tensor<float, 8, 8>>() == kernel_cost{64, 256, 256}, "all of a buffer at most");

struct column_sums {
  constexpr value operator()(value a) const { return sum(a, 0); }
};
static_assert(first_cost<column_sums, tensor<float, 8, 16>>() == kernel_cost{128, 512, 64});

/// Three passes: max; sub, exp, sum; mul. What exp gave is kept, and one division a row makes the factor.
static_assert(first_cost<soft, tensor<float, 8, 16>>() == kernel_cost{5 * 128 + 8, 512, 512});

struct rows_of_table {
  constexpr value operator()(value i, value table) const { return embedding(i, table); }
};
static_assert(first_cost<rows_of_table, tensor<std::int64_t, 4>, tensor<float, 1000, 16>>() == kernel_cost{0, 4 * 8 + 4 * 64, 4 * 64});
static_assert(first_cost<rows_of_table, tensor<std::int64_t, 4>, tensor<float, 2, 16>>() == kernel_cost{0, 4 * 8 + 2 * 64, 4 * 64});

struct batched_product {
  constexpr value operator()(value a, value b) const { return matmul(a, b); }
};
static_assert(first_cost<batched_product, tensor<float, 3, 4, 5>, tensor<float, 3, 5, 6>>() ==
              kernel_cost{2 * 3 * 4 * 5 * 6, 4 * (3 * 4 * 5 + 3 * 5 * 6), 4 * 3 * 4 * 6});

// ---- text

TEST(explain, says_what_each_kernel_does) {
  EXPECT_EQ(explain(perceptron{}, tensor<float, 64, 784>(), w1(), b1(), w2(), b2()),
            "2 kernels, 13.0 Mflop, 640 kB read, 35.3 kB written, arena 32.7 kB\n"
            "\n"
            "kernel 0: contraction 64 x 128 x 784\n"
            "  matmul + add + less_equal + select\n"
            "  reads  argument 0 f32[64, 784], argument 1 f32[128, 784], argument 2 f32[128]\n"
            "  writes arena 0 f32[64, 128]\n"
            "  12.8 Mflop, 602 kB read, 32.7 kB written\n"
            "\n"
            "kernel 1: contraction 64 x 10 x 128\n"
            "  matmul + add\n"
            "  reads  arena 0 f32[64, 128], argument 3 f32[10, 128], argument 4 f32[10]\n"
            "  writes output 0 f32[64, 10]\n"
            "  164 kflop, 37.9 kB read, 2.56 kB written\n"
            "\n"
            "values that went through memory\n"
            "  select f32[64, 128] in arena 0: operand of a contraction\n"
            "  add f32[64, 10] in output 0: output\n");
}

TEST(explain, knows_the_extents_of_a_call) {
  const std::string numbers = explain(soft{}, tensor<float, dyn, dim<"classes">>(4, 10));
  EXPECT_NE(numbers.find("kernel 0: row kernel, 3 passes [4, reduced 10]\n  reduce_max + sub + exp + reduce_sum + div + mul\n"), std::string::npos) << numbers;
  EXPECT_NE(numbers.find("160 B read, 160 B written"), std::string::npos) << numbers;
}

template <class X>
using soft_program = program_of<default_options, soft, X>;

TEST(explain, names_extents_that_have_no_values) {
  using program = soft_program<tensor<float, dyn, dim<"classes">>>;
  const text_builder text = explanation(graph_span(program::graph), plan_span(program::plan));
  EXPECT_NE(text.view().find("[extent 0 of argument 0, reduced classes]"), std::string_view::npos) << text.view();
  EXPECT_EQ(text.view().find("flop"), std::string_view::npos) << text.view();
}

TEST(explain, takes_names_of_inputs) {
  using program = soft_program<tensor<float, 2, 3>>;
  const std::string_view names[] = {"fc1.weight"};
  const text_builder text = explanation(graph_span(program::graph), plan_span(program::plan), nullptr, names);
  EXPECT_NE(text.view().find("reads  fc1.weight f32[2, 3]\n"), std::string_view::npos) << text.view();
}

TEST(explain, works_in_constant_evaluation) {
  using program = soft_program<tensor<float, 2, 3>>;
  constexpr int size = explanation(graph_span(program::graph), plan_span(program::plan)).size();
  EXPECT_EQ(size, int(explain(soft{}, tensor<float, 2, 3>()).size()));
}

TEST(explain, takes_a_compiled_function) {
  const tensor<float, 2, 3> x;
  const auto f = compile(soft{});
  EXPECT_EQ(explain(f, x), explain(soft{}, x));
  EXPECT_NE(explain([](value v) { return sum(v); }, x).find("kernel 0: reduction [1, reduced 6]\n  reduce_sum\n"), std::string::npos);
}

struct scatter {
  constexpr value operator()(value x, value i, value u) const { return scatter_add(x, i, u); }
};

TEST(explain, shows_kernels_of_their_own) {
  const std::string text = explain(scatter{}, tensor<float, 5, 3>(), tensor<std::int64_t, 2>(), tensor<float, 2, 3>());
  EXPECT_NE(text.find(": pointwise loop [15]\n  copy\n  reads  argument 0 f32[5, 3]\n  writes output 0 f32[5, 3]\n"), std::string::npos) << text;
  EXPECT_NE(text.find(": scatter [2, 3]\n  scatter_add\n"), std::string::npos) << text;
}

struct best_three {
  constexpr auto operator()(value x) const { return topk(x * 2.f, 3, 0); }
};

TEST(explain, shows_one_kernel_for_what_is_sorted_and_its_places) {
  const std::string text = explain(best_three{}, tensor<float, 50, 7>());
  EXPECT_NE(text.find(": sort [7, 3 of 50]\n  sort + argsort\n  reads  arena 0 f32[50, 7]\n  writes output 0 f32[3, 7], output 1 i64[3, 7]\n"
                      "  0 flop, 1.40 kB read, 252 B written\n"), std::string::npos) << text;
}

TEST(explain, checks_its_arguments) {
  const auto add = compile([](value a, value b) { return a + b; });
  EXPECT_THROW(explain(add, tensor<float, dyn>(3), tensor<float, dyn>(4)), shape_error);
}

TEST(explain, draws_kernels_and_what_flows_between_them) {
  const std::string dot = draw(compile(perceptron{}), tensor<float, 64, 784>(), w1(), b1(), w2(), b2());
  EXPECT_EQ(dot.substr(0, 15), "digraph plan {\n");
  EXPECT_NE(dot.find("k0 [shape=box, label=\"contraction 64 x 128 x 784\\nmatmul + add + less_equal + select\"];\n"), std::string::npos) << dot;
  EXPECT_NE(dot.find("k0 -> k1 [label=\"f32[64, 128]\"];\n"), std::string::npos) << dot;
  EXPECT_NE(dot.find("k1 -> b7 [label=\"f32[64, 10]\"];\n"), std::string::npos) << dot;
}

TEST(explain, writes_amounts_with_three_digits) {
  const auto amount = [](std::int64_t n) {
    text_builder out;
    detail::print_amount(out, n, "B");
    return std::string(out.view());
  };
  EXPECT_EQ(amount(0), "0 B");
  EXPECT_EQ(amount(999), "999 B");
  EXPECT_EQ(amount(1000), "1.00 kB");
  EXPECT_EQ(amount(12'345), "12.3 kB");
  EXPECT_EQ(amount(123'456), "123 kB");
  EXPECT_EQ(amount(9'870'000'000'000), "9.87 TB");
  EXPECT_EQ(amount(INT64_MAX), "9223 PB");
}

}  // namespace
}  // namespace tenon::test
