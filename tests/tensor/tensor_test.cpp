#include "tenon/tensor/tensor.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <type_traits>
#include <vector>

namespace {

using namespace tenon;

// Small tensors hold their elements and nothing else.
static_assert(sizeof(tensor<float, 3>) == 16 && alignof(tensor<float, 3>) == 16);
static_assert(sizeof(tensor<float>) == 4 && sizeof(tensor<bool, 1>) == 1);
static_assert(sizeof(tensor<float, 4, 4>) == 64 && alignof(tensor<float, 4, 4>) == 64);
static_assert(sizeof(tensor<float, 128>) == 512 && alignof(tensor<float, 128>) == 64);
static_assert(tensor<float, 128>::is_inline && !tensor<float, 129>::is_inline);
static_assert(tensor<double, 64>::is_inline && !tensor<double, 65>::is_inline);
static_assert(std::is_trivially_copyable_v<tensor<float, 3, 3>> && std::is_trivially_destructible_v<tensor<float, 3, 3>>);
static_assert(sizeof(tensor<float, 1000>) == 2 * sizeof(void*));
static_assert(sizeof(tensor<float, dyn, 3>) == 2 * sizeof(void*) + 8);

static_assert(std::is_nothrow_move_constructible_v<tensor<float, dyn>> && std::is_nothrow_move_assignable_v<tensor<float, dyn>>);
static_assert(std::is_nothrow_move_constructible_v<tensor<float, 1000>> && std::is_nothrow_swappable_v<tensor<float, 1000>>);
static_assert(std::is_nothrow_default_constructible_v<tensor<float, dyn>> && std::is_nothrow_default_constructible_v<tensor<float, 3>>);
static_assert(!std::is_nothrow_default_constructible_v<tensor<float, 1000>>);

// Conversions are implicit where no extent can be wrong, explicit where one may, absent where one must.
static_assert(std::is_convertible_v<tensor<float, 3>, tensor<float, dyn>>);
static_assert(std::is_convertible_v<tensor<float, 3>, tensor<float, dim<"n", 1, 4>>>);
static_assert(!std::is_convertible_v<tensor<float, dyn>, tensor<float, 3>> && std::is_constructible_v<tensor<float, 3>, tensor<float, dyn>>);
static_assert(!std::is_constructible_v<tensor<float, 3>, tensor<float, 4>>);
static_assert(!std::is_constructible_v<tensor<float, dim<"n", 1, 2>>, tensor<float, 3>>);
static_assert(!std::is_constructible_v<tensor<float, 3>, tensor<double, 3>> && !std::is_constructible_v<tensor<float, 3>, tensor<float, 3, 1>>);
static_assert(!std::is_convertible_v<tensor<float, dim<"a">>, tensor<float, dim<"b">>>);
static_assert(std::is_constructible_v<tensor<float, dim<"b">>, tensor<float, dim<"a">>>);
static_assert(std::is_convertible_v<tensor<float, 3>, tensor<float, std::int64_t{3}>>);
// Extents in parentheses are for types that do not fix them.
static_assert(!std::is_constructible_v<tensor<float, 3>, int>);

// In constant evaluation.
constexpr tensor<int, 2, 3> constant{{1, 2, 3}, {4, 5, 6}};
static_assert(constant(1, 2) == 6 && constant.at(0, 1) == 2 && constant[1][0] == 4 && constant.size() == 6 && constant.rank() == 2);
static_assert(constant == tensor<int, 2, 3>{{1, 2, 3}, {4, 5, 6}} && constant != tensor<int, 2, 3>());
static_assert(tensor<int, 2>::filled(7)(1) == 7 && tensor<int>(5).item() == 5);

TEST(tensor, default_construction) {
  EXPECT_EQ((tensor<float, 2, 3>()), (tensor<float, 2, 3>{{0, 0, 0}, {0, 0, 0}}));
  const tensor<double, 100> on_heap;
  EXPECT_FALSE(on_heap.empty());
  for (double x : on_heap) EXPECT_EQ(x, 0);
  const tensor<float, dyn, 3> dynamic;
  EXPECT_TRUE(dynamic.empty());
  EXPECT_EQ(dynamic.extent(0), 0);
  EXPECT_EQ(dynamic.extent(1), 3);
  EXPECT_EQ(dynamic.data(), nullptr);
  EXPECT_EQ((tensor<float, dim<"n", 1, 4>>().size()), 0);
}

TEST(tensor, rank_zero) {
  tensor<float> s = 3.f;
  EXPECT_EQ(s.rank(), 0);
  EXPECT_EQ(s.size(), 1);
  EXPECT_EQ(s(), 3);
  EXPECT_EQ(s.item(), 3);
  s() = 4;
  EXPECT_EQ(s.at(), 4);
  EXPECT_EQ(std::accumulate(s.begin(), s.end(), 0.f), 4);
  EXPECT_EQ(s, tensor<float>(4.f));
  EXPECT_EQ(s.extents().size(), 0u);
}

TEST(tensor, extents_in_parentheses_values_in_braces) {
  const tensor<float, dyn, 3> t(5, 3);
  EXPECT_EQ(t.extents(), (std::array<std::int64_t, 2>{5, 3}));
  EXPECT_EQ(t.strides(), (std::array<std::int64_t, 2>{3, 1}));
  EXPECT_EQ(t.size(), 15);
  for (float x : t) EXPECT_EQ(x, 0);
  EXPECT_EQ((tensor<int, dyn>(4).size()), 4);
  EXPECT_EQ((tensor<int, dyn>{4}.size()), 1);
  EXPECT_EQ((tensor<int, dyn>{4}(0)), 4);
  EXPECT_EQ((tensor<int, dyn, dyn>{{1, 2, 3}}).extents(), (std::array<std::int64_t, 2>{1, 3}));
  EXPECT_EQ((tensor<int, dyn, 2>{}).size(), 0);
}

TEST(tensor, nested_lists_of_any_rank) {
  const tensor<int, 2, 2, 2> t{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
  for (int i = 0; i < 8; ++i) EXPECT_EQ(t(i / 4, i / 2 % 2, i % 2), i + 1);
  const tensor<int, 1, 1, 1, 2> four{{{{1, 2}}}};
  EXPECT_EQ(four(0, 0, 0, 1), 2);
  const tensor<bool, dyn> flags{true, false, true};
  EXPECT_TRUE(flags(0) && !flags(1) && flags(2));
}

TEST(tensor, deduction) {
  tensor vector = {1.f, 2.f, 3.f};
  tensor matrix = {{1.f, 2.f}, {3.f, 4.f}, {5.f, 6.f}};
  tensor row = {{1.0, 2.0}};
  tensor cube = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}, {{9, 10}, {11, 12}}};
  static_assert(std::is_same_v<decltype(vector), tensor<float, 3>>);
  static_assert(std::is_same_v<decltype(matrix), tensor<float, 3, 2>>);
  static_assert(std::is_same_v<decltype(row), tensor<double, 1, 2>>);
  static_assert(std::is_same_v<decltype(cube), tensor<int, 3, 2, 2>>);
  EXPECT_EQ(vector(2), 3);
  EXPECT_EQ(matrix(2, 0), 5);
  EXPECT_EQ(cube(2, 1, 1), 12);
  tensor copy = matrix;
  static_assert(std::is_same_v<decltype(copy), tensor<float, 3, 2>>);
  tensor turned = matrix.transpose();
  static_assert(std::is_same_v<decltype(turned), tensor<float, 2, 3>>);
  EXPECT_EQ(turned(0, 2), 5);
  tensor part = std::as_const(matrix)[1];
  static_assert(std::is_same_v<decltype(part), tensor<float, 2>>);
  EXPECT_EQ(part(0), 3);
}

