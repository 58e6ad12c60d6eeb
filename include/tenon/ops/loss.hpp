#ifndef TENON_OPS_LOSS_HPP
#define TENON_OPS_LOSS_HPP

#include "tenon/ops/indexing.hpp"
#include "tenon/ops/normalization.hpp"

namespace tenon {
namespace detail {

/// The mean over all rows of log(sum exp(x)) - x[target]; with probabilities as target, of -sum(target log_softmax(x)).
constexpr value expand_cross_entropy(value logits, value target) {
  const int last = logits.rank() - 1;
  const std::int64_t mask = std::int64_t(1) << last;
  value rows{};
  if (is_floating(target.type())) {
    rows = negate(reduce(opcode::reduce_sum, multiply(target, expand_log_softmax(logits, mask)), mask));
  } else {
    const value shifted = subtract(logits, spread(guard(logits, mask), logits, mask));
    const value total = reduce(opcode::reduce_sum, exp(shifted), mask);
    const value chosen = one_hot_mask(target, logits.extent(-1), element_type::boolean, opcode::cross_entropy);
    rows = subtract(log(total), reduce(opcode::reduce_sum, where(chosen, shifted, 0), mask));
  }
  return rows.rank() == 0 ? rows : expand_mean(rows, (std::int64_t(1) << rows.rank()) - 1);
}

/// Whether the target is integers without the last axis of the logits, or probabilities of their shape.
constexpr bool is_target_of(value target, value logits) {
  if (logits.rank() == 0 || is_boolean(target.type())) return false;
  const int wanted = is_floating(target.type()) ? logits.rank() : logits.rank() - 1;
  if (target.rank() != wanted) return false;
  for (int i = 0; i < wanted; ++i)
    if (!agree(*logits.owner, opcode::cross_entropy, logits.shape()[i], target.shape()[i])) return false;
  return true;
}

constexpr value target_mismatch(const axis_subject& s, value target) {
  if (auto* e = complain(s.owner(), s.code, s.line)) {
    *e << "logits are ";
    print(*e, s.owner(), s.x.shape());
    *e << ", the target is " << name_of(target.type());
    print(*e, s.owner(), target.shape());
    *e << "; expected integers without the last axis, or probabilities of the logits' shape";
  }
  return s.invalid();
}

}  // namespace detail

/// The mean over all rows of the cross entropy between softmax(logits) and the target. logits [..., classes]; target integers
/// [...] in [0, classes), or probabilities shaped as the logits.
constexpr value cross_entropy(operand logits, operand target) {
  const detail::axis_subject s = detail::subject(logits, opcode::cross_entropy);
  if (!s.x.valid()) return s.x;
  graph& g = s.owner();
  value t = detail::resolve(g, target);
  if (!t.valid()) return t;
  if (is_floating(t.type()) && is_floating(s.type())) t = detail::cast_to(t, s.type());
  if (!is_floating(s.type())) return detail::reject_type(g, opcode::cross_entropy, logits.line, s.type());
  if (!detail::is_target_of(t, s.x)) return detail::target_mismatch(s, t);
  return detail::append(g, opcode::cross_entropy, s.type(), 0, s.x.id, t.id);
}
TENON_FOR_EXPRESSIONS(cross_entropy)

/// The mean of (x - y)^2.
constexpr value mse_loss(operand x, operand y) {
  const value difference = subtract(x, y);
  return difference.valid() ? mean(multiply(difference, difference)) : difference;
}
TENON_FOR_EXPRESSIONS(mse_loss)

}  // namespace tenon

#endif
