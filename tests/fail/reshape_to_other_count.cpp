// expect: reshape at line 8: [2, 3] cannot become [4, 2]: they have different numbers of elements

#include "tenon/compile.hpp"

using namespace tenon;

int main() {
  const auto f = compile([](value x) { return reshape(x, {4, 2}); });
  tensor<float, 2, 3> x;
  tensor<float, 4, 2> y;
  f.into(y, x);
}
