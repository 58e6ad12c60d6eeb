#ifndef TENON_OPS_RANDOM_HPP
#define TENON_OPS_RANDOM_HPP

#include "tenon/ops/movement.hpp"

namespace tenon {
namespace detail {

/// 32 random bits an element, in the shape of `like`: the same seed gives the same bits on every machine and thread count.
constexpr value random_bits(const operand& seed, value like) {
  graph& g = *like.owner;
  const value key = seed.what == operand::is_number ? constant_bits(g, element_type::i64, seed.bits) : cast_to(resolve(g, seed), element_type::i64);
  return append(g, opcode::random_bits, element_type::i32, g.nodes[like.id].shape, key.id);
}

/// Uniform in [0, 1) as f32, from the upper 24 bits.
struct random_uniform_operation {
  constexpr value operator()(operand seed, value like) const {
    const value bits = bit_and(shift_right(random_bits(seed, like), 8), 0xFFFFFF);
    return multiply(cast_to(bits, element_type::f32), 0x1p-24);
  }
};

/// Normal with mean 0 and variance 1 as f32, by Box and Muller's transform of two uniform numbers.
struct random_normal_operation {
  constexpr value operator()(operand seed, value like) const {
    graph& g = *like.owner;
    const random_uniform_operation uniform;
    const value second = seed.what == operand::is_number ? constant_bits(g, element_type::i64, seed.bits) : resolve(g, seed);
    const value u = subtract(1, uniform(seed, like));  // in (0, 1], so that its logarithm is finite
    const value v = uniform(bit_xor(second, std::int64_t(0x5DEECE66D)), like);
    return multiply(sqrt(multiply(log(u), -2)), cos(multiply(v, 6.283185307179586)));
  }
};

/// Each element kept with probability 1 - rate and divided by it, otherwise 0.
struct dropout_operation {
  constexpr value operator()(operand x, double rate, operand seed) const {
    const value v = resolve(*owner_of(x, seed), x);
    if (!v.valid()) return v;
    return where(less(random_uniform_operation{}(seed, v), rate), 0, multiply(v, 1 / (1 - rate)));
  }
};

}  // namespace detail

/// Uniform in [0, 1) as f32, in the shape of `like`. The seed is a number or an i64 value of rank 0.
constexpr value random_uniform(operand seed, value like) { return detail::random_uniform_operation{}(seed, like); }

/// Normal with mean 0 and variance 1 as f32.
constexpr value random_normal(operand seed, value like) { return detail::random_normal_operation{}(seed, like); }

/// Each element kept with probability 1 - rate and divided by it, otherwise 0.
constexpr value dropout(operand x, double rate, operand seed) { return detail::dropout_operation{}(x, rate, seed); }

}  // namespace tenon

#endif
