// expect: a is [8, 4], b is [2, 5]; the last extents must be equal

#include "tenon/model.hpp"

using namespace tenon;

struct net {
  nn::linear<3, 4> first;
  nn::linear<5, 2> second;
  constexpr value operator()(value x) const { return second(relu(first(x))); }
};

int main() {
  model<net> m;
  tensor<float, 8, 3> x;
  const auto y = m(x);
}
