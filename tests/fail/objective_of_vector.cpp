// expect: grad: the function gives f32[8, 2], expected one floating number (reduce it with sum or mean)

#include "tenon/training.hpp"

using namespace tenon;

struct net {
  nn::linear<3, 2> fc;
  constexpr value operator()(value x) const { return fc(x); }
};

int main() {
  model<net> m;
  auto t = compile_training<optim::sgd{}>(m, [](const auto& n, value x) { return n(x); });
  tensor<float, 8, 3> x;
  const float loss = t.step(x);
}
