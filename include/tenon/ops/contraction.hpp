#ifndef TENON_OPS_CONTRACTION_HPP
#define TENON_OPS_CONTRACTION_HPP

#include "tenon/ops/reduction.hpp"

namespace tenon {
namespace detail {

/// Two operands of a contraction in one element type.
struct contraction_operands {
  value a, b;
  std::string_view name;
  int line = 0;

  constexpr graph& owner() const { return *a.owner; }
  constexpr bool valid() const { return a.valid() && b.valid(); }
  constexpr value invalid() const { return {a.owner, -1}; }

  constexpr value reject(std::string_view reason) const {
    graph& g = owner();
    if (g.failed()) return invalid();
    g.error << name << "(a, b) at line " << line << ": a is ";
    print(g.error, g, a.shape());
    g.error << ", b is ";
    print(g.error, g, b.shape());
    g.error << "; " << reason;
    return invalid();
  }
};

constexpr contraction_operands contraction_pair(std::string_view name, const operand& a, const operand& b) {
  graph& g = *owner_of(a, b);
  contraction_operands c{resolve(g, a), resolve(g, b), name, a.line};
  c.a.owner = &g;
  if (!c.valid()) return c;
  element_type type = promote(c.a.type(), c.b.type());
  if (type < element_type::i32) type = element_type::i64;
  c.a = cast_to(c.a, type);
  c.b = cast_to(c.b, type);
  return c;
}

/// The shape of a contraction: batch axes, then the free axes of a, then those of b.
constexpr shape contracted_shape(const shape& a, const shape& b, contraction_axes axes) {
  shape result{};
  for (int i = 0; i < a.rank; ++i)
    if (axes.of_a(i) == contraction_axes::batch) result.push_back(a[i]);
  for (int i = 0; i < a.rank; ++i)
    if (axes.of_a(i) == contraction_axes::free) result.push_back(a[i]);
  for (int i = 0; i < b.rank; ++i)
    if (axes.of_b(i) == contraction_axes::free) result.push_back(b[i]);
  return result;
}

constexpr value contract(value a, value b, contraction_axes axes) {
  graph& g = *a.owner;
  const int result = g.intern(contracted_shape(a.shape(), b.shape(), axes));
  return append(g, opcode::contract, a.type(), result, a.id, b.id, -1, axes.attribute());
}

constexpr value inner_mismatch(const contraction_operands& c, extent k, extent l) {
  text_builder reason;
  reason << "inner extents ";
  print(reason, c.owner(), k);
  reason << " and ";
  print(reason, c.owner(), l);
  reason << " differ";
  return c.reject(reason.view());
}

/// a [m, k] times b [..., k, n] gives [m, ..., n]: the batch axes of b move to the front.
constexpr value with_batches_in_front(value product, int rank_a, int batches) {
  if (rank_a == 1) return product;
  axis_list order{};
  for (int i = 0; i < batches; ++i) order.axes[order.count++] = i + 1;
  order.axes[order.count++] = 0;
  if (product.rank() > batches + 1) order.axes[order.count++] = batches + 1;
  return permute(product, order);
}

/// v with `common` in place of its own batch axes.
constexpr value with_common_batches(value v, const shape& common, int batches) {
  shape wanted = common;
  for (int i = batches; i < v.rank(); ++i) wanted.push_back(v.shape()[i]);
  return broadcast_to(v, v.owner->intern(wanted));
}

/// Both have batch axes: they are broadcast against each other, which costs nothing since it only sets strides to 0.
constexpr value batched_matmul(contraction_operands c, int batches_a, int batches_b) {
  graph& g = c.owner();
  const int batches = batches_a > batches_b ? batches_a : batches_b;
  const shape x = c.a.shape(), y = c.b.shape();
  shape common{.rank = batches};
  bool ok = true;
  for (int i = 1; i <= batches; ++i)
    common.axes[batches - i] = i > batches_a   ? y[batches_b - i]
                               : i > batches_b ? x[batches_a - i]
                                               : broadcast_extent(g, opcode::contract, x[batches_a - i], y[batches_b - i], ok);
  if (!ok) return c.reject("batch extents do not broadcast");
  c.a = with_common_batches(c.a, common, batches_a);
  c.b = with_common_batches(c.b, common, batches_b);
  contraction_axes axes;
  for (int i = 0; i < batches; ++i) axes.set_a(i, contraction_axes::batch), axes.set_b(i, contraction_axes::batch);
  axes.set_a(batches + 1, contraction_axes::contracted);
  axes.set_b(batches, contraction_axes::contracted);
  return contract(c.a, c.b, axes);
}

}  // namespace detail

/// NumPy's matmul: the last two axes are matrices, a vector is a row on the left and a column on the right, all axes before
/// are batches and broadcast. Integers narrower than i32, and bool, are computed as i64.
constexpr value matmul(operand a, operand b) {
  const detail::contraction_operands c = detail::contraction_pair("matmul", a, b);
  if (!c.valid()) return c.invalid();
  const int ra = c.a.rank(), rb = c.b.rank();
  if (ra == 0 || rb == 0) return c.reject("both must have at least one axis");
  const int inner_b = rb == 1 ? 0 : rb - 2;
  const extent k = c.a.shape()[ra - 1], l = c.b.shape()[inner_b];
  if (!detail::agree(c.owner(), opcode::contract, k, l)) return detail::inner_mismatch(c, k, l);
  const int batches_a = ra > 2 ? ra - 2 : 0, batches_b = rb > 2 ? rb - 2 : 0;
  if (batches_a != 0 && batches_b != 0) return detail::batched_matmul(c, batches_a, batches_b);
  contraction_axes axes;
  axes.set_a(ra - 1, contraction_axes::contracted);
  axes.set_b(inner_b, contraction_axes::contracted);
  const value product = detail::contract(c.a, c.b, axes);
  return batches_b == 0 ? product  // batch axes of a are free axes in front
                        : detail::with_batches_in_front(product, ra, batches_b);
}
TENON_FOR_EXPRESSIONS(matmul)

/// x [..., in] times the transpose of weight [out, in], plus bias [out]: PyTorch's linear.
constexpr value linear(operand x, operand weight) {
  const detail::contraction_operands c = detail::contraction_pair("linear", x, weight);
  if (!c.valid()) return c.invalid();
  if (c.a.rank() == 0 || c.b.rank() != 2) return c.reject("a must have at least one axis and b (the weight) two, [out, in]");
  if (!detail::agree(c.owner(), opcode::contract, c.a.extent(-1), c.b.extent(-1))) return c.reject("the last extents must be equal");
  contraction_axes axes;
  axes.set_a(c.a.rank() - 1, contraction_axes::contracted);
  axes.set_b(1, contraction_axes::contracted);
  return detail::contract(c.a, c.b, axes);
}
constexpr value linear(operand x, operand weight, operand bias) {
  const value product = linear(x, weight);
  return product.valid() ? add(operand(product, x.line), bias) : product;
}
TENON_FOR_EXPRESSIONS(linear)

}  // namespace tenon

#endif
