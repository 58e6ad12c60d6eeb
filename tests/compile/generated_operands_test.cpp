#include "support/loops.hpp"
#include "tenon/compile.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

using matrix = tensor<float, dyn, dyn>;

// What needs no memory elsewhere has to get some where a kernel addresses it: the derivative of a sum is ones.

TEST(generated_operands, of_products) {
  const auto f = compile(grad<0, 1>([](value x, value w) { return sum(matmul(x, w)); }));
  const auto x = numbered<matrix>(0, 4, 3), w = numbered<matrix>(1, 3, 5);
  const auto [dx, dw] = f(x, w);
  EXPECT_TRUE(has(dx, [&](auto, auto j) { return tensor(sum(w, axes<1>)).at(j); }));
  EXPECT_TRUE(has(dw, [&](auto i, auto) { return tensor(sum(x, axes<0>)).at(i); }));
}

TEST(generated_operands, of_scatters_and_gathers) {
  const auto f = compile([](value x, value at) {
    return std::tuple(grad([](value table, value indices) { return sum(take(table, indices)); })(x, at), take(iota(x, 0), at));
  });
  tensor<std::int64_t, dyn> at = {0, 2, 0, 3};
  const auto [dx, taken] = f(numbered<matrix>(0, 5, 3), at);
  constexpr int chosen[] = {2, 0, 1, 1, 0};
  EXPECT_TRUE(has(dx, [&](auto i, auto) { return chosen[i]; }));
  EXPECT_TRUE(has(taken, [&](auto i, auto) { return at(i); }));
}

}  // namespace
