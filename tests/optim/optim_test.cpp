#include "tenon/backends/reference.hpp"
#include "tenon/optim/optim.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tenon/io/npy.hpp"

namespace {

using namespace tenon;

std::string values(const std::string& name) { return std::string(TENON_TEST_VALUES) + "/optim_" + name + ".npy"; }

/// One step for one parameter of n elements. Inputs: parameter, gradient, states, scalars; outputs: parameter, states.
template <optim::optimizer O>
constexpr graph step_of(const O& optimizer, element_type type, std::int64_t n, element_type type_of_scalars) {
  graph g;
  const int vector = g.intern(shape{1, {{n}}});
  const auto input = [&](input_kind kind, element_type of, int shape) { return value{&g, g.add_input({kind, of, true, shape})}; };
  const value parameter = input(input_kind::parameter, type, vector), gradient = input(input_kind::argument, type, vector);
  value state[optim::most_states], scalars[O::scalar_count];
  for (int i = 0; i < optimizer.states(); ++i) state[i] = input(input_kind::state, type, vector);
  for (value& s : scalars) s = input(input_kind::argument, type_of_scalars, 0);
  const optim::updated result = optimizer.update(parameter, gradient, state, scalars);
  g.outputs.push_back(result.parameter.id);
  for (int i = 0; i < optimizer.states(); ++i) g.outputs.push_back(result.state[i].id);
  return g;
}

template <class T>
tensor_ref ref(std::vector<T>& v) {
  return {v.data(), {std::int64_t(v.size())}, {1}};
}

/// A parameter and its states, as a trainer would keep them.
template <class T>
struct trained {
  std::vector<std::vector<T>> parts;

  trained(const tensor<double, dyn>& start, int states) : parts(std::size_t(1 + states), std::vector<T>(std::size_t(start.size()))) {
    for (std::size_t i = 0; i < parts[0].size(); ++i) parts[0][i] = T(start[i]);
  }

