#include <limits>

#include "support/fuzz.hpp"
#include "support/loops.hpp"
#include "tenon/training.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

using matrix = tensor<float, dyn, dyn>;

template <class X, class Y>
void expect_near(const X& x, const Y& y, std::int64_t rows, std::int64_t columns) {
  std::string where;
  EXPECT_TRUE(is_near(x, y, where)) << rows << " rows of " << columns << ": " << where;
}

TEST(short_rows, give_what_the_reference_gives) {
  const auto rows_of = [](value x, value w) { return std::tuple(softmax(x * 2, 1), layer_norm(x, w, 1), argmax(x, 1), var(x, 1), log_softmax(x, 1) + sum(x, 1, keep_dims)); };
  const auto simd = compile(rows_of);
  const auto reference = compile<reference_options>(rows_of);
  for (std::int64_t columns : {1, 2, 3, 7, 8, 10, 15, 16, 17, 33, 63, 64, 65})
    for (std::int64_t rows : {1, 2, 15, 16, 17, 40}) {
      const auto x = numbered<matrix>(int(rows + columns), rows, columns);
      const auto w = numbered<tensor<float, dyn>>(3, columns);
      const auto got = simd(x, w), expected = reference(x, w);
      [&]<std::size_t... I>(std::index_sequence<I...>) { (expect_near(std::get<I>(got), std::get<I>(expected), rows, columns), ...); }(std::make_index_sequence<5>());
    }
}

TEST(short_rows, may_have_a_width_that_is_known) {
  const auto loss = [](value x) { return std::tuple(logsumexp(x, 1), softmax(x, 1)); };
  const auto simd = compile(loss);
  const auto reference = compile<reference_options>(loss);
  for (std::int64_t rows : {1, 5, 16, 100}) {
    const auto x = numbered<tensor<double, dyn, 10>>(1, rows, 10);
    const auto got = simd(x), expected = reference(x);
    expect_near(std::get<0>(got), std::get<0>(expected), rows, 10);
    expect_near(std::get<1>(got), std::get<1>(expected), rows, 10);
  }
}

TEST(short_rows, may_lie_in_any_way) {
  const auto x = numbered<matrix>(5, 9, 60);
  const matrix y = softmax(x.as_view().slice(1, 3, 51, 6), axes<1>), z = softmax(transpose(x), axes<1>);
  const auto share = [](auto at, int n, int k) {
    double total = 0;
    for (int i = 0; i < n; ++i) total += std::exp(double(at(i)));
    return std::exp(double(at(k))) / total;
  };
  EXPECT_TRUE(has(y, [&](auto i, auto j) { return share([&](int k) { return x(i, 3 + 6 * k); }, 8, int(j)); }));
  EXPECT_TRUE(has(z, [&](auto i, auto j) { return share([&](int k) { return x(k, i); }, 9, int(j)); }));
}

TEST(short_rows, may_be_of_several_types) {
  const auto f = [](value mask, value code, value x) { return std::tuple(softmax(where(mask, cast<double>(code), x), 1), argmax(where(mask, x, -x), 1)); };
  const auto simd = compile(f);
  const auto reference = compile<reference_options>(f);
  for (std::int64_t columns : {3, 9, 20, 40}) {
    const auto mask = numbered<tensor<bool, dyn, dyn>>(1, 21, columns);
    const auto code = numbered<tensor<std::uint8_t, dyn, dyn>>(2, 21, columns);
    const auto x = numbered<tensor<double, dyn, dyn>>(3, 21, columns);
    const auto got = simd(mask, code, x), expected = reference(mask, code, x);
    expect_near(std::get<0>(got), std::get<0>(expected), 21, columns);
    expect_near(std::get<1>(got), std::get<1>(expected), 21, columns);
  }
}

TEST(short_rows, may_be_under_several_axes_and_over_their_arguments) {
  auto x = numbered<tensor<float, dyn, dyn, dyn>>(4, 5, 19, 12);
  const auto before = x;
  auto part = x.as_view().slice(0, 1, 4).slice(1, 2, 19);
  part = softmax(part, axes<2>);
  x = layer_norm(x);
  const auto old = compile<reference_options>([](value v) { return softmax(v, 2); })(before);
  auto wanted = before;
  for (int i = 1; i < 4; ++i)
    for (int j = 2; j < 19; ++j)
      for (int k = 0; k < 12; ++k) wanted(i, j, k) = old(i, j, k);
  std::string where;
  EXPECT_TRUE(is_near(x, compile<reference_options>([](value v) { return layer_norm(v); })(wanted), where)) << where;
}

TEST(short_rows, have_the_same_bits_on_any_number_of_threads_and_when_they_are_streamed) {
  const auto f = compile([](value x) { return softmax(x, 1); });
  for (std::int64_t columns : {8, 16, 23}) {
    const std::int64_t rows = (20 << 20) / 4 / columns;
    const auto x = numbered<matrix>(1, rows, columns);
    set_num_threads(1);
    const matrix alone = f(x);
    set_num_threads(2);
    const matrix shared = f(x);
    set_num_threads(0);
    EXPECT_TRUE(same_bits(alone, shared));
    for (std::int64_t r : {std::int64_t(0), rows / 2, rows - 7}) {
      const matrix few = f(matrix(x.as_view().slice(0, r, r + 7)));
      EXPECT_TRUE(same_bits(few, matrix(alone.as_view().slice(0, r, r + 7)))) << columns << ' ' << r;
    }
  }
}

TEST(short_rows, keep_special_numbers_to_themselves) {
  const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  matrix x(4, 3);
  x.fill(1);
  x(1, 0) = nan, x(2, 1) = inf, x(3, 0) = x(3, 1) = -inf;
  const matrix y = softmax(x, axes<1>);
  EXPECT_FLOAT_EQ(y(0, 2), 1.f / 3);
  EXPECT_TRUE(std::isnan(y(1, 0)) && std::isnan(y(1, 2)));
  EXPECT_TRUE(std::isnan(y(2, 0)) && std::isnan(y(2, 1)));  // infinity less infinity is no number
  EXPECT_EQ(y(3, 0), 0);
  EXPECT_EQ(y(3, 2), 1);
}

}  // namespace
