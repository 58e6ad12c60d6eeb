// expect: the model has no parameter of this name; names are spelled as in PyTorch's state_dict, fc1.weight

#include "tenon/model.hpp"

using namespace tenon;

struct net {
  nn::linear<3, 2> fc;
  constexpr value operator()(value x) const { return fc(x); }
};

int main() {
  model<net> m;
  m.parameter<"fc.wieght">();
}
