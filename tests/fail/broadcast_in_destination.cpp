// expect: shapes [3] and [4] do not broadcast: counted from the last axis, extents must be equal or 1

#include "tenon/tenon.hpp"

using namespace tenon;

int main() {
  tensor<float, 3> a;
  tensor<float, 4> b;
  tensor<float, 3> y;
  y = exp(a * b) + 1.f;
}
