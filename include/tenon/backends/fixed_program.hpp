#ifndef TENON_BACKENDS_FIXED_PROGRAM_HPP
#define TENON_BACKENDS_FIXED_PROGRAM_HPP

#include <array>
#include <cstring>
#include <tuple>

#include "tenon/backends/aliasing.hpp"
#include "tenon/backends/kernel_arguments.hpp"
#include "tenon/kernels/fixed.hpp"
#include "tenon/runtime/scratch.hpp"

namespace tenon::backends {

/// A plan of a few vector instructions all of whose sizes are known. It becomes part of the caller, like arithmetic on numbers:
/// no call, no check, no memory but the stack.
template <const auto& Graph, const auto& Plan>
class fixed_program {
  static constexpr int kernel_count = Plan.kernels.size();
  using every_kernel = std::make_integer_sequence<int, kernel_count>;
  using every_input = std::make_integer_sequence<int, Graph.inputs.size()>;
  using every_output = std::make_integer_sequence<int, Graph.outputs.size()>;
  static constexpr std::int64_t most_instructions = 256, most_arena_bytes = 4096;

 public:
  /// Whether a plan is one.
  static consteval bool applies() {
    if constexpr (has_small_loops()) return instructions(every_kernel()) <= most_instructions;
    else return false;
  }

  /// Computes outputs, which may overlap inputs in any way. `Room`: all tensors have the room that inline_storage has.
  template <bool Room>
  TENON_INLINE static void run(const void* const* in, void* const* out) {
    if constexpr (!stores_last()) {
      if (overlap(in, out)) [[unlikely]] return run_aside<Room>(in, out);
    }
    execute<Room>(in, out);
  }

 private:
  static consteval bool has_small_loops() {
    if (Plan.symbols.size() > 0 || Plan.checks.size() > 0 || Graph.assumptions.size() > 0 || arena_bytes > most_arena_bytes) return false;
    for (const graph_input& in : Graph.inputs)
      if (!in.contiguous) return false;
    for (const kernel& k : Plan.kernels)
      if (k.kind != kernel_kind::loop || k.scans || elements(k) * k.passes * k.instructions > most_instructions * simd::word_lanes) return false;
    return true;
  }
  static consteval std::int64_t elements(const kernel& k) {
    std::int64_t n = 1;
    for (int r = 0; r < k.rank; ++r) n = tenon::detail::product_of_extents(n, k.extents[r].code);
    return n;
  }
  static constexpr auto slot_offsets = [] {
    std::array<std::size_t, std::size_t(Plan.slots.size()) + 1> offset{};
    for (int s = 0; s < Plan.slots.size(); ++s) offset[s + 1] = tenon::detail::offset_behind(offset[s], Plan.slots[s].code);
    return offset;
  }();
  static constexpr std::int64_t arena_bytes = std::int64_t(slot_offsets[Plan.slots.size()]);

  template <int K>
  struct small_loop {
    static constexpr auto descriptor = detail::descriptor<Plan, K>().for_few();
    static constexpr auto nest = [] {
      typename tenon::kernels::loop_body<descriptor>::arguments a{};
      detail::bind_nest<Plan, K>(a, nullptr);
      return a;
    }();
  };
  template <int K, bool Room = false>
  using kernel_of = tenon::kernels::fixed_kernel<small_loop<K>::descriptor, small_loop<K>::nest, Room>;

  template <int... K>
  static consteval std::int64_t instructions(std::integer_sequence<int, K...>) {
    return (std::int64_t(0) + ... + kernel_of<K>::instructions());
  }

  static consteval bool stores_last() {
    if constexpr (kernel_count == 1) return kernel_of<0>::stores_last();
    else return false;
  }

  static consteval std::int64_t bytes_of(int node) {
    const tenon::node& n = Graph.nodes[node];
    std::int64_t extents[max_rank];
    return resolve(Graph.shapes[n.shape], nullptr, extents) * size_of(n.type);
  }

  static consteval std::int64_t bytes_of_input(int i) { return bytes_of(i); }  // inputs are the first nodes
  static consteval std::int64_t bytes_of_output(int o) { return bytes_of(Graph.outputs[o]); }

  /// Whether an output is where the plan may still read an input.
  TENON_INLINE static bool overlap(const void* const* in, void* const* out) {
    return [&]<int... O>(std::integer_sequence<int, O...>) TENON_LAMBDA_INLINE { return (overlaps_any<O>(in, out[O], every_input()) || ...); }(every_output());
  }
  template <int O, int... I>
  TENON_INLINE static bool overlaps_any(const void* const* in, const void* out, std::integer_sequence<int, I...>) {
    return (overlaps<O, I>(reinterpret_cast<std::uintptr_t>(in[I]), reinterpret_cast<std::uintptr_t>(out)) || ...);
  }
  template <int O, int I>
  TENON_INLINE static bool overlaps(std::uintptr_t in, std::uintptr_t out) {
    constexpr bool may_be_equal = tenon::detail::aliasing<Graph, Plan>::always_in_step(O, I);
    return in < out + bytes_of_output(O) && out < in + bytes_of_input(I) && !(may_be_equal && in == out);
  }

  template <bool Room>
  TENON_INLINE static void execute(const void* const* in, void* const* out) {
    alignas(64) std::byte arena[std::max<std::int64_t>(arena_bytes, 1)];
    [&]<int... K>(std::integer_sequence<int, K...>) TENON_LAMBDA_INLINE { (run_kernel<K, Room>(in, out, arena), ...); }(every_kernel());
  }
  template <int K, bool Room>
  TENON_INLINE static void run_kernel(const void* const* in, void* const* out, std::byte* arena) {
    [&]<int... A>(std::integer_sequence<int, A...>) TENON_LAMBDA_INLINE {
      kernel_of<K, Room>::run({{start_of<Plan.kernels[K].first_access + A>(in, out, arena)...}});
    }(std::make_integer_sequence<int, Plan.kernels[K].accesses>());
  }
  /// Where the buffer of an access begins.
  template <int Access>
  TENON_INLINE static std::intptr_t start_of(const void* const* in, void* const* out, std::byte* arena) {
    if constexpr (Plan.placements[Access].buffer < 0) {
      return 0;
    } else {
      constexpr buffer from = Plan.buffers[Plan.placements[Access].buffer];
      if constexpr (from.kind == buffer_kind::input) return reinterpret_cast<std::intptr_t>(in[from.place]);
      else if constexpr (from.kind == buffer_kind::output) return reinterpret_cast<std::intptr_t>(out[from.place]);
      else return reinterpret_cast<std::intptr_t>(arena + slot_offsets[from.place]);
    }
  }

  /// Computes beside and copies.
  template <bool Room>
  TENON_NOINLINE static void run_aside(const void* const* in, void* const* out) {
    [&]<int... O>(std::integer_sequence<int, O...>) {
      std::tuple<copy<O>...> beside;
      void* const target[] = {std::get<O>(beside).bytes...};
      execute<Room>(in, target);
      (std::memcpy(out[O], target[O], std::size_t(bytes_of_output(O))), ...);
    }(every_output());
  }
  template <int O>
  struct copy {
    alignas(64) std::byte bytes[(std::max<std::int64_t>(bytes_of_output(O), 1) + 63) / 64 * 64];
  };
};

}  // namespace tenon::backends

#endif
