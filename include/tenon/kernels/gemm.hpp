#ifndef TENON_KERNELS_GEMM_HPP
#define TENON_KERNELS_GEMM_HPP

#include <cstddef>

#include "tenon/kernels/gemm_grid.hpp"
#include "tenon/kernels/gemm_task.hpp"

namespace tenon::kernels {

/// C = A * B in batches, C handed block by block to gemm_arguments::store. T is float, double, std::int32_t or std::int64_t;
/// integers wrap. The order of every sum depends on the arguments alone, so results have the same bits for any number of
/// workers. k = 0 gives zeros; nothing is stored when m, n or an extent of the batch is 0.
///
/// Phases run one after another, each phase's tasks in any order and at once: a phase that packs B, where that pays, and the
/// one that computes. All calls for one product must be given the same arguments and number of workers.
template <class T>
struct gemm {
  using blocking = detail::gemm_blocking<T>;

  /// A product and how it is computed.
  struct arguments {
    gemm_arguments product;
    blocking blocks;

    arguments(const gemm_arguments& g) : product(addressable(g)), blocks(product) {}

   private:
    /// Operands without elements may have no address: nothing is then added to it.
    static gemm_arguments addressable(gemm_arguments g) {
      if (g.k != 0) return g;
      g.a_row = g.a_column = g.b_row = g.b_column = 0;
      for (int i = 0; i < g.batch_rank; ++i) g.a_batch[i] = g.b_batch[i] = 0;
      return g;
    }
  };

  static int phases(const arguments& a) { return a.blocks.packs_b() ? 2 : 1; }

  /// How many independent tasks a phase has when `workers` are to share them.
  static std::int64_t tasks(const arguments& a, int phase, int workers) {
    const blocking& p = a.blocks;
    if (p.batches == 0) return 0;
    if (is_packing(p, phase)) return p.b_batches * detail::pack_chunks(p);
    const detail::gemm_grid<T> grid(a.product, p, workers);
    return p.batches * grid.row_blocks * grid.column_blocks;
  }

  /// Estimated nanoseconds of the phase on one core.
  static double cost(const arguments& a, int phase) {
    if (is_packing(a.blocks, phase)) return double(a.blocks.packed_b_elements()) * detail::gemm_cost<T>::pack;
    return double(a.blocks.batches) * detail::gemm_cost<T>::compute(a.product, a.blocks);
  }

  /// Bytes, aligned to 64, that all tasks of all phases share.
  static std::size_t shared_bytes(const arguments& a) { return bytes(a.blocks.packed_b_elements()); }

  /// Bytes, aligned to 64, that each worker needs for itself.
  static std::size_t worker_bytes(const arguments& a) { return bytes(a.blocks.packed_a_elements()) + bytes(a.blocks.result_elements()); }

  /// Runs the tasks [first, last) of a phase.
  TENON_HOT static void run(const arguments& arguments, int phase, int workers, std::int64_t first, std::int64_t last, std::byte* shared,
                  std::byte* worker) {
    const gemm_arguments& g = arguments.product;
    const blocking& p = arguments.blocks;
    T* packed_b = reinterpret_cast<T*>(shared);
    if (is_packing(p, phase)) {
      for (std::int64_t i = first; i < last; ++i) detail::pack_b_chunk<T>(g, p, i, packed_b);
      return;
    }
    T* a = reinterpret_cast<T*>(worker);
    T* c = reinterpret_cast<T*>(worker + bytes(p.packed_a_elements()));
    const detail::gemm_grid<T> grid(g, p, workers);
    detail::gemm_task<T>{g, p, grid, packed_b, a, c}.run(first, last);
  }

 private:
  static std::size_t bytes(std::int64_t elements) {
    return std::size_t(detail::round_up(elements * std::int64_t(sizeof(T)), detail::gemm_machine<T>::alignment));
  }
  static bool is_packing(const blocking& p, int phase) { return phase == 0 && p.packs_b(); }
};

}  // namespace tenon::kernels

#endif
