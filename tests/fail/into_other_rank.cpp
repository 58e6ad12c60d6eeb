// expect: into: output 0 is a tensor<f32, 3, 1>, the result a tensor<f32, 3>: they have different numbers of axes

#include "tenon/compile.hpp"

using namespace tenon;

int main() {
  const auto f = compile([](value x) { return x + 1.f; });
  tensor<float, 3> x;
  tensor<float, 3, 1> y;
  f.into(y, x);
}
