#ifndef TENON_OPS_RANDOM_HPP
#define TENON_OPS_RANDOM_HPP

#include "tenon/ops/movement.hpp"

namespace tenon {
namespace detail {

/// 32 random bits an element, in the shape of `like`: the same seed gives the same bits on every machine and thread count.
constexpr value random_bits(const operand& seed, value like) {
  graph& g = *like.owner;
  const bool known = seed.what == operand::is_number;
  const value given = known ? constant_bits(g, seed.category == element_category::floating ? element_type::f64 : element_type::i64, seed.bits) : resolve(g, seed);
  if (!like.valid() || !given.valid()) return {&g, -1};
  if (given.rank() != 0 || !is_integer(given.type())) {
    if (auto* e = complain(g, opcode::random_bits, seed.line)) {
      *e << "the seed is " << name_of(given.type());
      print(*e, g, given.shape());
      *e << ", expected an integer of rank 0";
    }
    return {&g, -1};
  }
  const value key = cast_to(given, element_type::i64);
  return append(g, opcode::random_bits, element_type::i32, g.nodes[like.id].shape, key.id);
}

}  // namespace detail

/// Uniform in [0, 1) as f32, in the shape of `like`. The seed is a number or an i64 value of rank 0.
constexpr value random_uniform(operand seed, value like) {
  const value random = detail::random_bits(seed, like);
  if (!random.valid()) return random;
  const value bits = bit_and(shift_right(random, 8), 0xFFFFFF);  // the upper 24
  return multiply(detail::cast_to(bits, element_type::f32), 0x1p-24);
}

/// Normal with mean 0 and variance 1 as f32, by Box and Muller's transform of two uniform numbers.
constexpr value random_normal(operand seed, value like) {
  graph& g = *like.owner;
  const bool known = seed.what == operand::is_number;
  const value second = known ? detail::constant_bits(g, element_type::i64, seed.bits) : detail::resolve(g, seed);
  const value first = random_uniform(seed, like);
  if (!first.valid()) return first;
  const value u = subtract(1, first);  // in (0, 1], so that its logarithm is finite
  const value v = random_uniform(bit_xor(second, std::int64_t(0x5DEECE66D)), like);
  return multiply(sqrt(multiply(log(u), -2)), cos(multiply(v, 6.283185307179586)));
}

/// Each element kept with probability 1 - rate and divided by it, otherwise 0.
constexpr value dropout(operand x, double rate, operand seed) {
  const value v = detail::resolve(*detail::owner_of(x, seed), x);
  if (!v.valid()) return v;
  return where(less(random_uniform(seed, v), rate), 0, multiply(v, 1 / (1 - rate)));
}

}  // namespace tenon

#endif
