// expect: into: output 0 is a tensor<f32, 4>, the result a tensor<f32, 3>: their extents can never be equal

#include "tenon/compile.hpp"

using namespace tenon;

int main() {
  const auto f = compile([](value x) { return x + 1.f; });
  tensor<float, 3> x;
  tensor<float, 4> y;
  f.into(y, x);
}
