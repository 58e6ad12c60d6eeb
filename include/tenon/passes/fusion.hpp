#ifndef TENON_PASSES_FUSION_HPP
#define TENON_PASSES_FUSION_HPP

#include <cstdint>
#include <string_view>

#include "tenon/base/list.hpp"

namespace tenon::passes {

/// Why a value goes through memory although a later operation could have taken it from a register.
enum class boundary : std::uint8_t {
  none,          // it does not
  output,        // the caller wants it
  contraction,   // a matmul packs its operands from memory
  indexing,      // gather and scatter address it
  movement,      // it is read in another order, or padded, joined or sorted
  reduction,     // its consumer reduces over other axes, or it is needed before the reduction is complete
  shape,         // its consumer runs over another shape
  cycle,         // fusing would make two kernels wait for each other
  size,          // the kernel would become too large
};

constexpr std::string_view name_of(boundary b) {
  constexpr std::string_view names[] = {"none", "output", "operand of a contraction", "indexed", "read in another order",
                                        "reduced over other axes", "another shape", "kernels would wait for each other", "kernel too large"};
  return names[int(b)];
}

/// What becomes one kernel: nodes over one domain, in which `mask` names the axes that its reductions sum away.
struct fusion_group {
  int domain = 0;          // place of the shape that is looped over
  std::int64_t mask = 0;   // 0: nothing is reduced
  int contraction = -1;    // the contraction whose results the other nodes take from registers
  int alone = -1;          // a node that is a kernel of its own: pad, concatenate, scatter_add, sort
  int scan = -1;           // the axis along which a node of the group is scanned
  int nodes = 0;

  /// The axes that the kernel runs through in order, in its innermost loops.
  constexpr std::int64_t ordered_axes() const { return scan >= 0 ? std::int64_t(1) << scan : mask; }
};

/// The outcome of fusion: which kernel computes a node, which values are written to memory, and the order of kernels.
struct fusion {
  list<int> group_of;        // of each node; -1 where no kernel computes it
  list<boundary> stored;     // of each node; none where it stays in registers
  list<bool> inlined;        // of each node: a number so cheap that every kernel that needs it computes it itself
  list<fusion_group> groups;
  list<int> order;           // places in groups
};

}  // namespace tenon::passes

#endif
