// expect: the elements of an expression and of its destination have different types: use cast<T>(...)

#include "tenon/tenon.hpp"

using namespace tenon;

int main() {
  tensor<float, 3> x;
  tensor<int, 3> y;
  y = x + 1.f;
}
