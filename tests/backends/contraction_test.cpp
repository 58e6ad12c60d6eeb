#include "backends/conform.hpp"
#include "tenon/ops/einsum.hpp"

namespace {

using namespace tenon::test;

/// What contractions are computed in: matmul and einsum lift all narrower types.
using contracted = types<i32, i64, f32, f64>;

/// A contraction in the element type of its operands, with the roles of their axes: f free, b batch, k contracted.
template <tenon::text A, tenon::text B>
constexpr auto contract = [](auto a, auto b) {
  tenon::contraction_axes axes;
  const auto role = [](char c) { return tenon::contraction_axes::role(c == 'b' ? 1 : c == 'k' ? 2 : 0); };
  for (int i = 0; i < a.rank(); ++i) axes.set_a(i, role(A.characters[i]));
  for (int i = 0; i < b.rank(); ++i) axes.set_b(i, role(B.characters[i]));
  return tenon::detail::contract(a, b, axes);
};

TEST(conformance, contract) {
  conform_each<contracted, 2, 2>("contract.ik,kj->ij", contract<"fk", "kf">);
  conform_each<contracted, 2, 2>("contract.ik,jk->ij", contract<"fk", "fk">);
  conform_each<contracted, 2, 2>("contract.ki,kj->ij", contract<"kf", "kf">);
  conform_each<contracted, 1, 1>("contract.k,k->", contract<"k", "k">);
  conform_each<contracted, 1, 1>("contract.i,j->ij", contract<"f", "f">);
  conform_each<contracted, 3, 3>("contract.bik,bkj->bij", contract<"bfk", "bkf">);
}

TEST(conformance, einsum) {
  conform_each<contracted, 4, 4>("contract.bikl,blkj->bij", [](auto a, auto b) { return tenon::einsum("bikl,blkj->bij", a, b); });
}

}  // namespace
