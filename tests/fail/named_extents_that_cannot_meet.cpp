// expect: extent 0 of argument 0 and extent 1 of argument 1 are both n, but the bounds [1, 4] and [5, 8] have no extent in common

#include "tenon/compile.hpp"

using namespace tenon;

int main() {
  const auto f = compile([](value x, value y) { return std::pair(x + 1.f, y + 1.f); });
  tensor<float, dim<"n", 1, 4>> x(4);
  tensor<float, 2, dim<"n", 5, 8>> y(2, 5);
  const auto [a, b] = f(x, y);
}
