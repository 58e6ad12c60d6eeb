#include "support/loops.hpp"
#include "tenon/compile.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

using matrix = tensor<float, dyn, dyn>;

TEST(extents, of_zero) {
  const auto f = compile([](value x) {
    return std::tuple(exp(x) + 1.f, sum(x, 0), sum(x, 1), sum(x), transpose(x) * 2.f, softmax(x), concatenate(x, x), max(x * 1.f, 1));
  });
  for (auto [n, m] : {std::pair{0, 5}, {3, 0}, {0, 0}}) {
    const auto [a, b, c, d, e, s, j, g] = f(matrix(n, m));
    EXPECT_EQ(a.size(), 0);
    EXPECT_EQ(b.extent(0), m);
    EXPECT_TRUE(has(b, [](auto) { return 0; }));
    EXPECT_EQ(c.extent(0), n);
    EXPECT_TRUE(has(c, [](auto) { return 0; }));
    EXPECT_EQ(d.item(), 0);
    EXPECT_EQ(e.extent(0), m);
    EXPECT_EQ(s.size(), 0);
    EXPECT_EQ(j.extent(0), 2 * n);
    EXPECT_TRUE(has(g, [](auto) { return -INFINITY; }));
  }
}

TEST(extents, of_zero_when_indexing) {
  const auto f = compile([](value x, value at) { return std::pair(take(x, at), scatter_add(x, at, take(x, at))); });
  const auto [taken, same] = f(numbered<matrix>(0, 3, 4), tensor<std::int64_t, dyn>(0));
  EXPECT_EQ(taken.extent(0), 0);
  EXPECT_TRUE(has(same, [x = numbered<matrix>(0, 3, 4)](auto i, auto j) { return x(i, j); }, 0));
  const auto [none, nothing] = f(matrix(0, 4), tensor<std::int64_t, dyn>(0));
  EXPECT_EQ(none.size() + nothing.size(), 0);
}

TEST(extents, fixed_ones_of_zero) {
  const auto f = compile([](value x, value y) { return std::pair(matmul(x, y), mean(x * 2.f, 0)); });
  const auto [product, average] = f(tensor<float, 3, 0>(), tensor<float, 0, 2>());
  EXPECT_TRUE(has(product, [](auto, auto) { return 0; }));
  EXPECT_EQ(average.size(), 0);
}

TEST(extents, rank_0) {
  const auto f = compile([](value x, value y) { return std::tuple(x * y + 1.f, sum(x), softmax(reshape(x, {1})), argmax(x), where(x > y, x, y)); });
  const auto [a, b, c, d, e] = f(tensor<float>(3), tensor<float>(4));
  EXPECT_EQ(a.item(), 13);
  EXPECT_EQ(b.item(), 3);
  EXPECT_EQ(c(0), 1);
  EXPECT_EQ(d.item(), 0);
  EXPECT_EQ(e.item(), 4);
}

TEST(extents, one_instantiation_serves_all_sizes) {
  using x_type = tensor<float, dim<"n", 1, 1000>, dyn>;
  const auto f = compile([](value x, value y, value w) { return relu(matmul(x, w) + y); });
  for (auto [n, k, m] : {std::tuple{1, 1, 1}, {2, 3, 4}, {33, 17, 65}, {1000, 5, 2}, {7, 300, 1}}) {
    const auto x = numbered<x_type>(0, n, k), y = numbered<x_type>(4, n, m);
    const auto w = numbered<matrix>(9, k, m);
    const auto inner = k;
    const auto z = f(x, y, w);
    static_assert(std::is_same_v<decltype(z), const tensor<float, dim<"n", 1, 1000>, dyn>>);
    EXPECT_TRUE(has(z, [&](auto i, auto j) {
      double s = y(i, j);
      for (int l = 0; l < inner; ++l) s += double(x(i, l)) * w(l, j);
      return std::fmax(s, 0);
    }, 1e-4));
  }
}

TEST(extents, of_one_where_any_is_admitted) {
  const auto f = compile([](value x, value y) { return sum(x * y, 1); });
  for (auto [a, b] : {std::pair{1, 9}, {9, 1}, {9, 9}, {1, 1}}) {
    const auto x = numbered<matrix>(0, 3, a), y = numbered<matrix>(4, 3, b);
    const auto n = std::max(a, b), p = a, q = b;
    EXPECT_TRUE(has(f(x, y), [&](auto i) {
      double s = 0;
      for (int k = 0; k < n; ++k) s += x(i, p == 1 ? 0 : k) * y(i, q == 1 ? 0 : k);
      return s;
    }));
  }
}

}  // namespace
