#ifndef TENON_KERNELS_GEMM_TASK_HPP
#define TENON_KERNELS_GEMM_TASK_HPP

#include "tenon/kernels/gemm_grid.hpp"
#include "tenon/kernels/gemm_tile.hpp"
#include "tenon/kernels/gemm_vector.hpp"

namespace tenon::kernels::detail {

/// Rows of B that one task packs.
inline constexpr std::int64_t pack_rows = 64;

template <class T>
constexpr std::int64_t pack_chunks(const gemm_blocking<T>& plan) {
  return ceil_div(plan.k_start(plan.k_blocks), pack_rows);
}

/// Packs rows `chunk * pack_rows` and on of one B into its panels.
template <class T>
void pack_b_chunk(const gemm_arguments& g, const gemm_blocking<T>& plan, std::int64_t task, T* packed) {
  constexpr int lanes = gemm_machine<T>::lanes;
  const std::int64_t chunks = pack_chunks(plan), batch = task / chunks, start = task % chunks * pack_rows;
  const T* b = static_cast<const T*>(g.b) + gemm_batch::distinct_offset(g, batch) + start * plan.b_row;
  for (std::int64_t panel = plan.packed_from; panel < plan.column_units; ++panel) {
    const std::int64_t vector = plan.panel_start(panel), vectors = plan.panel_start(panel + 1) - vector;
    const std::int64_t column = vector * lanes, columns = std::min(g.n - column, vectors * lanes);
    pack_b(b + column * plan.b_column, plan.b_row, plan.b_column, std::min(pack_rows, g.k - start), columns, int(vectors),
           packed + plan.packed_panel(batch, panel) + start * vectors * lanes);
  }
}

/// Computes blocks of C.
template <class T>
struct gemm_task {
  const gemm_arguments& g;
  const gemm_blocking<T>& plan;
  const gemm_grid<T>& grid;
  const T* packed_b;
  T* a_space;
  T* c_space;

  using machine = gemm_machine<T>;
  static constexpr int lanes = machine::lanes;
  static constexpr std::int64_t tile_stride = machine::tile_stride;

  /// Rows or panels, or any units, from first to last - 1.
  struct range {
    std::int64_t first, last;
    std::int64_t size() const { return last - first; }
  };

  TENON_HOT void run(std::int64_t first, std::int64_t last) {
    const std::int64_t blocks = grid.row_blocks * grid.column_blocks;
    for (std::int64_t i = first; i < last; ++i) {
      const gemm_batch batch(g, i / blocks);
      const std::int64_t row = i % blocks / grid.column_blocks, column = i % grid.column_blocks;
      const range rows{cut(plan.row_units, grid.row_blocks, row), cut(plan.row_units, grid.row_blocks, row + 1)};
      const range columns{cut(plan.column_units, grid.column_blocks, column),
                          cut(plan.column_units, grid.column_blocks, column + 1)};
      if (plan.method == gemm_method::tiles) tiles(batch, rows, columns);
      else whole_depth(batch, rows, columns);
    }
  }

  const T* a_of(const gemm_batch& batch, std::int64_t row, std::int64_t k) const {
    return static_cast<const T*>(g.a) + batch.a + row * g.a_row + k * plan.a_column;
  }
  const T* b_of(const gemm_batch& batch, std::int64_t k, std::int64_t column) const {
    return static_cast<const T*>(g.b) + batch.b + k * plan.b_row + column * plan.b_column;
  }
  range elements(range units, std::int64_t unit, std::int64_t extent) const {
    return {units.first * unit, std::min(units.last * unit, extent)};
  }
  void store(const gemm_batch& batch, range rows, range columns, const T* tile, std::int64_t stride) const {
    g.store(g.context, batch.index, rows.first, columns.first, int(rows.size()), int(columns.size()), tile, stride);
  }

  // Products with few rows or columns.

  void whole_depth(const gemm_batch& batch, range row_units, range column_units) {
    const range rows = elements(row_units, plan.unit_rows, g.m), columns = elements(column_units, plan.unit_columns, g.n);
    const std::int64_t stride = round_up(columns.size(), std::max(lanes, machine::align_elements));
    if (plan.method == gemm_method::dots) dots(batch, rows, columns, stride);
    else stream(batch, rows, columns, stride);
    store(batch, rows, columns, c_space, stride);
  }

