#include "tenon/tensor/print.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <numeric>
#include <sstream>

#include "tenon/tensor/tensor.hpp"

namespace {

using namespace tenon;

TEST(print, vectors_and_numbers) {
  EXPECT_EQ(to_string(tensor<float>(3.f)), "3.");
  EXPECT_EQ(to_string(tensor<int>(-3)), "-3");
  EXPECT_EQ(to_string(tensor<float, 3>{1, -2, 3}), "[ 1., -2.,  3.]");
  EXPECT_EQ(to_string(tensor<std::uint8_t, 2>{200, 7}), "[200,   7]");
  EXPECT_EQ(to_string(tensor<bool, 2>{true, false}), "[ true, false]");
  EXPECT_EQ(to_string(tensor<std::int64_t, 1>{std::numeric_limits<std::int64_t>::min()}), "[-9223372036854775808]");
}

TEST(print, columns_are_aligned) {
  EXPECT_EQ(to_string(tensor<float, 2, 3>{{1, 2.5, -3}, {100, 0.125, 0}}), "[[  1.000,   2.500,  -3.000],\n [100.000,   0.125,   0.000]]");
}

TEST(print, blank_lines_between_matrices) {
  tensor<int, 2, 2, 2> t;
  std::iota(t.begin(), t.end(), 0);
  EXPECT_EQ(to_string(t), "[[[0, 1],\n  [2, 3]],\n\n [[4, 5],\n  [6, 7]]]");
  EXPECT_EQ(to_string(t.permute(2, 1, 0)), "[[[0, 4],\n  [2, 6]],\n\n [[1, 5],\n  [3, 7]]]");
}

TEST(print, large_small_and_no_numbers) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(to_string(tensor<double, 3>{1e-9, 3e200, 0.5}), "[ 1.e-09, 3.e+200,  5.e-01]");
  EXPECT_EQ(to_string(tensor<double, 2>{1234567, 0.5}), "[1.2346e+06, 5.0000e-01]");
  EXPECT_EQ(to_string(tensor<double, 3>{infinity, -infinity, -std::numeric_limits<double>::quiet_NaN()}), "[ inf, -inf,  nan]");
  EXPECT_EQ(to_string(tensor<float, 1>{0.1f}), "[0.1]");
  EXPECT_EQ(to_string(tensor<double, 1>{std::numeric_limits<double>::max()}), "[1.7977e+308]");
}

TEST(print, of_no_elements) {
  EXPECT_EQ(to_string(tensor<float, dyn, 3>()), "[]");
  EXPECT_EQ(to_string(tensor<float, 2, 0>()), "[]");
  tensor<float, 1000> moved;
  const auto taken = std::move(moved);
  EXPECT_EQ(to_string(moved), "[]");
}

TEST(print, long_tensors_are_cut) {
  tensor<int, dyn> whole(1000), cut(1001);
  std::iota(cut.begin(), cut.end(), 0);
  EXPECT_EQ(to_string(whole).find("..."), std::string::npos);
  EXPECT_EQ(to_string(cut), "[   0,    1,    2, ...,  998,  999, 1000]");
  const tensor<int, dyn, dyn> matrix(2, 1000);
  EXPECT_EQ(to_string(matrix), "[[0, 0, 0, ..., 0, 0, 0],\n [0, 0, 0, ..., 0, 0, 0]]");
  const tensor<int, dyn, dyn> tall(501, 2);
  EXPECT_EQ(to_string(tall), "[[0, 0],\n [0, 0],\n [0, 0],\n ...,\n [0, 0],\n [0, 0],\n [0, 0]]");
}

TEST(print, long_rows_are_wrapped) {
  std::istringstream lines(to_string(tensor<int, 100>::filled(7)));
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    EXPECT_LE(line.size(), 80u);
    EXPECT_EQ(line[0], count == 0 ? '[' : ' ');
  }
  EXPECT_EQ(count, 4);
}

TEST(print, to_a_stream) {
  std::ostringstream stream;
  tensor<int, 2, 2> t{{1, 2}, {3, 4}};
  stream << t << ' ' << t[0] << ' ' << t.transpose();
  EXPECT_EQ(stream.str(), "[[1, 2],\n [3, 4]] [1, 2] [[1, 3],\n [2, 4]]");
}

}  // namespace
