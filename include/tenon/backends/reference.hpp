#ifndef TENON_BACKENDS_REFERENCE_HPP
#define TENON_BACKENDS_REFERENCE_HPP

#include <bit>
#include <stdexcept>
#include <string>

#include "tenon/backends/reference/compute.hpp"
#include "tenon/backends/reference/sorting.hpp"
#include "tenon/ir/check_indices.hpp"

/// The scalar backend: what every other one is held against. One operation at a time, no fusion, every value in memory.
namespace tenon::reference {
namespace detail {

inline void fill(const array& y, std::int64_t bits) {
  visit(y.type, [&]<class T>(T) {
    if constexpr (std::is_floating_point_v<T>) *y.as<T>() = T(std::bit_cast<double>(bits));
    else *y.as<T>() = T(bits);
  });
}

inline strided elements_of(const tensor_ref& t) {
  strided s{static_cast<std::byte*>(t.data), {}};
  for (std::size_t i = 0; i < max_rank; ++i) s.strides[i] = t.strides[i];
  return s;
}

/// Computes the nodes in order; a value lives until its last use.
class execution {
 public:
  execution(const graph_span& g, const tensor_ref* inputs)
      : g_(g), inputs_(inputs), symbols_(std::size_t(g.symbols.size())), values_(std::size_t(g.nodes.size())), last_use_(std::size_t(g.nodes.size())) {
    tenon::detail::check_entry(g, inputs, symbols_.data());
    for (int i = 0; i < g.nodes.size(); ++i)
      for (int k = 0; k < operands_of(g.nodes[i].code); ++k) last_use_[std::size_t(g.nodes[i].operands[k])] = i;
    for (int id : g.outputs) last_use_[std::size_t(id)] = g.nodes.size();
  }

  void run() {
    for (int i = 0; i < g_.nodes.size(); ++i) {
      const node& n = g_.nodes[i];
      array y(n.type, g_.shape_of(i), symbols_.data());
      compute(n, y);
      for (int k = 0; k < operands_of(n.code); ++k)
        if (last_use_[std::size_t(n.operands[k])] == i) values_[std::size_t(n.operands[k])].bytes.reset();
      values_[std::size_t(i)] = std::move(y);
    }
  }

  void store(const tensor_ref* outputs) const {
    for (int i = 0; i < g_.outputs.size(); ++i) {
      const array& y = values_[std::size_t(g_.outputs[i])];
      copy(y.type, y.rank, y.extents, elements_of(outputs[i]), box(y));
    }
  }

 private:
  void compute(const node& n, const array& y) const {
    const auto at = [&](int k) -> const array& { return values_[std::size_t(n.operands[k])]; };
    switch (kind_of(n.code)) {
      case op_kind::leaf: return leaf(n, y);
      case op_kind::pointwise:
        if (n.code == opcode::cast) return cast(at(0), y);
        if (n.code == opcode::select) return select(at(0), at(1), at(2), y);
        return operands_of(n.code) == 1 ? pointwise_unary(n.code, at(0), y) : pointwise_binary(n.code, at(0), at(1), y);
      case op_kind::movement:
        if (n.code == opcode::check_index) check(n, at(0));
        if (n.code == opcode::pad) return pad(n, at(0), at(1), y, symbols_.data());
        return n.code == opcode::concatenate ? concatenate(n, at(0), at(1), y) : move(n, at(0), y, symbols_.data());
      case op_kind::reduction:
        if (n.code == opcode::reduce_deviation) return reduce_deviation(n, at(0), y);
        return n.code == opcode::argmax || n.code == opcode::argmin ? reduce_to_place(n, at(0), y) : reduce(n, at(0), y);
      case op_kind::scan: return scan(n, at(0), y);
      case op_kind::contraction: return contract(n, at(0), at(1), y);
      case op_kind::indexing:
        return n.code == opcode::gather ? gather(n, at(0), at(1), y) : scatter_add(n, at(0), at(1), at(2), y);
      case op_kind::sorting: return sort(n, at(0), y);
      default: throw std::logic_error("reference: " + std::string(name_of(n.code)) + " is no primitive, run the passes first");
    }
  }

  void leaf(const node& n, const array& y) const {
    switch (n.code) {
      case opcode::input: return copy(y.type, y.rank, y.extents, box(y), elements_of(inputs_[n.attribute]));
      case opcode::constant: return fill(y, n.payload);
      case opcode::extent: return fill(y, resolve(extent{n.attribute}, symbols_.data()));
      case opcode::iota: return iota(n, y);
      default: return random_bits(values_[std::size_t(n.operands[0])], y);
    }
  }

  void check(const node& n, const array& x) const {
    const axes strides = x.strides();
    check_indices(x.as<std::byte>(), x.type, x.rank, x.extents.data(), strides.data(), resolve(extent{n.attribute}, symbols_.data()), opcode(n.payload));
  }

  graph_span g_;
  const tensor_ref* inputs_;
  std::vector<std::int64_t> symbols_;
  std::vector<array> values_;
  std::vector<int> last_use_;
};

}  // namespace detail

/// Computes a graph (or frozen_graph) of primitives: one tensor_ref an input and an output, with any strides. Throws shape_error
/// and index_error. Outputs, which may share memory with inputs, are written last: an error leaves them as they were.
template <class Graph>
void execute(const Graph& g, const tensor_ref* inputs, const tensor_ref* outputs) {
  detail::execution e{graph_span(g), inputs};
  e.run();
  e.store(outputs);
}

}  // namespace tenon::reference

namespace tenon {
class memory_lease;
namespace backends {

/// The same graph without the plan: one scalar operation at a time, sums in double. For comparing, not for speed.
struct reference {
  static constexpr std::string_view name = "reference";

  template <const auto& Graph, const auto& Plan>
  static void execute(const tensor_ref* inputs, const tensor_ref* outputs, const std::int64_t*, memory_lease&) {
    tenon::reference::execute(Graph, inputs, outputs);
  }
};

}  // namespace backends
}  // namespace tenon

#endif
