// expect: tenon::compile takes a function without captures: what it needs must be its arguments

#include "tenon/compile.hpp"

using namespace tenon;

int main() {
  float factor = 2;
  const auto f = compile([factor](value x) { return x * factor; });
  tensor<float, 3> x, y;
  f.into(y, x);
  const auto z = f(x);
}
