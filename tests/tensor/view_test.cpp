#include "tenon/tensor/tensor.hpp"

#include <gtest/gtest.h>

#include <array>
#include <iterator>
#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

namespace {

using namespace tenon;

using list2 = std::array<std::int64_t, 2>;
using list3 = std::array<std::int64_t, 3>;

static_assert(tensor_like<tensor<float, 3>> && tensor_like<const tensor<float, 3>&> && tensor_like<view<const float>> && tensor_like<strided_view<int, dyn>>);
static_assert(!tensor_like<float> && !tensor_like<std::vector<float>>);
static_assert(std::forward_iterator<decltype(std::declval<strided_view<int, dyn>>().begin())>);
static_assert(std::is_trivially_copy_constructible_v<view<float, dyn>> && std::is_trivially_copy_constructible_v<strided_view<float, dyn>>);
static_assert(sizeof(view<float, 3, 4>) == sizeof(void*) && sizeof(view<float, dyn, 4>) == 2 * sizeof(void*));

// Elements become const, never the other way; views of a tensor that is about to end can only be read.
static_assert(std::is_convertible_v<tensor<float, 2>&, view<float, 2>> && std::is_convertible_v<tensor<float, 2>&, view<const float, dyn>>);
static_assert(!std::is_constructible_v<view<float, 2>, const tensor<float, 2>&> && !std::is_constructible_v<view<float, 2>, view<const float, 2>>);
static_assert(!std::is_constructible_v<view<float, 2>, tensor<float, 2>> && std::is_convertible_v<tensor<float, 2>, view<const float, 2>>);
static_assert(std::is_convertible_v<view<float, 2>, strided_view<const float, dyn>> && !std::is_constructible_v<view<float, 2>, strided_view<float, 2>>);
static_assert(!std::is_convertible_v<view<float, dyn>, view<float, 2>> && std::is_constructible_v<view<float, 2>, view<float, dyn>>);
static_assert(!std::is_copy_assignable_v<view<const float, 2>> && std::is_copy_assignable_v<view<float, 2>>);

template <class T>
concept transposable = requires(T&& x) { std::forward<T>(x).transpose(); };
template <class T>
concept sliceable = requires(T&& x) { std::forward<T>(x).slice(0, 0, 1); };
static_assert(transposable<tensor<float, 2, 2>&> && transposable<const tensor<float, 2, 2>&> && !transposable<tensor<float, 2, 2>>);
static_assert(transposable<view<float, 2, 2>> && transposable<strided_view<float, 2, 2>>);
static_assert(sliceable<tensor<float, 2, 2>&> && !sliceable<tensor<float, 2, 2>> && sliceable<view<float, 2, 2>>);

constexpr tensor<int, 2, 3> constant{{1, 2, 3}, {4, 5, 6}};
static_assert(constant.transpose() == tensor<int, 3, 2>{{1, 4}, {2, 5}, {3, 6}});
static_assert(constant.flip(1).slice(1, 0, 2) == tensor<int, 2, 2>{{3, 2}, {6, 5}});
static_assert(constant.reshape(3, -1)(2, 1) == 6);

/// 0, 1, 2, ... in a shape.
template <class... I>
auto counted(I... extents) {
  tensor<int, detail::dyn_for<I>...> t(extents...);
  std::iota(t.begin(), t.end(), 0);
  return t;
}

TEST(view, from_pointer_span_and_tensor) {
  std::vector<float> numbers{1, 2, 3, 4, 5, 6};
  view<float, 2, 3> fixed(numbers.data());
  EXPECT_EQ(fixed(1, 0), 4);
  view<float, dyn, 3> dynamic(numbers.data(), 2, 3);
  EXPECT_EQ(dynamic, fixed);
  view deduced(numbers.data(), 3, 2);
  static_assert(std::is_same_v<decltype(deduced), view<float, dyn, dyn>>);
  EXPECT_EQ(deduced(2, 1), 6);
  const std::span<float> span(numbers);
  view of_span(span);
  static_assert(std::is_same_v<decltype(of_span), view<float, dyn>>);
  EXPECT_EQ(of_span.size(), 6);
  view<float, 3, dyn> shaped(span, 3, 2);
  EXPECT_EQ(shaped, deduced);
  tensor<float, 2, 2> t{{1, 2}, {3, 4}};
  view<const float, dyn, dyn> of_tensor = t;
  EXPECT_EQ(of_tensor.data(), t.data());
  view of_const = std::as_const(t);
  static_assert(std::is_same_v<decltype(of_const), view<const float, 2, 2>>);
}

TEST(view, assignment_writes_elements) {
  auto t = counted(2, 3);
  auto part = t.slice(1, 1, 3);
  part = tensor<int, 2, 2>{{7, 8}, {9, 10}};
  EXPECT_EQ(t, (tensor<int, 2, 3>{{0, 7, 8}, {3, 9, 10}}));
  t[0] = t[1];
  EXPECT_EQ(t(0, 1), 9);
  auto other = counted(2, 3);
  view a = t, b = other;
  a = b;
  EXPECT_EQ(t, other);
  EXPECT_NE(a.data(), b.data());
  a.rebind(b);
  EXPECT_EQ(a.data(), b.data());
  t.slice(0, 0, 1).fill(5);
  EXPECT_EQ(t, (tensor<int, 2, 3>{{5, 5, 5}, {3, 4, 5}}));
}

TEST(view, overlapping_assignment_is_right) {
  auto t = counted(6);
  t.slice(0, 1, 6) = t.slice(0, 0, 5);
  EXPECT_EQ(t, (tensor<int, 6>{0, 0, 1, 2, 3, 4}));
  t = counted(6);
  t.slice(0, 0, 5) = t.slice(0, 1, 6);
  EXPECT_EQ(t, (tensor<int, 6>{1, 2, 3, 4, 5, 5}));
  t = counted(6);
  t.as_view() = t.flip(0);
  EXPECT_EQ(t, (tensor<int, 6>{5, 4, 3, 2, 1, 0}));
  auto m = counted(3, 3);
  m.transpose() = m;
  EXPECT_EQ(m, (tensor<int, 3, 3>{{0, 3, 6}, {1, 4, 7}, {2, 5, 8}}));
}

TEST(view, slices) {
  auto t = counted(4, 5);
  auto s = t.slice(1, 1, 5, 2);
  EXPECT_EQ(s, (tensor<int, 4, 2>{{1, 3}, {6, 8}, {11, 13}, {16, 18}}));
  EXPECT_EQ(s.strides(), (list2{5, 2}));
  EXPECT_EQ(t.slice(0, -1), (tensor<int, 1, 5>{{15, 16, 17, 18, 19}}));
  EXPECT_EQ(t.slice(-1, 0, -4), (tensor<int, 4, 1>{{0}, {5}, {10}, {15}}));
  EXPECT_EQ(t.slice(0, 0, 4, 3).extents(), (list2{2, 5}));
  EXPECT_EQ(t.slice(0, 0, 4, 100).extents(), (list2{1, 5}));
  EXPECT_TRUE(t.slice(0, 4, 4).empty());
  EXPECT_TRUE(t.slice(0, 2, 2).empty());
  EXPECT_EQ(t.slice(0, 0, 3).slice(1, 1, 3)(2, 1), 12);
  tensor<int, 3, 4> fixed;
  static_assert(std::is_same_v<decltype(fixed.slice<0>(1)), strided_view<int, dyn, 4>>);
  static_assert(std::is_same_v<decltype(std::as_const(fixed).slice<-1>(1)), strided_view<const int, 3, dyn>>);
  EXPECT_EQ(fixed.slice<0>(1).extent(0), 2);
}

TEST(view, transpose_and_permute) {
  auto t = counted(2, 3, 4);
  EXPECT_EQ(t.transpose().extents(), (list3{2, 4, 3}));
  EXPECT_EQ(t.transpose()(1, 3, 2), t(1, 2, 3));
  auto p = t.permute(2, 0, 1);
  EXPECT_EQ(p.extents(), (list3{4, 2, 3}));
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 4; ++k) EXPECT_EQ(p(k, i, j), t(i, j, k));
  EXPECT_EQ(t.permute(-1, 0, 1), p);
  EXPECT_EQ((t.permute<2, 0, 1>()), p);
  tensor<int, 2, dim<"n">> named;
  static_assert(std::is_same_v<decltype(named.transpose()), strided_view<int, dim<"n">, 2>>);
  static_assert(std::is_same_v<decltype(named.permute<-1, 0>()), strided_view<int, dim<"n">, 2>>);
  auto line = counted(3);
  EXPECT_EQ(line.transpose(), line);
}

