// expect: item: the expression has axes, so it is not one element

#include "tenon/tenon.hpp"

using namespace tenon;

int main() {
  tensor<float, 3> x;
  return (x + x).item() > 0;
}
