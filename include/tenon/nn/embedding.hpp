#ifndef TENON_NN_EMBEDDING_HPP
#define TENON_NN_EMBEDDING_HPP

#include "tenon/nn/parameter.hpp"
#include "tenon/ops/indexing.hpp"

namespace tenon::nn {

/// Indices [...] in [0, Count) -> [..., Width]: the rows of weight that they name.
template <int Count, int Width, element T = float>
struct embedding {
  parameter<T, Count, Width> weight = normal(1);

  constexpr value operator()(operand indices) const { return tenon::embedding(indices, weight); }
};

}  // namespace tenon::nn

#endif
