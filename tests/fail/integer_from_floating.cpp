// expect: assignment: the destination is a tensor<i32, 3>, the result a tensor<f32, 3>: the element types must be equal, and cast<T> converts

#include "tenon/tenon.hpp"

using namespace tenon;

int main() {
  tensor<float, 3> x;
  tensor<int, 3> y;
  y = x + 1.f;
}
