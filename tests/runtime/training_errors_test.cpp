#include "support/loops.hpp"
#include "tenon/training.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

struct net {
  nn::embedding<10, 6> table;
  nn::linear<6, 10> out;
  constexpr value operator()(value x) const { return out(tanh(table(x))); }
};
using indices = tensor<std::int64_t, dyn>;

template <class Net>
std::vector<float> parameters_of(const model<Net>& m) {
  std::vector<float> all;
  for (int i = 0; i < m.parameters; ++i) {
    const auto* p = static_cast<const float*>(m.data(i));
    all.insert(all.end(), p, p + m.descriptions[std::size_t(i)].size());
  }
  return all;
}

indices cycle(int n, int step) {
  indices x(n);
  for (int i = 0; i < n; ++i) x(i) = i * step % 10;
  return x;
}

template <class Trainer>
void expect_unchanged_by_bad_steps(model<net>& m, Trainer& t) {
  const indices x = cycle(8, 3), y = cycle(8, 7);
  t.step(x, y);
  t.step(x, y);
  const auto before = parameters_of(m);
  indices bad = x;
  bad(5) = 10;
  EXPECT_EQ(thrown<index_error>([&] { t.step(bad, y); }), "take: index 10 at [5] is outside of [0, 10)");
  EXPECT_EQ(thrown<index_error>([&] { t.step(x, bad); }), "cross_entropy: index 10 at [5] is outside of [0, 10)");
  EXPECT_NE(thrown<shape_error>([&] { t.step(x, cycle(7, 1)); }), "nothing thrown");
  EXPECT_EQ(parameters_of(m), before);
  EXPECT_EQ(t.steps(), 2);
}

/// Two runs of which one has refused steps in between must go on alike: states are unchanged, too.
TEST(training_errors, refused_steps_change_nothing) {
  model<net> a(1), b(1);
  constexpr auto objective = [](const auto& n, value x, value y) { return cross_entropy(n(x), y); };
  auto t = compile_training<optim::adam{}>(a, objective), u = compile_training<optim::adam{}>(b, objective);
  expect_unchanged_by_bad_steps(a, t);
  const indices x = cycle(8, 3), y = cycle(8, 7);
  u.step(x, y);
  u.step(x, y);
  EXPECT_EQ(t.step(x, y), u.step(x, y));
  EXPECT_EQ(t.step(x, y), u.step(x, y));
  EXPECT_EQ(parameters_of(a), parameters_of(b));
}

struct shifted_net {
  nn::embedding<10, 6> table;
  nn::linear<6, 10> out;
  nn::parameter<float, 1> slope;
  constexpr value operator()(value x) const { return out(tanh(table(x + 1))); }
};

/// The step of `slope` does not need the indices that a kernel computes.
TEST(training_errors, computed_indices_that_are_refused_change_nothing) {
  model<shifted_net> m(1);
  auto t = compile_training<optim::adam{}>(m, [](const auto& n, value x, value y) { return cross_entropy(n(x), y) + mean(cast<float>(x) * n.slope); });
  indices x = cycle(8, 1), y = cycle(8, 7);
  t.step(x, y);
  const auto before = parameters_of(m);
  x(3) = 9;
  EXPECT_EQ(thrown<index_error>([&] { t.step(x, y); }), "take: index 10 at [3] is outside of [0, 10)");
  EXPECT_EQ(parameters_of(m), before);
  EXPECT_EQ(t.steps(), 1);
}

TEST(training_errors, other_optimizers_are_refused) {
  model<net> m;
  auto t = compile_training<optim::adam{.learning_rate = 1e-2}>(m, [](const auto& n, value x, value y) { return cross_entropy(n(x), y); });
  EXPECT_EQ(thrown<std::invalid_argument>([&] { t.set_optimizer({.weight_decay = 0.1}); }),
            "set_optimizer: the optimizer has other terms (momentum, weight decay) than the compiled one; only its numbers may change");
  EXPECT_EQ(thrown<std::invalid_argument>([&] { t.set_optimizer({.beta1 = 1}); }), "beta1 of adam is at least 0 and below 1");
  EXPECT_NE(thrown<std::invalid_argument>([&] { t.set_learning_rate(-1); }), "nothing thrown");
  EXPECT_EQ(t.optimizer(), (optim::adam{.learning_rate = 1e-2}));
  t.set_learning_rate(0.5);
  EXPECT_EQ(t.optimizer().learning_rate, 0.5);
}

}  // namespace
