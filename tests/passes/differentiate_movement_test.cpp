#include "passes/gradients.hpp"

namespace {

using namespace tenon::test;
namespace tn = tenon;

TEST(differentiate, shapes) {
  check<1>("broadcast", [](auto x) { return tn::broadcast_to(x * x, {4, x.extent(0), 3}); });
  check<1>("reshape", [](auto x) { return tn::reshape(x * x, {6, x.extent(2)}); });
  check<1>("permute", [](auto x) { return tn::permute(x * x, {2, 0, 1}); });
  check<1>("flip", [](auto x) { return tn::flip(x * x, 1); });
}

TEST(differentiate, parts) {
  check<1>("slice", [](auto x) { return tn::slice(x * x, 1, 1, 3); });
  check<1>("step", [](auto x) { return tn::slice(x * x, 2, 0, tn::to_end, 3); });
  check<1>("step_whole", [](auto x) { return tn::slice(x * x, 2, 1, tn::to_end, 2); });
  check<2>("pad", [](auto x, auto filler) { return tn::pad(x * x, 1, 1, 2, filler * filler); });
  check<2>("concatenate", [](auto u, auto v) { return tn::concatenate(u * tn::slice(v, 1, 0, 1), v * v, 1); });
}

TEST(differentiate, indexing) {
  check<1, 2>("take", [](auto x, auto at) { return tn::take(x * x, at); });
  check<1, 2>("take_last", [](auto x, auto at) { return tn::take(x * x, at, 1); });
  check<2, 3>("scatter_add", [](auto x, auto updates, auto at) { return tn::scatter_add(x * x, at, updates * updates); });
  check<1, 2>("embedding", [](auto weight, auto at) { return tn::square(tn::embedding(at, weight)); });
}

TEST(differentiate, scans) {
  check<1>("cumsum", [](auto x) { return tn::cumsum(x * x, 1); });
  check_first<1>("cumprod", [](auto x) { return tn::cumprod(x, 2); });
  check_first<1>("cumprod_zeros", [](auto x) { return tn::cumprod(x, 1); });
  check_first<1>("logcumsumexp", [](auto x) { return tn::logcumsumexp(x, 0); });
}

TEST(differentiate, reductions) {
  check<1>("sum", [](auto x) { return tn::sum(x * x, {0, 2}); });
  check<1>("sum_keep", [](auto x) { return x / tn::sum(x, 1, tn::keep_dims); });
  check<1>("product", [](auto x) { return tn::product(x, 1); });
  check_first<1>("product_zeros", [](auto x) { return tn::product(x, 1); });
  check<1>("deviation", [](auto x) { return tn::var(x, 1); });
  check<1>("deviation_all", [](auto x) { return tn::var(x * x, {}, 0); });
  check_first<1>("reduce_max", [](auto x) { return tn::max(x, 1); }, differences::none);
  check_first<1>("reduce_min", [](auto x) { return tn::min(x); }, differences::none);
}

}  // namespace