TEST(tensor, uninitialized_filled_and_with_extents) {
  tensor<float, dyn, dyn> t(uninitialized, 3, 4);
  t.fill(2);
  EXPECT_EQ(t, (tensor<float, dyn, dyn>::filled(2, 3, 4)));
  tensor<float, 3, 4> fixed(uninitialized);
  fixed.fill(2);
  EXPECT_EQ(t, fixed);
  EXPECT_EQ((tensor<float, 3, 4>::filled(2)), fixed);
  EXPECT_EQ((tensor<int, dyn, 2>::with_extents({4, 2})), (tensor<int, dyn, 2>(4, 2)));
  EXPECT_EQ((tensor<int, 2>::with_extents({2})), (tensor<int, 2>()));
}

TEST(tensor, fill_with_an_own_element) {
  tensor<int, dyn> t{3, 1, 2};
  t.fill(t(2));
  EXPECT_EQ(t, (tensor<int, 3>{2, 2, 2}));
}

TEST(tensor, heap_storage_is_aligned) {
  for (int n : {1, 7, 16, 1000, 100003}) {
    const tensor<float, dyn> t(n);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(t.data()) % storage_alignment, 0u);
  }
  std::vector<tensor<float, 4, 4>> inside(3);
  for (const auto& t : inside) EXPECT_EQ(reinterpret_cast<std::uintptr_t>(t.data()) % 64, 0u);
}

