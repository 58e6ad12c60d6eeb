#include "tenon/nn/initializer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "tenon/nn/nn.hpp"

namespace {

using namespace tenon;

template <class T>
std::vector<T> begun(std::int64_t size, nn::initializer how, std::uint64_t seed = 1, std::uint64_t index = 0) {
  std::vector<T> data(std::size_t(size) + 1, T(77));
  nn::initialize(data.data(), size, how, seed, index);
  EXPECT_EQ(data.back(), T(77)) << "an element behind the last one was written";
  data.pop_back();
  return data;
}

/// The mean of x^power.
double moment(const std::vector<float>& data, int power) {
  double sum = 0;
  for (float x : data) sum += std::pow(double(x), power);
  return sum / double(data.size());
}

TEST(initializer, constants) {
  EXPECT_EQ(begun<float>(3, nn::ones), (std::vector<float>{1, 1, 1}));
  EXPECT_EQ(begun<double>(2, nn::constant(-0.1)), (std::vector<double>{-0.1, -0.1}));
  EXPECT_TRUE(begun<float>(0, nn::zeros).empty());
}

TEST(initializer, uniform_has_its_moments_and_bounds) {
  const auto data = begun<float>(1 << 20, nn::uniform(0.25));
  for (float x : data) ASSERT_TRUE(-0.25f <= x && x <= 0.25f);
  // five standard errors of the mean of 2^20 samples
  EXPECT_NEAR(moment(data, 1), 0, 5 * 0.25 / std::sqrt(3.0) / 1024);
  EXPECT_NEAR(moment(data, 2), 0.25 * 0.25 / 3, 1e-4);
  EXPECT_NEAR(moment(data, 4), std::pow(0.25, 4) / 5, 1e-5);
}

TEST(initializer, normal_has_its_moments) {
  const auto data = begun<float>(1 << 20, nn::normal(2));
  EXPECT_NEAR(moment(data, 1), 0, 5 * 2.0 / 1024);
  EXPECT_NEAR(moment(data, 2), 4, 5 * 4 * std::sqrt(2.0) / 1024);
  EXPECT_NEAR(moment(data, 3), 0, 5 * 8 * std::sqrt(15.0) / 1024);
  EXPECT_NEAR(moment(data, 4), 3 * 16, 5 * 16 * std::sqrt(96.0) / 1024);
}

TEST(initializer, is_determined_by_seed_and_index) {
  const auto how = nn::uniform(1);
  EXPECT_EQ(begun<double>(101, how, 5, 3), begun<double>(101, how, 5, 3));
  std::set<double> seen;
  for (std::uint64_t seed : {0ull, 1ull, 1ull << 32})
    for (std::uint64_t index : {0ull, 1ull, 1ull << 32})
      for (double x : begun<double>(101, how, seed, index)) seen.insert(x);
  EXPECT_EQ(seen.size(), 9u * 101);
}

TEST(initializer, a_prefix_does_not_depend_on_the_size) {
  for (auto how : {nn::uniform(1), nn::normal(1)}) {
    const auto whole = begun<float>(64, how);
    for (std::int64_t n = 0; n < 64; ++n) {
      const auto part = begun<float>(n, how);
      EXPECT_TRUE(std::equal(part.begin(), part.end(), whole.begin()));
    }
  }
}

TEST(initializer, defaults_are_those_of_pytorch) {
  for (int n : {1, 2, 3, 4, 7, 64, 784, 3072, 1 << 30})
    EXPECT_DOUBLE_EQ(nn::uniform_by_inputs(n).bound, 1 / std::sqrt(double(n))) << n;
  EXPECT_EQ(nn::uniform_by_inputs(0), nn::zeros);
  constexpr auto fc = nn::parameter_descriptions<nn::linear<16, 5>>;
  static_assert(fc[0].initial == nn::uniform(0.25) && fc[1].initial == nn::uniform(0.25));
  constexpr auto norm = nn::parameter_descriptions<nn::layer_norm<16>>;
  static_assert(norm[0].initial == nn::ones && norm[1].initial == nn::zeros);
  static_assert(nn::parameter_descriptions<nn::rms_norm<16>>[0].initial == nn::ones);
  static_assert(nn::parameter_descriptions<nn::embedding<3, 4>>[0].initial == nn::normal(1));
  struct other {
    nn::linear<16, 5> fc{.weight = nn::normal(0.02), .bias = nn::zeros};
  };
  static_assert(nn::parameter_descriptions<other>[0].initial == nn::normal(0.02));
}

}  // namespace
