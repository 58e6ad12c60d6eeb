#ifndef TENON_OPS_COMPOSITE_HPP
#define TENON_OPS_COMPOSITE_HPP

#include "tenon/ops/activation.hpp"
#include "tenon/ops/loss.hpp"
#include "tenon/ops/sorting.hpp"

namespace tenon::detail {

/// A composite written out in primitives; `a`, `b`, `c` are its operands. One line an operation.
constexpr value expand(const node& n, value a, value b, value c) {
  switch (n.code) {
    case opcode::sigmoid: return expand_sigmoid(a);
    case opcode::silu: return expand_silu(a);
    case opcode::gelu: return expand_gelu(a);
    case opcode::gelu_tanh: return expand_gelu_tanh(a);
    case opcode::softplus: return expand_softplus(a);
    case opcode::softmax: return expand_softmax(a, n.attribute);
    case opcode::log_softmax: return expand_log_softmax(a, n.attribute);
    case opcode::logsumexp: return expand_logsumexp(a, n.attribute);
    case opcode::mean: return expand_mean(a, n.attribute);
    case opcode::variance: return expand_variance(a, n.attribute, n.payload);
    case opcode::layer_norm: return expand_layer_norm(a, b, c, n.attribute, std::bit_cast<double>(n.payload));
    case opcode::rms_norm: return expand_rms_norm(a, b, n.attribute, std::bit_cast<double>(n.payload));
    case opcode::cross_entropy: return expand_cross_entropy(a, b);
    case opcode::topk: return expand_topk(n, a);
    case opcode::bincount: return expand_bincount(n, a, b);
    default: return {a.owner, -1};
  }
}

}  // namespace tenon::detail

#endif
