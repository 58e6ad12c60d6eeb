// expect: topk at line 8: 4 elements are wanted of axis 1 in [2, 3]

#include "tenon/compile.hpp"

using namespace tenon;

int main() {
  const auto f = compile([](value x) { return topk(x, 4); });
  tensor<float, 2, 3> x;
  const auto [best, places] = f(x);
}
