#include "support/loops.hpp"
#include "tenon/tenon.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

template <class X>
void add_own_transpose(X x) {
  set_numbers(x);
  const X before = x;
  x = x + transpose(x);
  EXPECT_TRUE(has(x, [&](auto i, auto j) { return before(i, j) + before(j, i); }, 0));
  set_numbers(x);
  x = x.transpose() - x;
  EXPECT_TRUE(has(x, [&](auto i, auto j) { return before(j, i) - before(i, j); }, 0));
}

TEST(alias, transposed) {
  add_own_transpose(tensor<float, 5, 5>());
  add_own_transpose(tensor<float, 40, 40>());
  add_own_transpose(tensor<float, dyn, dyn>(67, 67));
}

TEST(alias, shape_changes) {
  auto x = numbered<tensor<float, dyn, dyn>>(0, 3, 8);
  const auto before = x;
  x = transpose(x) * 2.f;
  EXPECT_EQ(x.extent(0), 8);
  EXPECT_TRUE(has(x, [&](auto i, auto j) { return before(j, i) * 2; }, 0));
  auto y = numbered<tensor<float, dyn>>(0, 10);
  const auto whole = y;
  y = y.slice(0, 3, 9) + 1.f;
  EXPECT_EQ(y.extent(0), 6);
  EXPECT_TRUE(has(y, [&](auto i) { return whole(i + 3) + 1; }, 0));
}

TEST(alias, overlapping_views) {
  for (int shift : {1, 5, 16, 33}) {
    auto x = numbered<tensor<float, dyn>>(0, 100);
    const auto before = x;
    x.slice(0, shift, 100) = x.slice(0, 0, 100 - shift) * 2.f;
    EXPECT_TRUE(has(x, [&](auto i) { return i < shift ? before(i) : before(i - shift) * 2; }, 0)) << shift;
    x = before;
    x.slice(0, 0, 100 - shift) = x.slice(0, shift, 100) * 2.f;
    EXPECT_TRUE(has(x, [&](auto i) { return i >= 100 - shift ? before(i) : before(i + shift) * 2; }, 0)) << shift;
    x = before;
    view<float, dyn> part(x.data() + shift, 100 - shift), front(x.data(), 100 - shift);
    part = front + part;
    EXPECT_TRUE(has(x, [&](auto i) { return i < shift ? before(i) : before(i - shift) + before(i); }, 0)) << shift;
  }
}

TEST(alias, reversed_in_place) {
  auto x = numbered<tensor<float, dyn>>(0, 77);
  const auto before = x;
  x = x.flip(0) * 1.f;
  EXPECT_TRUE(has(x, [&](auto i) { return before(76 - i); }, 0));
  x = flip(x, axes<0>);
  EXPECT_TRUE(has(x, [&](auto i) { return before(i); }, 0));
}

}  // namespace
