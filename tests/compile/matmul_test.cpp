#include "support/loops.hpp"
#include "tenon/compile.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

using matrix = tensor<float, dyn, dyn>;
const auto product = compile([](value a, value b) { return matmul(a, b); });

template <class F>
double sum_of(std::int64_t n, F f) {
  double s = 0;
  for (std::int64_t k = 0; k < n; ++k) s += f(k);
  return s;
}

TEST(matmul, of_ranks_1_and_2) {
  for (auto [n, k, m] : {std::tuple{1, 1, 1}, {3, 5, 7}, {17, 33, 65}, {64, 1, 9}, {1, 100, 1}, {130, 70, 40}, {2, 0, 3}, {0, 4, 3}}) {
    const auto a = numbered<matrix>(0, n, k), b = numbered<matrix>(3, k, m);
    const auto x = numbered<tensor<float, dyn>>(0, k);
    const auto inner = k;
    EXPECT_TRUE(has(product(a, b), [&](auto i, auto j) { return sum_of(inner, [&](auto l) { return double(a(i, l)) * b(l, j); }); }, 1e-4));
    EXPECT_TRUE(has(product(a, x), [&](auto i) { return sum_of(inner, [&](auto l) { return double(a(i, l)) * x(l); }); }, 1e-4));
    EXPECT_TRUE(has(product(x, b), [&](auto j) { return sum_of(inner, [&](auto l) { return double(x(l)) * b(l, j); }); }, 1e-4));
    EXPECT_TRUE(has(product(x, x), [&] { return sum_of(inner, [&](auto l) { return double(x(l)) * x(l); }); }, 1e-4));
  }
}

TEST(matmul, of_transposed_operands) {
  for (auto [n, k, m] : {std::tuple{3, 5, 7}, {40, 33, 65}}) {
    const auto a = numbered<matrix>(0, k, n), b = numbered<matrix>(3, m, k);
    const auto inner = k;
    const auto wanted = [&](auto i, auto j) { return sum_of(inner, [&](auto l) { return double(a(l, i)) * b(j, l); }); };
    EXPECT_TRUE(has(product(a.transpose(), b.transpose()), wanted, 1e-4));
    EXPECT_TRUE(has(compile([](value x, value y) { return matmul(transpose(x), transpose(y)); })(a, b), wanted, 1e-4));
    EXPECT_TRUE(has(compile([](value x, value y) { return transpose(matmul(y, x)); })(a, b), [&](auto i, auto j) { return wanted(i, j); }, 1e-4));
  }
}

TEST(matmul, of_fixed_extents) {
  tensor<float, 5, 3> a;
  tensor<float, 5, 4> b;
  set_numbers(a), set_numbers(b, 3);
  const auto f = compile([](value x, value y) { return relu(matmul(transpose(x), y) - 0.5f); });
  EXPECT_TRUE(has(f(a, b), [&](auto i, auto j) { return std::fmax(0, sum_of(5, [&](auto k) { return double(a(k, i)) * b(k, j); }) - 0.5); }, 1e-5));
}

TEST(matmul, of_batches) {
  const auto a = numbered<tensor<float, dyn, dyn, dyn, dyn>>(0, 2, 3, 5, 7);
  const auto b = numbered<tensor<float, dyn, dyn, dyn>>(3, 3, 7, 4);
  EXPECT_TRUE(has(product(a, b), [&](auto p, auto q, auto i, auto j) { return sum_of(7, [&](auto k) { return double(a(p, q, i, k)) * b(q, k, j); }); }, 1e-4));
  const auto one = numbered<tensor<float, dyn, dyn, dyn>>(3, 1, 7, 4);
  EXPECT_TRUE(has(product(a, one), [&](auto p, auto q, auto i, auto j) { return sum_of(7, [&](auto k) { return double(a(p, q, i, k)) * one(0, k, j); }); }, 1e-4));
  const auto flat = numbered<matrix>(3, 7, 4);
  EXPECT_TRUE(has(product(a, flat), [&](auto p, auto q, auto i, auto j) { return sum_of(7, [&](auto k) { return double(a(p, q, i, k)) * flat(k, j); }); }, 1e-4));
  const auto left = numbered<matrix>(3, 6, 5);
  EXPECT_TRUE(has(product(left, a), [&](auto p, auto q, auto i, auto j) { return sum_of(5, [&](auto k) { return double(left(i, k)) * a(p, q, k, j); }); }, 1e-4));
  const auto x = numbered<tensor<float, dyn>>(3, 7);
  EXPECT_TRUE(has(product(a, x), [&](auto p, auto q, auto i) { return sum_of(7, [&](auto k) { return double(a(p, q, i, k)) * x(k); }); }, 1e-4));
}

TEST(matmul, of_other_element_types) {
  const auto a = numbered<tensor<double, dyn, dyn>>(0, 9, 11), b = numbered<tensor<double, dyn, dyn>>(3, 11, 13);
  EXPECT_TRUE(has(product(a, b), [&](auto i, auto j) { return sum_of(11, [&](auto k) { return a(i, k) * b(k, j); }); }, 1e-13));
  const auto c = numbered<tensor<std::int32_t, dyn, dyn>>(0, 9, 11), d = numbered<tensor<std::int32_t, dyn, dyn>>(3, 11, 13);
  EXPECT_TRUE(has(product(c, d), [&](auto i, auto j) { return sum_of(11, [&](auto k) { return c(i, k) * d(k, j); }); }, 0));
}

}  // namespace