template <class T>
class copy_and_move : public testing::Test {};
using kinds = testing::Types<tensor<int, 6>, tensor<int, dyn>, tensor<int, 600>, tensor<int, dim<"n", 1, 1000>>>;
TYPED_TEST_SUITE(copy_and_move, kinds);

template <class T>
T counted() {
  T t(uninitialized, std::array<std::int64_t, 1>{T::is_static ? T::specs[0].minimum : 6});
  std::iota(t.begin(), t.end(), 1);
  return t;
}

TYPED_TEST(copy_and_move, copies_are_apart) {
  const TypeParam a = counted<TypeParam>();
  TypeParam b = a;
  EXPECT_EQ(a, b);
  EXPECT_NE(a.data(), b.data());
  b(2) = -1;
  EXPECT_EQ(a(2), 3);
  EXPECT_NE(a, b);
  b = a;
  EXPECT_EQ(a, b);
  const TypeParam& alias = b;
  b = alias;
  EXPECT_EQ(a, b);
}

TYPED_TEST(copy_and_move, moving_leaves_the_source_usable) {
  TypeParam a = counted<TypeParam>();
  const TypeParam kept = a;
  TypeParam b = std::move(a);
  EXPECT_EQ(b, kept);
  if (!TypeParam::is_inline) {
    EXPECT_TRUE(a.empty());
    EXPECT_EQ(a.data(), nullptr);
    EXPECT_EQ(a.begin(), a.end());
    const TypeParam nothing = a;
    EXPECT_TRUE(nothing.empty());
    EXPECT_EQ(nothing, a);
    EXPECT_NE(nothing, kept);
    b = nothing;
    EXPECT_TRUE(b.empty());
    b = kept;
  }
  a = b;
  EXPECT_EQ(a, kept);
  TypeParam c;
  c = std::move(a);
  EXPECT_EQ(c, kept);
}

TYPED_TEST(copy_and_move, self_move_and_swap) {
  TypeParam a = counted<TypeParam>();
  const TypeParam kept = a;
  TypeParam& alias = a;
  a = std::move(alias);
  EXPECT_EQ(a, kept);
  a.swap(alias);
  EXPECT_EQ(a, kept);
  TypeParam b = kept;
  b.fill(9);
  swap(a, b);
  EXPECT_EQ(b, kept);
  EXPECT_EQ(a(1), 9);
}

TEST(tensor, iteration_is_row_major) {
  tensor<int, dyn, dyn> t(3, 2);
  std::iota(t.begin(), t.end(), 0);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 2; ++j) EXPECT_EQ(t(i, j), 2 * i + j);
  EXPECT_EQ(std::vector<int>(t.begin(), t.end()), (std::vector<int>{0, 1, 2, 3, 4, 5}));
}

TEST(tensor, brackets_give_elements_or_parts) {
  tensor<int, dyn, 3> t{{1, 2, 3}, {4, 5, 6}};
  auto row = t[1];
  static_assert(std::is_same_v<decltype(row), view<int, 3>>);
  row[2] = 9;
  EXPECT_EQ(t(1, 2), 9);
  t[0] = t[1];
  EXPECT_EQ(t, (tensor<int, 2, 3>{{4, 5, 9}, {4, 5, 9}}));
  tensor<int, 2> v{1, 2};
  v[std::size_t{1}] = 7;
  EXPECT_EQ(v(1), 7);
  static_assert(std::is_same_v<decltype(std::as_const(v)[0]), const int&>);
}

