#ifndef TENON_BACKENDS_SIMD_HPP
#define TENON_BACKENDS_SIMD_HPP

#include "tenon/backends/fixed_program.hpp"
#include "tenon/backends/kernel_arguments.hpp"
#include "tenon/ir/check_indices.hpp"
#include "tenon/kernels/across.hpp"
#include "tenon/kernels/contraction.hpp"
#include "tenon/kernels/gemm.hpp"
#include "tenon/kernels/joined.hpp"
#include "tenon/kernels/merge_loops.hpp"
#include "tenon/kernels/pointwise.hpp"
#include "tenon/kernels/reduction.hpp"
#include "tenon/kernels/scan.hpp"
#include "tenon/kernels/scatter.hpp"
#include "tenon/kernels/short_rows.hpp"
#include "tenon/kernels/sort.hpp"
#include "tenon/runtime/schedule.hpp"

namespace tenon::backends {
namespace detail {

/// Whether a step may have any value at run time, so that loops may turn out to be one.
consteval bool is_undecided(symbol_kind kind) { return kind == symbol_kind::input_stride || kind == symbol_kind::stride_of || kind == symbol_kind::product; }

/// Whether loops that cannot be merged by what the plan knows may turn out to be mergeable.
template <const auto& Plan, int K>
consteval bool may_merge() {
  constexpr kernel k = Plan.kernels[K];
  for (int i = 0; i < k.accesses; ++i)
    for (int r = 0; r < k.rank; ++r)
      if (const extent step = Plan.placements[k.first_access + i].strides[r]; !step.is_static() && is_undecided(Plan.symbols[step.symbol()].kind)) return true;
  return false;
}

/// Whether a kernel's operands may be so large that results are streamed: not where all of their extents are known and small.
template <const auto& Plan, int K>
consteval bool may_be_large() {
  constexpr kernel k = Plan.kernels[K];
  double elements = 1;
  for (int r = 0; r < k.rank; ++r) elements *= k.extents[r].is_static() ? double(k.extents[r].code) : 1e9;
  return elements * 8 * k.accesses > least_streaming_bytes;
}

/// The nest of loops that carries out a descriptor.
template <auto D>
consteval auto kernel_class() {
  if constexpr (D.scans) return std::type_identity<kernels::scan_kernel<D>>();
  else if constexpr (D.reduced > 0) return std::type_identity<kernels::reduction_kernel<D>>();
  else if constexpr (kernels::loop_body<D>::reads_across()) return std::type_identity<kernels::across_kernel<D>>();
  else return std::type_identity<kernels::pointwise_kernel<D>>();
}

template <const auto& Plan, int K, class Arguments>
TENON_INLINE void bind_loop(Arguments& a, const call_frame& f) {
  constexpr auto d = descriptor<Plan, K>();
  bind<Plan, K>(a, f);
  if constexpr (may_merge<Plan, K>()) kernels::merge_loops<d>(a);
  if constexpr (may_be_large<Plan, K>()) a.streams = kernels::may_stream<d>(a);
}

// Each with_... gives `use` the class of a kernel, as a type_identity, and its arguments.

/// A loop over rows with neighbouring rows in the lanes.
template <const auto& Plan, int K>
consteval auto short_rows_of() {
  constexpr auto d = descriptor<Plan, K>();
  kernels::short_rows<std::remove_const_t<decltype(d)>> result{d};
  result.loop.lanes = loop_lanes::kept;
  for (int i = 0; i < d.accesses; ++i) {
    const placement& p = Plan.placements[Plan.kernels[K].first_access + i];
    const extent step = p.strides[d.rank - 2];
    loop_access& to = result.loop.access[i];
    to.may_rest = false;
    if (to.cached) continue;
    result.tiled[i] = p.buffer >= 0 && to.lane == lane_step::one && step.code != 0 && step.code != 1;
    to.lane = p.buffer < 0 ? lane_step::other : result.tiled[i] || step.code == 1 ? lane_step::one : step.code == 0 ? lane_step::zero : lane_step::other;
  }
  for (const instruction& in : d.body)
    if (in.is(opcode::gather)) result.loop.access[in.payload].lane = lane_step::other, result.tiled[in.payload] = false;
  return result;
}

/// Whether a kernel is made for short rows, too: where they are known to be short, or may be and lanes are joined more than once.
template <const auto& Plan, int K>
consteval bool may_have_short_rows() {
  constexpr auto d = descriptor<Plan, K>();
  if constexpr (!d.has_rows()) return false;
  else {
    const extent length = Plan.kernels[K].extents[d.rank - 1];
    return length.is_static() ? length.code <= short_rows_of<Plan, K>().longest() : d.passes > 1;
  }
}

template <const auto& Plan, int K, class Use>
TENON_INLINE void with_loop(const call_frame& f, Use use) {
  constexpr auto d = descriptor<Plan, K>();
  typename kernels::loop_body<d>::arguments a;
  bind_loop<Plan, K>(a, f);
  if constexpr (may_have_short_rows<Plan, K>()) {
    constexpr auto rows = short_rows_of<Plan, K>();
    if (a.extents[d.rank - 1] <= rows.longest() && a.extents[d.rank - 2] > 1 && kernels::moves_as_expected<d>(a))
      return use(std::type_identity<kernels::short_rows_kernel<rows>>(), a);
  }
  if constexpr (d.may_rest()) {
    if (!kernels::moves_as_expected<d>(a)) return use(kernel_class<d.for_any_step()>(), a);
  }
  use(kernel_class<d>(), a);
}

/// Several loops of one body.
template <const auto& Plan, int K, class Use>
TENON_INLINE void with_joined_loops(const call_frame& f, Use use) {
  constexpr int count = Plan.kernels[K].launched;
  using kernel_class_type = typename decltype(kernel_class<descriptor<Plan, K>()>())::type;
  typename kernel_class_type::arguments parts[count];
  bool streams = false;
  [&]<int... I>(std::integer_sequence<int, I...>) {
    ((bind_loop<Plan, K + I>(parts[I], f), streams = streams || parts[I].streams), ...);
  }(std::make_integer_sequence<int, count>());
  using joined = kernels::joined_kernel<kernel_class_type>;
  use(std::type_identity<joined>(), typename joined::arguments{parts, count, streams});
}

template <const auto& Plan, int K, class Use>
TENON_INLINE void with_contraction(const call_frame& f, Use use) {
  constexpr kernel k = Plan.kernels[K];
  constexpr contraction_layout c = Plan.layouts[k.layout];
  constexpr auto d = descriptor<Plan, K>();
  using element = storage_of<k.type>;
  using epilogue = kernels::contraction_epilogue<d, element>;
  typename epilogue::body::arguments following;
  bind<Plan, K>(following, f);
  kernels::gemm_arguments g;
  g.m = f.number(c.m), g.n = f.number(c.n), g.k = f.number(c.k);
  g.a = reinterpret_cast<const void*>(f.address(c.a, sizeof(element)));
  g.b = reinterpret_cast<const void*>(f.address(c.b, sizeof(element)));
  g.a_row = f.number(c.a_row), g.a_column = f.number(c.a_column);
  g.b_row = f.number(c.b_row), g.b_column = f.number(c.b_column);
  g.batch_rank = k.rank - 2;
  for (int i = 0; i < k.rank - 2; ++i) {
    g.batch_extents[i] = f.number(k.extents[i]);
    g.a_batch[i] = f.number(c.a.strides[i]);
    g.b_batch[i] = f.number(c.b.strides[i]);
  }
  g.store = &epilogue::store;
  g.context = &following;
  use(std::type_identity<kernels::gemm<element>>(), g);
}

template <const auto& Plan, int K, class Use>
TENON_INLINE void with_scatter(const call_frame& f, Use use) {
  constexpr kernel k = Plan.kernels[K];
  const auto place = [&](int i) -> const placement& { return Plan.placements[k.first_access + i]; };
  kernels::scatter_arguments a;
  a.rank = k.rank, a.shared = k.reduced;
  a.updates = reinterpret_cast<const void*>(f.address(place(0), size_of(k.type)));
  a.indices = reinterpret_cast<const void*>(f.address(place(1), size_of(Plan.accesses[k.first_access + 1].type)));
  a.result = reinterpret_cast<void*>(f.address(place(2), size_of(k.type)));
  a.index_stride = f.number(place(2).index_stride);
  for (int r = 0; r < k.rank; ++r) {
    a.extents[r] = f.number(k.extents[r]);
    a.update_step[r] = f.number(place(0).strides[r]);
    a.index_step[r] = f.number(place(1).strides[r]);
    a.result_step[r] = f.number(place(2).strides[r]);
  }
  using element = storage_of<k.type>;
  using index = storage_of<Plan.accesses[k.first_access + 1].type>;
  use(std::type_identity<kernels::scatter_kernel<element, index>>(), a);
}

template <const auto& Plan, int K, class Use>
TENON_INLINE void with_sort(const call_frame& f, Use use) {
  constexpr kernel k = Plan.kernels[K];
  constexpr instruction first = Plan.body[k.first_instruction];
  const placement &from = Plan.placements[k.first_access], &to = Plan.placements[k.first_access + 1];
  kernels::sort_arguments a;
  a.rank = k.rank - 1, a.descending = first.payload != 0;
  a.from = reinterpret_cast<const void*>(f.address(from, size_of(k.type)));
  for (int i = 0; i < k.instructions; ++i) {
    const instruction& in = Plan.body[k.first_instruction + i];
    (in.is(opcode::argsort) ? a.places : a.elements) = reinterpret_cast<void*>(f.address(Plan.placements[k.first_access + 1 + i], size_of(in.type)));
  }
  a.count = f.number(k.extents[a.rank]), a.wanted = f.number(k.wanted);
  a.from_stride = f.number(from.strides[a.rank]), a.to_stride = f.number(to.strides[a.rank]);
  for (int r = 0; r < a.rank; ++r) a.extents[r] = f.number(k.extents[r]), a.from_step[r] = f.number(from.strides[r]), a.to_step[r] = f.number(to.strides[r]);
  use(std::type_identity<kernels::sort_kernel<storage_of<k.type>, (k.instructions > 1 || first.is(opcode::argsort))>>(), a);
}

template <const auto& Plan, int K, class Use>
TENON_INLINE void with_kernel(const call_frame& f, Use use) {
  constexpr kernel k = Plan.kernels[K];
  if constexpr (k.launched > 1) with_joined_loops<Plan, K>(f, use);
  else if constexpr (k.kind == kernel_kind::loop) with_loop<Plan, K>(f, use);
  else if constexpr (k.kind == kernel_kind::contraction) with_contraction<Plan, K>(f, use);
  else if constexpr (k.kind == kernel_kind::sort) with_sort<Plan, K>(f, use);
  else with_scatter<Plan, K>(f, use);
}

template <const auto& Plan, int K>
void run_kernel(const call_frame& f, memory_lease& memory) {
  with_kernel<Plan, K>(f, [&]<class Kernel>(std::type_identity<Kernel>, const typename Kernel::arguments& a)
                              TENON_LAMBDA_INLINE { runtime::run<Kernel>(a, memory); });
}

/// Whether a kernel may work in memory of its own while outputs are already written: memory that cannot be had then would leave
/// them half changed.
template <const auto& Plan, int K>
consteval bool needs_memory_late() {
  const kernel& k = Plan.kernels[K];
  if (k.kind != kernel_kind::contraction && k.kind != kernel_kind::sort && k.reduced == 0) return false;
  for (int i = 0; i < k.first_access; ++i)
    if (const int b = Plan.placements[i].buffer; b >= 0 && Plan.accesses[i].is_store() && Plan.buffers[b].kind == buffer_kind::output) return true;
  return false;
}

template <const auto& Plan, int K>
void reserve_memory(const call_frame& f, memory_lease& memory) {
  if constexpr (needs_memory_late<Plan, K>())
    with_kernel<Plan, K>(f, [&]<class Kernel>(std::type_identity<Kernel>, const typename Kernel::arguments& a)
                                TENON_LAMBDA_INLINE { runtime::reserve_for<Kernel>(a, memory); });
}

}  // namespace detail

/// Fused vector loops, instantiated from a plan.
struct simd {
  static constexpr std::string_view name = "simd";

