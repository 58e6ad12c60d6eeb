#include "support/loops.hpp"
#include "tenon/compile.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

using cube = tensor<float, dyn, dyn, dyn>;
using indices = tensor<std::int64_t, dyn, dyn>;

indices within(int bound, int rows, int columns) {
  indices at(rows, columns);
  std::int64_t i = 0;
  for (auto& e : at) e = (i++ * 7 + 3) % bound;
  return at;
}

TEST(indexing, take_along_each_axis) {
  const auto x = numbered<cube>(0, 4, 6, 19);
  const auto a = within(4, 3, 5), b = within(6, 3, 5), c = within(19, 3, 5);
  EXPECT_TRUE(has(compile([](value v, value at) { return take(v, at, 0) * 2.f; })(x, a),
                  [&](auto i, auto j, auto k, auto l) { return x(a(i, j), k, l) * 2; }, 0));
  EXPECT_TRUE(has(compile([](value v, value at) { return take(v, at, 1) * 2.f; })(x, b),
                  [&](auto k, auto i, auto j, auto l) { return x(k, b(i, j), l) * 2; }, 0));
  EXPECT_TRUE(has(compile([](value v, value at) { return take(v, at, 2) * 2.f; })(x, c),
                  [&](auto k, auto l, auto i, auto j) { return x(k, l, c(i, j)) * 2; }, 0));
}

TEST(indexing, take_of_strided_arguments) {
  const auto x = numbered<tensor<float, dyn, dyn>>(0, 9, 20);
  const auto at = within(20, 4, 6);
  const auto f = compile([](value v, value i) { return take(v, i); });
  EXPECT_TRUE(has(f(x.transpose(), at.transpose()), [&](auto i, auto j, auto k) { return x(k, at(j, i)); }, 0));
}

TEST(indexing, scatter_add_along_each_axis) {
  const auto x = numbered<cube>(0, 4, 6, 19);
  const auto at = within(4, 3, 5);
  const auto expect_sum = [&](const cube& y, auto take_update) {
    cube wanted = x;
    take_update(wanted);
    EXPECT_TRUE(has(y, [&](auto i, auto j, auto k) { return wanted(i, j, k); }, 1e-5));
  };
  const auto u0 = numbered<tensor<float, dyn, dyn, dyn, dyn>>(5, 3, 5, 6, 19);
  expect_sum(compile([](value v, value i, value u) { return scatter_add(v, i, u, 0); })(x, at, u0), [&](cube& w) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 5; ++j)
        for (int k = 0; k < 6; ++k)
          for (int l = 0; l < 19; ++l) w(at(i, j), k, l) += u0(i, j, k, l);
  });
  const auto u1 = numbered<tensor<float, dyn, dyn, dyn, dyn>>(5, 4, 3, 5, 19);
  expect_sum(compile([](value v, value i, value u) { return scatter_add(v, i, u, 1); })(x, at, u1), [&](cube& w) {
    for (int k = 0; k < 4; ++k)
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 5; ++j)
          for (int l = 0; l < 19; ++l) w(k, at(i, j), l) += u1(k, i, j, l);
  });
  const auto u2 = numbered<tensor<float, dyn, dyn, dyn, dyn>>(5, 4, 6, 3, 5);
  expect_sum(compile([](value v, value i, value u) { return scatter_add(v, i, u, 2); })(x, at, u2), [&](cube& w) {
    for (int k = 0; k < 4; ++k)
      for (int l = 0; l < 6; ++l)
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 5; ++j) w(k, l, at(i, j)) += u2(k, l, i, j);
  });
}

TEST(indexing, computed_indices) {
  const auto x = numbered<tensor<float, dyn, dyn>>(0, 7, 10);
  const auto f = compile([](value v, value table) { return take(table, argmax(v, 1)); });
  const auto table = numbered<tensor<float, dyn, dyn>>(3, 10, 4);
  EXPECT_TRUE(has(f(x, table), [&](auto i, auto j) {
    std::int64_t best = 0;
    for (int k = 1; k < 10; ++k)
      if (x(i, k) > x(i, best)) best = k;
    return table(best, j);
  }, 0));
}

TEST(indexing, embedding_and_its_gradient) {
  const auto f = compile(value_and_grad<1>([](value at, value table) { return sum(square(embedding(at, table))); }));
  const auto at = within(6, 8, 9);
  const auto table = numbered<tensor<float, dyn, dyn>>(0, 6, 33);
  const auto [total, slope] = f(at, table);
  int uses[6] = {};
  for (auto i : at) ++uses[i];
  EXPECT_TRUE(has(slope, [&](auto i, auto j) { return 2 * uses[i] * table(i, j); }, 1e-5));
}

TEST(indexing, one_hot) {
  const auto f = compile([](value at) { return one_hot(at, 6); });
  const auto at = within(6, 3, 5);
  EXPECT_TRUE(has(f(at), [&](auto i, auto j, auto k) { return at(i, j) == k; }));
}

}  // namespace
