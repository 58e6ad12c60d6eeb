// expect: grad: the argument is i32[3], and only floating numbers have derivatives

#include "tenon/compile.hpp"

using namespace tenon;

int main() {
  const auto f = compile(grad([](value x) { return sum(x * 0.5f); }));
  tensor<std::int32_t, 3> x;
  const auto y = f(x);
}
