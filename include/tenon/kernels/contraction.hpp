#ifndef TENON_KERNELS_CONTRACTION_HPP
#define TENON_KERNELS_CONTRACTION_HPP

#include "tenon/kernels/gemm_arguments.hpp"
#include "tenon/kernels/loop_body.hpp"

namespace tenon::kernels {

/// What follows a product of elements T: a loop body whose accumulator is the product's result. Loops: batches, rows, columns.
template <auto D, class T>
class contraction_epilogue {
 public:
  using body = loop_body<D>;
  static_assert(!std::is_same_v<T, bool> && sizeof(T) >= 4, "matmul takes f32, f64, i32 and i64");

  /// A gemm_arguments::store_function whose context is the body's arguments.
  TENON_HOT static void store(const void* context, const std::int64_t* batch, std::int64_t row, std::int64_t column, int rows, int columns,
                              const void* tile, std::int64_t tile_stride) {
    const auto& a = *static_cast<const typename body::arguments*>(context);
    const T* results = static_cast<const T*>(tile);
    for (int i = 0; i < rows; ++i, results += tile_stride) {
      position p;
      for (int k = 0; k < body::accesses; ++k) {
        p.at[k] = a.start[k] + (row + i) * a.step[k][D.rank - 2];
        for (int b = 0; b < batches; ++b) p.at[k] += batch[b] * a.step[k][b];
      }
      store_row(a, p, column, columns, results);
    }
  }
 private:
  static constexpr int lanes = body::lanes;
  static constexpr int batches = D.rank - 2;
  using registers = typename body::registers;
  using position = typename body::position;

  static consteval int accumulator() {
    for (int i = 0; i < D.instructions; ++i)
      if (D.body[i].code == body_code::accumulator) return i;
    return -1;
  }

  static void store_row(const typename body::arguments& a, const position& p, std::int64_t column, int columns, const T* results) {
    using results_pack = simd::pack<T, lanes>;
    constexpr int accumulated = accumulator();
    registers r;
    body::template outer<0, false>(r, a, p, 0, lanes);
    int j = 0;
    for (; j + lanes <= columns; j += lanes) {
      detail::get<accumulated>(r) = results_pack::load(results + j);
      body::template inner<0, false>(r, a, p, column + j, lanes);
    }
    if (j == columns) return;
    detail::get<accumulated>(r) = results_pack::load_partial(results + j, columns - j);
    body::template inner<0, true>(r, a, p, column + j, columns - j);
  }
};

}  // namespace tenon::kernels

#endif
