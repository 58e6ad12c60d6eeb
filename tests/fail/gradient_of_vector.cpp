// expect: grad: the function gives f32[3], expected one floating number (reduce it with sum or mean)

#include "tenon/compile.hpp"

using namespace tenon;

int main() {
  const auto f = compile(value_and_grad([](value x) { return x * x; }));
  tensor<float, 3> x;
  const auto [y, slope] = f(x);
}
