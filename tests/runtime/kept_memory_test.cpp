#include <gtest/gtest.h>

#include <vector>

#include "tenon/compile.hpp"

namespace {

using namespace tenon;
using vector = tensor<float, dyn>;

constexpr std::size_t mebibyte = 1 << 20;

class kept_memory : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!TENON_KEEPS_MEMORY) GTEST_SKIP() << "sanitizers watch freed memory";
    release_kept_memory();
    set_kept_memory_limit(64 * mebibyte);
  }
  void TearDown() override { set_kept_memory_limit(std::size_t(1) << 30); }
};

TEST_F(kept_memory, is_used_again) {
  const float* before = vector(3'000'000).data();
  EXPECT_GE(tenon::kept_memory(), 12'000'000u);
  vector again(3'000'000);
  EXPECT_EQ(again.data(), before);
  EXPECT_EQ(tenon::kept_memory(), 0u);
  EXPECT_EQ(again(2'999'999), 0.f);  // elements start as zeros all the same
}

TEST_F(kept_memory, is_bounded) {
  { std::vector<vector> many(40, vector(1'000'000)); }
  EXPECT_LE(tenon::kept_memory(), 64 * mebibyte);
  EXPECT_GE(tenon::kept_memory(), 56 * mebibyte);
  set_kept_memory_limit(10 * mebibyte);
  EXPECT_LE(tenon::kept_memory(), 10 * mebibyte);
  EXPECT_EQ(kept_memory_limit(), 10 * mebibyte);
  set_kept_memory_limit(0);
  { vector x(1'000'000); }
  EXPECT_EQ(tenon::kept_memory(), 0u);
}

TEST_F(kept_memory, is_given_back) {
  { vector x(5'000'000), y(100'000); }
  EXPECT_GT(tenon::kept_memory(), 0u);
  release_kept_memory();
  EXPECT_EQ(tenon::kept_memory(), 0u);
}

TEST_F(kept_memory, keeps_what_is_small_too) {
  const float* before = vector(1000).data();
  EXPECT_GE(tenon::kept_memory(), 4000u);
  EXPECT_LE(tenon::kept_memory(), 5120u);
  EXPECT_EQ(vector(1000).data(), before);
}

TEST_F(kept_memory, has_room_for_every_size) {
  for (std::int64_t power = 2; power < 23; ++power)
    for (std::int64_t n : {(1 << power) - 1, 1 << power, (1 << power) + 1, 5 << (power - 2), (5 << (power - 2)) + 1, (7 << (power - 2)) + 1}) {
      vector x(n), y(n);
      x.fill(1);
      y.fill(2);
      EXPECT_EQ(x(0), 1.f) << n;
      EXPECT_EQ(x(n - 1), 1.f) << n;
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(y.data()) % storage_alignment, 0u);
    }
}

TEST_F(kept_memory, makes_fresh_results_cheap) {
  const auto f = compile([](value x) { return x + 1.f; });
  const vector x(2'000'000);
  const float* before = f(x).data();
  EXPECT_EQ(f(x).data(), before);
}

}  // namespace
