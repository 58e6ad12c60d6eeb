#ifndef TENON_KERNELS_GEMM_GRID_HPP
#define TENON_KERNELS_GEMM_GRID_HPP

#include "tenon/kernels/gemm_blocking.hpp"

namespace tenon::kernels::detail {

/// Nanoseconds on one core, roughly; the scheduler needs the order of magnitude.
template <class T>
struct gemm_cost {
  static constexpr double multiply_add = (std::is_floating_point_v<T> ? 1.0
                                          : sizeof(T) == 4            ? 2.0
                                                                      : 4.0) /
                                         (8.0 * gemm_machine<T>::lanes);
  static constexpr double pack = 0.02 * sizeof(T);
  static constexpr double store = 0.02 * sizeof(T);

  /// Reading operands once, from the second-level cache or from memory.
  static constexpr double read(double elements) {
    const double bytes = elements * sizeof(T);
    return bytes * (bytes <= 1 << 20 ? 0.008 : 0.02);
  }

  /// Of a batch.
  static constexpr double compute(const gemm_arguments& g, const gemm_blocking<T>& plan) {
    const double m = double(g.m), n = double(g.n), k = double(g.k);
    if (plan.method != gemm_method::tiles) return std::max(m * n * k * multiply_add, read((m + n) * k)) + m * n * store;
    const double whole = double(plan.row_units * plan.unit_rows) * double(plan.vectors * gemm_machine<T>::lanes);
    return whole * k * multiply_add + read((m + n) * k) + m * n * store;
  }
};

/// The blocks of C, one a task: every batch is cut into row_blocks * column_blocks of nearly equal numbers of units.
template <class T>
struct gemm_grid {
  std::int64_t row_blocks, column_blocks;

  static constexpr double least_task = 4000;  // nanoseconds worth a task of its own
  static constexpr std::int64_t tasks_a_worker = 4;

  gemm_grid(const gemm_arguments& g, const gemm_blocking<T>& plan, int workers)
      : row_blocks(ceil_div(plan.row_units, plan.block_row_units)),
        column_blocks(ceil_div(plan.column_units, plan.block_column_units)) {
    if (workers <= 1 || plan.batches == 0) return;
    const double worth = double(plan.batches) * gemm_cost<T>::compute(g, plan) / least_task;
    const auto enough = std::min(tasks_a_worker * workers, std::max<std::int64_t>(1, std::int64_t(std::min(worth, 1e6))));
    while (plan.batches * row_blocks * column_blocks < enough && split(plan)) {
    }
  }

 private:
  /// Halves the longer side of the blocks; false when they are units already.
  bool split(const gemm_blocking<T>& plan) {
    const std::int64_t rows = ceil_div(plan.row_units, row_blocks), columns = ceil_div(plan.column_units, column_blocks);
    if (rows <= 1 && columns <= 1) return false;
    const bool by_rows = columns <= 1 || (rows > 1 && rows * plan.unit_rows >= columns * plan.unit_columns);
    auto& blocks = by_rows ? row_blocks : column_blocks;
    blocks = std::min(2 * blocks, by_rows ? plan.row_units : plan.column_units);
    return true;
  }
};

/// The place of one batch.
struct gemm_batch {
  std::int64_t index[gemm_max_batch_rank] = {};
  std::int64_t a = 0, b = 0;    // offsets in elements
  std::int64_t distinct_b = 0;  // its number among those whose B differ

  gemm_batch(const gemm_arguments& g, std::int64_t number) {
    std::int64_t factor = 1;
    for (int i = g.batch_rank - 1; i >= 0; --i) {
      index[i] = number % g.batch_extents[i];
      number /= g.batch_extents[i];
      a += index[i] * g.a_batch[i];
      b += index[i] * g.b_batch[i];
      if (g.b_batch[i] == 0) continue;
      distinct_b += index[i] * factor;
      factor *= g.batch_extents[i];
    }
  }
  /// Offset of the distinct B of that number.
  static std::int64_t distinct_offset(const gemm_arguments& g, std::int64_t number) {
    std::int64_t offset = 0;
    for (int i = g.batch_rank - 1; i >= 0; --i) {
      if (g.b_batch[i] == 0) continue;
      offset += number % g.batch_extents[i] * g.b_batch[i];
      number /= g.batch_extents[i];
    }
    return offset;
  }
};

}  // namespace tenon::kernels::detail

#endif
