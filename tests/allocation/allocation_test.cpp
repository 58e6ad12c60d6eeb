#include "allocation/count.hpp"

#include <new>

#include "support/loops.hpp"
#include "tenon/tenon.hpp"
#include "tenon/training.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

using matrix = tensor<float, dyn, dyn>;

/// The scheduler may allocate for its own threads and tasks, so only one thread computes here.
class allocation : public ::testing::Test {
 protected:
  void SetUp() override { set_num_threads(1); }
  void TearDown() override { set_num_threads(0); }
};

TEST_F(allocation, is_counted) {
  EXPECT_EQ(allocations_of([] { ::operator delete(::operator new(12)); }), 1);
}

TEST_F(allocation, of_a_size_that_was_freed_is_none) {
  if (!TENON_KEEPS_MEMORY) GTEST_SKIP() << "a sanitizer watches freed memory";
  { const matrix x(3, 3); }
  EXPECT_EQ(allocations_of([] { const matrix x(3, 3); }), 0);
}

TEST_F(allocation, into_does_none_from_the_second_call_on) {
  const auto f = compile([](value x, value w) { return std::tuple(softmax(matmul(tanh(x), w)), sum(x, 0), sum(exp(w))); });
  const auto x = numbered<matrix>(0, 90, 70), w = numbered<matrix>(3, 70, 50);
  matrix y(90, 50);
  tensor<float, dyn> s(70);
  tensor<float> total;
  f.into(std::tie(y, s, total), x, w);
  EXPECT_EQ(allocations_of([&] { f.into(std::tie(y, s, total), x, w); }), 0);
}

TEST_F(allocation, into_over_arguments_does_none_from_the_second_call_on) {
  const auto f = compile([](value x) { return x + transpose(x); });
  auto x = numbered<matrix>(0, 90, 90);
  f.into(x, x);
  EXPECT_EQ(allocations_of([&] { f.into(x, x); }), 0);
}

TEST_F(allocation, small_expressions_of_fixed_extents_do_none) {
  EXPECT_EQ(allocations_of([] {
    tensor<float, 4, 4> x, y;
    set_numbers(x), set_numbers(y, 3);
    x = x * 2.f + y;
    x += exp(y);
    const tensor s = sum(square(x - y));
    const tensor z = softmax(x) + s;
    tensor<float, 4> row = mean(z, axes<0>);
    row = row / sqrt(sum(row * row));
    set_numbers(x, int(row(0)));
  }), 0);
}

TEST_F(allocation, small_expressions_over_their_arguments_do_none) {
  EXPECT_EQ(allocations_of([] {
    tensor<float, 4, 4> x, y;
    set_numbers(x), set_numbers(y, 3);
    y = y + transpose(y);
    x = softmax(transpose(x) - y, axes<0>);
    y = flip(y, axes<1>);
    set_numbers(x, int(y(0, 0)));
  }), 0);
}

TEST_F(allocation, small_products_do_none_from_the_second_on) {
  tensor<float, 4, 4> x, y;
  set_numbers(y, 3);
  const auto multiply_both = [&] {
    x = matmul(y, transpose(y)) + 1.f;
    y = relu(matmul(exp(x * 0.1f), y)) * 0.1f;
  };
  multiply_both();
  EXPECT_EQ(allocations_of(multiply_both), 0);
}

TEST_F(allocation, expressions_into_tensors_that_fit_do_none) {
  const auto x = numbered<matrix>(0, 50, 60);
  matrix y(50, 60);
  EXPECT_EQ(allocations_of([&] {
    y = gelu(x * 2.f) + y;
    y = where(y > 0, y, x);
  }), 0);
  EXPECT_EQ(allocations_of([&] { y.transpose() = transpose(x) * 2.f; }), 1) << "a strided destination is written through a temporary";
}

struct net {
  nn::linear<20, 30> fc1;
  nn::linear<30, 5> fc2;
  constexpr value operator()(value x) const { return fc2(relu(fc1(x))); }
};

TEST_F(allocation, steps_do_none_from_the_second_on) {
  model<net> m;
  auto t = compile_training<optim::adam{}>(m, [](const auto& n, value x, value y) { return cross_entropy(n(x), y); });
  const auto x = numbered<matrix>(0, 16, 20);
  const tensor<std::int64_t, dyn> y(16);
  t.step(x, y);
  EXPECT_EQ(allocations_of([&] { t.step(x, y); }), 0);
}

}  // namespace
