// expect: into: output 0 is a tensor<f64, 3>, the result a tensor<f32, 3>: the element types must be equal, and cast<T> converts

#include "tenon/compile.hpp"

using namespace tenon;

int main() {
  const auto f = compile([](value x) { return x + 1.f; });
  tensor<float, 3> x;
  tensor<double, 3> y;
  f.into(y, x);
}
