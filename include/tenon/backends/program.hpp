#ifndef TENON_BACKENDS_PROGRAM_HPP
#define TENON_BACKENDS_PROGRAM_HPP

#include <cstring>

#include "tenon/backends/aliasing.hpp"
#include "tenon/backends/simd.hpp"
#include "tenon/ir/check_indices.hpp"
#include "tenon/ir/graph_error.hpp"
#include "tenon/passes/frozen_fusion.hpp"
#include "tenon/passes/pipeline.hpp"
#include "tenon/plan/build.hpp"

namespace tenon {

/// How a computation is carried out.
struct default_options {
  using backend = backends::simd;
  using accuracy = math::standard;
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

/// The plan of a frozen graph as a constant. `Stage` has the graph and its size.
template <class Stage, math_tier Tier>
struct frozen_plan_of {
 private:
  static constexpr auto fusion = passes::frozen_fusion<Stage::size.nodes>::from(passes::fuse(Stage::result.thaw()));
  struct make {
    constexpr tenon::plan operator()() const {
      tenon::plan p = build_plan(Stage::result.thaw(), fusion.thaw());
      p.tier = Tier;
      return p;
    }
  };

 public:
  static constexpr const auto& value = frozen<make, frozen_plan<plan_size::for_graph(Stage::size)>>::value;
};

}  // namespace detail

/// A computation from capture to execution. `Make{}()` gives the captured graph; everything else follows while the program is
/// being compiled, and what is left for run time stands in `plan`.
template <class Make, class Options = default_options>
struct program {
  static constexpr graph_size guess{.nodes = 200, .shapes = 20, .symbols = 8, .inputs = 24, .outputs = 24, .assumptions = 4, .error = 0};
  using capture = frozen<Make, frozen_graph<guess>>;
  static constexpr graph_size captured_size = capture::size;
  static constexpr const auto& captured = capture::value;
  static constexpr bool ok = captured.error.characters[0] == 0;
  static_assert(detail::error_report<captured.error>::ok || !ok);
  using final_stage = passes::stage<program>;
  static constexpr const auto& graph = final_stage::result;
  static constexpr const auto& plan = detail::frozen_plan_of<final_stage, detail::tier_of<Options>()>::value;

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

  /// Whether calls are so small that they become part of their caller, and need neither sizes nor memory.
  static consteval bool is_fixed() {
    if constexpr (requires { typename Options::backend::template fixed<graph, plan>; }) return Options::backend::template fixed<graph, plan>::applies();
    else return false;
  }
  template <bool Room>
  TENON_INLINE static void run_fixed(const void* const* in, void* const* out) {
    Options::backend::template fixed<graph, plan>::template run<Room>(in, out);
  }

  /// Computes the outputs, which have the right sizes and are row-major. An output may overlap inputs in any way: where the plan
  /// cannot work in place it is computed beside and copied. So is one that would be written before all indices are checked.
  static void run(const call& c, const tensor_ref* in, const tensor_ref* out, memory_lease::lender& memory) {
    memory_lease lease(memory);
    const detail::aliasing<graph, plan> aliasing(in);
    std::size_t offset[outputs + 1] = {};
    for (int o = 0; o < outputs; ++o)
      offset[o + 1] = aliasing.needs_room_aside(o, out[o], c.symbols) ? detail::offset_behind(offset[o], bytes_of(c, o)) : offset[o];
    std::byte* const aside = offset[outputs] == 0 ? nullptr : lease->aside.reserve(offset[outputs]);
    tensor_ref target[outputs];
    for (int o = 0; o < outputs; ++o) {
      target[o] = out[o];
      if (offset[o + 1] != offset[o]) target[o].data = aside + offset[o];
    }
    Options::backend::template execute<graph, plan>(in, target, c.symbols, lease);
    for (int o = 0; o < outputs; ++o)
      if (offset[o + 1] != offset[o]) std::memcpy(out[o].data, target[o].data, std::size_t(bytes_of(c, o)));
  }

 private:
  static std::int64_t bytes_of(const call& c, int o) {
    std::int64_t extents[max_rank];
    return detail::product_of_extents(c.output_extents(o, extents), size_of(output_type(o)));
  }
};

}  // namespace tenon

#endif
