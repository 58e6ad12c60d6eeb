#include "reference.hpp"

namespace {

using namespace tenon;
using namespace tenon::simd;

template <class T>
struct reduction : testing::Test {};
using numbers = testing::Types<std::uint8_t, std::int32_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(reduction, numbers);

/// Lane i with lane i + n / 2, down to one.
template <class T, class F>
T tree(std::vector<T> x, F f) {
  for (std::size_t n = x.size() / 2; n > 0; n /= 2)
    for (std::size_t i = 0; i < n; ++i) x[i] = f(x[i], x[i + n]);
  return x[0];
}

TYPED_TEST(reduction, follows_the_tree) {
  using T = TypeParam;
  for_each_length<T>([]<int L>(std::integral_constant<int, L>) {
    std::vector<T> x(L);
    for (int i = 0; i < L; ++i) x[std::size_t(i)] = std::is_floating_point_v<T> ? T(0.7) * T(i + 1) : T(3 * i + 1);
    const auto p = pack<T, L>::load(x.data());
    const auto unsigned_or_real = [](T a) { return std::conditional_t<std::is_integral_v<T>, std::uint64_t, T>(a); };
    EXPECT_EQ(reduce_add(p), tree(x, [&](T a, T b) { return T(unsigned_or_real(a) + unsigned_or_real(b)); }));
    EXPECT_EQ(reduce_mul(p), tree(x, [&](T a, T b) { return T(unsigned_or_real(a) * unsigned_or_real(b)); }));
    EXPECT_EQ(reduce_max(p), tree(x, [](T a, T b) { return a > b ? a : b; }));
    EXPECT_EQ(reduce_min(p), tree(x, [](T a, T b) { return a < b ? a : b; }));
  });
}

TYPED_TEST(reduction, max_and_min_find_their_lane) {
  using T = TypeParam;
  constexpr int L = word_lanes;
  for (int i = 0; i < L; ++i) {
    T x[L] = {};
    for (T& e : x) e = T(50);
    x[i] = T(99);
    EXPECT_EQ((reduce_max(pack<T, L>::load(x))), T(99));
    x[i] = T(2);
    EXPECT_EQ((reduce_min(pack<T, L>::load(x))), T(2));
    if constexpr (std::is_floating_point_v<T>) {
      x[i] = T(NAN);
      EXPECT_TRUE((std::isnan(reduce_max(pack<T, L>::load(x))) && std::isnan(reduce_min(pack<T, L>::load(x)))));
    }
  }
}

TYPED_TEST(reduction, any_and_all_of_numbers) {
  using T = TypeParam;
  constexpr int L = word_lanes;
  EXPECT_FALSE((reduce<opcode::reduce_any>(pack<T, L>::broadcast(0))));
  EXPECT_TRUE((reduce<opcode::reduce_all>(pack<T, L>::broadcast(7))));
  EXPECT_TRUE((reduce<opcode::reduce_any>(pack<T, L>::iota(0, 1))));
  EXPECT_FALSE((reduce<opcode::reduce_all>(pack<T, L>::iota(0, 1))));
}

TEST(first_lanes, are_true) {
  for_each_length<bool>([]<int L>(std::integral_constant<int, L>) {
    for (int n = 0; n <= L; ++n) {
      for (int i = 0; i < L; ++i) ASSERT_EQ(first_lanes<L>(n).extract(i), i < n);
      EXPECT_EQ(any(first_lanes<L>(n)), n > 0);
      EXPECT_EQ(all(first_lanes<L>(n)), n == L);
    }
  });
}

}  // namespace
