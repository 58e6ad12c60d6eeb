#ifndef TENON_PLAN_PLAN_HPP
#define TENON_PLAN_PLAN_HPP

#include "tenon/ir/frozen_graph.hpp"
#include "tenon/passes/fusion.hpp"
#include "tenon/plan/loop_descriptor.hpp"

namespace tenon {

/// Where a buffer's memory comes from.
enum class buffer_kind : std::uint8_t {
  input,    // place: which input
  output,   // place: which output
  arena,    // place: the slot of the arena; slots are reused by buffers that do not live at the same time
  symbols,  // the numbers that stand for symbols, as i64
};

struct buffer {
  buffer_kind kind{};
  std::int32_t place = 0;
  element_type type{};
  std::int32_t node = -1;  // whose value it holds
  extent elements{};

  constexpr bool operator==(const buffer&) const = default;
};

/// Where an operand of a kernel lies: element 0 of all loops, and how far it moves with each loop, in elements.
struct placement {
  std::int32_t buffer = -1;
  extent offset{};
  extent strides[max_loops] = {};
  extent index_stride{};  // of what a gathered or scattered index addresses

  constexpr bool operator==(const placement&) const = default;
};

enum class kernel_kind : std::uint8_t { loop, contraction, scatter, sort };

/// How a contraction lies in memory: result[batch..., m, n] = sum over k of a * b. The batch axes are the leading loops.
struct contraction_layout {
  extent m, n, k;
  placement a, b;  // strides of the batch loops
  extent a_row, a_column, b_row, b_column;

  constexpr bool operator==(const contraction_layout&) const = default;
};

struct kernel {
  kernel_kind kind{};
  std::int8_t rank = 0, reduced = 0, passes = 1;
  std::int16_t launched = 1;  // how many kernels from this one on run as one launch; 0: it runs in an earlier one's
  bool scans = false;         // the reduced loop is not reduced but scanned
  loop_lanes lanes{};
  element_type type{};  // of a contraction
  extent extents[max_loops] = {};
  std::int32_t first_instruction = 0, instructions = 0;  // in plan::body
  std::int32_t first_access = 0, accesses = 0;           // in plan::accesses and plan::placements
  extent wanted{};                                       // of a sort: places of the result along the last loop, the sorted one
  std::int32_t layout = -1;                              // of a contraction: in plan::layouts
  std::int32_t group = -1;

  constexpr bool operator==(const kernel&) const = default;
};

/// An index that must be in range before anything is written.
struct index_check {
  std::int32_t buffer = -1;
  std::int32_t after_kernels = 0;  // 0: the index is an input, and is checked at entry
  std::int32_t shape = 0;          // of the indices, in the shapes of the graph
  opcode code{};                   // who asks, for the message
  extent bound;

  constexpr bool operator==(const index_check&) const = default;
};

/// A value that went through memory, and why.
struct stored_value {
  std::int32_t node = -1, buffer = -1;
  passes::boundary why{};

  constexpr bool operator==(const stored_value&) const = default;
};

constexpr int alias_words(int inputs) { return (inputs + 63) / 64; }

/// What is left to do at run time: kernels in order, the memory that each reads and writes.
struct plan {
  list<kernel> kernels;
  list<instruction> body;
  list<loop_access> accesses;
  list<placement> placements;
  list<contraction_layout> layouts;
  list<buffer> buffers;
  list<extent> slots;  // bytes of each slot of the arena
  list<index_check> checks;
  list<stored_value> stored;
  list<symbol> symbols;  // those of the graph and those that planning added
  list<std::uint64_t> safe_aliases;  // for each output, alias_words(inputs) words: a bit for each input whose memory it may share
  math_tier tier{};

  constexpr bool operator==(const plan&) const = default;
};

struct plan_size {
  int kernels = 0, body = 0, accesses = 0, layouts = 0, buffers = 0, slots = 0, checks = 0, stored = 0, symbols = 0, aliases = 0;

  static constexpr plan_size of(const plan& p) {
    return {p.kernels.size(), p.body.size(), p.accesses.size(), p.layouts.size(), p.buffers.size(),
            p.slots.size(), p.checks.size(), p.stored.size(), p.symbols.size(), p.safe_aliases.size()};
  }
  constexpr bool operator==(const plan_size&) const = default;

  /// Room for the plan of a graph, most of the time.
  static constexpr plan_size for_graph(const graph_size& g) {
    const int kernels = g.nodes / 4 + 4;
    return {kernels, g.nodes + 8, g.nodes / 2 + 16, kernels, g.nodes / 3 + g.inputs + 8, kernels, 4, g.nodes / 3 + 8, g.symbols + 24, g.outputs * alias_words(g.inputs)};
  }
};

/// A plan that outlives constant evaluation.
template <plan_size S>
struct frozen_plan {
  using size_type = plan_size;
  static constexpr plan_size size = S;
  template <plan_size Other>
  using of_size = frozen_plan<Other>;

  frozen_list<kernel, S.kernels> kernels;
  frozen_list<instruction, S.body> body;
  frozen_list<loop_access, S.accesses> accesses;
  frozen_list<placement, S.accesses> placements;
  frozen_list<contraction_layout, S.layouts> layouts;
  frozen_list<buffer, S.buffers> buffers;
  frozen_list<extent, S.slots> slots;
  frozen_list<index_check, S.checks> checks;
  frozen_list<stored_value, S.stored> stored;
  frozen_list<symbol, S.symbols> symbols;
  frozen_list<std::uint64_t, S.aliases> safe_aliases;
  math_tier tier{};

  template <class Plan>
  static constexpr frozen_plan from(const Plan& p) {
    return {decltype(kernels)::from(p.kernels),       decltype(body)::from(p.body),       decltype(accesses)::from(p.accesses),
            decltype(placements)::from(p.placements), decltype(layouts)::from(p.layouts), decltype(buffers)::from(p.buffers),
            decltype(slots)::from(p.slots),           decltype(checks)::from(p.checks),   decltype(stored)::from(p.stored),
            decltype(symbols)::from(p.symbols),       decltype(safe_aliases)::from(p.safe_aliases), p.tier};
  }
};

}  // namespace tenon

#endif
