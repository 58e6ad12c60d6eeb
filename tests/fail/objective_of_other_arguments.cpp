// expect: the objective must take the net and one tenon::value for each argument of the step, and return one tenon::value

#include "tenon/training.hpp"

using namespace tenon;

struct net {
  nn::linear<4, 3> layer;
  constexpr value operator()(value x) const { return layer(x); }
};

int main() {
  model<net> m;
  auto trainer = compile_training<optim::sgd>(m, [](const auto& n, value x) { return mean(n(x)); });
  tensor<float, 2, 4> x;
  tensor<float, 2, 3> y;
  trainer.step(x, y);
}
