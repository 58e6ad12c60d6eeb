#include "support/loops.hpp"
#include "tenon/compile.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

TEST(einsum, forms) {
  const auto a = numbered<tensor<float, dyn, dyn>>(0, 5, 7), b = numbered<tensor<float, dyn, dyn>>(3, 7, 4), c = numbered<tensor<float, dyn, dyn>>(9, 5, 7);
  EXPECT_TRUE(has(compile([](value x, value y) { return einsum("ij,jk->ki", x, y); })(a, b), [&](auto k, auto i) {
    double s = 0;
    for (int j = 0; j < 7; ++j) s += a(i, j) * b(j, k);
    return s;
  }));
  EXPECT_TRUE(has(compile([](value x, value y) { return einsum("ij,ij->i", x, y); })(a, c), [&](auto i) {
    double s = 0;
    for (int j = 0; j < 7; ++j) s += a(i, j) * c(i, j);
    return s;
  }));
  EXPECT_TRUE(has(compile([](value x, value y) { return einsum("ij,kl->", x, y); })(a, b), [&] {
    double s = 0, t = 0;
    for (float e : a) s += e;
    for (float e : b) t += e;
    return s * t;
  }, 1e-4));
  EXPECT_TRUE(has(compile([](value x, value y) { return einsum("ij,ij->ji", x, y); })(a, c), [&](auto j, auto i) { return a(i, j) * c(i, j); }));
  EXPECT_TRUE(has(compile([](value x, value y) { return einsum("ij,kl->ikjl", x, y); })(a, b), [&](auto i, auto k, auto j, auto l) { return a(i, j) * b(k, l); }));
}

TEST(einsum, attention) {
  const auto q = numbered<tensor<float, dyn, dyn, dyn>>(0, 3, 5, 2), k = numbered<tensor<float, dyn, dyn, dyn>>(3, 3, 6, 2);
  const auto scores = compile([](value x, value y) { return einsum("bqh,bkh->bqk", x, y); })(q, k);
  EXPECT_TRUE(has(scores, [&](auto b, auto i, auto j) { return q(b, i, 0) * k(b, j, 0) + q(b, i, 1) * k(b, j, 1); }));
}

}  // namespace
