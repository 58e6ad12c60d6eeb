// expect: axis 1 does not exist in [3], whose axes are -1 to 0

#include "tenon/tenon.hpp"

using namespace tenon;

int main() {
  tensor<float, 3> x;
  tensor y = sum(x, axes<1>);
}
