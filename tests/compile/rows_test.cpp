#include "support/loops.hpp"
#include "tenon/compile.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

using cube = tensor<float, dyn, dyn, dyn>;

template <int Axis, class X>
void expect_softmax(const X& x) {
  const auto y = compile([](value v) { return softmax(v, Axis); })(x);
  const auto logs = compile([](value v) { return log_softmax(v, Axis); })(x);
  const auto wanted = [&](auto i, auto j, auto k) {
    std::array<std::int64_t, 3> at{i, j, k};
    const double own = x(i, j, k);
    double total = 0;
    for (at[Axis] = 0; at[Axis] < x.extent(Axis); ++at[Axis]) total += std::exp(x(at[0], at[1], at[2]) - own);
    return 1 / total;
  };
  EXPECT_TRUE(has(y, wanted)) << Axis;
  EXPECT_TRUE(has(logs, [&](auto i, auto j, auto k) { return std::log(wanted(i, j, k)); })) << Axis;
}

TEST(rows, softmax_over_each_axis) {
  for (const auto& e : {std::array{3, 5, 33}, std::array{1, 70, 2}, std::array{19, 1, 1}}) {
    auto x = numbered<cube>(0, e[0], e[1], e[2]);
    for (auto& v : x) v *= 20;
    expect_softmax<0>(x);
    expect_softmax<1>(x);
    expect_softmax<2>(x);
  }
}

TEST(rows, layer_norm) {
  const auto f = compile([](value x, value w, value b) { return gelu(layer_norm(x, w, b)); });
  for (int n : {4, 65, 1000}) {
    const auto x = numbered<cube>(0, 2, 3, n);
    const auto w = numbered<tensor<float, dyn>>(5, n), b = numbered<tensor<float, dyn>>(8, n);
    EXPECT_TRUE(has(f(x, w, b), [&](auto i, auto j, auto k) {
      double mean = 0, power = 0;
      for (int l = 0; l < n; ++l) mean += x(i, j, l);
      mean /= n;
      for (int l = 0; l < n; ++l) power += (x(i, j, l) - mean) * (x(i, j, l) - mean);
      const double v = (x(i, j, k) - mean) / std::sqrt(power / n + 1e-5) * w(k) + b(k);
      return v / 2 * (1 + std::erf(v / std::sqrt(2.0)));
    }, 2e-5)) << n;
  }
}

TEST(rows, normalized_by_columns) {
  const auto f = compile([](value x) { return (x - mean(x, 0, keep_dims)) / sqrt(mean(square(x), 0, keep_dims) + 1e-3f); });
  for (auto [n, m] : {std::pair{7, 33}, {300, 5}, {1, 40}}) {
    const auto x = numbered<tensor<float, dyn, dyn>>(0, n, m);
    const auto rows = n;
    EXPECT_TRUE(has(f(x), [&](auto i, auto j) {
      double mean = 0, power = 0;
      for (int l = 0; l < rows; ++l) mean += x(l, j), power += double(x(l, j)) * x(l, j);
      return (x(i, j) - mean / rows) / std::sqrt(power / rows + 1e-3);
    }, 2e-5));
  }
}

TEST(rows, logsumexp_of_infinities) {
  const auto f = compile([](value x) { return logsumexp(x, 1); });
  tensor<float, 2, 3> x{{1000, 1000, -INFINITY}, {0, 0, 0}};
  const auto y = f(x);
  EXPECT_NEAR(y(0), 1000 + std::log(2.0), 1e-3);
  EXPECT_NEAR(y(1), std::log(3.0), 1e-6);
}

}  // namespace
