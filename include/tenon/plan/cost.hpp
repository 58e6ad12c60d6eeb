#ifndef TENON_PLAN_COST_HPP
#define TENON_PLAN_COST_HPP

#include <bit>

#include "tenon/plan/plan_span.hpp"

namespace tenon {

// What kernels compute and move.
//
//   flops   one for each operation with a floating result that is carried out, two for each product of a contraction. What a row
//           kernel computes again in a later pass counts again; casts, selections and comparisons do not count.
//   bytes   each element that a kernel touches, once: later passes over a row, and broadcasts, read the cache.
//
// A number that depends on extents whose values are not given is unknown_cost.

inline constexpr std::int64_t unknown_cost = -1;

struct kernel_cost {
  std::int64_t flops = 0, bytes_read = 0, bytes_written = 0;

  constexpr bool is_known() const { return flops != unknown_cost; }
  constexpr bool operator==(const kernel_cost&) const = default;
};

/// A whole plan: one call reads and writes so many bytes, the arena included.
struct plan_summary {
  std::int64_t kernels = 0, flops = 0, bytes_read = 0, bytes_written = 0, arena_bytes = 0;

  constexpr bool operator==(const plan_summary&) const = default;
};

/// A buffer that a kernel reads or writes, and how many bytes of it.
struct buffer_use {
  std::int32_t buffer = -1;
  std::int64_t bytes = 0;
};

namespace detail {

/// Counts what one kernel does, given the values of symbols or none.
class kernel_counter {
 public:
  constexpr kernel_counter(const plan_span& p, const kernel& k, const std::int64_t* symbols) : p_(p), k_(k), symbols_(symbols) {
    if (k.layout >= 0) add_product(p.layouts[k.layout]);
    for (int i = 0; i < k.accesses; ++i) add_access(i);
    count_flops();
  }

  list<buffer_use> reads, writes;

  constexpr kernel_cost cost() const {
    if (!known_) return {unknown_cost, unknown_cost, unknown_cost};
    return {flops_, total(reads), total(writes)};
  }

 private:
  static constexpr std::int64_t total(const list<buffer_use>& uses) {
    std::int64_t bytes = 0;
    for (const buffer_use& u : uses) bytes += u.bytes;
    return bytes;
  }

  constexpr std::int64_t number(extent e) {
    if (e.is_static()) return e.code;
    if (symbols_ != nullptr) return symbols_[e.symbol()];
    known_ = false;
    return 1;
  }

  /// Steps of the first loops together.
  constexpr std::int64_t steps(int loops) {
    std::int64_t n = 1;
    for (int r = 0; r < loops; ++r) n *= number(k_.extents[r]);
    return n;
  }

  /// Elements that an operand has along the first loops: those along which it moves.
  constexpr std::int64_t touched(const placement& p, int loops) {
    std::int64_t n = 1;
    for (int r = 0; r < loops; ++r)
      if (number(p.strides[r]) != 0) n *= number(k_.extents[r]);
    return n;
  }

  /// Several accesses to one buffer touch no more than all of it.
  constexpr void use(list<buffer_use>& uses, int id, std::int64_t elements) {
    if (id < 0 || p_.buffers[id].kind == buffer_kind::symbols) return;
    const buffer& b = p_.buffers[id];
    buffer_use* found = nullptr;
    for (buffer_use& u : uses)
      if (u.buffer == id) found = &u;
    if (found == nullptr) uses.push_back({id, 0}), found = &uses.back();
    const std::int64_t most = number(b.elements) * size_of(b.type), all = found->bytes + elements * size_of(b.type);
    found->bytes = all < most ? all : most;
  }

  constexpr void add_access(int i) {
    const placement& p = p_.placements[k_.first_access + i];
    const bool stored = p_.accesses[k_.first_access + i].is_store();
    const bool indexed = p.index_stride.code != 0;
    const std::int64_t elements = indexed ? steps(k_.rank) : touched(p, k_.rank);
    if (!stored || indexed) use(reads, p.buffer, elements);  // a scatter adds to what is there
    if (stored) use(writes, p.buffer, elements);
  }

  constexpr void add_product(const contraction_layout& c) {
    const std::int64_t m = number(c.m), n = number(c.n), k = number(c.k);
    use(reads, c.a.buffer, touched(c.a, k_.rank - 2) * m * k);
    use(reads, c.b.buffer, touched(c.b, k_.rank - 2) * k * n);
    if (is_floating(k_.type)) flops_ += 2 * steps(k_.rank) * k;
  }

  static constexpr bool counts(const instruction& in) {
    if (in.code >= opcodes || !is_floating(in.type)) return false;
    const op_kind kind = kind_of(opcode(in.code));
    return (kind == op_kind::pointwise && !in.is(opcode::select) && !in.is(opcode::cast)) || kind == op_kind::reduction || kind == op_kind::scan;
  }

  constexpr bool is_cached(const instruction& in) const {
    for (const loop_access& a : p_.accesses_of(k_))
      if (a.cached && &p_.body[k_.first_instruction + a.stored] == &in) return true;
    return false;
  }

  constexpr void count_flops() {
    const std::int64_t all = steps(k_.rank), rows = steps(k_.rank - (k_.reduced > 0 ? k_.reduced : 1));
    for (const instruction& in : p_.body_of(k_)) {
      if (!counts(in)) continue;
      if (in.is_reduction()) flops_ += all;
      else flops_ += in.space == loop_space::outer ? rows : all * (is_cached(in) ? 1 : std::popcount(in.passes));
    }
    if (k_.kind == kernel_kind::scatter && is_floating(k_.type)) flops_ += all;
  }

  const plan_span& p_;
  const kernel& k_;
  const std::int64_t* symbols_;
  std::int64_t flops_ = 0;
  bool known_ = true;
};

}  // namespace detail

/// What one kernel computes and moves. `symbols` are the values of the plan's symbols, or null.
constexpr kernel_cost cost_of(const plan_span& p, const kernel& k, const std::int64_t* symbols = nullptr) {
  return detail::kernel_counter(p, k, symbols).cost();
}

/// The bytes of the memory between kernels: each slot begins at a cache line of 64 bytes.
constexpr std::int64_t arena_bytes(const plan_span& p, const std::int64_t* symbols = nullptr) {
  std::int64_t bytes = 0;
  for (const extent slot : p.slots) {
    if (!slot.is_static() && symbols == nullptr) return unknown_cost;
    bytes += ((slot.is_static() ? slot.code : symbols[slot.symbol()]) + 63) / 64 * 64;
  }
  return bytes;
}

/// All kernels together.
constexpr plan_summary summarize(const plan_span& p, const std::int64_t* symbols = nullptr) {
  plan_summary s{.kernels = p.kernels.size(), .arena_bytes = arena_bytes(p, symbols)};
  for (const kernel& k : p.kernels) {
    const kernel_cost c = cost_of(p, k, symbols);
    if (!c.is_known()) return {s.kernels, unknown_cost, unknown_cost, unknown_cost, s.arena_bytes};
    s.flops += c.flops, s.bytes_read += c.bytes_read, s.bytes_written += c.bytes_written;
  }
  return s;
}

}  // namespace tenon

#endif