TEST(tensor, resize_keeps_elements_at_their_indices) {
  tensor<int, dyn, dyn> t{{1, 2, 3}, {4, 5, 6}};
  t.resize(3, 2);
  EXPECT_EQ(t, (tensor<int, 3, 2>{{1, 2}, {4, 5}, {0, 0}}));
  t.resize(1, 4);
  EXPECT_EQ(t, (tensor<int, 1, 4>{{1, 2, 0, 0}}));
  t.resize(0, 4);
  EXPECT_TRUE(t.empty());
  t.resize(1, 1);
  EXPECT_EQ(t.item(), 0);
}

TEST(tensor, resize_for_overwrite_reuses_memory) {
  tensor<int, dyn, 4> t(10, 4);
  const int* const before = t.data();
  t.resize_for_overwrite({2, 4});
  t.resize_for_overwrite({10, 4});
  EXPECT_EQ(t.data(), before);
  const tensor<int, dyn, 4> small(3, 4);
  t = small;
  EXPECT_EQ(t.data(), before);
  EXPECT_EQ(t.extent(0), 3);
}

TEST(tensor, conversions_keep_the_elements) {
  const tensor<int, 2, 2> fixed{{1, 2}, {3, 4}};
  const tensor<int, dyn, dim<"n", 1, 5>> dynamic = fixed;
  EXPECT_EQ(dynamic, fixed);
  EXPECT_EQ((tensor<int, 2, 2>(dynamic)), fixed);
  tensor<int, dyn, dyn> assigned;
  assigned = dynamic;
  EXPECT_EQ(assigned, fixed);
  assigned = fixed.transpose();
  EXPECT_EQ(assigned, (tensor<int, 2, 2>{{1, 3}, {2, 4}}));
}

TEST(tensor, assignment_from_a_view_of_itself) {
  tensor<int, dyn, dyn> square{{1, 2}, {3, 4}};
  square = square.transpose();
  EXPECT_EQ(square, (tensor<int, 2, 2>{{1, 3}, {2, 4}}));
  tensor<int, dyn, dyn> oblong{{1, 2, 3}, {4, 5, 6}};
  oblong = oblong.transpose();
  EXPECT_EQ(oblong, (tensor<int, 3, 2>{{1, 4}, {2, 5}, {3, 6}}));
  oblong = oblong.slice(0, 1, 3);
  EXPECT_EQ(oblong, (tensor<int, 2, 2>{{2, 5}, {3, 6}}));
  tensor<int, 3, 3> inside{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  inside = inside.transpose();
  EXPECT_EQ(inside(0, 2), 7);
}

/// What a tensor asks of an expression: 0, 1, 2, ... for as many elements as wanted.
struct counting {
  std::int64_t count;
  template <class D>
  void evaluate_into(D& destination) const {
    if constexpr (D::owns_elements) destination.resize_for_overwrite({count});
    std::iota(destination.begin(), destination.end(), 0);
  }
};
static_assert(std::is_convertible_v<counting, tensor<int, dyn>>);

TEST(tensor, takes_the_value_of_an_expression) {
  tensor<int, dyn> t = counting{3};
  EXPECT_EQ(t, (tensor<int, 3>{0, 1, 2}));
  t = counting{2};
  EXPECT_EQ(t, (tensor<int, 2>{0, 1}));
  tensor<int, 4> fixed;
  fixed.slice(0, 1, 4) = counting{3};
  EXPECT_EQ(fixed, (tensor<int, 4>{0, 0, 1, 2}));
}

TEST(tensor, of_fixed_extents_of_zero) {
  tensor<float, 0, 3> none;
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(none.begin(), none.end());
  EXPECT_EQ(none, none);
  none.fill(1);
  tensor<float, dyn, 3> dynamic(0, 3);
  EXPECT_EQ(dynamic, none);
  EXPECT_NE(dynamic, (tensor<float, dyn, 3>(1, 3)));
}

}  // namespace
