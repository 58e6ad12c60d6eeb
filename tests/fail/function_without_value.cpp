// expect: the function that is captured must return a tenon::value, or a tuple, pair or array of them

#include "tenon/compile.hpp"

using namespace tenon;

int main() {
  const auto f = compile([](value) { return 1.f; });
  tensor<float, 3> x;
  f(x);
}
