// expect: into: the output has not as many axes as the result

#include "tenon/compile.hpp"

using namespace tenon;

int main() {
  const auto f = compile([](value x) { return x + 1.f; });
  tensor<float, 3> x;
  tensor<float, 3, 1> y;
  f.into(y, x);
}
