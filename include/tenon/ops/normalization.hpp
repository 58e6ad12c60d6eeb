#ifndef TENON_OPS_NORMALIZATION_HPP
#define TENON_OPS_NORMALIZATION_HPP

#include <limits>

#include "tenon/ops/reduction.hpp"

namespace tenon {
namespace detail {

/// An extent as a number of the value's type.
constexpr value extent_of(extent n, value like) {
  graph& g = *like.owner;
  if (n.is_static()) return constant(g, like.type(), double(n.code));
  return cast_to(append(g, opcode::extent, element_type::i64, 0, -1, -1, -1, n.code), like.type());
}

/// How many elements the masked axes have together, as a number of the value's type.
constexpr value element_count(value like, std::int64_t mask) {
  graph& g = *like.owner;
  const shape s = like.shape();
  extent n{1};
  for (int i = s.rank; i-- > 0;)
    if (mask >> i & 1) n = g.arithmetic().multiply(n, s[i]);
  return extent_of(n, like);
}

constexpr value stop_gradient_of(value x) {
  return append(*x.owner, opcode::stop_gradient, x.type(), x.owner->nodes[x.id].shape, x.id);
}

/// The greatest element, which only keeps exp from overflowing and therefore has no part in the derivative.
constexpr value guard(value x, std::int64_t mask) { return stop_gradient_of(reduce(opcode::reduce_max, x, mask)); }

constexpr value expand_softmax(value x, std::int64_t mask) {
  const value e = exp(subtract(x, spread(guard(x, mask), x, mask)));
  return multiply(e, spread(divide(1, reduce(opcode::reduce_sum, e, mask)), x, mask));
}

constexpr value expand_log_softmax(value x, std::int64_t mask) {
  const value shifted = subtract(x, spread(guard(x, mask), x, mask));
  const value total = reduce(opcode::reduce_sum, exp(shifted), mask);
  return subtract(shifted, spread(log(total), x, mask));
}

/// A greatest element that is infinite is replaced by 0: exp then gives the right 0 or infinity instead of NaN.
constexpr value expand_logsumexp(value x, std::int64_t mask) {
  const value greatest = guard(x, mask);
  const value shift = where(equal(abs(greatest), std::numeric_limits<double>::infinity()), 0, greatest);
  return add(shift, log(reduce(opcode::reduce_sum, exp(subtract(x, spread(shift, x, mask))), mask)));
}

constexpr value expand_mean(value x, std::int64_t mask) {
  return divide(reduce(opcode::reduce_sum, x, mask), element_count(x, mask));
}

/// sum (x - mean)^2 / (n - correction)
constexpr value expand_variance(value x, std::int64_t mask, const operand& correction) {
  return divide(reduce(opcode::reduce_deviation, x, mask), subtract(element_count(x, mask), correction));
}

/// (x - mean) / sqrt(variance + epsilon) * weight + bias; Ba, Kiros and Hinton 2016
constexpr value expand_layer_norm(value x, value weight, value bias, std::int64_t mask, const operand& epsilon) {
  const value centered = subtract(x, spread(expand_mean(x, mask), x, mask));
  const value variance = divide(reduce(opcode::reduce_deviation, x, mask), element_count(x, mask));
  const value normal = multiply(centered, spread(rsqrt(add(variance, epsilon)), x, mask));
  return add(multiply(normal, weight), bias);
}

/// x / sqrt(mean x^2 + epsilon) * weight; Zhang and Sennrich 2019
constexpr value expand_rms_norm(value x, value weight, std::int64_t mask, const operand& epsilon) {
  const value scale = rsqrt(add(expand_mean(multiply(x, x), mask), epsilon));
  return multiply(multiply(x, spread(scale, x, mask)), weight);
}

/// The operand of a normalisation, as floating numbers.
constexpr axis_subject floating_subject(const operand& a, opcode code) {
  axis_subject s = subject(a, code);
  if (s.x.valid() && !is_floating(s.type())) s.x = cast_to(s.x, element_type::f32);
  return s;
}

/// An operation along one axis that keeps the shape: softmax, log_softmax.
constexpr value along_axis(opcode code, const operand& a, axis_number axis) {
  const axis_subject s = floating_subject(a, code);
  const int along = s.x.valid() ? s.axis(axis.axis) : -1;
  return along < 0 ? s.invalid() : s.with_shape(s.x.shape(), std::int64_t(1) << along);
}

/// A composite that reduces axes, all of them without a list: mean, logsumexp.
constexpr value composite_reduction(opcode code, const operand& a, const axis_list& over, bool keep) {
  const axis_subject s = floating_subject(a, code);
  const std::int64_t mask = s.x.valid() ? axis_mask(s, over) : -1;
  if (mask < 0) return s.invalid();
  const value result = s.with_shape(without_axes(s.x.shape(), mask), mask);
  return keep ? with_unit_axes(result, s.x.shape(), mask) : result;
}

/// Whether a is a number, known now or at run time; notes the error. Where it is known now, a composite node can hold it.
constexpr bool is_plain_number(const axis_subject& s, std::string_view name, const operand& a) {
  if (adapts(a)) return true;
  if (auto* e = complain(s.owner(), s.code, s.line)) *e << name << " must be a number, not a tensor";
  return false;
}

constexpr value variance(const operand& a, const axis_list& over, const operand& correction, bool keep) {
  const axis_subject s = floating_subject(a, opcode::variance);
  const std::int64_t mask = s.x.valid() && is_plain_number(s, "the correction", correction) ? axis_mask(s, over) : -1;
  if (mask < 0) return s.invalid();
  const bool held = correction.what == operand::is_number && correction.category == element_category::integer;
  const value result = held ? s.with_shape(without_axes(s.x.shape(), mask), mask, correction.bits) : expand_variance(s.x, mask, correction);
  return keep ? with_unit_axes(result, s.x.shape(), mask) : result;
}

/// Whether v has the extents of the last axes of x, or rank 0; notes the error.
constexpr bool stands_on_last_axes(const axis_subject& s, std::string_view name, value v) {
  const int rank = s.x.rank();
  bool ok = rank > 0 && v.rank() <= rank;
  for (int i = 1; ok && i <= v.rank(); ++i) ok = agree(s.owner(), s.code, s.x.shape()[rank - i], v.shape()[v.rank() - i]);
  if (ok) return true;
  if (auto* e = complain(s.owner(), s.code, s.line)) {
    *e << "the " << name << " is ";
    print(*e, s.owner(), v.shape());
    *e << ", expected the extents of the last axes of ";
    print(*e, s.owner(), s.x.shape());
  }
  return false;
}

/// The mask of the axes that are normalised: as many of the last ones as the weight has, at least one.
constexpr std::int64_t trailing_mask(value x, value weight) {
  const int rank = x.rank(), last = weight.rank() == 0 ? 1 : weight.rank();
  return ((std::int64_t(1) << last) - 1) << (rank - last);
}

/// A weight or bias in the element type of what it is applied to.
constexpr value companion(const axis_subject& s, const operand& a) {
  const value v = adapts(a) ? constant(s.owner(), s.type(), a) : resolve(s.owner(), a);
  return v.valid() ? cast_to(v, s.type()) : v;
}

/// A number that is known now, as the bits of a double: how a node holds an epsilon.
constexpr std::int64_t bits_of_double(const operand& number) {
  return number.category == element_category::floating ? number.bits : std::bit_cast<std::int64_t>(double(number.bits));
}

constexpr value layer_norm(const operand& a, const operand& weight, const operand& bias, const operand& epsilon) {
  const axis_subject s = floating_subject(a, opcode::layer_norm);
  if (!s.x.valid() || !is_plain_number(s, "epsilon", epsilon)) return s.invalid();
  graph& g = s.owner();
  const value w = companion(s, weight), b = companion(s, bias);
  if (!w.valid() || !b.valid() || !stands_on_last_axes(s, "weight", w) || !stands_on_last_axes(s, "bias", b)) return s.invalid();
  const std::int64_t mask = trailing_mask(s.x, w);
  if (epsilon.what != operand::is_number) return expand_layer_norm(s.x, w, b, mask, epsilon);
  return append(g, opcode::layer_norm, s.type(), g.nodes[s.x.id].shape, s.x.id, w.id, b.id, mask, bits_of_double(epsilon));
}

constexpr value rms_norm(const operand& a, const operand& weight, const operand& epsilon) {
  const axis_subject s = floating_subject(a, opcode::rms_norm);
  if (!s.x.valid() || !is_plain_number(s, "epsilon", epsilon)) return s.invalid();
  const value w = companion(s, weight);
  if (!w.valid() || !stands_on_last_axes(s, "weight", w)) return s.invalid();
  const std::int64_t mask = trailing_mask(s.x, w);
  if (epsilon.what != operand::is_number) return expand_rms_norm(s.x, w, mask, epsilon);
  return append(s.owner(), opcode::rms_norm, s.type(), s.owner().nodes[s.x.id].shape, s.x.id, w.id, -1, mask, bits_of_double(epsilon));
}

}  // namespace detail

/// exp(x) / sum exp(x) along one axis.
constexpr value softmax(operand x, axis_number axis = -1) { return detail::along_axis(opcode::softmax, x, axis); }
TENON_FOR_EXPRESSIONS(softmax)

/// The logarithm of softmax.
constexpr value log_softmax(operand x, axis_number axis = -1) { return detail::along_axis(opcode::log_softmax, x, axis); }
TENON_FOR_EXPRESSIONS(log_softmax)

/// log(sum exp(x)) over the given axes, or over all.
constexpr value logsumexp(operand x, axis_list over = {}) { return detail::composite_reduction(opcode::logsumexp, x, over, false); }
constexpr value logsumexp(operand x, axis_list over, keep_dims_t) { return detail::composite_reduction(opcode::logsumexp, x, over, true); }
constexpr value logsumexp(operand x, keep_dims_t) { return detail::composite_reduction(opcode::logsumexp, x, {}, true); }
TENON_FOR_EXPRESSIONS(logsumexp)

/// The arithmetic mean over the given axes, or over all; of integers as f32.
constexpr value mean(operand x, axis_list over = {}) { return detail::composite_reduction(opcode::mean, x, over, false); }
constexpr value mean(operand x, axis_list over, keep_dims_t) { return detail::composite_reduction(opcode::mean, x, over, true); }
constexpr value mean(operand x, keep_dims_t) { return detail::composite_reduction(opcode::mean, x, {}, true); }
TENON_FOR_EXPRESSIONS(mean)

/// The variance over the given axes, or over all: divided by n - correction; 1 is the unbiased estimate.
constexpr value var(operand x, axis_list over = {}, operand correction = 1) { return detail::variance(x, over, correction, false); }
constexpr value var(operand x, axis_list over, operand correction, keep_dims_t) { return detail::variance(x, over, correction, true); }
constexpr value var(operand x, axis_list over, keep_dims_t) { return detail::variance(x, over, 1, true); }
constexpr value var(operand x, keep_dims_t) { return detail::variance(x, {}, 1, true); }
TENON_FOR_EXPRESSIONS(var)

/// (x - mean) / sqrt(variance + epsilon) * weight + bias over the last axes, as many as weight and bias have; without these
/// over the last axis.
constexpr value layer_norm(operand x, operand weight, operand bias, operand epsilon = 1e-5) {
  return detail::layer_norm(x, weight, bias, epsilon);
}
constexpr value layer_norm(operand x, operand epsilon = 1e-5) { return detail::layer_norm(x, 1, 0, epsilon); }
TENON_FOR_EXPRESSIONS(layer_norm)

/// x / sqrt(mean of x^2 + epsilon) * weight over the last axes, as many as the weight has.
constexpr value rms_norm(operand x, operand weight, operand epsilon = 1e-6) { return detail::rms_norm(x, weight, epsilon); }
TENON_FOR_EXPRESSIONS(rms_norm)

/// The value itself, through which no derivative goes.
constexpr value stop_gradient(operand x) {
  const value v = detail::resolve(*detail::owner_of(x), x);
  return v.valid() ? detail::stop_gradient_of(v) : v;
}

}  // namespace tenon

#endif
