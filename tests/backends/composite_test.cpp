#include "backends/conform.hpp"

namespace {

using namespace tenon::test;
namespace tn = tenon;

TEST(conformance, activations) {
  conform_each<floating, 1>("sigmoid", [](auto... x) { return tn::sigmoid(x...); });
  conform_each<floating, 1>("silu", [](auto... x) { return tn::silu(x...); });
  conform_each<floating, 1>("gelu", [](auto... x) { return tn::gelu(x...); });
  conform_each<floating, 1>("gelu_tanh", [](auto x) { return tn::gelu(x, tn::by_tanh); });
  conform_each<floating, 1>("softplus", [](auto... x) { return tn::softplus(x...); });
  conform_each<floating, 1>("relu", [](auto... x) { return tn::relu(x...); });
  conform_each<floating, 1>("clamp", [](auto x) { return tn::clamp(x, -1, 2); });
  conform_each<floating, 1>("square", [](auto... x) { return tn::square(x...); });
}

TEST(conformance, rows) {
  conform_each<floating, 2>("softmax", [](auto x) { return tn::softmax(x); });
  conform_each<floating, 2>("log_softmax", [](auto x) { return tn::log_softmax(x); });
  conform_each<floating, 2>("logsumexp", [](auto x) { return tn::logsumexp(x, -1); });
  conform_each<floating, 2>("mean", [](auto x) { return tn::mean(x, -1); });
  conform_each<floating, 2>("var", [](auto x) { return tn::var(x, -1); });
  conform_each<floating, 2>("layer_norm", [](auto x) { return tn::layer_norm(x); });
}

TEST(conformance, over_nothing) {
  conform_each<floating, 1>("mean_none", [](auto x) { return tn::mean(x); });
  conform_each<floating, 1>("logsumexp_none", [](auto x) { return tn::logsumexp(x); });
}

TEST(conformance, one_hot) {
  conform_each<integers, 1>("one_hot", [](auto x) { return tn::one_hot(x, 4); });
}

}  // namespace
