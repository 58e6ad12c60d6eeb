#include "passes/gradients.hpp"
#include "tenon/ops/einsum.hpp"

namespace {

using namespace tenon::test;
namespace tn = tenon;

TEST(differentiate, matmul) {
  check<2>("matmul", [](auto... x) { return tn::matmul(x...); });
  check<2>("matmul_vectors", [](auto... x) { return tn::matmul(x...); });
  check<2>("matmul_row", [](auto... x) { return tn::matmul(x...); });
  check<2>("matmul_column", [](auto... x) { return tn::matmul(x...); });
  check<2>("matmul_left", [](auto... x) { return tn::matmul(x...); });
  check<2>("matmul_batches", [](auto... x) { return tn::matmul(x...); });
  check<3>("linear", [](auto x, auto weight, auto bias) { return tn::linear(x, weight, bias); });
  check_first<1, 2>("one_hot", [](auto weight, auto at) { return tn::matmul(tn::one_hot(at, 4), weight); });
}

TEST(differentiate, einsum) {
  check<2>("einsum", [](auto u, auto v) { return tn::einsum("bij,jbk->kbi", u, v); });
  check<2>("einsum_lonely", [](auto u, auto v) { return tn::einsum("ijk,jl->li", u, v); });
  check<2>("einsum_outer", [](auto u, auto v) { return tn::einsum("i,j->ji", u, v); });
  check<2>("einsum_two", [](auto u, auto v) { return tn::einsum("ijk,kji->", u, v); });
}

}  // namespace
