#include "gemm_cases.hpp"

namespace {

using namespace gemm_test;

template <class T>
class gemm_shapes : public testing::Test {};
using element_types = testing::Types<float, double, std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(gemm_shapes, element_types, );

TYPED_TEST(gemm_shapes, every_small_shape_sampled) {
  std::mt19937 random(7);
  const auto some = [&] { return 1 + std::int64_t(random() % 50); };
  for (int i = 0; i < 120; ++i) {
    const layout a = layouts[random() % 2], b = layouts[random() % 2];
    const std::int64_t m = some(), n = some(), k = some();
    ASSERT_TRUE(is_right(make<TypeParam>(m, n, k, a, b)));
  }
}

TYPED_TEST(gemm_shapes, around_the_sizes_of_tiles) {
  for (std::int64_t m : {1, 2, 3, 4, 5, 8, 9, 13})
    for (std::int64_t n : {1, 2, 7, 8, 9, 15, 16, 17, 33, 47, 48, 49, 65})
      for (std::int64_t k : {1, 17})
        for (layout b : {layout::rows, layout::columns}) ASSERT_TRUE(is_right(make<TypeParam>(m, n, k, layout::rows, b)));
}

TYPED_TEST(gemm_shapes, blocks_along_every_axis) {
  ASSERT_TRUE(is_right(make<TypeParam>(13, 70, 1100)));
  ASSERT_TRUE(is_right(make<TypeParam>(410, 19, 30)));
  ASSERT_TRUE(is_right(make<TypeParam>(230, 210, 530)));
  ASSERT_TRUE(is_right(make<TypeParam>(230, 200, 300, layout::columns, layout::columns)));
  ASSERT_TRUE(is_right(make<TypeParam>(20, 850, 520, layout::rows, layout::columns)));
}

TYPED_TEST(gemm_shapes, operands_too_large_for_the_cache_are_packed) {
  using blocking = tenon::kernels::detail::gemm_blocking<TypeParam>;
  for (const auto& p : {make<TypeParam>(540, 200, 520), make<TypeParam>(401, 75, 380, layout::columns),
                        make<TypeParam>(69, 75, 130, layout::spread, layout::columns)}) {
    EXPECT_TRUE(blocking(arguments_of(p)).packs_a);
    ASSERT_TRUE(is_right(p));
  }
  EXPECT_TRUE(blocking(arguments_of(make<TypeParam>(540, 200, 520))).packs_b());
  EXPECT_FALSE(blocking(arguments_of(make<TypeParam>(64, 64, 64))).packs_b());
}

TYPED_TEST(gemm_shapes, few_rows_or_columns) {
  for (std::int64_t few : {1, 2, 3, 4, 5, 7, 8})
    for (std::int64_t many : {900, 5003})
      for (layout b : {layout::rows, layout::columns}) {
        ASSERT_TRUE(is_right(make<TypeParam>(few, many, 35, layout::rows, b)));
        ASSERT_TRUE(is_right(make<TypeParam>(many, few, 35, layout::rows, b)));
      }
}

TYPED_TEST(gemm_shapes, no_depth_gives_zeros) {
  for (std::int64_t m : {1, 3, 40})
    for (std::int64_t n : {1, 16, 60})
      for (layout b : {layout::rows, layout::columns}) ASSERT_TRUE(is_right(make<TypeParam>(m, n, 0, layout::rows, b)));
}

TYPED_TEST(gemm_shapes, nothing_to_do) {
  using kernel = tenon::kernels::gemm<TypeParam>;
  const auto stores = [](const problem<TypeParam>& p) {
    const gemm_arguments g = arguments_of(p);
    std::int64_t tasks = 0;
    for (int phase = 0; phase < kernel::phases(g); ++phase) tasks += kernel::tasks(g, phase, 3);
    return tasks;
  };
  EXPECT_EQ(stores(make<TypeParam>(0, 5, 5)), 0);
  EXPECT_EQ(stores(make<TypeParam>(5, 0, 5)), 0);
  EXPECT_EQ(stores(make<TypeParam>(0, 0, 0)), 0);
  problem<TypeParam> no_batch = make<TypeParam>(5, 5, 5);
  no_batch.extents = {2, 0};
  no_batch.a.batch = no_batch.b.batch = {25, 25};
  EXPECT_EQ(stores(no_batch), 0);
}

}  // namespace
