// expect: assignment: the destination is a tensor<f32, 4>, the result a tensor<f32, 3>: their extents can never be equal

#include "tenon/tenon.hpp"

using namespace tenon;

int main() {
  tensor<float, 3> x;
  tensor<float, 4> y;
  y = x + 1.f;
}
