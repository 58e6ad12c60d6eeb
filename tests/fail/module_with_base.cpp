// expect: a module has no base class: make what it shares with others a member
// errors: several

#include "tenon/nn/nn.hpp"

struct base {
  tenon::nn::linear<3, 4> first;
};
struct net : base {
  tenon::nn::linear<4, 5> second;
};

int main() { return tenon::nn::parameter_count<net>; }