  void dots(const gemm_batch& batch, range rows, range columns, std::int64_t stride) {
    const auto multiply = g.m == 1   ? multiply_dots<T, 1, machine::dots_at_once>
                          : g.n == 1 ? multiply_dots<T, machine::dots_at_once, 1>
                                     : multiply_dots<T, machine::dot_rows, machine::dot_columns>;
    for (std::int64_t i = rows.first; i < rows.last; i += plan.unit_rows)
      for (std::int64_t j = columns.first; j < columns.last; j += plan.unit_columns)
        multiply({g.k, a_of(batch, i, 0), g.a_row, b_of(batch, 0, j), plan.b_column,
                  c_space + (i - rows.first) * stride + j - columns.first, stride, int(std::min(plan.unit_rows, rows.last - i)),
                  int(std::min(plan.unit_columns, columns.last - j))});
  }

  void stream(const gemm_batch& batch, range rows, range columns, std::int64_t stride) {
    std::fill_n(c_space, plan.unit_rows * stride, T(0));
    const auto multiply = plan.unit_rows == 1   ? multiply_stream<T, 1>
                          : plan.unit_rows == 2 ? multiply_stream<T, 2>
                                                : multiply_stream<T, 4>;
    multiply({g.k, columns.size(), a_of(batch, rows.first, 0), g.a_row, plan.a_column, b_of(batch, 0, columns.first), plan.b_row,
              c_space, stride, int(rows.size())});
  }

  // Products in register tiles.

  void tiles(const gemm_batch& batch, range row_units, range panels) {
    const range rows = elements(row_units, machine::rows, g.m);
    for (std::int64_t block = 0; block < plan.k_blocks; ++block) {
      const range depth{plan.k_start(block), plan.k_start(block + 1)};
      const a_block<T> a = a_operand(batch, rows, depth);
      for (std::int64_t panel = panels.first; panel < panels.last; ++panel)
        multiply_panel(batch, rows, panel, panel - panels.first, depth, a);
    }
  }

  a_block<T> a_operand(const gemm_batch& batch, range rows, range depth) {
    const T* a = a_of(batch, rows.first, depth.first);
    if (!plan.packs_a) return {a, g.a_row, plan.a_column, machine::rows * g.a_row};
    return pack_a(a, g.a_row, plan.a_column, rows.size(), depth.size(), a_space);
  }

  /// All rows of the block times one panel of B. Without blocks along k the result stands in one strip at a time, else in a
  /// block of its own until it is complete.
  void multiply_panel(const gemm_batch& batch, range rows, std::int64_t panel, std::int64_t number, range depth,
                      const a_block<T>& a) {
    const std::int64_t vector = plan.panel_start(panel), vectors = plan.panel_start(panel + 1) - vector;
    const range columns{vector * lanes, std::min(g.n, (vector + vectors) * lanes)};
    const std::int64_t strip = plan.strip_rows;
    const bool in_parts = plan.k_blocks > 1, is_last = depth.last == g.k;
    T* c = c_space + (in_parts ? number * plan.block_row_units * machine::rows * tile_stride : 0);

    tile_operands<T> o{};
    o.k = depth.size();
    o.a_row = a.row;
    o.a_column = a.column;
    const bool is_packed = panel >= plan.packed_from;
    o.b = is_packed ? packed_b + plan.packed_panel(batch.distinct_b, panel) + depth.first * vectors * lanes
                    : b_of(batch, depth.first, columns.first);
    o.b_row = is_packed ? vectors * lanes : plan.b_row;
    o.c_row = tile_stride;
    o.continues = depth.first > 0;
    for (range part{rows.first, 0}; part.first < rows.last; part.first = part.last) {
      part.last = std::min(part.first + strip, rows.last);
      const std::int64_t offset = part.first - rows.first;
      T* to = c + (in_parts ? offset * tile_stride : 0);
      multiply_strip(o, int(part.size()), int(vectors), a.data + offset / machine::rows * a.tile, a.tile, to);
      if (is_last) store(batch, part, columns, to, tile_stride);
    }
  }

  void multiply_strip(tile_operands<T>& o, int rows, int vectors, const T* a, std::int64_t a_tile, T* c) const {
    for (int i = 0; i < rows; i += machine::rows, a += a_tile, c += machine::rows * tile_stride) {
      o.rows = std::min(machine::rows, rows - i);
      o.a = a;
      o.c = c;
      tile_function_for<T>(o.rows, vectors)(o);
    }
  }
};

}  // namespace tenon::kernels::detail

#endif