  /// How plans are carried out that are so small that they become part of their caller.
  template <const auto& Graph, const auto& Plan>
  using fixed = fixed_program<Graph, Plan>;

  /// Computes outputs from inputs. `symbols` are those of the plan. Outputs must not overlap inputs but where the plan says so.
  template <const auto& Graph, const auto& Plan>
  static void execute(const tensor_ref* inputs, const tensor_ref* outputs, const std::int64_t* symbols, memory_lease& memory) {
    constexpr int count = Plan.buffers.size(), slots = Plan.slots.size();
    std::size_t offset[slots + 1] = {};
    for (int s = 0; s < slots; ++s) offset[s + 1] = tenon::detail::offset_behind(offset[s], resolve(Plan.slots[s], symbols));
    std::byte* arena = slots == 0 ? nullptr : memory->arena.reserve(offset[slots]);
    std::byte* buffers[count];
    for (int b = 0; b < count; ++b) {
      const buffer& from = Plan.buffers[b];
      buffers[b] = from.kind == buffer_kind::input    ? static_cast<std::byte*>(inputs[from.place].data)
                   : from.kind == buffer_kind::output ? static_cast<std::byte*>(outputs[from.place].data)
                   : from.kind == buffer_kind::arena  ? arena + offset[from.place]
                                                      : const_cast<std::byte*>(reinterpret_cast<const std::byte*>(symbols));
    }
    const detail::call_frame frame{buffers, symbols};
    run_all<Graph, Plan>(frame, memory, std::make_integer_sequence<int, Plan.kernels.size()>());
  }

