#include "tenon/tensor/tensor.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

// Without it the address sanitizer ends a process that asks for too much, instead of giving it no memory.
extern "C" const char* __asan_default_options() { return "allocator_may_return_null=1"; }

namespace {

using namespace tenon;

/// The text of the exception that f throws, of type Error.
template <class Error, class F>
std::string text_of(F f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

constexpr std::int64_t huge = std::int64_t{1} << 62;

TEST(errors, have_the_standard_bases) {
  static_assert(std::is_base_of_v<std::invalid_argument, shape_error> && std::is_base_of_v<std::out_of_range, index_error>);
  static_assert(std::is_base_of_v<std::bad_alloc, allocation_error> && std::is_base_of_v<std::runtime_error, file_error>);
  static_assert(std::is_nothrow_copy_constructible_v<allocation_error>);
  EXPECT_EQ(allocation_error(std::string(1000, 'x')).what(), std::string(255, 'x'));
}

TEST(errors, extents) {
  using batches = tensor<float, dim<"batch", 1, 512>, 3>;
  EXPECT_EQ(text_of<shape_error>([] { batches(600, 3); }),
            "tensor<f32, batch in [1, 512], 3>: extent 600 of axis 0 is outside of batch's bounds [1, 512]");
  EXPECT_EQ(text_of<shape_error>([] { tensor<float, dim<"n", 2>>(1); }),
            "tensor<f32, n in [2, unbounded]>: extent 1 of axis 0 is outside of n's bounds [2, unbounded]");
  EXPECT_EQ(text_of<shape_error>([] { batches(5, 4); }), "tensor<f32, batch in [1, 512], 3>: extent 4 of axis 1 is not the 3 of the type");
  EXPECT_EQ(text_of<shape_error>([] { tensor<bool, dyn>(-1); }), "tensor<bool, dyn>: extent -1 of axis 0 is negative");
  EXPECT_EQ(text_of<shape_error>([] { tensor<double, dim<"n">, dim<"n">>(3, 4); }),
            "tensor<f64, n, n>: axes 0 and 1 are both n but have extents 3 and 4");
  EXPECT_EQ(text_of<shape_error>([] { tensor<float, 3>(tensor<float, dyn>(4)); }),
            "tensor<f32, 3>: extent 4 of axis 0 is not the 3 of the type");
  std::vector<float> five(5);
  EXPECT_EQ(text_of<shape_error>([&] { view<float, 2, 2>{std::span(five)}; }),
            "view<f32, 2, 2> of shape [2, 2] from a span: it has 5 elements, not 4");
}

TEST(errors, nested_lists) {
  EXPECT_EQ(text_of<shape_error>([] { tensor<float, 2, 2>{{1, 2}, {3, 4, 5}}; }),
            "tensor<f32, 2, 2> from nested lists: a list along axis 1 has 3 elements, but 2 are expected");
  EXPECT_EQ(text_of<shape_error>([] { tensor<float, dyn, dyn>{{1, 2}, {3}}; }),
            "tensor<f32, dyn, dyn> from nested lists: a list along axis 1 has 1 elements, but 2 are expected");
  EXPECT_EQ(text_of<shape_error>([] { tensor<float, 3>{1, 2}; }),
            "tensor<f32, 3> from nested lists: a list along axis 0 has 2 elements, but 3 are expected");
}

TEST(errors, indices) {
  tensor<std::int32_t, dyn, 3> t(5, 3);
  EXPECT_EQ(text_of<index_error>([&] { t.at(1, 3); }), "at: index 3 is outside of axis 1 of extent 3 of tensor<i32, dyn, 3>");
  EXPECT_EQ(text_of<index_error>([&] { t.at(-1, 0); }), "at: index -1 is outside of axis 0 of extent 5 of tensor<i32, dyn, 3>");
  EXPECT_EQ(text_of<index_error>([&] { std::as_const(t).at(5u, 0); }), "at: index 5 is outside of axis 0 of extent 5 of tensor<i32, dyn, 3>");
  EXPECT_EQ(text_of<index_error>([&] { t.transpose().at(3, 0); }), "at: index 3 is outside of axis 0 of extent 3 of strided_view<i32, 3, dyn>");
  tensor<float, 1000> moved;
  const auto taken = std::move(moved);
  EXPECT_EQ(text_of<index_error>([&] { moved.at(0); }), "at: tensor<f32, 1000> was moved from and has no elements");
  EXPECT_EQ(text_of<index_error>([] { tensor<float, dyn>().at(0); }), "at: index 0 is outside of axis 0 of extent 0 of tensor<f32, dyn>");
  EXPECT_EQ(text_of<shape_error>([&] { t.item(); }), "item: tensor<i32, dyn, 3> of shape [5, 3] does not have one element");
}

TEST(errors, views) {
  tensor<float, 2, 3> t;
  EXPECT_EQ(text_of<shape_error>([&] { t.slice(2, 0, 1); }), "slice: axis 2 does not exist in shape [2, 3]");
  EXPECT_EQ(text_of<shape_error>([&] { t.slice(1, 1, 4); }), "slice: from 1 to 4 is not a range within extent 3 of axis 1 of shape [2, 3]");
  EXPECT_EQ(text_of<shape_error>([&] { t.slice(1, 2, 1); }), "slice: from 2 to 1 is not a range within extent 3 of axis 1 of shape [2, 3]");
  EXPECT_EQ(text_of<shape_error>([&] { t.slice(1, -4); }), "slice: from -4 to 3 is not a range within extent 3 of axis 1 of shape [2, 3]");
  EXPECT_EQ(text_of<shape_error>([&] { t.slice(0, 0, 2, 0); }), "slice: step 0 along axis 0 of shape [2, 3] is not at least 1");
  EXPECT_EQ(text_of<shape_error>([&] { t.permute(0, 0); }), "permute: axes [0, 0] name axis 0 of shape [2, 3] twice");
  EXPECT_EQ(text_of<shape_error>([&] { t.permute(0, 2); }), "permute: axis 2 does not exist in shape [2, 3]");
  EXPECT_EQ(text_of<shape_error>([&] { t.flip(-3); }), "flip: axis -3 does not exist in shape [2, 3]");
  EXPECT_EQ(text_of<shape_error>([&] { t.reshape(4, 2); }), "reshape: shape [2, 3] has 6 elements, but shape [4, 2] has 8");
  EXPECT_EQ(text_of<shape_error>([&] { t.reshape(4, -1); }), "reshape: the 6 elements of shape [2, 3] cannot be divided into shape [4, -1]");
  EXPECT_EQ(text_of<shape_error>([&] { t.reshape(-1, -1); }), "reshape: [-1, -1] is not a shape with at most one extent of -1");
  EXPECT_EQ(text_of<shape_error>([&] { t.transpose().reshape(6); }),
            "reshape: the elements of a view of shape [3, 2] with strides [1, 3] do not stand one after the other: copy them into a tensor first");
  EXPECT_EQ(text_of<shape_error>([&] { t.broadcast_to(4, 3); }),
            "broadcast_to: shape [2, 3] cannot become [4, 3], because extent 2 of axis 0 is neither 1 nor 4");
  EXPECT_EQ(text_of<shape_error>([&] { t.slice(0, 0, 1) = t; }),
            "assignment to strided_view<f32, dyn, dyn> of shape [1, 3]: the source has shape [2, 3]");
}

TEST(errors, allocation) {
  EXPECT_EQ(text_of<allocation_error>([] { tensor<float, dyn>(huge / 8); }),
            "tensor<f32, dyn> of shape [576460752303423488]: 2305843009213693952 bytes could not be allocated");
  EXPECT_EQ(text_of<allocation_error>([] { tensor<double, dyn, dyn>(huge, 4); }),
            "tensor<f64, dyn, dyn> of shape [4611686018427387904, 4]: its bytes exceed what can be addressed");
  EXPECT_THROW((tensor<float, dyn, dyn>(std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::max())), std::bad_alloc);
  EXPECT_EQ((tensor<float, dyn, dyn, dyn>(huge, 0, huge).extent(0)), huge);
}

TEST(errors, leave_the_tensor_as_it_was) {
  tensor<int, dim<"n", 1, 1 << 30>, dyn> t{{1, 2}, {3, 4}};
  const auto kept = t;
  const int* const data = t.data();
  EXPECT_THROW(t.resize(0, 2), shape_error);
  EXPECT_THROW(t.resize(1 << 30, huge), allocation_error);
  EXPECT_THROW(t.resize_for_overwrite({1 << 30, huge}), allocation_error);
  EXPECT_THROW(t.resize_for_overwrite({1 << 30, huge >> 33}), allocation_error);
  EXPECT_THROW(t.at(2, 0), index_error);
  EXPECT_THROW((t = tensor<int, dyn, dyn>(0, 2)), shape_error);
  EXPECT_EQ(t, kept);
  EXPECT_EQ(t.data(), data);
}

}  // namespace
