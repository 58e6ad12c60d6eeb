#include "backends/conform.hpp"
#include "tenon/ops/random.hpp"

namespace {

using namespace tenon::test;

TEST(conformance, order_of_axes) {
  conform_each<all_types, 3>("permute", [](auto x) { return tenon::permute(x, {2, 0, 1}); });
  conform_each<all_types, 3>("transpose", [](auto x) { return tenon::transpose(x); });
  conform_each<all_types, 3>("flip", [](auto x) { return tenon::flip(x, 1); });
  conform_each<all_types, 3>("flip_last", [](auto x) { return tenon::flip(x, 2); });
}

TEST(conformance, shapes) {
  conform_each<all_types, 3>("reshape", [](auto x) {
    tenon::extent_arithmetic arithmetic = x.owner->arithmetic();
    return tenon::reshape(x, {arithmetic.multiply(x.extent(0), x.extent(1)), x.extent(2)});
  });
  conform_each<all_types, 3>("spread", [](auto x) { return tenon::broadcast_to(x, {3, x.extent(0), x.extent(1), x.extent(2)}); });
}

TEST(conformance, parts) {
  conform_each<all_types, 3>("slice", [](auto x) { return tenon::slice(x, 1, 1, 3); });
  conform_each<all_types, 3>("slice_empty", [](auto x) { return tenon::slice(x, 1, 2, 2); });
  conform_each<all_types, 3>("step", [](auto x) { return tenon::slice(x, 1, 0, 3, 2); });
  conform_each<all_types, 3>("step_last", [](auto x) { return tenon::slice(x, 2, 0, tenon::to_end, 3); });
}

template <tenon::element_type... T>
void paddings(types<T...>) {
  (conform<argument<T, 3>, argument<T, 0>>("pad." + std::string(tenon::name_of(T)), [](auto x, auto filler) { return tenon::pad(x, 2, 1, 2, filler); }), ...);
}

TEST(conformance, joining) {
  conform_each<all_types, 3, 3>("concatenate", [](auto a, auto b) { return tenon::concatenate(a, b, 1); });
  paddings(all_types{});
}

/// `name.f32.i64`: elements of one type, indices of another.
template <tenon::element_type Element, tenon::element_type... Index>
void takes(types<Index...>) {
  const auto named = [](std::string what, tenon::element_type index) { return what + '.' + std::string(name_of(Element)) + '.' + std::string(name_of(index)); };
  (conform<argument<Element, 2>, argument<Index, 2>>(named("take", Index), [](auto x, auto at) { return tenon::take(x, at); }), ...);
  (conform<argument<Element, 2>, argument<Index, 2>>(named("take_last", Index), [](auto x, auto at) { return tenon::take(x, at, 1); }), ...);
  if constexpr (Element != boolean)
    (conform<argument<Element, 2>, argument<Index, 2>, argument<Element, 3>>(
         named("scatter_add", Index), [](auto x, auto at, auto updates) { return tenon::scatter_add(x, at, updates); }), ...);
}
template <tenon::element_type... Element>
void takes_of(types<Element...>) {
  (takes<Element>(integers{}), ...);
}
TEST(conformance, indexing) { takes_of(all_types{}); }

TEST(conformance, places) {
  conform_each<numbers, 2>("iota0", [](auto like) { return tenon::iota(like, 0); });
  conform_each<numbers, 2>("iota1", [](auto like) { return tenon::iota(like, 1); });
}

TEST(conformance, random_bits) {
  conform<argument<i64, 0>, argument<f32, 1>>("random_bits1", [](auto seed, auto like) { return tenon::detail::random_bits(seed, like); });
  conform<argument<i64, 0>, argument<f32, 2>>("random_bits2", [](auto seed, auto like) { return tenon::detail::random_bits(seed, like); });
}

}  // namespace
