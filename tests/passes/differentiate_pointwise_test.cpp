#include "passes/gradients.hpp"

namespace {

using namespace tenon::test;
namespace tn = tenon;

TEST(differentiate, functions) {
  check<1>("negate", [](auto... x) { return tn::negate(x...); });
  check<1>("exp", [](auto... x) { return tn::exp(x...); });
  check<1>("expm1", [](auto... x) { return tn::expm1(x...); });
  check<1>("sin", [](auto... x) { return tn::sin(x...); });
  check<1>("cos", [](auto... x) { return tn::cos(x...); });
  check<1>("tan", [](auto x) { return tn::tan(x / 3); });
  check<1>("tanh", [](auto... x) { return tn::tanh(x...); });
  check<1>("erf", [](auto... x) { return tn::erf(x...); });
  check<1>("sqrt", [](auto... x) { return tn::sqrt(x...); });
  check<1>("rsqrt", [](auto... x) { return tn::rsqrt(x...); });
  check<1>("log", [](auto... x) { return tn::log(x...); });
  check<1>("log1p", [](auto... x) { return tn::log1p(x...); });
}

TEST(differentiate, activations) {
  check<1>("sigmoid", [](auto... x) { return tn::sigmoid(x...); });
  check<1>("silu", [](auto... x) { return tn::silu(x...); });
  check<1>("gelu", [](auto... x) { return tn::gelu(x...); });
  check<1>("gelu_tanh", [](auto x) { return tn::gelu(x, tn::by_tanh); });
  check<1>("softplus", [](auto... x) { return tn::softplus(x...); });
}

TEST(differentiate, powers) {
  check<1>("square", [](auto... x) { return tn::square(x...); });
  check<1>("cube", [](auto x) { return tn::pow(x, 3); });
  check<1>("reciprocal", [](auto... x) { return tn::reciprocal(x...); });
  check<1>("power_const", [](auto x) { return tn::pow(x, 2.5); });
  check<2>("pow", [](auto... x) { return tn::pow(x...); });
  check_first<2>("pow_edges", [](auto... x) { return tn::pow(x...); }, differences::none);
}

TEST(differentiate, kinks) {
  check_first<1>("absolute", [](auto... x) { return tn::abs(x...); }, differences::none);
  check_first<1>("relu", [](auto... x) { return tn::relu(x...); }, differences::none);
  check_first<1>("clamp", [](auto x) { return tn::clamp(x, -1, 1); }, differences::none);
  check_first<2>("max", [](auto... x) { return tn::maximum(x...); }, differences::none);
  check_first<2>("min", [](auto... x) { return tn::minimum(x...); }, differences::none);
  check_first<1>("flat", [](auto x) { return tn::floor(x) + tn::ceil(x) + tn::round(x) + tn::trunc(x) + tn::sign(x) + x; });
  check_first<1>("cast", [](auto x) { return tn::cast<double>(tn::cast<float>(x)) * x; }, differences::none);
  check_first<1>("stopped", [](auto x) { return x * tn::exp(tn::stop_gradient(x)); }, differences::none);
}

TEST(differentiate, arithmetic) {
  check<2>("add", [](auto... x) { return tn::add(x...); });
  check<2>("sub", [](auto... x) { return tn::subtract(x...); });
  check<2>("mul", [](auto... x) { return tn::multiply(x...); });
  check<2>("div", [](auto... x) { return tn::divide(x...); });
  check<2>("scalar", [](auto... x) { return tn::multiply(x...); });
  check_first<2>("fmod", [](auto... x) { return tn::fmod(x...); });
  check_first<2>("remainder", [](auto... x) { return tn::remainder(x...); }, differences::none);
  check<2, 3>("select", [](auto u, auto v, auto c) { return tn::where(c, u * v, v); });
}

}  // namespace
