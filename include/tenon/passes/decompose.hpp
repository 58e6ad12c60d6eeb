#ifndef TENON_PASSES_DECOMPOSE_HPP
#define TENON_PASSES_DECOMPOSE_HPP

#include "tenon/ops/composite.hpp"
#include "tenon/passes/rewrite.hpp"

namespace tenon::passes {

/// Writes every composite out in primitives.
constexpr graph decompose(const graph& in) {
  return rewrite(in, [](graph& out, const node& n) {
    if (kind_of(n.code) != op_kind::composite) return out.append(n);
    const value a{&out, n.operands[0]}, b{&out, n.operands[1]}, c{&out, n.operands[2]};
    return int(tenon::detail::expand(n, a, b, c).id);
  });
}

}  // namespace tenon::passes

#endif