TEST(view, flip_has_negative_strides) {
  auto t = counted(2, 3);
  auto f = t.flip(-1);
  EXPECT_EQ(f.strides(), (list2{3, -1}));
  EXPECT_EQ(f, (tensor<int, 2, 3>{{2, 1, 0}, {5, 4, 3}}));
  EXPECT_EQ(f.flip(1), t);
  EXPECT_EQ(f.slice(1, 1, 3), (tensor<int, 2, 2>{{1, 0}, {4, 3}}));
  EXPECT_EQ(std::vector<int>(f.begin(), f.end()), (std::vector<int>{2, 1, 0, 5, 4, 3}));
  tensor<int, dyn> none;
  EXPECT_TRUE(none.flip(0).empty());
}

TEST(view, reshape) {
  auto t = counted(2, 6);
  EXPECT_EQ(t.reshape(3, 4)(2, 3), 11);
  EXPECT_EQ(t.reshape(-1).extent(0), 12);
  EXPECT_EQ(t.reshape(2, -1, 3).extents(), (list3{2, 2, 3}));
  static_assert(std::is_same_v<decltype(t.reshape<dyn, 4>()), view<int, dyn, 4>>);
  EXPECT_EQ((t.reshape<dyn, 4>().extent(0)), 3);
  static_assert(std::is_same_v<decltype(std::as_const(t).reshape<3, 4>()), view<const int, 3, 4>>);
  EXPECT_EQ(t.transpose().transpose().reshape(12), t.reshape(12));
  EXPECT_EQ(t.slice(0, 1, 2).reshape(2, 3)(1, 2), 11);
  tensor<int> one(4);
  EXPECT_EQ(one.reshape(1, 1)(0, 0), 4);
  auto alone = counted(1, 1);
  EXPECT_EQ(alone.reshape().item(), 0);
  auto none = counted(0, 3);
  EXPECT_EQ(none.reshape(3, 0).extents(), (list2{3, 0}));
}

