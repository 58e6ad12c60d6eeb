#include <iostream>

#include "tenon/tenon.hpp"

using namespace tenon;

constexpr auto loss = [](value w, value x, value y) { return mse_loss(gelu(x * w), y); };
constexpr auto learn = [](value w, value x, value y) { return w - 0.1f * grad(loss)(w, x, y); };

int main() {
  tensor x = {-2.f, -1.f, 0.f, 1.f, 2.f};
  tensor y = gelu(x * 0.7f);  // one statement is one fused loop
  tensor<float> w;            // what is learned: one number, 0 so far

  static_assert(plan_of<decltype(learn), decltype(w), decltype(x), decltype(y)>.kernels.size() == 1);
  const auto step = compile(learn);  // captured, differentiated and fused by the C++ compiler
  for (int i = 0; i < 100; ++i) step.into(w, w, x, y);
  std::cout << "y = " << y << "\nw = " << w << "\n\n" << explain(step, w, x, y);
}
