// Captures a chain of 1,000 mixed operations, runs all passes over it and plans it, in constant evaluation. No kernel is
// instantiated: what compiling this costs is what Tenon's compiler costs.

#include <cstdio>

#include "tenon/compile.hpp"

namespace {

constexpr int operations = 1000;

/// One of ten operations.
constexpr tenon::value mixed(int i, tenon::value x, tenon::value first, tenon::value weight) {
  switch (i % 10) {
    case 0: return x * weight;
    case 1: return x + first;
    case 2: return tanh(x);
    case 3: return x - 0.5f * i;
    case 4: return gelu(x);
    case 5: return maximum(x, weight);
    case 6: return where(x > 0, x, first);
    case 7: return x / (1 + abs(first));
    case 8: return sigmoid(x);
    default: return i % 100 == 99 ? softmax(x) : exp(-x);
  }
}

struct chain {
  constexpr tenon::value operator()(tenon::value first, tenon::value weight) const {
    tenon::value x = first;
    for (int i = 0; i < operations; ++i) x = mixed(i, x, first, weight);
    return x;
  }
};

using batch = tenon::tensor<float, tenon::dim<"batch", 1, 512>, 256>;
using weight = tenon::tensor<float, 256>;

}  // namespace

int main() {
  constexpr int nodes = tenon::graph_of<chain, batch, weight>.nodes.size(), kernels = tenon::plan_of<chain, batch, weight>.kernels.size();
  std::printf("%d operations, %d nodes, %d kernels\n", operations, nodes, kernels);
}
