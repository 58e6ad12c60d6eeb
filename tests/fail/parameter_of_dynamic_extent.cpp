// expect: the extents of a parameter are numbers of at least 0
// errors: several

#include "tenon/nn/nn.hpp"

struct net {
  tenon::nn::parameter<float, tenon::dyn> weight;
};

int main() { return tenon::nn::parameter_count<net>; }
