// expect: a module has at most 32 members: group some of them into a module of their own

#include "tenon/nn/nn.hpp"

using p = tenon::nn::parameter<float, 1>;
struct net {
  p f00, f01, f02, f03, f04, f05, f06, f07, f08, f09, f10, f11, f12, f13, f14, f15, f16;
  p f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31, f32;
};

int main() { return tenon::nn::parameter_count<net>; }
