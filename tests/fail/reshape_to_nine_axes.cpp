// expect: reshape at line 8: [2, 3] cannot have more than 8 axes

#include "tenon/compile.hpp"

using namespace tenon;

int main() {
  const auto f = compile([](value x) { return reshape(x, {1, 1, 1, 1, 1, 1, 1, 2, 3}); });
  tensor<float, 2, 3> x;
  tensor<float, 2, 3> y;
  f.into(y, x);
}
