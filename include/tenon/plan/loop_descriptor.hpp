#ifndef TENON_PLAN_LOOP_DESCRIPTOR_HPP
#define TENON_PLAN_LOOP_DESCRIPTOR_HPP

#include "tenon/ir/extent.hpp"
#include "tenon/ir/math_tier.hpp"
#include "tenon/ir/opcode.hpp"
#include "tenon/ir/element_type.hpp"

namespace tenon {

/// How an operand moves along the axis that the vector lanes lie on.
enum class lane_step : std::uint8_t {
  zero,
  one,
  across,  // by one along the loop in front of the lanes: read in blocks that are transposed in registers
  other,
};

/// How often an instruction is carried out.
enum class loop_space : std::uint8_t {
  outer,  // once for each row (or block of columns): nothing it needs changes along the inner loops
  inner,  // in the innermost loop
};

/// What a loop body may do beside the primitives, numbered behind them.
namespace body_code {
inline constexpr std::uint8_t load = 200;         // payload: which access
inline constexpr std::uint8_t accumulator = 201;  // the result of the contraction that the body belongs to
}  // namespace body_code

/// One step of a loop body, in registers. Operands are earlier steps.
struct instruction {
  std::uint8_t code = 0;  // an opcode or a body_code
  element_type type{};
  loop_space space{};
  std::uint8_t level = 0;   // how many passes over the row must be complete before it is known
  std::uint8_t passes = 0;  // inner: in which passes it is computed, a bit each
  std::int16_t operands[3] = {-1, -1, -1};
  std::int64_t payload = 0;  // of a constant: its bits; otherwise which access (load, iota, random_bits, gather)

  constexpr bool is(opcode c) const { return code == std::uint8_t(c); }
  constexpr bool is_scan() const { return code < opcodes && kind_of(opcode(code)) == op_kind::scan; }
  constexpr bool is_reduction() const { return code < opcodes && kind_of(opcode(code)) == op_kind::reduction; }
  constexpr bool operator==(const instruction&) const = default;
};

/// How elements of one operand are addressed. Base addresses and strides are arguments of the kernel, not part of its type.
struct loop_access {
  element_type type{};
  lane_step lane{};
  loop_space space{};       // of a store: where it happens
  bool may_rest = false;     // does not move at all where an extent that only run time knows is 1
  std::int16_t stored = -1;  // of a store: the instruction whose value it is; otherwise -1
  bool cached = false;       // of a store: to memory of the kernel, where later passes over the row read the value again

  constexpr bool is_store() const { return stored >= 0; }
  constexpr bool operator==(const loop_access&) const = default;
};

/// What the lanes of a vector are.
enum class loop_lanes : std::uint8_t {
  kept,     // neighbours along the last kept axis: pointwise loops, and reductions over the axes in front of it
  reduced,  // neighbours along the last reduced axis: rows are reduced across the vector
};

/// A whole loop kernel as a value: equal loops of different models are one instantiation. Iteration axes are the kept ones,
/// then the reduced ones.
template <int Instructions, int Accesses>
struct loop_descriptor {
  std::int8_t rank = 0;
  std::int8_t reduced = 0;  // how many of the axes, the last ones, are reduced
  std::int8_t passes = 1;
  bool scans = false;       // the one reduced axis is not reduced but scanned, its places in order
  loop_lanes lanes{};
  math_tier tier{};  // standard where no instruction depends on it, so that such loops are one
  instruction body[Instructions > 0 ? Instructions : 1] = {};
  loop_access access[Accesses > 0 ? Accesses : 1] = {};

  static constexpr int instructions = Instructions, accesses = Accesses;

  /// Whether an instruction may give other bits in another tier.
  constexpr bool depends_on_tier() const {
    for (int i = 0; i < Instructions; ++i)
      if (body[i].code < opcodes && is_floating(body[i].type) && tenon::depends_on_tier(opcode(body[i].code))) return true;
    return false;
  }
  /// The access through which the value of an instruction is kept for later passes, or -1.
  constexpr int cache_of(int instruction) const {
    for (int i = 0; i < Accesses; ++i)
      if (access[i].cached && access[i].stored == instruction) return i;
    return -1;
  }
  constexpr bool may_rest() const {
    for (const loop_access& a : access)
      if (a.may_rest) return true;
    return false;
  }
  /// The same loop for operands that are not as expected: those that may rest can move in any way.
  constexpr loop_descriptor for_any_step() const {
    loop_descriptor d = *this;
    for (loop_access& a : d.access)
      if (a.may_rest) a.lane = lane_step::other, a.may_rest = false;
    return d;
  }
  /// Whether rows of one loop are reduced, each of them along the lanes.
  constexpr bool has_rows() const { return reduced == 1 && rank > 1 && !scans && lanes == loop_lanes::reduced; }
  /// The same loop for a few elements: nothing is read in blocks or kept between passes.
  constexpr loop_descriptor for_few() const {
    loop_descriptor d = *this;
    for (loop_access& a : d.access) {
      if (a.lane == lane_step::across) a.lane = lane_step::other;
      if (a.cached) a = {.type = a.type};
    }
    return d;
  }
  constexpr bool operator==(const loop_descriptor&) const = default;
};

}  // namespace tenon

#endif
