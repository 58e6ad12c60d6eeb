// expect: the function that is captured does not take these arguments: it is called with one tenon::value for each

#include "tenon/compile.hpp"

using namespace tenon;

int main() {
  const auto f = compile([](value x, value y) { return x + y; });
  tensor<float, 3> x;
  f(x);
}
