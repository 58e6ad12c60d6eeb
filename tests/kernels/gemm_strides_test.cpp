#include "gemm_cases.hpp"

namespace {

using namespace gemm_test;

template <class T>
class gemm_strides : public testing::Test {};
using element_types = testing::Types<float, double, std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(gemm_strides, element_types, );

TYPED_TEST(gemm_strides, every_pair_of_layouts) {
  struct {
    std::int64_t m, n, k;
  } const shapes[] = {{1, 37, 40}, {3, 50, 21}, {11, 1, 33}, {29, 35, 19}, {50, 20, 1}};
  for (const auto& s : shapes)
    for (layout a : layouts)
      for (layout b : layouts) ASSERT_TRUE(is_right(make<TypeParam>(s.m, s.n, s.k, a, b)));
}

TYPED_TEST(gemm_strides, every_pair_of_layouts_packed) {
  for (layout a : layouts)
    for (layout b : layouts) ASSERT_TRUE(is_right(make<TypeParam>(65, 201, 70, a, b)));
}

/// Batches laid out one after another with a gap, or in reverse, or all the same where the stride is 0.
template <class T>
problem<T> batched(std::vector<std::int64_t> extents, std::vector<std::int64_t> a_signs, std::vector<std::int64_t> b_signs,
                   std::int64_t m, std::int64_t n, std::int64_t k, layout a, layout b) {
  problem<T> p = make<T>(m, n, k, a, b);
  p.extents = extents;
  std::int64_t a_step = 2 * m * k + m + k + 3, b_step = 2 * k * n + k + n + 1;
  p.a.batch.resize(extents.size());
  p.b.batch.resize(extents.size());
  for (std::size_t i = extents.size(); i-- > 0;) {
    p.a.batch[i] = a_signs[i] * a_step;
    p.b.batch[i] = b_signs[i] * b_step;
    a_step *= extents[i], b_step *= extents[i];
  }
  std::mt19937 random(3);
  p.a.fill(m, k, extents, random);
  p.b.fill(k, n, extents, random);
  return p;
}

TYPED_TEST(gemm_strides, batches) {
  for (layout a : {layout::rows, layout::columns})
    for (layout b : {layout::rows, layout::columns, layout::spread}) {
      ASSERT_TRUE(is_right(batched<TypeParam>({4}, {1}, {1}, 19, 21, 9, a, b)));
      ASSERT_TRUE(is_right(batched<TypeParam>({3, 2}, {1, 1}, {0, 1}, 10, 35, 20, a, b)));
      ASSERT_TRUE(is_right(batched<TypeParam>({2, 3, 2}, {0, 1, -1}, {1, 0, 1}, 2, 40, 20, a, b)));
      ASSERT_TRUE(is_right(batched<TypeParam>({3, 4}, {1, 0}, {-1, 0}, 20, 1, 18, a, b)));
      ASSERT_TRUE(is_right(batched<TypeParam>({2, 1, 2, 1, 2, 3}, {1, 1, 1, 0, 1, 1}, {1, 0, 0, 1, 1, -1}, 5, 6, 7, a, b)));
      ASSERT_TRUE(is_right(batched<TypeParam>({5}, {0}, {0}, 3, 5, 0, a, b)));
    }
}

}  // namespace