  template <class O>
  void step(const graph& g, const O& optimizer, std::int64_t number, std::vector<T> gradient) {
    const auto numbers = optimizer.scalars(number);
    std::vector<T> scalars(numbers.begin(), numbers.end());
    std::vector<tensor_ref> inputs{ref(parts[0]), ref(gradient)}, outputs;
    for (std::size_t i = 1; i < parts.size(); ++i) inputs.push_back(ref(parts[i]));
    for (T& s : scalars) inputs.push_back({&s});
    for (auto& part : parts) outputs.push_back(ref(part));
    reference::execute(g, inputs.data(), outputs.data());
  }
};

template <class T, class O>
void expect_as_pytorch(const char* name, O optimizer, double tolerance, double learning_rate_factor = 1) {
  const auto start = io::load_npy<double, dyn>(values("start"));
  const auto gradients = io::load_npy<double, dyn, dyn>(values("gradients"));
  const auto expected = io::load_npy<double, dyn, dyn, dyn>(values(name));
  ASSERT_EQ(expected.extent(1), 1 + optimizer.states());
  ASSERT_EQ(optimizer.complaint(), "");
  const graph g = step_of(optimizer, element_type_of<T>, start.size(), element_type_of<T>);
  ASSERT_FALSE(g.failed()) << g.error.view();
  trained<T> model(start, optimizer.states());
  for (std::int64_t step = 0; step < gradients.extent(0); ++step) {
    const auto row = gradients[step];
    model.step(g, optimizer, step + 1, std::vector<T>(row.begin(), row.end()));
    for (std::int64_t part = 0; part < expected.extent(1); ++part)
      for (std::int64_t i = 0; i < start.size(); ++i)
        ASSERT_NEAR(model.parts[std::size_t(part)][std::size_t(i)], expected(step, part, i), tolerance)
            << name << ", step " << step << ", part " << part << ", element " << i;
    optimizer.learning_rate *= learning_rate_factor;
  }
}

/// The cases of tests/values/generate_optim.py.
template <class T>
void expect_all_as_pytorch(double tolerance) {
  expect_as_pytorch<T>("sgd", optim::sgd{.learning_rate = 0.1}, tolerance);
  expect_as_pytorch<T>("sgd_decay", optim::sgd{.learning_rate = 0.1, .weight_decay = 0.05}, tolerance);
  expect_as_pytorch<T>("sgd_momentum", optim::sgd{.learning_rate = 0.1, .momentum = 0.9}, tolerance);
  expect_as_pytorch<T>("sgd_nesterov", optim::sgd{.learning_rate = 0.1, .momentum = 0.8, .weight_decay = 0.05, .nesterov = true},
                       tolerance);
  expect_as_pytorch<T>("adam", optim::adam{}, tolerance);
  expect_as_pytorch<T>(
      "adam_decay", optim::adam{.learning_rate = 0.05, .beta1 = 0.8, .beta2 = 0.99, .epsilon = 1e-3, .weight_decay = 0.1}, tolerance);
  expect_as_pytorch<T>("adamw", optim::adamw{}, tolerance);
  expect_as_pytorch<T>(
      "adamw_decay", optim::adamw{.learning_rate = 0.05, .beta1 = 0.8, .beta2 = 0.99, .epsilon = 1e-3, .weight_decay = 0.5}, tolerance);
  expect_as_pytorch<T>("adam_schedule", optim::adam{.learning_rate = 0.1}, tolerance, 0.5);
}

TEST(optim, f64_is_as_pytorch) { expect_all_as_pytorch<double>(1e-14); }

TEST(optim, f32_is_as_pytorch) { expect_all_as_pytorch<float>(2e-6); }

/// The first step of Adam moves by the learning rate, whatever the gradient.
TEST(optim, first_step_of_adam) {
  const optim::adam adam{.learning_rate = 0.25, .epsilon = 0};
  const graph g = step_of(adam, element_type::f64, 3, element_type::f64);
  const tensor<double, dyn> start = tensor<double, 3>{1., 2., 3.};
  trained<double> model(start, 2);
  model.step(g, adam, 1, {1e-9, -5, 1e9});
  EXPECT_NEAR(model.parts[0][0], 0.75, 1e-12);
  EXPECT_NEAR(model.parts[0][1], 2.25, 1e-12);
  EXPECT_NEAR(model.parts[0][2], 2.75, 1e-12);
}

TEST(optim, nothing_moves_without_a_gradient) {
  const tensor<double, dyn> start = tensor<double, 2>{1., -2.};
  const auto moves = [&](const auto& optimizer) {
    trained<float> model(start, optimizer.states());
    const graph g = step_of(optimizer, element_type::f32, 2, element_type::f32);
    for (int i = 1; i <= 3; ++i) model.step(g, optimizer, i, {0, 0});
    return model.parts[0] != std::vector<float>{1, -2};
  };
  EXPECT_FALSE(moves(optim::sgd{.momentum = 0.9, .nesterov = true}));
  EXPECT_FALSE(moves(optim::adam{}));
  EXPECT_FALSE(moves((optim::adamw{.weight_decay = 0})));
}

TEST(optim, large_steps_stay_finite) {
  for (std::int64_t step : {1ll, 1000ll, 1000000ll, 1ll << 40})
    for (double s : optim::adamw{}.scalars(step)) EXPECT_TRUE(0 <= s && s <= 1) << step;
}

/// Whether two graphs are equal: then one compiled step serves both.
template <class O>
constexpr bool same_graph(const O& a, const O& b) {
  return step_of(a, element_type::f32, 7, element_type::f32) == step_of(b, element_type::f32, 7, element_type::f32);
}

static_assert(same_graph(optim::adam{}, optim::adam{.learning_rate = 1, .beta1 = 0.5, .beta2 = 0.5, .epsilon = 1}));
static_assert(optim::adam{}.structure() == optim::adam{.beta1 = 0.5}.structure());
static_assert(!same_graph(optim::adam{}, optim::adam{.weight_decay = 1}));
static_assert(optim::adam{}.structure() != optim::adam{.weight_decay = 1}.structure());
static_assert(same_graph(optim::adamw{}, optim::adamw{.weight_decay = 1}) && !same_graph(optim::adamw{}, optim::adamw{.weight_decay = 0}));
static_assert(same_graph(optim::sgd{.momentum = 0.5}, optim::sgd{.learning_rate = 5, .momentum = 0.9}));
static_assert(!same_graph(optim::sgd{}, optim::sgd{.momentum = 0.9}));
static_assert(!same_graph(optim::sgd{.momentum = 0.9}, optim::sgd{.momentum = 0.9, .nesterov = true}));

/// Scalars of a wider type do not widen the parameter.
constexpr bool keeps_the_type() {
  const graph g = step_of(optim::adamw{}, element_type::f32, 7, element_type::f64);
  for (int id : g.outputs)
    if (g.type_of(id) != element_type::f32 || g.rank_of(id) != 1) return false;
  return true;
}
static_assert(keeps_the_type());

static_assert(optim::sgd{}.states() == 0 && optim::sgd{.momentum = 0.1}.states() == 1 && optim::adam{}.states() == 2);
static_assert(optim::sgd{.momentum = 0.9}.state_name(0) == "momentum_buffer" && optim::adam{}.state_name(1) == "exp_avg_sq");

static_assert(optim::sgd{}.complaint().empty() && optim::adam{}.complaint().empty() && optim::adamw{}.complaint().empty());
static_assert(optim::sgd{.learning_rate = -1}.complaint() == "the learning rate of an optimizer is at least 0");
static_assert(optim::sgd{.nesterov = true}.complaint() == "sgd with Nesterov needs a momentum above 0");
static_assert(optim::adam{.beta2 = 1}.complaint() == "beta2 of adam is at least 0 and below 1");
static_assert(optim::adamw{.weight_decay = -1}.complaint() == "the weight decay of an optimizer is at least 0");

template <auto>
struct of_value {};
static_assert(!std::is_same_v<of_value<optim::adam{}>, of_value<optim::adam{.beta1 = 0.8}>>, "an optimizer can be a template argument");

}  // namespace
