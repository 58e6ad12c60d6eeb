// Loops of one body that do not wait for each other are launched as one.

#include "support/loops.hpp"
#include "tenon/tenon.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

using vector = tensor<float, 1000>;
using short_vector = tensor<float, 77>;

template <class F, class... A>
constexpr bool is_one_launch = plan_of<F, A...>.kernels[0].launched == plan_of<F, A...>.kernels.size();

struct both_scaled {
  constexpr auto operator()(value a, value b, value c, value d) const { return std::tuple(a * 2.f + b, c * 2.f + d); }
};
static_assert(plan_of<both_scaled, vector, vector, short_vector, short_vector>.kernels.size() == 2);
static_assert(is_one_launch<both_scaled, vector, vector, short_vector, short_vector>);
static_assert(!is_one_launch<both_scaled, vector, vector, tensor<double, 77>, tensor<double, 77>>, "other element types are other loops");

struct other_numbers {
  constexpr auto operator()(value a, value b) const { return std::tuple(a * 2.f, b * 3.f); }
};
static_assert(!is_one_launch<other_numbers, vector, short_vector>, "constants are part of a body");

struct one_after_the_other {
  constexpr auto operator()(value a, value b, value index) const { return std::pair(take(exp(a), index), exp(b)); }
};
static_assert(!is_one_launch<one_after_the_other, vector, short_vector, tensor<std::int64_t, 5>>);

template <class T, class U>
void expect_scaled(const T& x, const U& a, const U& b) {
  EXPECT_TRUE(has(x, [&](auto i) { return a(i) * 2 + b(i); }));
}

TEST(launch, gives_what_each_loop_gives) {
  const auto a = numbered<vector>(0), b = numbered<vector>(1);
  const auto c = numbered<short_vector>(2), d = numbered<short_vector>(3);
  const auto [x, y] = compile(both_scaled())(a, b, c, d);
  expect_scaled(x, a, b);
  expect_scaled(y, c, d);
}

/// Any of the outputs over any of the inputs: what another loop of the launch may still read must not be overwritten.
TEST(launch, outputs_over_inputs) {
  const auto f = compile(both_scaled());
  for (std::size_t first = 0; first < 4; ++first)
    for (std::size_t second = 0; second < 4; ++second) {
      if (first == second) continue;
      std::array<vector, 4> in;
      for (std::size_t i = 0; i < 4; ++i) set_numbers(in[i], int(i));
      const auto before = in;
      f.into(std::tie(in[first], in[second]), in[0], in[1], in[2], in[3]);
      expect_scaled(in[first], before[0], before[1]);
      expect_scaled(in[second], before[2], before[3]);
    }
}

TEST(launch, one_argument_for_both_loops) {
  const auto f = compile([](value a, value b, value rate) { return std::tuple(a - rate * exp(a), b - rate * exp(b)); });
  auto a = numbered<vector>(0), b = numbered<vector>(1);
  const auto a_before = a, b_before = b;
  f.into(std::tie(a, b), a, b, 0.5f);
  EXPECT_TRUE(has(a, [&](auto i) { return a_before(i) - 0.5f * std::exp(a_before(i)); }));
  EXPECT_TRUE(has(b, [&](auto i) { return b_before(i) - 0.5f * std::exp(b_before(i)); }));
}

/// A value in the arena is read in one launch; its slot must not be written in the same.
TEST(launch, temporaries_keep_their_memory) {
  const auto f = compile([](value a, value b, value i) {
    const value x = take(exp(a), i), y = take(exp(b), i);
    const value u = take(x * 2.f, i), v = take(y * 2.f, i);
    return std::tuple(u + 1.f, v + 1.f);
  });
  const auto a = numbered<vector>(0), b = numbered<vector>(1);
  tensor<std::int64_t, 1000> i;
  for (std::int64_t k = 0; k < 1000; ++k) i(k) = k * 7 % 1000;
  const auto [x, y] = f(a, b, i);
  EXPECT_TRUE(has(x, [&](auto k) { return std::exp(a(k * 49 % 1000)) * 2 + 1; }));
  EXPECT_TRUE(has(y, [&](auto k) { return std::exp(b(k * 49 % 1000)) * 2 + 1; }));
}

TEST(launch, is_explained) {
  const std::string text = explain(both_scaled(), vector(), vector(), short_vector(), short_vector());
  EXPECT_NE(text.find("\nkernel 1: pointwise loop [77], launched with kernel 0\n"), std::string::npos) << text;
}

}  // namespace
