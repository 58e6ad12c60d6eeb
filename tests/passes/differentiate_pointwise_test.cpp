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

TEST(differentiate, further_functions) {
  check<1>("exp2", [](auto... x) { return tn::exp2(x...); });
  check<1>("log2", [](auto... x) { return tn::log2(x...); });
  check<1>("log10", [](auto... x) { return tn::log10(x...); });
  check<1>("asin", [](auto... x) { return tn::asin(x...); });
  check<1>("acos", [](auto... x) { return tn::acos(x...); });
  check<1>("atan", [](auto... x) { return tn::atan(x...); });
  check<1>("sinh", [](auto... x) { return tn::sinh(x...); });
  check<1>("cosh", [](auto... x) { return tn::cosh(x...); });
  check<1>("asinh", [](auto... x) { return tn::asinh(x...); });
  check<1>("atanh", [](auto... x) { return tn::atanh(x...); });
  check<1>("cbrt", [](auto... x) { return tn::cbrt(x...); });
  check<1>("erfc", [](auto... x) { return tn::erfc(x...); });
  check<1>("erfinv", [](auto... x) { return tn::erfinv(x...); });
  check<1>("normal_cdf", [](auto... x) { return tn::normal_cdf(x...); });
  check<1>("lgamma", [](auto... x) { return tn::lgamma(x...); });
  check<1>("acosh", [](auto x) { return tn::acosh(x + 1); });
  check<1>("digamma", [](auto... x) { return tn::digamma(x...); });
  check_first<1>("trigamma", [](auto... x) { return tn::trigamma(x...); });
  check<2>("atan2", [](auto... x) { return tn::atan2(x...); });
  check<2>("hypot", [](auto... x) { return tn::hypot(x...); });
}

TEST(differentiate, activations) {
  check_first<1>("sigmoid_edges", [](auto... x) { return tn::sigmoid(x...); }, differences::none);
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
