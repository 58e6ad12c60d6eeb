#ifndef TENON_KERNELS_GEMM_MACHINE_HPP
#define TENON_KERNELS_GEMM_MACHINE_HPP

#include <cstdint>

#include "tenon/simd/pointwise.hpp"

namespace tenon::kernels::detail {

#if defined(__AVX512F__) || defined(__aarch64__)
inline constexpr int vector_registers = 32;
#else
inline constexpr int vector_registers = 16;
#endif

/// How products of T are laid out in registers.
template <class T>
struct gemm_machine {
  static constexpr int lanes = sizeof(T) == 4 ? simd::word_lanes : simd::wide_lanes;
  using pack = simd::pack<T, lanes>;

  // The register tile: rows * vectors sums, `vectors` registers of B and one of A fit the register file.
  static constexpr int rows = vector_registers == 32 ? 8 : 6;
  static constexpr int vectors = vector_registers == 32 ? 3 : 2;
  // The tile of dot products: as above, with a register of A for each row.
  static constexpr int dot_rows = vector_registers / 8;
  static constexpr int dot_columns = 4;
  static constexpr int dots_at_once = 8;  // against a single row or column: enough to hide the latency of fma

  static constexpr int alignment = 64;
  static constexpr int align_elements = alignment / int(sizeof(T));
  /// Elements from row to row of a tile of results.
  static constexpr int tile_stride = (vectors * lanes + align_elements - 1) / align_elements * align_elements;
};

constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }
constexpr std::int64_t round_up(std::int64_t a, std::int64_t b) { return ceil_div(a, b) * b; }

/// Where part `i` begins when `whole` is cut in `parts` as evenly as possible.
constexpr std::int64_t cut(std::int64_t whole, std::int64_t parts, std::int64_t i) { return whole * i / parts; }

}  // namespace tenon::kernels::detail

#endif
