// Results so large that they are written past the caches.

#include "support/loops.hpp"
#include "tenon/compile.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

/// Small whole numbers, of which a sum of a row is exact.
template <class X, class... I>
X counted(I... extents) {
  X x(extents...);
  for (std::int64_t i = 0; i < x.size(); ++i) x.data()[i] = value_type_of<X>(i * 7 % 31);
  return x;
}

template <class T>
void of_type(std::int64_t n) {
  const auto f = compile([](value x) { return x * 3 + x; });
  const auto x = counted<tensor<T, dyn>>(n);
  const auto y = f(x);
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < n; ++i) wrong += y(i) != T(x(i) * 4);
  EXPECT_EQ(wrong, 0);
}
TEST(streamed, vectors_of_f32) { of_type<float>(5'000'003); }
TEST(streamed, vectors_of_f64) { of_type<double>(2'500'001); }
TEST(streamed, vectors_of_i64) { of_type<std::int64_t>(2'500'001); }
TEST(streamed, vectors_of_u8) { of_type<std::uint8_t>(18'000'005); }

TEST(streamed, transposed_and_plain_matrices) {
  const auto f = compile([](value a, value b) { return a - transpose(b); });
  for (auto [n, m] : {std::pair{2048, 1600}, {1999, 1603}}) {  // rows that are aligned, and rows that are not
    const auto a = counted<tensor<float, dyn, dyn>>(n, m), b = counted<tensor<float, dyn, dyn>>(m, n);
    const auto y = f(a, b);
    std::int64_t wrong = 0;
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < m; ++j) wrong += y(i, j) != a(i, j) - b(j, i);
    EXPECT_EQ(wrong, 0);
  }
}

TEST(streamed, rows_and_scans) {
  const auto f = compile([](value x) { return std::pair(x - max(x, 1, keep_dims), cumsum(x, 1)); });
  const auto x = counted<tensor<float, dyn, dyn>>(3000, 2000);
  const auto [below, running] = f(x);
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < 3000; ++i) {
    float greatest = 0, sum = 0;
    for (std::int64_t j = 0; j < 2000; ++j) greatest = std::fmax(greatest, x(i, j));
    for (std::int64_t j = 0; j < 2000; ++j) {
      sum += x(i, j);
      wrong += below(i, j) != x(i, j) - greatest || running(i, j) != sum;
    }
  }
  EXPECT_EQ(wrong, 0);
}

TEST(streamed, into_memory_that_is_not_aligned) {
  const auto f = compile([](value x) { return x + 1.f; });
  const auto x = counted<tensor<float, dyn>>(5'000'000);
  tensor<float, dyn> memory(5'000'001);
  view<float, dyn> y(memory.data() + 1, 5'000'000);
  f.into(y, x);
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < x.size(); ++i) wrong += memory(i + 1) != x(i) + 1;
  EXPECT_EQ(wrong, 0);
}

}  // namespace
