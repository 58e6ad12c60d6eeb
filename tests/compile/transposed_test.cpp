#include "support/loops.hpp"
#include "tenon/compile.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

template <class T>
using matrix = tensor<T, dyn, dyn>;

constexpr std::pair<int, int> sizes[] = {{1, 1}, {1, 40}, {40, 1}, {3, 5}, {16, 16}, {17, 33}, {64, 64}, {65, 130}, {0, 7}};

constexpr auto mixed = [](value a, value b) { return a * 2 - transpose(b) + transpose(b * b); };

template <class T>
void mixes() {
  const auto f = compile(mixed);
  for (auto [n, m] : sizes) {
    const auto a = numbered<matrix<T>>(0, n, m), b = numbered<matrix<T>>(5, m, n);
    EXPECT_TRUE(has(f(a, b), [&](auto i, auto j) { return double(T(a(i, j) * T(2) - b(j, i) + b(j, i) * b(j, i))); })) << n << " x " << m;
  }
}

TEST(transposed, operands_of_f32) { mixes<float>(); }
TEST(transposed, operands_of_f64) { mixes<double>(); }
TEST(transposed, operands_of_i32) { mixes<std::int32_t>(); }
TEST(transposed, operands_of_i64) { mixes<std::int64_t>(); }
TEST(transposed, operands_of_u8) { mixes<std::uint8_t>(); }

TEST(transposed, choices_of_one_type_between_others) {
  const auto f = compile([](value c, value a, value b) { return where(transpose(c), cast<double>(transpose(a)), b); });
  for (auto [n, m] : sizes) {
    const auto c = numbered<matrix<bool>>(0, m, n);
    const auto a = numbered<matrix<float>>(1, m, n);
    const auto b = numbered<matrix<double>>(2, n, m);
    EXPECT_TRUE(has(f(c, a, b), [&](auto i, auto j) { return c(j, i) ? double(a(j, i)) : b(i, j); }, 0));
  }
}

TEST(transposed, of_four_axes) {
  const auto f = compile([](value x, value bias) { return permute(x, {0, 3, 1, 2}) * 2.f + reshape(bias, {1, -1, 1, 1}); });
  for (int channels : {1, 3, 16, 70}) {
    const auto x = numbered<tensor<float, dyn, dyn, dyn, dyn>>(0, 2, 19, 5, channels);
    const auto bias = numbered<tensor<float, dyn>>(3, channels);
    EXPECT_TRUE(has(f(x, bias), [&](auto n, auto c, auto i, auto j) { return x(n, i, j, c) * 2 + bias(c); }));
  }
}

TEST(transposed, with_axes_of_one_place) {
  const auto turned = compile([](value x) { return permute(x, {0, 2, 1}); });
  const auto to_front = compile([](value x) { return permute(x, {0, 3, 1, 2}); });
  for (int n : {1, 3, 20})
    for (int m : {1, 5, 40})
      for (int k : {1, 2, 19}) {
        const auto x = numbered<tensor<float, dyn, dyn, dyn>>(0, n, m, k);
        EXPECT_TRUE(has(turned(x), [&](auto i, auto j, auto q) { return x(i, q, j); }, 0)) << n << ' ' << m << ' ' << k;
        const auto y = numbered<tensor<float, dyn, dyn, dyn, dyn>>(0, 2, n, m, k);
        EXPECT_TRUE(has(to_front(y), [&](auto b, auto c, auto i, auto j) { return y(b, i, j, c); }, 0)) << n << ' ' << m << ' ' << k;
      }
}

TEST(transposed, in_three_orders_at_once) {
  const auto f = compile([](value x) { return x + permute(x, {2, 0, 1}) * 2.f + permute(x, {1, 2, 0}) * 3.f; });
  const auto x = numbered<tensor<float, dyn, dyn, dyn>>(0, 20, 20, 20);
  EXPECT_TRUE(has(f(x), [&](auto i, auto j, auto k) { return x(i, j, k) + 2 * x(j, k, i) + 3 * x(k, i, j); }));
}

TEST(transposed, part_of_a_larger_matrix) {
  const auto f = compile(mixed);
  auto large = numbered<matrix<float>>(0, 90, 80);
  const auto part = large.template slice<0>(3, 70).template slice<1>(5, 78);
  const auto a = numbered<matrix<float>>(1, 73, 67);
  EXPECT_TRUE(has(f(a, part), [&](auto i, auto j) { return a(i, j) * 2 - part(j, i) + part(j, i) * part(j, i); }));
}

// Extents that only run time knows may be 1, of either operand and along either axis.
TEST(transposed, operands_that_are_spread) {
  const auto same = compile([](value a, value b) { return a - b; });
  const auto turned = compile([](value a, value b) { return a - transpose(b); });
  const auto summed = compile([](value a, value b) { return std::pair(sum(a - b, 1), sum(a - b, 0)); });
  for (int n : {2, 19, 70})
    for (int k = 0; k < 16; ++k) {
      const auto a = numbered<matrix<float>>(k, k & 1 ? 1 : n, k & 2 ? 1 : n + 3), b = numbered<matrix<float>>(k + 1, k & 4 ? 1 : n, k & 8 ? 1 : n + 3);
      const matrix<float> b_turned(b.transpose());
      const auto of = [](const auto& x, auto i, auto j) { return double(x(x.extent(0) == 1 ? 0 : i, x.extent(1) == 1 ? 0 : j)); };
      const auto wanted = [&](auto i, auto j) { return of(a, i, j) - of(b, i, j); };
      const auto y = same(a, b);
      EXPECT_EQ(y.extent(0), std::max(a.extent(0), b.extent(0)));
      EXPECT_EQ(y.extent(1), std::max(a.extent(1), b.extent(1)));
      EXPECT_TRUE(has(y, wanted)) << k;
      EXPECT_TRUE(has(turned(a, b_turned), wanted)) << k;
      const auto [rows, columns] = summed(a, b);
      EXPECT_TRUE(has(rows, [&](auto i) {
        double s = 0;
        for (std::int64_t j = 0; j < y.extent(1); ++j) s += wanted(i, j);
        return s;
      }, 1e-4)) << k;
      EXPECT_TRUE(has(columns, [&](auto j) {
        double s = 0;
        for (std::int64_t i = 0; i < y.extent(0); ++i) s += wanted(i, j);
        return s;
      }, 1e-4)) << k;
    }
}

/// How many operands of a function's kernels are transposed in blocks.
template <class F, class... A>
constexpr int operands_across() {
  int n = 0;
  for (const loop_access& a : plan_of<F, A...>.accesses) n += a.lane == lane_step::across;
  return n;
}
constexpr auto added_turned = [](value a, value b) { return a + transpose(b); };
static_assert(operands_across<decltype(added_turned), tensor<float, 8, 20>, tensor<float, 20, 8>>() == 1);
static_assert(operands_across<decltype(added_turned), matrix<float>, matrix<float>>() == 1);
constexpr auto added = [](value a, value b) { return a + b; };
static_assert(operands_across<decltype(added), matrix<float>, matrix<float>>() == 0);

}  // namespace
