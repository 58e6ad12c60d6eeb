#include "passes/gradients.hpp"

namespace {

using namespace tenon::test;
namespace tn = tenon;

TEST(differentiate, moments) {
  check<1>("mean", [](auto x) { return tn::mean(x * x, 1); });
  check<1>("mean_all", [](auto x) { return tn::mean(tn::exp(x)); });
  check<1>("var", [](auto x) { return tn::var(x, 2); });
  check<1>("var_biased", [](auto x) { return tn::var(x, {0, 1}, 0); });
}

TEST(differentiate, exponentials) {
  check<1>("logsumexp", [](auto x) { return tn::logsumexp(x, 1); });
  check<1>("softmax", [](auto x) { return tn::softmax(x); });
  check<1>("softmax_front", [](auto x) { return tn::softmax(x, 0); });
  check<1>("log_softmax", [](auto x) { return tn::log_softmax(x, 1); });
}

TEST(differentiate, normalizations) {
  check<3>("layer_norm", [](auto x, auto weight, auto bias) { return tn::layer_norm(x, weight, bias); });
  check_first<3>("layer_norm_two", [](auto x, auto weight, auto bias) { return tn::layer_norm(x, weight, bias); });
  check_first<1>("layer_norm_bare", [](auto x) { return tn::layer_norm(x); });
  check<2>("rms_norm", [](auto x, auto weight) { return tn::rms_norm(x, weight); });
}

TEST(differentiate, losses) {
  check<1, 2>("cross_entropy", [](auto... x) { return tn::cross_entropy(x...); });
  check_first<1, 2>("cross_entropy_ranked", [](auto... x) { return tn::cross_entropy(x...); });
  check_first<2>("cross_entropy_shares", [](auto... x) { return tn::cross_entropy(x...); });
  check<2>("mse_loss", [](auto... x) { return tn::mse_loss(x...); });
}

}  // namespace
