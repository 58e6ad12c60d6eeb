// expect: this operation does not take these arguments on tensors; axes must be known at compile time: axes<1> instead of 1

#include "tenon/tenon.hpp"

using namespace tenon;

int main() {
  tensor<float, 2, 3> x;
  tensor y = sum(x, 1);
}
