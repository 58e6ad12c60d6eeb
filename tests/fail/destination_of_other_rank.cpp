// expect: an expression and its destination have different numbers of axes

#include "tenon/tenon.hpp"

using namespace tenon;

int main() {
  tensor<float, 3> x;
  tensor<float, 3, 1> y;
  y = x + 1.f;
}
