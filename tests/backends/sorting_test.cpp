#include "backends/conform.hpp"
#include "tenon/ops/sorting.hpp"

namespace {

using namespace tenon::test;
namespace tn = tenon;

TEST(conformance, sorts) {
  conform_each<all_types, 3>("sort.s0", [](auto x) { return tn::sort_with_indices(x, 0); });
  conform_each<all_types, 3>("sort.s1", [](auto x) { return std::tuple(tn::sort(x, 1), tn::argsort(x, 1)); });
  conform_each<all_types, 3>("sort.s2", [](auto x) { return tn::sort_with_indices(x); });
  conform_each<all_types, 3>("sort_down", [](auto x) { return std::tuple(tn::sort(x, -1, tn::descending), tn::argsort(x, -1, true)); });
  conform_each<all_types, 3>("sort_alone", [](auto x) { return tn::sort(x); });
}

TEST(conformance, greatest_and_least) {
  conform_each<all_types, 3>("topk", [](auto x) { return tn::topk(x, 2, 1); });
  conform_each<all_types, 3>("topk_least", [](auto x) { return tn::topk(x, 2, 1, false); });
}

template <tenon::element_type Index, tenon::element_type... T>
void weighted_counts(types<T...>) {
  (conform<argument<Index, 2>, argument<T, 2>>("bincount." + std::string(name_of(T)) + '.' + std::string(name_of(Index)),
                                               [](auto x, auto weights) { return tn::bincount(x, 6, weights); }), ...);
}
TEST(conformance, counts) {
  conform_each<integers, 2>("bincount", [](auto x) { return tn::bincount(x, 6); });
  weighted_counts<u8>(all_types{});
  weighted_counts<i32>(types<f32>{});
  weighted_counts<i64>(types<f64>{});
}

}  // namespace
