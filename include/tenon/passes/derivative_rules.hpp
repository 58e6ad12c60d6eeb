#ifndef TENON_PASSES_DERIVATIVE_RULES_HPP
#define TENON_PASSES_DERIVATIVE_RULES_HPP

#include <limits>

#include "tenon/ops/composite.hpp"
#include "tenon/ops/contraction.hpp"
#include "tenon/ops/scan.hpp"

namespace tenon::passes {

/// What reverse mode passes on from a node to its operands; an invalid value where nothing goes.
struct cotangents {
  value a{}, b{}, c{};
};

/// Whether a primitive has a rule in `pull_back`. The others are constant wherever they have a derivative, or give no
/// floating numbers.
constexpr bool has_derivative(opcode code) {
  switch (code) {
    case opcode::input: case opcode::constant: case opcode::extent: case opcode::iota: case opcode::random_bits:
    case opcode::sign: case opcode::floor: case opcode::ceil: case opcode::round: case opcode::trunc: case opcode::bit_not:
    case opcode::bit_and: case opcode::bit_or: case opcode::bit_xor: case opcode::shift_left: case opcode::shift_right:
    case opcode::equal: case opcode::not_equal: case opcode::less: case opcode::less_equal:
    case opcode::check_index:
    case opcode::reduce_any: case opcode::reduce_all: case opcode::argmax: case opcode::argmin: case opcode::argsort:
    case opcode::gradient: case opcode::stop_gradient:
      return false;
    default: return is_primitive(code);
  }
}

namespace detail {

using tenon::detail::append;
using tenon::detail::axis_subject;
using tenon::detail::cast_to;
using tenon::detail::padded;
using tenon::detail::reduce;
using tenon::detail::reshape_to;
using tenon::detail::sliced;
using tenon::detail::spread;

constexpr value zero_like(value v) { return tenon::detail::constant(*v.owner, v.type(), 0); }

constexpr value where(value condition, operand a, operand b) { return tenon::where(condition, a, b); }

/// The product of the extents of axes [first, last).
constexpr extent joined_extent(graph& g, const shape& s, int first, int last) {
  extent joined{1};
  for (int i = last; i-- > first;) joined = g.arithmetic().multiply(joined, s[i]);
  return joined;
}

/// Sums what an axis repeats, so that `own` elements are left of it.
constexpr value sum_repeated(value dy, int axis, extent own) {
  graph& g = *dy.owner;
  shape s = dy.shape();
  const shape split{.rank = 4, .axes = {joined_extent(g, s, 0, axis), g.arithmetic().divide(s[axis], own), own, joined_extent(g, s, axis + 1, s.rank)}};
  s.axes[axis] = own;
  return reshape_to(reduce(opcode::reduce_sum, reshape_to(dy, split), 1 << 1), s);
}

/// Sums dy over the axes along which the operand was spread. An axis that was 1 or not, as only run time knows, is split in
/// (how often it was repeated, its own extent); one after the other where all at once would be too many axes.
constexpr value pull_back_broadcast(const node& n, value dy, value a) {
  graph& g = *dy.owner;
  const shape from = a.shape();
  const packed_axes places = packed_axes::of(n.attribute, from.rank);
  const auto may_repeat = [&](int i) { return from[i].code != 1 && from[i] != dy.shape()[places[i]]; };
  int axes_when_split = dy.rank();
  for (int i = 0; i < from.rank; ++i) axes_when_split += may_repeat(i);
  for (int i = 0; axes_when_split > max_rank && i < from.rank; ++i)
    if (may_repeat(i)) dy = sum_repeated(dy, places[i], from[i]);
  const shape to = dy.shape();
  shape split{};
  std::int64_t mask = 0;
  int next = 0;
  for (int i = 0; i < to.rank; ++i) {
    const bool mapped = next < from.rank && places[next] == i;
    const extent own = mapped ? from[next] : extent{1};
    next += mapped;
    if (own == to[i]) split.push_back(own);
    else if (own.code == 1) mask |= std::int64_t(1) << split.rank, split.push_back(to[i]);
    else mask |= std::int64_t(1) << split.rank, split.push_back(g.arithmetic().divide(to[i], own)), split.push_back(own);
  }
  const value summed = mask == 0 ? reshape_to(dy, split) : reduce(opcode::reduce_sum, reshape_to(dy, split), mask);
  return reshape_to(summed, from);
}

constexpr value pull_back_permute(const node& n, value dy, value a) {
  const packed_axes order = packed_axes::of(n.attribute, a.rank());
  packed_axes inverse{0, a.rank()};
  for (int i = 0; i < a.rank(); ++i) inverse.bits |= std::uint64_t(i) << (4 * order[i]);
  graph& g = *dy.owner;
  return append(g, opcode::permute, dy.type(), g.nodes[a.id].shape, dy.id, -1, -1, inverse.attribute());
}

/// Zeros where the slice took nothing.
constexpr value pull_back_slice(const node& n, value dy, value a) {
  graph& g = *dy.owner;
  const int axis = int(n.attribute);
  const extent front{n.payload};
  const extent behind = g.arithmetic().subtract(g.arithmetic().subtract(a.shape()[axis], front), dy.shape()[axis]);
  return padded({dy, opcode::pad, 0}, axis, front, behind, zero_like(dy));
}

/// Puts step - 1 zeros behind every element and cuts to the operand's extent.
constexpr value pull_back_step(const node& n, value dy, value a) {
  const int axis = int(n.attribute);
  graph& g = *dy.owner;
  shape joined = dy.shape();
  const shape apart{.rank = 3, .axes = {joined_extent(g, joined, 0, axis + 1), {1}, joined_extent(g, joined, axis + 1, joined.rank)}};
  const value spaced = padded({reshape_to(dy, apart), opcode::pad, 0}, 1, {0}, {n.payload - 1}, zero_like(dy));
  joined.axes[axis] = g.arithmetic().multiply(joined[axis], {n.payload});
  return sliced({reshape_to(spaced, joined), opcode::slice, 0}, axis, {0}, a.shape()[axis]);
}

constexpr value sliced_like(value x, value like, int axis, extent from) {
  return sliced({x, opcode::slice, 0}, axis, from, like.shape()[axis]);
}

constexpr value sum_all(value x) { return x.rank() == 0 ? x : reduce(opcode::reduce_sum, x, (std::int64_t(1) << x.rank()) - 1); }

/// Each of several equal extremes gets an equal share, as in PyTorch's amax.
constexpr value pull_back_extreme(const node& n, value y, value dy, value a) {
  const value hit = equal(a, spread(y, a, n.attribute));
  const value share = divide(dy, reduce(opcode::reduce_sum, cast_to(hit, a.type()), n.attribute));
  return where(hit, spread(share, a, n.attribute), 0);
}

/// 2 (a - mean) dy: that the mean moves too adds 0, the sum of all deviations.
constexpr value pull_back_deviation(const node& n, value dy, value a) {
  const value mean = tenon::detail::expand_mean(a, n.attribute);
  return multiply(subtract(a, spread(mean, a, n.attribute)), spread(multiply(dy, 2), a, n.attribute));
}

/// dy times the product of all other elements, which is right for zeros too. (Its own derivative is so for elements that are
/// not 0: what is right for all costs the square of the extent.)
constexpr value pull_back_product(const node& n, value y, value dy, value a) {
  const value is_zero = equal(a, 0);
  const value zeros = spread(reduce(opcode::reduce_sum, cast_to(is_zero, a.type()), n.attribute), a, n.attribute);
  const value others = spread(reduce(opcode::reduce_product, where(is_zero, 1, a), n.attribute), a, n.attribute);
  const value at_zero = where(equal(zeros, 1), others, 0);
  const value elsewhere = where(equal(zeros, 0), divide(spread(y, a, n.attribute), where(is_zero, 1, a)), 0);
  return multiply(spread(dy, a, n.attribute), where(is_zero, at_zero, elsewhere));
}

/// Axis numbers of a contraction's operand by role, in order.
struct axes_by_role {
  int batch[max_rank] = {}, free[max_rank] = {}, contracted[max_rank] = {};
  int batches = 0, frees = 0, contracteds = 0;

