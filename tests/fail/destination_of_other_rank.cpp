// expect: assignment: the destination is a tensor<f32, 3, 1>, the result a tensor<f32, 3>: they have different numbers of axes

#include "tenon/tenon.hpp"

using namespace tenon;

int main() {
  tensor<float, 3> x;
  tensor<float, 3, 1> y;
  y = x + 1.f;
}
