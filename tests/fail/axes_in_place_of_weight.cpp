// expect: this operation does not take these arguments

#include "tenon/compile.hpp"

using namespace tenon;

int main() {
  tensor<float, 2, 3> x;
  tensor y = layer_norm(x, axes<1>);
}
