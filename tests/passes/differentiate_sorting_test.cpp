#include "passes/gradients.hpp"
#include "tenon/ops/sorting.hpp"

namespace {

using namespace tenon::test;
namespace tn = tenon;

TEST(differentiate, sorts) {
  check<1>("sort", [](auto x) { return tn::sort(x * x, 1); });
  check<1>("sort_down", [](auto x) { return tn::square(tn::sort(x, -1, tn::descending)); });
  check<1>("topk", [](auto x) { return std::get<0>(tn::topk(x * x, 2, 0)); });
  check<1>("topk_least", [](auto x) { return std::get<0>(tn::topk(x * x, 3, 1, false)); });
}

TEST(differentiate, weights_of_counts) {
  check<1, 2>("bincount", [](auto weights, auto at) { return tn::bincount(at, 5, tn::square(weights)); });
}

}  // namespace
