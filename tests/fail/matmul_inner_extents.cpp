// expect: matmul(a, b) at line 8: a is [32, 128], b is [64, 10]; inner extents 128 and 64 differ

#include "tenon/compile.hpp"

using namespace tenon;

int main() {
  const auto product = compile([](value a, value b) { return matmul(a, b); });
  tensor<float, 32, 128> a;
  tensor<float, 64, 10> b;
  const auto y = product(a, b);
}
