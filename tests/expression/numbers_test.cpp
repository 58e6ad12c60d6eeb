#include <sstream>

#include "support/loops.hpp"
#include "tenon/tenon.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

using matrix = tensor<float, 2, 4>;
const matrix x = {{1.f, 2.f, 4.f, 5.f}, {-1.f, 0.f, 0.f, 5.f}};

TEST(numbers, as_correction_of_a_variance) {
  const double squares[] = {10, 22};  // of the distances from the means 3 and 1
  EXPECT_TRUE(has(tensor(var(x, axes<1>, 0)), [&](auto i) { return squares[i] / 4; }));
  EXPECT_TRUE(has(tensor(var(x, axes<1>, 0.5)), [&](auto i) { return squares[i] / 3.5; }));
  EXPECT_TRUE(has(tensor(var(x, axes<1>, keep_dims)), [&](auto i, auto) { return squares[i] / 3; }));
  EXPECT_TRUE(has(tensor(var(x, axes<1>, 2, keep_dims)), [&](auto i, auto) { return squares[i] / 2; }));
  const auto inside = compile([](value v) { return std::pair(var(v, 1, 0), var(v, 1, 0.5)); });
  EXPECT_TRUE(allclose(std::get<0>(inside(x)), tensor(var(x, axes<1>, 0))));
  EXPECT_TRUE(allclose(std::get<1>(inside(x)), tensor(var(x, axes<1>, 0.5))));
}

TEST(numbers, as_epsilon) {
  const double mean[] = {3, 1}, variance[] = {2.5, 5.5};
  EXPECT_TRUE(has(tensor(layer_norm(x, 1.5)), [&](auto i, auto j) { return (x(i, j) - mean[i]) / std::sqrt(variance[i] + 1.5); }));
  const tensor<float, 4> w = {1.f, 2.f, 3.f, 4.f};
  EXPECT_TRUE(has(tensor(layer_norm(x, w, w, 1.5f)), [&](auto i, auto j) { return (x(i, j) - mean[i]) / std::sqrt(variance[i] + 1.5) * w(j) + w(j); }));
  const double square[] = {46. / 4, 26. / 4};
  EXPECT_TRUE(has(tensor(rms_norm(x, w, 2)), [&](auto i, auto j) { return x(i, j) / std::sqrt(square[i] + 2) * w(j); }));
}

TEST(numbers, of_all_axes_kept) {
  EXPECT_TRUE(has(tensor(mean(x, keep_dims)), [](auto, auto) { return 2.0; }));
  EXPECT_TRUE(has(tensor(logsumexp(x * 0.f, keep_dims)), [](auto, auto) { return std::log(8.0); }));
}

TEST(numbers, of_expressions_are_printed) {
  std::ostringstream out;
  out << x * 2.f << ' ' << sum(x);
  EXPECT_EQ(out.str(), to_string(tensor(x * 2.f)) + " 16.");
  EXPECT_EQ(to_string(x + x), to_string(tensor(x * 2.f)));
}

}  // namespace
