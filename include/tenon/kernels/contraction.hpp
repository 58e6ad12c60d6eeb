#ifndef TENON_KERNELS_CONTRACTION_HPP
#define TENON_KERNELS_CONTRACTION_HPP

#include "tenon/kernels/gemm.hpp"
#include "tenon/kernels/loop_body.hpp"

namespace tenon::kernels {

/// What a contraction is told at run time: the product, and the operands of what follows it.
template <auto D>
struct contraction_arguments {
  gemm_arguments product;
  typename loop_body<D>::arguments epilogue;
};

/// A product whose results go through a loop body before they are stored. The product is one instantiation for each element
/// type; only the body belongs to this kernel. Loops: batches, rows, columns.
template <auto D, class T>
class contraction_kernel {
 public:
  using body = loop_body<D>;
  using arguments = contraction_arguments<D>;
  static_assert(!std::is_same_v<T, bool> && sizeof(T) >= 4, "matmul takes f32, f64, i32 and i64");

  static int phases(const arguments& a) { return gemm<T>::phases(a.product); }
  static std::int64_t tasks(const arguments& a, int phase, int workers) { return gemm<T>::tasks(a.product, phase, workers); }
  static double cost(const arguments& a, int phase) { return gemm<T>::cost(a.product, phase); }
  static std::size_t shared_bytes(const arguments& a) { return gemm<T>::shared_bytes(a.product); }
  static std::size_t worker_bytes(const arguments& a) { return gemm<T>::worker_bytes(a.product); }

  static void run(const arguments& a, int phase, int workers, std::int64_t first, std::int64_t last, std::byte* shared, std::byte* worker) {
    gemm_arguments product = a.product;
    product.store = &store;
    product.context = &a.epilogue;
    gemm<T>::run(product, phase, workers, first, last, shared, worker);
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

  static void store(const void* context, const std::int64_t* batch, std::int64_t row, std::int64_t column, int rows, int columns,
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
