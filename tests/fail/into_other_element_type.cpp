// expect: into: the element type of the output is not that of the result

#include "tenon/compile.hpp"

using namespace tenon;

int main() {
  const auto f = compile([](value x) { return x + 1.f; });
  tensor<float, 3> x;
  tensor<double, 3> y;
  f.into(y, x);
}
