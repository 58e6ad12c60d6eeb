// How many kernels become of what a user writes. All of it is checked while this file is being compiled.

#include <gtest/gtest.h>

#include <utility>

#include "tenon/compile.hpp"

namespace tenon::test {
namespace {

using matrix = tensor<float, 64, 128>;
using square_matrix = tensor<float, 64, 64>;
using row = tensor<float, 128>;
using column = tensor<float, 64>;
using scalar = tensor<float>;
using places = tensor<std::int64_t, 64>;
using any_matrix = tensor<float, dyn, dyn>;
using batch = tensor<float, dim<"batch", 1, 512>, 128>;

template <class F, class... A>
inline constexpr int kernels_of = plan_of<F, A...>.kernels.size();

// ---- pointwise

struct gelu_chain {
  constexpr value operator()(value a, value b, value c) const { return gelu(a * b + c, by_tanh) * sigmoid(a) + b; }
};
static_assert(kernels_of<gelu_chain, matrix, matrix, matrix> == 1);
static_assert(kernels_of<gelu_chain, batch, batch, batch> == 1);
static_assert(kernels_of<gelu_chain, matrix, row, scalar> == 1);

struct where_and_clamp {
  constexpr value operator()(value x, value y) const { return where(x > 0, clamp(x, -1, 1), clamp(y, 0, 2)) * 2; }
};
static_assert(kernels_of<where_and_clamp, matrix, matrix> == 1);

struct transpose_add {
  constexpr value operator()(value a, value b) const { return a + transpose(b); }
};
static_assert(kernels_of<transpose_add, square_matrix, square_matrix> == 1);
static_assert(kernels_of<transpose_add, any_matrix, any_matrix> == 1);

struct outer {
  constexpr value operator()(value a, value b) const { return tanh(unsqueeze(a, 1) + unsqueeze(b, 0)); }
};
static_assert(kernels_of<outer, column, row> == 1);

struct differences {
  constexpr value operator()(value x) const { return slice(x, 1, 1) - slice(x, 1, 0, -1); }
};
static_assert(kernels_of<differences, matrix> == 1);

struct plus_mirrored {
  constexpr value operator()(value x) const { return x + flip(x, 1); }
};
static_assert(kernels_of<plus_mirrored, matrix> == 1);

struct dropped {
  constexpr value operator()(value x) const { return dropout(x, 0.1, 7); }
};
static_assert(kernels_of<dropped, matrix> == 1);

struct classes {
  constexpr value operator()(value i) const { return cast<float>(one_hot(i, 10)); }
};
static_assert(kernels_of<classes, places> == 1);

struct embed {
  constexpr value operator()(value i, value table, value place) const { return embedding(i, table) + place; }
};
static_assert(kernels_of<embed, places, matrix, row> == 1);

struct gradient_step {
  constexpr value operator()(value p, value g, value rate) const { return p - rate * g; }
};
static_assert(kernels_of<gradient_step, matrix, matrix, scalar> == 1);

/// Three results of one loop.
struct adam_step {
  constexpr auto operator()(value p, value g, value m, value v, value rate) const {
    const value m1 = 0.9 * m + 0.1 * g, v1 = 0.999 * v + 0.001 * square(g);
    return std::tuple{p - rate * m1 / (sqrt(v1) + 1e-8), m1, v1};
  }
};
static_assert(kernels_of<adam_step, matrix, matrix, matrix, matrix, scalar> == 1);

struct value_and_its_square {
  constexpr auto operator()(value x, value y) const {
    const value d = x - y;
    return std::tuple{d, d * d, exp(d)};
  }
};
static_assert(kernels_of<value_and_its_square, matrix, matrix> == 1);

// ---- reductions

struct sum_of_squared_differences {
  constexpr value operator()(value x, value y) const { return sum(square(x - y)); }
};
static_assert(kernels_of<sum_of_squared_differences, matrix, matrix> == 1);

struct mean_of_all {
  constexpr value operator()(value x) const { return mean(x); }
};
static_assert(kernels_of<mean_of_all, matrix> == 1);
static_assert(kernels_of<mean_of_all, any_matrix> == 1);

struct row_means {
  constexpr value operator()(value x) const { return mean(x, 1); }
};
static_assert(kernels_of<row_means, matrix> == 1);

struct kept_axes {
  constexpr value operator()(value x) const { return sum(x * x, 1, keep_dims); }
};
static_assert(kernels_of<kept_axes, matrix> == 1);
static_assert(kernels_of<kept_axes, any_matrix> == 1);

struct reshaped_result {
  constexpr auto operator()(value x) const { return std::pair(reshape(gelu(x), {-1}), reshape(x + 1.f, {32, -1})); }
};
static_assert(kernels_of<reshaped_result, matrix> == 1);

struct column_sums {
  constexpr value operator()(value x) const { return sum(x, 0); }
};
static_assert(kernels_of<column_sums, matrix> == 1);

struct deviation {
  constexpr value operator()(value x) const { return sqrt(var(x)); }
};
static_assert(kernels_of<deviation, matrix> == 1);

struct row_variances {
  constexpr value operator()(value x) const { return var(x, -1); }
};
static_assert(kernels_of<row_variances, matrix> == 1);

struct column_moments {
  constexpr auto operator()(value x) const { return std::tuple{mean(x, 0), var(x, 0)}; }
};
static_assert(kernels_of<column_moments, matrix> == 1);

struct places_of_greatest {
  constexpr value operator()(value x) const { return argmax(x, -1); }
};
static_assert(kernels_of<places_of_greatest, matrix> == 1);

struct ratio_of_sums {
  constexpr value operator()(value x) const { return sum(x, 1) / sum(x * x, 1); }
};
static_assert(kernels_of<ratio_of_sums, matrix> == 1);

struct cosine {
  constexpr value operator()(value x, value y) const { return sum(x * y) / (sqrt(sum(x * x)) * sqrt(sum(y * y))); }
};
static_assert(kernels_of<cosine, matrix, matrix> == 1);

struct squared_error {
  constexpr value operator()(value x, value y) const { return mse_loss(x, y); }
};
static_assert(kernels_of<squared_error, matrix, matrix> == 1);

struct huber {
  constexpr value operator()(value x, value y) const {
    const value d = abs(x - y);
    return mean(where(d < 1, 0.5 * d * d, d - 0.5));
  }
};
static_assert(kernels_of<huber, matrix, matrix> == 1);

struct chosen {
  constexpr value operator()(value i, value x) const { return sum(one_hot(i, 128) * x, -1); }
};
static_assert(kernels_of<chosen, places, matrix> == 1);

// ---- rows

struct soft {
  constexpr value operator()(value x) const { return softmax(x); }
};
static_assert(kernels_of<soft, matrix> == 1);
static_assert(kernels_of<soft, any_matrix> == 1);
static_assert(kernels_of<soft, row> == 1);

struct soft_columns {
  constexpr value operator()(value x) const { return softmax(x, 0); }
};
static_assert(kernels_of<soft_columns, matrix> == 1);
static_assert(kernels_of<soft_columns, any_matrix> == 1);

struct log_soft {
  constexpr value operator()(value x) const { return log_softmax(x); }
};
static_assert(kernels_of<log_soft, matrix> == 1);

struct masked_soft {
  constexpr value operator()(value x, value m) const { return softmax(where(m, x * 0.125, -1e9)); }
};
static_assert(kernels_of<masked_soft, matrix, tensor<bool, 64, 128>> == 1);

struct soft_plus_residual {
  constexpr value operator()(value x, value y) const { return softmax(x) + y; }
};
static_assert(kernels_of<soft_plus_residual, matrix, matrix> == 1);

struct gradient_of_soft : decltype(grad([](value x) { return sum(softmax(x) * x); })) {};
static_assert(kernels_of<gradient_of_soft, matrix> == 1);

struct norm_then_gelu {
  constexpr value operator()(value x, value w, value b) const { return gelu(layer_norm(x, w, b)); }
};
static_assert(kernels_of<norm_then_gelu, matrix, row, row> == 1);
static_assert(kernels_of<norm_then_gelu, batch, row, row> == 1);

struct residual_then_norm {
  constexpr auto operator()(value x, value r, value w, value b) const {
    const value s = x + r;
    return std::tuple{layer_norm(s, w, b), s};
  }
};
static_assert(kernels_of<residual_then_norm, matrix, matrix, row, row> == 1);

struct root_mean_square_norm {
  constexpr value operator()(value x, value w) const { return rms_norm(x, w); }
};
static_assert(kernels_of<root_mean_square_norm, matrix, row> == 1);

struct batch_norm {
  constexpr value operator()(value x, value w, value b) const { return relu((x - mean(x, 0)) * rsqrt(var(x, 0) + 1e-5) * w + b); }
};
static_assert(kernels_of<batch_norm, matrix, row, row> == 1);

struct divided_by_norm {
  constexpr value operator()(value x) const { return x / sqrt(sum(square(x))); }
};
static_assert(kernels_of<divided_by_norm, matrix> == 1);

// ---- contractions

using weight = tensor<float, 32, 128>;
using bias = tensor<float, 32>;

struct linear_gelu {
  constexpr value operator()(value x, value w, value b) const { return gelu(linear(x, w, b)); }
};
static_assert(kernels_of<linear_gelu, matrix, weight, bias> == 1);
static_assert(kernels_of<linear_gelu, batch, weight, bias> == 1);

struct linear_gelu_residual {
  constexpr value operator()(value x, value w, value b, value r) const { return gelu(linear(x, w, b)) + r; }
};
static_assert(kernels_of<linear_gelu_residual, matrix, weight, bias, tensor<float, 64, 32>> == 1);

struct matrix_vector {
  constexpr value operator()(value x, value y) const { return relu(matmul(x, y)); }
};
static_assert(kernels_of<matrix_vector, matrix, row> == 1);

struct gated {
  constexpr value operator()(value x, value a, value b) const { return silu(linear(x, a)) * linear(x, b); }
};
static_assert(kernels_of<gated, matrix, weight, weight> == 2);

struct attention {
  constexpr value operator()(value q, value k, value v) const { return matmul(softmax(matmul(q, transpose(k)) * 0.125), v); }
};
static_assert(kernels_of<attention, matrix, matrix, matrix> == 3);

struct perceptron {
  constexpr value operator()(value x, value w1, value b1, value w2, value b2) const {
    return linear(relu(linear(x, w1, b1)), w2, b2);
  }
};
static_assert(kernels_of<perceptron, matrix, weight, bias, tensor<float, 10, 32>, tensor<float, 10>> == 2);

struct perceptron_loss {
  constexpr value operator()(value x, value w1, value b1, value w2, value b2, value target) const {
    return cross_entropy(perceptron{}(x, w1, b1, w2, b2), target);
  }
};

/// Five products, the loss with its derivative, and a sum for each bias; the update is fused into what makes the gradients.
struct perceptron_step {
  constexpr auto operator()(value x, value w1, value b1, value w2, value b2, value target) const {
    const auto [loss, dw1, db1, dw2, db2] = value_and_grad<1, 2, 3, 4>(perceptron_loss{})(x, w1, b1, w2, b2, target);
    return std::tuple{loss, w1 - 0.1 * dw1, b1 - 0.1 * db1, w2 - 0.1 * dw2, b2 - 0.1 * db2};
  }
};
static_assert(kernels_of<perceptron_step, matrix, weight, bias, tensor<float, 10, 32>, tensor<float, 10>, places> <= 10);

// ---- why not

/// The reason why the value of an operation went through memory; none if it did not.
template <const auto& Graph, const auto& Plan>
constexpr passes::boundary reason(opcode code) {
  for (const stored_value& s : Plan.stored)
    if (Graph.nodes[s.node].code == code) return s.why;
  return passes::boundary::none;
}

TEST(fusion, names_what_stopped_it) {
  EXPECT_EQ((reason<graph_of<attention, matrix, matrix, matrix>, plan_of<attention, matrix, matrix, matrix>>(opcode::mul)),
            passes::boundary::contraction);
  EXPECT_EQ((reason<graph_of<soft, matrix>, plan_of<soft, matrix>>(opcode::exp)), passes::boundary::none);
  EXPECT_EQ((reason<graph_of<soft, matrix>, plan_of<soft, matrix>>(opcode::mul)), passes::boundary::output);
}

// ---- sorting

struct sorted_both_ways {
  constexpr auto operator()(value x) const { return std::tuple_cat(sort_with_indices(x, 1), std::tuple(argsort(x, 1), sort(x, 1), sort(x, 0))); }
};
static_assert(kernels_of<sorted_both_ways, matrix> == 4);  // two of them copy what is an output already

struct derivative_of_sorted {
  constexpr value operator()(value x) const { return grad([](value v) { return sum(square(sort(v, 1))); })(x); }
};
static_assert(kernels_of<derivative_of_sorted, matrix> == 5);  // one sort, the derivative by what is sorted, places, zeros, a scatter

}  // namespace
}  // namespace tenon::test
