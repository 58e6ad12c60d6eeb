#ifndef TENON_KERNELS_GEMM_VECTOR_HPP
#define TENON_KERNELS_GEMM_VECTOR_HPP

#include <algorithm>

#include "tenon/kernels/gemm_shuffle.hpp"

namespace tenon::kernels::detail {

// Products with few rows or columns read the large operand once, as it lies, at the speed of memory.

/// C[rows, columns] = A * B where both are contiguous along k.
template <class T>
struct dots_operands {
  std::int64_t k;
  const T* a;
  std::int64_t a_row;
  const T* b;
  std::int64_t b_column;
  T* c;
  std::int64_t c_row;
  int rows, columns;  // at most those of the function
};

/// Sums along k in the lanes of one register for each element of C, added up at the end.
template <class T, int Rows, int Columns>
TENON_NOINLINE TENON_HOT void multiply_dots(const dots_operands<T>& o) {
  using pack = typename gemm_machine<T>::pack;
  constexpr int lanes = gemm_machine<T>::lanes, all = Rows * Columns, at_once = std::min(all, lanes);
  [&]<std::size_t... R, std::size_t... C, std::size_t... I>(std::index_sequence<R...>, std::index_sequence<C...>,
                                                            std::index_sequence<I...>) TENON_LAMBDA_INLINE {
    const T* row[] = {o.a + std::min(int(R), o.rows - 1) * o.a_row...};
    const T* column[] = {o.b + std::min(int(C), o.columns - 1) * o.b_column...};
    pack sum[] = {(void(I), pack::broadcast(T(0)))...};
    const auto step = [&](auto load) TENON_LAMBDA_INLINE {
      const pack a[] = {load(row[R])...}, b[] = {load(column[C])...};
      ((sum[I] = fma(a[I / Columns], b[I % Columns], sum[I])), ...);
    };
    std::int64_t p = 0;
    for (; p + lanes <= o.k; p += lanes) step([p](const T* x) TENON_LAMBDA_INLINE { return pack::load(x + p); });
    if (p < o.k) step([&](const T* x) TENON_LAMBDA_INLINE { return pack::load_partial(x + p, int(o.k - p)); });
    alignas(gemm_machine<T>::alignment) T total[all];
    for (int i = 0; i < all; i += at_once) sum_each<T, at_once>(sum + i, total + i);
    for (int r = 0; r < Rows; ++r)
      for (int c = 0; c < Columns; ++c)
        if (r < o.rows && c < o.columns) o.c[r * o.c_row + c] = total[r * Columns + c];
  }
  (std::make_index_sequence<Rows>{}, std::make_index_sequence<Columns>{}, std::make_index_sequence<all>{});
}

/// C[rows, columns] += A[rows, k] * B[k, columns] where B is contiguous along columns. Rows of C are whole vectors.
template <class T>
struct stream_operands {
  std::int64_t k, columns;
  const T* a;
  std::int64_t a_row, a_column;
  const T* b;
  std::int64_t b_row;
  T* c;
  std::int64_t c_row;
  int rows;  // at most those of the function; C has as many as the function
};

/// Adds the products with Steps rows of B, in their order.
template <class T, int Rows, int Steps>
TENON_INLINE void add_products(const stream_operands<T>& o, std::int64_t p) {
  using pack = typename gemm_machine<T>::pack;
  constexpr int lanes = gemm_machine<T>::lanes;
  [&]<std::size_t... R, std::size_t... S>(std::index_sequence<R...>, std::index_sequence<S...>) TENON_LAMBDA_INLINE {
    pack a[Rows][Steps];
    const auto fill = [&](int r) TENON_LAMBDA_INLINE {
      const T* row = o.a + std::min(r, o.rows - 1) * o.a_row;
      ((a[r][S] = pack::broadcast(row[(p + std::int64_t(S)) * o.a_column])), ...);
    };
    (fill(int(R)), ...);
    const T* from = o.b + p * o.b_row;
    const std::int64_t b_row = o.b_row, c_row = o.c_row;
    const auto add = [&](std::int64_t j, auto load) TENON_LAMBDA_INLINE {
      const pack b[] = {load(from + j + std::int64_t(S) * b_row)...};
      const auto one = [&](int r) TENON_LAMBDA_INLINE {
        T* c = o.c + r * c_row + j;
        pack sum = pack::load(c);
        ((sum = fma(a[r][S], b[S], sum)), ...);
        sum.store(c);
      };
      (one(int(R)), ...);
    };
    std::int64_t j = 0;
    for (; j + lanes <= o.columns; j += lanes) add(j, [](const T* x) TENON_LAMBDA_INLINE { return pack::load(x); });
    if (const int left = int(o.columns - j); left > 0)
      add(j, [left](const T* x) TENON_LAMBDA_INLINE { return pack::load_partial(x, left); });
  }
  (std::make_index_sequence<Rows>{}, std::make_index_sequence<Steps>{});
}

template <class T, int Rows>
TENON_NOINLINE TENON_HOT void multiply_stream(const stream_operands<T>& o) {
  constexpr int steps = 4;
  std::int64_t p = 0;
  for (; p + steps <= o.k; p += steps) add_products<T, Rows, steps>(o, p);
  for (; p < o.k; ++p) add_products<T, Rows, 1>(o, p);
}

}  // namespace tenon::kernels::detail

#endif
