// expect: into needs one tensor for each result of the function: std::tie(a, b) for two

#include "tenon/compile.hpp"

using namespace tenon;

int main() {
  const auto f = compile([](value x) { return std::tuple(x + 1.f, x * 2.f); });
  tensor<float, 3> x, y;
  f.into(y, x);
}
