// expect: softmax at line 8: axis 2 does not exist in [2, 3], whose axes are -2 to 1

#include "tenon/compile.hpp"

using namespace tenon;

int main() {
  const auto f = compile([](value x) { return std::tuple(softmax(x, 2), sum(x)); });
  tensor<float, 2, 3> x;
  const auto [y, total] = f(x);
}
