// expect: an expression never has the extents of its destination

#include "tenon/tenon.hpp"

using namespace tenon;

int main() {
  tensor<float, 3> x;
  tensor<float, 4> y;
  y = x + 1.f;
}
