#ifndef TENON_KERNELS_LOOP_COST_HPP
#define TENON_KERNELS_LOOP_COST_HPP

#include "tenon/kernels/loop_body.hpp"

namespace tenon::kernels::detail {

/// Nanoseconds that one vector instruction takes, as measured for 16 lanes on a 4 GHz core; a guide for scheduling only.
constexpr double instruction_cost(const instruction& in) {
  if (in.code >= opcodes) return 0.1;
  switch (opcode(in.code)) {
    case opcode::exp: case opcode::exp2: case opcode::log: case opcode::log2: case opcode::log10: case opcode::expm1: case opcode::log1p: return 3;
    case opcode::sin: case opcode::cos: case opcode::tan: case opcode::tanh: case opcode::erf: case opcode::asin: case opcode::acos: return 5;
    case opcode::atan: case opcode::atan2: case opcode::sinh: case opcode::cosh: case opcode::hypot: return 8;
    case opcode::asinh: case opcode::acosh: case opcode::atanh: case opcode::cbrt: return 12;
    case opcode::erfc: case opcode::normal_cdf: case opcode::erfinv: return 12;
    case opcode::scan_sum: case opcode::scan_product: return 2;
    case opcode::scan_logsumexp: return 40;
    case opcode::pow: case opcode::fmod: return 20;
    case opcode::lgamma: case opcode::digamma: return 60;
    case opcode::random_bits: return 15;
    case opcode::gather: return 8;
    case opcode::div: case opcode::sqrt: case opcode::rsqrt: return 1.5;
    default: return 0.15;
  }
}

/// Nanoseconds an element of the whole domain.
template <auto D>
consteval double element_cost() {
  double ns = 0.05;
  for (int i = 0; i < D.instructions; ++i)
    if (D.body[i].space == loop_space::inner) ns += instruction_cost(D.body[i]) / loop_body<D>::lanes;
  for (int i = 0; i < D.accesses; ++i) ns += D.access[i].lane == lane_step::other ? 0.5 : D.access[i].lane == lane_step::across ? 0.15 : 0.01 * size_of(D.access[i].type);
  return ns;
}

}  // namespace tenon::kernels::detail

#endif
