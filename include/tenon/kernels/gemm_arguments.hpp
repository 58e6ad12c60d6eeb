#ifndef TENON_KERNELS_GEMM_ARGUMENTS_HPP
#define TENON_KERNELS_GEMM_ARGUMENTS_HPP

#include <cstdint>

#include "tenon/ir/extent.hpp"

namespace tenon::kernels {

inline constexpr int gemm_max_batch_rank = max_loops - 2;

/// C = A * B for every batch: A is [m, k], B is [k, n], C is [m, n]. Strides are in elements and of any sign; 0 repeats.
/// The element type is that of the kernel that runs the arguments.
struct gemm_arguments {
  std::int64_t m = 0, n = 0, k = 0;
  const void* a = nullptr;
  std::int64_t a_row = 0, a_column = 0;
  const void* b = nullptr;
  std::int64_t b_row = 0, b_column = 0;

  int batch_rank = 0;
  std::int64_t batch_extents[gemm_max_batch_rank];  // the first batch_rank of these
  std::int64_t a_batch[gemm_max_batch_rank];
  std::int64_t b_batch[gemm_max_batch_rank];

  /// Takes C[row, column] to C[row + rows - 1, column + columns - 1] of the batch with index `batch`, once for every element.
  /// They stand in `tile`, rows tile_stride elements apart and each aligned to 64 bytes, in the first-level cache.
  using store_function = void (*)(const void* context, const std::int64_t* batch, std::int64_t row, std::int64_t column, int rows,
                                  int columns, const void* tile, std::int64_t tile_stride);
  store_function store = nullptr;
  const void* context = nullptr;
};

}  // namespace tenon::kernels

#endif