TEST(view, broadcast_has_strides_of_zero) {
  tensor<int, dyn, 1> column{{1}, {2}};
  auto b = column.broadcast_to(3, 2, 4);
  static_assert(std::is_same_v<decltype(b), strided_view<const int, dyn, dyn, dyn>>);
  EXPECT_EQ(b.strides(), (list3{0, 1, 0}));
  EXPECT_EQ(std::accumulate(b.begin(), b.end(), 0), 3 * 4 * (1 + 2));
  tensor<int> one(7);
  EXPECT_EQ(one.broadcast_to(2, 2), (tensor<int, 2, 2>::filled(7)));
  static_assert(std::is_same_v<decltype(one.broadcast_to<2, 2>()), strided_view<const int, 2, 2>>);
  tensor<int, 1> single{1};
  EXPECT_TRUE(single.broadcast_to(0).empty());
  tensor<int, dyn, dyn> copy = b[1];
  EXPECT_EQ(copy, (tensor<int, 2, 4>{{1, 1, 1, 1}, {2, 2, 2, 2}}));
}

TEST(view, parts_of_strided_views) {
  auto t = counted(2, 3, 4);
  auto p = t.permute(1, 2, 0);
  static_assert(std::is_same_v<decltype(p[0]), strided_view<int, dyn, dyn>>);
  EXPECT_EQ(p[2][3][1], t(1, 2, 3));
  p[2][3][1] = -1;
  EXPECT_EQ(t(1, 2, 3), -1);
}

TEST(view, iteration_of_strided_views) {
  auto t = counted(3, 4);
  auto s = t.slice(0, 0, 3, 2).transpose();
  std::vector<int> seen;
  for (int x : s) seen.push_back(x);
  EXPECT_EQ(seen, (std::vector<int>{0, 8, 1, 9, 2, 10, 3, 11}));
  EXPECT_EQ(std::distance(s.begin(), s.end()), s.size());
  strided_view<int> scalar(t.data(), {}, {});
  EXPECT_EQ(std::vector<int>(scalar.begin(), scalar.end()), std::vector<int>{0});
  EXPECT_EQ(strided_view<int>(t.data() + 1, {}, {}).item(), 1);
}

TEST(view, parts_of_no_elements) {
  tensor<int, dyn, dyn> t(0, 3);
  EXPECT_EQ(t.slice(1, 1, 3).extents(), (list2{0, 2}));
  EXPECT_TRUE(t.flip(1).transpose().empty());
  t.slice(1, 1, 3) = t.slice(1, 0, 2);
  t.as_view() = t.flip(1);
  EXPECT_EQ(t.broadcast_to(2, 0, 3).size(), 0);
}

TEST(view, of_no_elements) {
  view<float, dyn, 3> none;
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(none.begin(), none.end());
  EXPECT_EQ(none, none);
  strided_view<float, dyn> nothing;
  EXPECT_TRUE(nothing.begin() == nothing.end());
  nothing.fill(1);
}

}  // namespace
