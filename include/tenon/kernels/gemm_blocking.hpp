#ifndef TENON_KERNELS_GEMM_BLOCKING_HPP
#define TENON_KERNELS_GEMM_BLOCKING_HPP

#include <algorithm>

#include "tenon/kernels/gemm_arguments.hpp"
#include "tenon/kernels/gemm_pack.hpp"

namespace tenon::kernels::detail {

enum class gemm_method : std::uint8_t {
  dots,    // few rows or columns, both operands contiguous along k
  stream,  // few rows, B contiguous along columns
  tiles,   // register tiles over packed or unpacked operands
};

/// How a product is computed. It depends on the arguments alone, never on the number of workers.
///
/// The units of work are row_units of unit_rows rows by column_units of unit_columns columns. For tiles the latter are panels:
/// at most machine::vectors registers wide, all as even as possible.
template <class T>
struct gemm_blocking {
  using machine = gemm_machine<T>;

  // The stride along an axis of one element is of no meaning: 1 opens the faster ways.
  std::int64_t a_column, b_row, b_column;

  gemm_method method = gemm_method::tiles;
  std::int64_t batches = 1, b_batches = 1;  // b_batches: those whose B differ
  std::int64_t unit_rows = machine::rows, unit_columns = 1;
  std::int64_t row_units = 0, column_units = 0;
  std::int64_t block_row_units = 1, block_column_units = 1;  // the most that one task computes
  std::int64_t vectors = 0;                                  // of a row of C
  std::int64_t packed_from = 0;                              // the first panel of B that is packed
  std::int64_t k_blocks = 1, k_block = 0;
  bool packs_a = false;

  static constexpr std::int64_t panel_width = machine::vectors * machine::lanes;
  static constexpr std::int64_t strip_rows = 8 * machine::rows;     // rows of a panel handed over at once
  static constexpr std::int64_t tile_elements = 16384 / sizeof(T);  // of dots and stream
  static constexpr std::int64_t k_limit = sizeof(T) == 4 ? 512 : 256;
  static constexpr std::int64_t stream_rows = 4;
  static constexpr std::int64_t dots_limit = 16;

  TENON_HOT explicit constexpr gemm_blocking(const gemm_arguments& g)
      : a_column(g.k == 1 ? 1 : g.a_column), b_row(g.k == 1 ? 1 : g.b_row), b_column(g.n == 1 ? 1 : g.b_column) {
    for (int i = 0; i < g.batch_rank; ++i) {
      batches *= g.batch_extents[i];
      if (g.b_batch[i] != 0) b_batches *= g.batch_extents[i];
    }
    k_block = g.k;
    if (g.m <= 0 || g.n <= 0 || batches <= 0) batches = 0;
    else if (is_dots(g)) choose_dots(g);
    else if (g.m <= stream_rows && b_column == 1 && g.n >= machine::lanes) choose_stream(g);
    else choose_tiles(g);
  }

  constexpr std::int64_t k_start(std::int64_t block) const { return std::min(block * k_block, k_total); }
  constexpr std::int64_t panel_start(std::int64_t panel) const { return cut(vectors, column_units, panel); }
  constexpr std::int64_t packed_vectors() const { return vectors - panel_start(packed_from); }
  constexpr bool packs_b() const { return method == gemm_method::tiles && packed_from < column_units && k_total > 0; }
  /// The first element of a packed panel, which lies whole, k rows of its vectors.
  constexpr std::int64_t packed_panel(std::int64_t batch, std::int64_t panel) const {
    const std::int64_t before = panel_start(panel) - panel_start(packed_from);
    return (batch * packed_vectors() + before) * machine::lanes * k_total;
  }
  constexpr std::int64_t packed_b_elements() const {
    return packs_b() ? b_batches * packed_vectors() * machine::lanes * k_total : 0;
  }
  constexpr std::int64_t packed_a_elements() const {
    return packs_a ? block_row_units * machine::rows * packed_a_row<T>(k_block) : 0;
  }
  constexpr std::int64_t result_elements() const {
    if (method != gemm_method::tiles)
      return std::min(block_row_units, row_units) * unit_rows *
             round_up(std::min(block_column_units, column_units) * unit_columns, std::max(std::int64_t(machine::lanes), std::int64_t(machine::align_elements)));
    const std::int64_t rows = k_blocks > 1 ? block_row_units * machine::rows * block_column_units : strip_rows;
    return rows * machine::tile_stride;
  }

 private:
  std::int64_t k_total = 0;

  constexpr bool is_dots(const gemm_arguments& g) const {
    return a_column == 1 && b_row == 1 && g.k >= machine::lanes && std::min(g.m, g.n) <= dots_limit;
  }
  constexpr void cut_in_units(const gemm_arguments& g, std::int64_t rows, std::int64_t columns) {
    k_total = g.k;
    unit_rows = rows;
    unit_columns = columns;
    row_units = ceil_div(g.m, rows);
    column_units = ceil_div(g.n, columns);
  }
  constexpr void choose_dots(const gemm_arguments& g) {
    method = gemm_method::dots;
    if (g.m == 1) cut_in_units(g, 1, machine::dots_at_once);
    else if (g.n == 1) cut_in_units(g, machine::dots_at_once, 1);
    else cut_in_units(g, machine::dot_rows, machine::dot_columns);
    // Either all rows or all columns stand in one task, whose result fits the tile.
    const bool wide = g.m <= g.n;
    const std::int64_t width = round_up(g.n, machine::align_elements);
    block_row_units = wide ? row_units : std::max<std::int64_t>(1, tile_elements / width / unit_rows);
    block_column_units = wide ? std::max<std::int64_t>(1, tile_elements / (row_units * unit_rows) / unit_columns) : column_units;
  }
  constexpr void choose_stream(const gemm_arguments& g) {
    method = gemm_method::stream;
    cut_in_units(g, g.m == 3 ? 4 : g.m, 4 * machine::lanes);
    block_column_units = std::max<std::int64_t>(1, tile_elements / unit_rows / unit_columns);
  }
  constexpr void choose_tiles(const gemm_arguments& g) {
    k_total = g.k;
    unit_columns = panel_width;
    row_units = ceil_div(g.m, machine::rows);
    vectors = ceil_div(g.n, machine::lanes);
    column_units = ceil_div(vectors, machine::vectors);
    k_blocks = std::max<std::int64_t>(1, ceil_div(g.k, k_limit));
    k_block = ceil_div(g.k, k_blocks);
    packs_a = wants_packed_a(g);
    packed_from = wants_packed_b(g) ? 0 : g.n % machine::lanes == 0 ? column_units : column_units - 1;
    block_row_units = std::min(row_units, 192 / std::int64_t(machine::rows));
    block_column_units = k_blocks > 1 ? std::min<std::int64_t>(column_units, 16) : column_units;
  }
  /// A is read as it lies, unless it is read often enough and too large for the second-level cache, or lies across its lines.
  constexpr bool wants_packed_a(const gemm_arguments& g) const {
    const std::int64_t bytes = g.m * g.k * std::int64_t(sizeof(T));
    if (a_column == 1) return g.n >= 4 * panel_width && bytes > (1 << 20);
    return g.n > panel_width && bytes > (g.a_row == 1 ? 1 << 19 : 1 << 14);
  }
  /// So is B, where whole vectors of it can be loaded.
  constexpr bool wants_packed_b(const gemm_arguments& g) const {
    if (b_column != 1) return true;
    return g.m > 64 && g.n * g.k * std::int64_t(sizeof(T)) > (1 << 18);
  }
};

}  // namespace tenon::kernels::detail

#endif
