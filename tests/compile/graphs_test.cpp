#include <gtest/gtest.h>

#include <string>

#include "support/run_reference.hpp"
#include "tenon/compile.hpp"
#include "tenon/plan/build.hpp"
#include "tenon/training.hpp"

namespace {

using namespace tenon;
using enum tenon::element_type;

/// The graph that a function has at run time, given the arguments that compile() would see.
template <class... A, class F>
graph captured_now(F f) {
  graph g;
  const value arguments[] = {value{&g, detail::capture_input<signature_of<A>>(g, input_kind::argument)}...};
  [&]<std::size_t... I>(std::index_sequence<I...>) { detail::collect_outputs(g, f(arguments[I]...)); }(std::index_sequence_for<A...>());
  return g;
}

/// Compilers choose which operand of a nested operation is captured first; this order is always the same.
graph in_order(const graph& g) { return passes::remove_dead(g); }

/// Captured and brought through all passes in constant evaluation and at run time.
template <class... A, class F>
void expect_same_graph(F f) {
  using program = program_of<default_options, F, A...>;
  const graph captured = captured_now<A...>(f);
  EXPECT_TRUE(in_order(captured) == in_order(program::captured.thaw()));
  EXPECT_EQ(verify(captured).view(), "");
  const graph lowered = passes::run_pipeline(captured, [](std::string_view pass, const graph& g) { EXPECT_EQ(verify(g).view(), "") << pass; });
  EXPECT_TRUE(lowered == program::graph.thaw());
}

using matrix = tensor<float, dyn, dyn>;
using batch = tensor<float, dim<"batch", 1, 64>, 7>;

TEST(graphs, are_the_same_at_run_time) {
  expect_same_graph<tensor<float, 3, 4>>([](value x) { return gelu(x * 2.f) + softmax(x); });
  expect_same_graph<matrix, matrix>([](value x, value y) { return std::tuple(matmul(x, y), sum(x, 1), transpose(y) - 1.f); });
  expect_same_graph<batch, tensor<float, 5, 7>, tensor<float, 5>>([](value x, value w, value b) { return layer_norm(linear(x, w, b)); });
  expect_same_graph<strided_view<float, dyn, 4>, float>([](value x, value s) { return max(x * s, 0); });
}

TEST(graphs, of_gradients_are_the_same_at_run_time) {
  expect_same_graph<batch, tensor<float, 5, 7>, tensor<std::int64_t, dim<"batch", 1, 64>>>(
      value_and_grad<0, 1>([](value x, value w, value y) { return cross_entropy(linear(tanh(x), w), y); }));
  expect_same_graph<matrix>(grad([](value x) { return sum(square(pad(flip(x, 1), 0, 1, 1))); }));
}

struct net {
  nn::embedding<20, 8> characters;
  nn::linear<32, 16> hidden;
  nn::layer_norm<16> norm;
  nn::linear<16, 20> out;
  constexpr value operator()(value x) const { return out(gelu(norm(hidden(flatten(characters(x), 1))))); }
};
constexpr auto objective = [](const auto& n, value x, value y) { return cross_entropy(n(x), y); };

TEST(graphs, of_a_training_step_verify_after_each_pass) {
  constexpr optim::adam optimizer{.learning_rate = 1e-3};
  using objective_type = std::remove_const_t<decltype(objective)>;
  using indices = tensor<std::int64_t, dyn>;
  using contexts = tensor<std::int64_t, dyn, 4>;
  using captured = detail::capture_training<net, objective_type, optimizer, signature_of<contexts>, signature_of<indices>>;
  using program = trainer<net, objective_type, optimizer, default_options>::program_for<contexts, indices>;
  const graph g = captured()();
  EXPECT_EQ(verify(g).view(), "");
  EXPECT_EQ(g.outputs.size(), 1 + 3 * nn::parameter_count<net>);
  EXPECT_TRUE(in_order(program::captured.thaw()) == in_order(g));
  const graph lowered = passes::run_pipeline(g, [](std::string_view pass, const graph& after) { EXPECT_EQ(verify(after).view(), "") << pass; });
  EXPECT_TRUE(program::graph.thaw() == lowered);
}

}  // namespace