  constexpr void add(int axis, contraction_axes::role r) {
    if (r == contraction_axes::batch) batch[batches++] = axis;
    else if (r == contraction_axes::free) free[frees++] = axis;
    else contracted[contracteds++] = axis;
  }
};

/// The cotangent of one operand (`own`) of a contraction is a contraction again: of dy with the `other` over the other's free
/// axes. It is written as (batch, own free, own contracted), or with the last two exchanged where the operand has them so, and
/// permuted if that is not yet the order of its axes. The i-th contracted axis of `other` goes with the i-th of `own`.
constexpr value pull_back_contract(value dy, value own, value other, const axes_by_role& mine, const axes_by_role& theirs, bool own_is_a) {
  contraction_axes axes;
  const int batches = mine.batches, first_theirs = batches + (own_is_a ? mine.frees : 0);
  for (int i = 0; i < batches; ++i) axes.set_a(i, contraction_axes::batch), axes.set_b(theirs.batch[i], contraction_axes::batch);
  for (int i = 0; i < theirs.frees; ++i)
    axes.set_a(first_theirs + i, contraction_axes::contracted), axes.set_b(theirs.free[i], contraction_axes::contracted);
  const bool contracted_first = mine.frees > 0 && mine.contracteds > 0 && mine.contracted[0] < mine.free[0];
  const value product = contracted_first ? tenon::detail::contract(other, dy, {axes.b, axes.a}) : tenon::detail::contract(dy, other, axes);
  packed_axes order{0, own.rank()};
  const auto put = [&](int axis, int place) { order.bits |= std::uint64_t(place) << (4 * axis); };
  for (int i = 0; i < batches; ++i) put(mine.batch[i], i);
  for (int i = 0; i < mine.frees; ++i) put(mine.free[i], batches + i + (contracted_first ? mine.contracteds : 0));
  for (int i = 0; i < mine.contracteds; ++i) put(mine.contracted[i], batches + i + (contracted_first ? 0 : mine.frees));
  graph& g = *dy.owner;
  return append(g, opcode::permute, dy.type(), g.nodes[own.id].shape, product.id, -1, -1, order.attribute());
}

constexpr cotangents pull_back_contraction(const node& n, value dy, value a, value b) {
  const auto axes = contraction_axes::from(n.attribute);
  axes_by_role in_a, in_b;
  for (int i = 0; i < a.rank(); ++i) in_a.add(i, axes.of_a(i));
  for (int i = 0; i < b.rank(); ++i) in_b.add(i, axes.of_b(i));
  return {pull_back_contract(dy, a, b, in_a, in_b, true), pull_back_contract(dy, b, a, in_b, in_a, false)};
}

/// a^b by a is b a^(b - 1), and 0 where b is: also where a^(b - 1) is infinite.
constexpr value power_slope(value a, value b) {
  const value is_zero = equal(b, 0);
  return multiply(b, power(where(is_zero, 1, a), where(is_zero, 0, subtract(b, 1))));
}

/// a^b by b is a^b log a, which tends to 0 where a is 0 and b is not negative.
constexpr value log_for_power(value a, value b) { return log(where(bit_and(equal(a, 0), less_equal(0, b)), 1, a)); }

constexpr value scattered(const node& n, value dy, value a, value indices) {
  graph& g = *dy.owner;
  const int shape_id = g.nodes[a.id].shape;
  const value zeros = append(g, opcode::broadcast, a.type(), shape_id, zero_like(a).id);
  return append(g, opcode::scatter_add, a.type(), shape_id, zeros.id, indices.id, dy.id, n.attribute);
}

/// Each derivative goes to where its element stood.
constexpr value pull_back_sort(const node& n, value dy, value a) {
  const int axis = int(n.attribute);
  const value places = tenon::detail::first_sorted(opcode::argsort, a, axis, n.payload != 0, dy.shape()[axis]);
  const value flat = flatten(a), at = tenon::detail::places_in_flat(places, a.shape()[axis], axis);
  const node as_gather{.code = opcode::gather, .attribute = 0};
  return reshape_to(scattered(as_gather, reshape_to(dy, at.shape()), flat, at), a.shape());
}

inline constexpr double ln_2 = 0.69314718055994530942;

/// 1 - a^2, exact where a is near 1.
constexpr value one_minus_square(value a) { return multiply(subtract(1, a), add(a, 1)); }

constexpr value flipped(value x, int axis) { return axis_subject{x, opcode::flip, 0}.with_shape(x.shape(), axis); }

/// A scan from the last place to the first.
constexpr value scan_back(opcode code, value x, int axis) { return flipped(tenon::detail::scan_axis(code, flipped(x, axis), axis), axis); }

/// Right for zeros too: up to the first one the products without it count, at it those behind it, and nothing further on.
constexpr value pull_back_scan_product(value dy, value a, int axis) {
  const value is_zero = equal(a, 0), factor = where(is_zero, 1, a);
  const value zeros = tenon::detail::scan_axis(opcode::scan_sum, cast_to(is_zero, element_type::i64), axis);
  const value share = multiply(dy, tenon::detail::scan_axis(opcode::scan_product, factor, axis));
  const value before = divide(scan_back(opcode::scan_sum, where(equal(zeros, 0), share, 0), axis), factor);
  const value at_first = scan_back(opcode::scan_sum, where(equal(zeros, 1), share, 0), axis);
  return where(equal(zeros, 0), before, where(bit_and(is_zero, equal(zeros, 1)), at_first, 0));
}

/// Sum over j >= i of dy_j exp(x_i - y_j), the positive and the negative dy apart so that all of it stays in logarithms.
constexpr value pull_back_scan_logsumexp(value y, value dy, value a, int axis) {
  const auto part = [&](value weight) {
    return exp(add(scan_back(opcode::scan_logsumexp, subtract(log(weight), y), axis), a));
  };
  const value all = subtract(part(maximum(dy, 0)), part(maximum(negate(dy), 0)));
  return where(equal(a, -std::numeric_limits<double>::infinity()), 0, all);
}

}  // namespace detail

/// The chain rule for node n: y is its result, dy the derivative of the goal by y, a, b, c its operands. A result of rank 0
/// for an operand with axes holds for each element; one with the axes of y for an operand of rank 0 is summed by the caller.
constexpr cotangents pull_back(const node& n, value y, value dy, value a, value b, value c) {
  using namespace detail;
  switch (n.code) {
    case opcode::negate: return {negate(dy)};
    case opcode::absolute: return {multiply(dy, sign(a))};
    case opcode::sqrt: return {multiply(dy, divide(0.5, y))};
    case opcode::rsqrt: return {multiply(multiply(dy, -0.5), multiply(y, multiply(y, y)))};
    case opcode::exp: return {multiply(dy, y)};
    case opcode::expm1: return {multiply(dy, add(y, 1))};
    case opcode::log: return {divide(dy, a)};
    case opcode::log1p: return {divide(dy, add(a, 1))};
    case opcode::sin: return {multiply(dy, cos(a))};
    case opcode::cos: return {negate(multiply(dy, sin(a)))};
    case opcode::tan: return {multiply(dy, add(multiply(y, y), 1))};
    case opcode::tanh: return {multiply(dy, subtract(1, multiply(y, y)))};
    case opcode::exp2: return {multiply(dy, multiply(y, ln_2))};
    case opcode::log2: return {divide(dy, multiply(a, ln_2))};
    case opcode::log10: return {divide(dy, multiply(a, 2.30258509299404568402))};
    case opcode::asin: return {multiply(dy, rsqrt(one_minus_square(a)))};
    case opcode::acos: return {negate(multiply(dy, rsqrt(one_minus_square(a))))};
    case opcode::atan: return {divide(dy, add(multiply(a, a), 1))};
    case opcode::sinh: return {multiply(dy, cosh(a))};
    case opcode::cosh: return {multiply(dy, sinh(a))};
    case opcode::asinh: return {divide(dy, hypot(a, 1))};
    case opcode::acosh: return {divide(dy, multiply(sqrt(subtract(a, 1)), sqrt(add(a, 1))))};
    case opcode::atanh: return {divide(dy, one_minus_square(a))};
    case opcode::cbrt: return {divide(dy, multiply(multiply(y, y), 3))};
    case opcode::erfc: return {multiply(dy, multiply(exp(negate(multiply(a, a))), -1.12837916709551257390))};
    case opcode::erfinv: return {multiply(dy, multiply(exp(multiply(y, y)), 0.88622692545275801365))};  // sqrt(pi) / 2
    case opcode::normal_cdf: return {multiply(dy, multiply(exp(multiply(multiply(a, a), -0.5)), 0.39894228040143267794))};  // 1 / sqrt(2 pi)
    case opcode::lgamma: return {multiply(dy, digamma(a))};
    case opcode::digamma: return {multiply(dy, trigamma(a))};
    case opcode::atan2: {
      const value size = hypot(a, b), share = divide(dy, size);
      return {multiply(share, divide(b, size)), negate(multiply(share, divide(a, size)))};
    }
    case opcode::hypot: return {multiply(dy, divide(a, y)), multiply(dy, divide(b, y))};
    case opcode::erf: return {multiply(dy, multiply(exp(negate(multiply(a, a))), 1.12837916709551257390))};  // 2 / sqrt(pi)
    case opcode::cast: return {is_floating(a.type()) ? cast_to(dy, a.type()) : value{}};
    case opcode::add: return {dy, dy};
    case opcode::sub: return {dy, negate(dy)};
    case opcode::mul: return {multiply(dy, b), multiply(dy, a)};
    case opcode::div: return {divide(dy, b), negate(multiply(dy, divide(y, b)))};
    case opcode::fmod: return {dy, negate(multiply(dy, trunc(divide(a, b))))};
    case opcode::pow: return {multiply(dy, power_slope(a, b)), multiply(dy, multiply(y, log_for_power(a, b)))};
    case opcode::max: case opcode::min: {  // equal operands share, as in PyTorch
      const value half = multiply(dy, where(equal(a, b), 0.5, 1.0));
      const value to_b = n.code == opcode::max ? less(a, b) : less(b, a);
      const value to_a = n.code == opcode::max ? less(b, a) : less(a, b);
      return {where(to_b, 0, half), where(to_a, 0, half)};
    }
    case opcode::select: return {{}, where(a, dy, 0), where(a, 0, dy)};
    case opcode::broadcast: return {pull_back_broadcast(n, dy, a)};
    case opcode::reshape: return {reshape_to(dy, a.shape())};
    case opcode::permute: return {pull_back_permute(n, dy, a)};
    case opcode::slice: return {pull_back_slice(n, dy, a)};
    case opcode::stride_step: return {pull_back_step(n, dy, a)};
    case opcode::pad: {
      const value inside = sliced_like(dy, a, int(n.attribute), {n.payload});
      return {inside, subtract(sum_all(dy), sum_all(inside))};
    }
    case opcode::concatenate: return {sliced_like(dy, a, int(n.attribute), {0}), sliced_like(dy, b, int(n.attribute), a.shape()[int(n.attribute)])};
    case opcode::flip: return {flipped(dy, int(n.attribute))};
    case opcode::reduce_sum: return {spread(dy, a, n.attribute)};
    case opcode::reduce_product: return {pull_back_product(n, y, dy, a)};
    case opcode::reduce_max: case opcode::reduce_min: return {pull_back_extreme(n, y, dy, a)};
    case opcode::reduce_deviation: return {pull_back_deviation(n, dy, a)};
    case opcode::scan_sum: return {scan_back(opcode::scan_sum, dy, int(n.attribute))};
    case opcode::scan_product: return {pull_back_scan_product(dy, a, int(n.attribute))};
    case opcode::scan_logsumexp: return {pull_back_scan_logsumexp(y, dy, a, int(n.attribute))};
    case opcode::contract: return pull_back_contraction(n, dy, a, b);
    case opcode::gather: return {scattered(n, dy, a, b)};
    case opcode::sort: return {pull_back_sort(n, dy, a)};
    case opcode::scatter_add: return {dy, {}, tenon::detail::gather_axis(dy, b, int(n.attribute))};
    default: (void)c; return {};
  }
}

}  // namespace tenon::passes

#endif
