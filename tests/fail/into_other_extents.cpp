// expect: into: the result never has the extents of the output

#include "tenon/compile.hpp"

using namespace tenon;

int main() {
  const auto f = compile([](value x) { return x + 1.f; });
  tensor<float, 3> x;
  tensor<float, 4> y;
  f.into(y, x);
}
