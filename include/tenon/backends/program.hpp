#ifndef TENON_BACKENDS_PROGRAM_HPP
#define TENON_BACKENDS_PROGRAM_HPP

#include <cstring>

#include "tenon/backends/simd.hpp"
#include "tenon/ir/check_indices.hpp"
#include "tenon/ir/graph_error.hpp"
#include "tenon/passes/pipeline.hpp"
#include "tenon/plan/build.hpp"

namespace tenon {

/// How a computation is carried out.
struct default_options {
  using backend = backends::simd;
};

namespace detail {

/// A captured graph. One with an error becomes a graph of as many outputs that all are 0, so that the compiler finds nothing to
/// report but the error.
constexpr graph finished(graph g) {
  g.parameters.clear();
  if (!g.failed()) return g;
  graph zeros;
  zeros.symbols = g.symbols;
  zeros.shapes = g.shapes;
  for (const graph_input& in : g.inputs) zeros.add_input(in);
  const int zero = zeros.append({.code = opcode::constant, .type = element_type::f32});
  for (int i = 0; i == 0 || i < g.outputs.size(); ++i) zeros.outputs.push_back(zero);
  zeros.error = std::move(g.error);
  return zeros;
}

/// A plan as a constant: built twice, first for its size. `Stage` has the frozen graph `result`.
template <class Stage>
struct frozen_plan_of {
  static constexpr plan_size size = plan_size::of(build_plan(Stage::result.thaw()));
  static constexpr frozen_plan<size> value = frozen_plan<size>::from(build_plan(Stage::result.thaw()));
};

/// Whether the memory of two tensors can overlap. Extents and strides are those of row-major memory unless given.
struct byte_range {
  const std::byte* first;
  const std::byte* last;

  bool overlaps(const byte_range& other) const { return first < other.last && other.first < last; }
};

inline byte_range range_of(const tensor_ref& t, int rank, int element_size) {
  std::int64_t low = 0, high = 0;
  for (int i = 0; i < rank; ++i) {
    if (t.extents[i] == 0) return {nullptr, nullptr};
    const std::int64_t reach = (t.extents[i] - 1) * t.strides[i];
    (reach < 0 ? low : high) += reach;
  }
  const auto* data = static_cast<const std::byte*>(t.data);
  return {data + low * element_size, data + (high + 1) * element_size};
}

}  // namespace detail

/// A computation from capture to execution. `Make{}()` gives the captured graph; everything else follows while the program is
/// being compiled, and what is left for run time stands in `plan`.
template <class Make, class Options = default_options>
struct program {
  static constexpr const auto& captured = frozen<Make>::value;
  static constexpr bool ok = captured.error.characters[0] == 0;
  static_assert(detail::error_report<captured.error>::ok || !ok);
  using final_stage = passes::stage<program>;
  static constexpr const auto& graph = final_stage::result;
  static constexpr const auto& plan = detail::frozen_plan_of<final_stage>::value;

  static constexpr int inputs = graph.inputs.size(), outputs = graph.outputs.size(), symbols = plan.symbols.size();

  static constexpr element_type output_type(int i) { return graph.nodes[graph.outputs[i]].type; }
  static constexpr const shape& output_shape(int i) { return graph.shapes[graph.nodes[graph.outputs[i]].shape]; }
  static constexpr const shape& input_shape(int i) { return graph.shapes[graph.inputs[i].shape]; }

  /// The sizes of one call, checked.
  struct call {
    std::int64_t symbols[program::symbols + 1] = {};

    /// Throws shape_error or index_error when the inputs do not fit what was captured.
    explicit call(const tensor_ref* in) {
      if constexpr (program::symbols > 0 || graph.assumptions.size() > 0) {
        check_entry(graph, in, symbols);
        for (int i = graph.symbols.size(); i < program::symbols; ++i) symbols[i] = detail::value_of(plan.symbols[i], in, symbols);
      }
      check_input_indices(in);
    }

    std::int64_t output_extents(int i, std::int64_t* extents) const { return resolve(output_shape(i), symbols, extents); }

   private:
    void check_input_indices(const tensor_ref* in) const {
      for (const index_check& c : plan.checks) {
        if (c.after_kernels != 0) continue;
        const int input = plan.buffers[c.buffer].place;
        check_indices(in[input].data, plan.buffers[c.buffer].type, input_shape(input).rank, in[input].extents, in[input].strides, resolve(c.bound, symbols), c.code);
      }
    }
  };

  /// Computes the outputs, which have the right sizes and are row-major. An output may overlap inputs in any way: where the plan
  /// cannot work in place it is computed beside and copied.
  static void run(const call& c, const tensor_ref* in, const tensor_ref* out, memory_lease::lender& memory) {
    memory_lease lease(memory);
    tensor_ref target[outputs];
    scratch aside[outputs];
    for (int o = 0; o < outputs; ++o) {
      target[o] = out[o];
      if (needs_room_aside(o, in, out[o])) target[o].data = aside[o].reserve(bytes_of(c, o));
    }
    Options::backend::template execute<graph, plan>(in, target, c.symbols, *lease);
    for (int o = 0; o < outputs; ++o)
      if (target[o].data != out[o].data) std::memcpy(out[o].data, target[o].data, bytes_of(c, o));
  }

 private:
  static std::size_t bytes_of(const call& c, int o) {
    std::int64_t extents[max_rank];
    return std::size_t(c.output_extents(o, extents)) * std::size_t(size_of(output_type(o)));
  }

  static bool needs_room_aside(int o, const tensor_ref* in, const tensor_ref& out) {
    const detail::byte_range written = detail::range_of(out, output_shape(o).rank, size_of(output_type(o)));
    for (int i = 0; i < inputs; ++i) {
      if (!written.overlaps(detail::range_of(in[i], input_shape(i).rank, size_of(graph.inputs[i].type)))) continue;
      const bool safe = i < 64 && (plan.safe_aliases[o] >> i & 1) && in[i].data == out.data && graph.inputs[i].contiguous;
      if (!safe) return true;
    }
    return false;
  }
};

}  // namespace tenon

#endif