 private:
  template <const auto& Graph, const auto& Plan, int... K>
  static void run_all(const detail::call_frame& f, memory_lease& memory, std::integer_sequence<int, K...>) {
    (detail::reserve_memory<Plan, K>(f, memory), ...);
    (launch<Graph, Plan, K>(f, memory), ...);
  }

  template <const auto& Graph, const auto& Plan, int K>
  static void launch(const detail::call_frame& f, memory_lease& memory) {
    constexpr int count = Plan.kernels[K].launched;
    if constexpr (count > 0) {
      detail::run_kernel<Plan, K>(f, memory);
      if constexpr (Plan.checks.size() > 0) check_indices_after<Graph, Plan>(K + count, f);
    }
  }

  /// Indices that a kernel computed are checked before the next one uses them.
  template <const auto& Graph, const auto& Plan>
  static void check_indices_after(int kernels, const detail::call_frame& f) {
    for (const index_check& c : Plan.checks)
      if (c.after_kernels == kernels) {
        const shape& s = Graph.shapes[c.shape];
        std::int64_t extents[max_rank], strides[max_rank], step = 1;
        resolve(s, f.symbols, extents);
        for (int i = s.rank; i-- > 0;) strides[i] = step, step *= extents[i];
        check_indices(f.buffers[c.buffer], Plan.buffers[c.buffer].type, s.rank, extents, strides, f.number(c.bound), c.code);
      }
  }
};

}  // namespace tenon::backends

#endif
