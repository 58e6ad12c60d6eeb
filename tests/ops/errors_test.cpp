#include <gtest/gtest.h>

#include <string>

#include "tenon/ops/composite.hpp"
#include "tenon/ops/einsum.hpp"
#include "tenon/ops/gradient.hpp"
#include "tenon/ops/random.hpp"
#include "tenon/ops/sorting.hpp"

namespace {

using namespace tenon;
using enum element_type;

constexpr int unknown = -1;

/// Makes inputs of a graph: in({2, unknown}, i32).
struct inputs {
  graph& g;

  value operator()(std::initializer_list<int> extents, element_type type = f32) const {
    shape s;
    for (int n : extents)
      s.push_back(n == unknown ? g.arithmetic().intern({.kind = symbol_kind::input_extent, .a = g.inputs.size(), .b = s.rank}) : extent{n});
    return {&g, g.add_input({.type = type, .shape = g.intern(s)})};
  }
};

/// What capturing f notes, without " at line N".
template <class F>
std::string error_of(F f) {
  graph g;
  f(inputs{g});
  std::string text(g.error.view());
  const auto at = text.find(" at line ");
  if (at != std::string::npos) text.erase(at, text.find(':', at) - at);
  return text;
}

TEST(errors, name_the_line) {
  graph g;
  const inputs in{g};
  const int line = __LINE__ + 1;
  add(in({32, 3}), in({4}));
  EXPECT_EQ(g.error.view(), "add at line " + std::to_string(line) + ": shapes [32, 3] and [4] do not broadcast: counted from the last axis, extents must be equal or 1");
}

TEST(errors, keep_the_first) {
  EXPECT_EQ(error_of([](inputs in) { sum(softmax(in({3}), 4), 5); }), "softmax: axis 4 does not exist in [3], whose axes are -1 to 0");
}

TEST(errors, pointwise) {
  EXPECT_EQ(error_of([](inputs in) { bit_and(in({3}), in({3})); }), "bit_and: the operand is f32, expected integers or bool");
  EXPECT_EQ(error_of([](inputs in) { negate(in({3}, boolean)); }), "negate: the operand is bool, expected numbers");
  EXPECT_EQ(error_of([](inputs in) { where(in({3}), in({4}), 1); }),
            "where: shapes [3] and [4] do not broadcast: counted from the last axis, extents must be equal or 1");
}

TEST(errors, sorting) {
  EXPECT_EQ(error_of([](inputs in) { sort(in({2, 3}), 2); }), "sort: axis 2 does not exist in [2, 3], whose axes are -2 to 1");
  EXPECT_EQ(error_of([](inputs in) { argsort(in({})); }), "argsort: axis -1 does not exist in [], which has no axes");
  EXPECT_EQ(error_of([](inputs in) { sort_with_indices(in({3}), 1); }), "argsort: axis 1 does not exist in [3], whose axes are -1 to 0");
  EXPECT_EQ(error_of([](inputs in) { topk(in({2, 3}), 4); }), "topk: 4 elements are wanted of axis 1 in [2, 3]");
  EXPECT_EQ(error_of([](inputs in) { topk(in({2, unknown}), -1); }), "topk: -1 elements are wanted of axis 1 in [2, extent 1 of argument 0]");
  EXPECT_EQ(error_of([](inputs in) { bincount(in({3}), 2); }), "bincount: indices are f32, expected integers");
  EXPECT_EQ(error_of([](inputs in) { bincount(in({}, i32), 2); }), "bincount: [] has no axis along which to count");
  EXPECT_EQ(error_of([](inputs in) { bincount(in({3}, i32), -2); }), "bincount: the number of classes is negative for indices [3]");
  EXPECT_EQ(error_of([](inputs in) { bincount(in({3}, i32), 2, in({4})); }), "bincount: weights must have the shape of the indices [3]");
}

TEST(errors, contraction) {
  EXPECT_EQ(error_of([](inputs in) { matmul(in({32, 128}), in({64, 10})); }), "matmul(a, b): a is [32, 128], b is [64, 10]; inner extents 128 and 64 differ");
  EXPECT_EQ(error_of([](inputs in) { matmul(in({}), in({64, 10})); }), "matmul(a, b): a is [], b is [64, 10]; both must have at least one axis");
  EXPECT_EQ(error_of([](inputs in) { matmul(in({2, 3, 4}), in({3, 4, 5})); }), "matmul(a, b): a is [2, 3, 4], b is [3, 4, 5]; batch extents do not broadcast");
  EXPECT_EQ(error_of([](inputs in) { linear(in({2, 3}), in({4, 5})); }), "linear(a, b): a is [2, 3], b is [4, 5]; the last extents must be equal");
  EXPECT_EQ(error_of([](inputs in) { linear(in({2, 3}), in({3})); }),
            "linear(a, b): a is [2, 3], b is [3]; a must have at least one axis and b (the weight) two, [out, in]");
}

TEST(errors, einsum) {
  const std::string named_once = "einsum(a, b): a is [2, 3], b is [3, 4]; the formula must name each axis once, as in \"bij,bjk->bik\"";
  for (const char* formula : {"ij,jk", "ii,jk->ik", "ij,jk->ix", "ijk,jk->i", "i1,jk->i", ""})
    EXPECT_EQ(error_of([&](inputs in) { einsum(formula, in({2, 3}), in({3, 4})); }), named_once) << formula;
  EXPECT_EQ(error_of([](inputs in) { einsum("ij,jk->ik", in({2, 3}), in({4, 3})); }), "einsum(a, b): a is [2, 3], b is [4, 3]; j is 3 in a and 4 in b");
}

TEST(errors, axes) {
  EXPECT_EQ(error_of([](inputs in) { sum(in({2, 3}), 2); }), "sum: axis 2 does not exist in [2, 3], whose axes are -2 to 1");
  EXPECT_EQ(error_of([](inputs in) { softmax(in({})); }), "softmax: axis -1 does not exist in [], which has no axes");
  EXPECT_EQ(error_of([](inputs in) { flip(in({2, unknown}), 5); }), "flip: axis 5 does not exist in [2, extent 1 of argument 0], whose axes are -2 to 1");
  EXPECT_EQ(error_of([](inputs in) { argmax(in({0, 3}), 0); }), "argmax: the axis has no elements in [0, 3]");
}

TEST(errors, shapes) {
  EXPECT_EQ(error_of([](inputs in) { reshape(in({2, 3}), {4, 2}); }), "reshape: [2, 3] cannot become [4, 2]: they have different numbers of elements");
  EXPECT_EQ(error_of([](inputs in) { reshape(in({2, 3}), {4, -1}); }), "reshape: [2, 3] cannot become [4, -1]: no extent in place of -1 gives as many elements");
  EXPECT_EQ(error_of([](inputs in) { reshape(in({0, 3}), {-2, 3}); }), "reshape: [0, 3] cannot become a shape with a negative extent; -1 stands for what is left over");
  EXPECT_EQ(error_of([](inputs in) { broadcast_to(in({1, 3}), {-2, 3}); }), "broadcast_to: [1, 3] does not broadcast to a negative extent; -1 stands for the extent that an axis has");
  EXPECT_EQ(error_of([](inputs in) { broadcast_to(in({1, 3}), {-1, 1, 3}); }), "broadcast_to: a new axis needs an extent, not -1, in the shape to broadcast [1, 3] to");
  EXPECT_EQ(error_of([](inputs in) { broadcast_to(in({1, 3}), {4, -1, 3}); }), "");
  EXPECT_EQ(error_of([](inputs in) { unsqueeze(in({1, 1, 1, 1, 1, 1, 1, 2}), 0); }), "reshape: [1, 1, 1, 1, 1, 1, 1, 2] cannot have more than 8 axes");
  EXPECT_EQ(error_of([](inputs in) { one_hot(in({1, 1, 1, 1, 1, 1, 1, 2}, i32), 3); }), "one_hot: [1, 1, 1, 1, 1, 1, 1, 2] cannot have more than 8 axes");
  EXPECT_EQ(error_of([](inputs in) { one_hot(in({2}, i32), -3); }), "one_hot: the number of classes is negative for indices [2]");
  EXPECT_EQ(error_of([](inputs in) { sum(in({2, 3}), {0, 0, 0, 0, 0, 0, 0, 0, 0}); }), "sum: more axes are named than [2, 3] can have");
  EXPECT_EQ(error_of([](inputs in) { random_uniform(in({2}, i64), in({2})); }), "random_bits: the seed is i64[2], expected an integer of rank 0");
  EXPECT_EQ(error_of([](inputs in) { random_uniform(0.5, in({2})); }), "random_bits: the seed is f64[], expected an integer of rank 0");
  EXPECT_EQ(error_of([](inputs in) { random_uniform(7, flip(in({2}), 9)); }), "flip: axis 9 does not exist in [2], whose axes are -1 to 0");
  EXPECT_EQ(error_of([](inputs in) { layer_norm(in({2, 3}), in({3})); }), "layer_norm: epsilon must be a number, not a tensor");
  EXPECT_EQ(error_of([](inputs in) { reshape(in({2, 3}), {-1, -1}); }), "reshape: only one of the extents that [2, 3] is to have may be -1");
  EXPECT_EQ(error_of([](inputs in) { permute(in({2, 3}), {0, 0}); }), "permute: the order must name each axis of [2, 3] once");
  EXPECT_EQ(error_of([](inputs in) { broadcast_to(in({2, 3}), {2, 4}); }), "broadcast_to: [2, 3] does not broadcast to the wanted shape: each extent must be equal or 1");
  EXPECT_EQ(error_of([](inputs in) { broadcast_to(in({2, 3}), {3}); }), "broadcast_to: the shape to broadcast to has fewer axes than [2, 3]");
  EXPECT_EQ(error_of([](inputs in) { reshape(in({2, 3}), {1, 1, 1, 1, 1, 1, 1, 2, 3}); }), "reshape: [2, 3] cannot have more than 8 axes");
  EXPECT_EQ(error_of([](inputs in) { broadcast_to(in({2, 3}), axes<1, 1, 1, 1, 1, 1, 1, 1, 2, 3>); }), "broadcast_to: [2, 3] cannot have more than 8 axes");
  EXPECT_EQ(error_of([](inputs in) { reshape(in({2, 3}), {1, 1, 1, 1, 1, 1, 2, 3}); }), "");
  EXPECT_EQ(error_of([](inputs in) { squeeze(in({2, 3}), 0); }), "reshape: squeeze needs an extent of 1 in [2, 3]");
  EXPECT_EQ(error_of([](inputs in) { concatenate(in({2, 3}), in({2, 4}), 0); }),
            "concatenate: [2, 3] and [2, 4] must agree in all axes but the one along which they are joined");
}

TEST(errors, parts) {
  EXPECT_EQ(error_of([](inputs in) { slice(in({2, 3}), 0, 0, 1, 0); }), "slice: the step of a slice of [2, 3] must be at least 1 (flip reverses an axis)");
  EXPECT_EQ(error_of([](inputs in) { slice(in({unknown}), 0, -2); }), "slice: places of a dynamic axis are counted from the front, in a slice of [extent 0 of argument 0]");
  EXPECT_EQ(error_of([](inputs in) { pad(in({2, 3}), 0, -1, 0); }), "pad: the padding of [2, 3] must not be negative");
  EXPECT_EQ(error_of([](inputs in) { pad(in({2, 3}), 0, 1, 0, in({2})); }), "pad: the filler of the padding of [2, 3] must have rank 0");
}

TEST(errors, indexing) {
  EXPECT_EQ(error_of([](inputs in) { take(in({2, 3}), in({3})); }), "take: indices are f32, expected integers");
  EXPECT_EQ(error_of([](inputs in) { one_hot(in({3}), 4); }), "one_hot: indices are f32, expected integers");
  EXPECT_EQ(error_of([](inputs in) { take(in({2, 3}), in({1, 1, 1, 1, 1, 1, 1, 1}, i32)); }), "take: taking from [2, 3] gives more axes than a tensor can have");
  EXPECT_EQ(error_of([](inputs in) { scatter_add(in({2, 3}), in({3}, i32), in({2, 3})); }), "scatter_add: updates are [2, 3], expected [3, 3], which take would give");
}

TEST(errors, normalizations_and_losses) {
  EXPECT_EQ(error_of([](inputs in) { layer_norm(in({3, 4}), in({3}), in({4})); }), "layer_norm: the weight is [3], expected the extents of the last axes of [3, 4]");
  EXPECT_EQ(error_of([](inputs in) { layer_norm(in({3, 4}), in({4}), in({3})); }), "layer_norm: the bias is [3], expected the extents of the last axes of [3, 4]");
  EXPECT_EQ(error_of([](inputs in) { rms_norm(in({3, 4}), in({2, 3, 4})); }), "rms_norm: the weight is [2, 3, 4], expected the extents of the last axes of [3, 4]");
  EXPECT_EQ(error_of([](inputs in) { cross_entropy(in({3, 4}), in({4}, i32)); }),
            "cross_entropy: logits are [3, 4], the target is i32[4]; expected integers without the last axis, or probabilities of the logits' shape");
  EXPECT_EQ(error_of([](inputs in) { mse_loss(in({3}), in({4})); }),
            "subtract: shapes [3] and [4] do not broadcast: counted from the last axis, extents must be equal or 1");
}

TEST(errors, gradients) {
  EXPECT_EQ(error_of([](inputs in) { grad([](value x) { return x * x; })(in({3})); }),
            "grad: the function gives f32[3], expected one floating number (reduce it with sum or mean)");
  EXPECT_EQ(error_of([](inputs in) { grad([](value x) { return sum(x * 0.5); })(in({3}, i32)); }),
            "grad: the argument is i32[3], and only floating numbers have derivatives");
}

}  // namespace
