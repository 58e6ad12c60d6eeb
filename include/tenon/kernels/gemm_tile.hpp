#ifndef TENON_KERNELS_GEMM_TILE_HPP
#define TENON_KERNELS_GEMM_TILE_HPP

#include <utility>

#include "tenon/kernels/gemm_machine.hpp"

namespace tenon::kernels::detail {

/// One register tile: C[rows, columns] (+)= A[rows, k] * B[k, columns], in the order of k.
template <class T>
struct tile_operands {
  std::int64_t k;
  const T* a;
  std::int64_t a_row, a_column;
  const T* b;  // rows of whole vectors
  std::int64_t b_row;
  T* c;
  std::int64_t c_row;
  int rows;        // rows of A that exist; others repeat the last one and their results are of no use
  bool continues;  // C holds the sums of smaller k
};

template <class T, int Rows, int Vectors>
TENON_NOINLINE TENON_HOT void multiply_tile(const tile_operands<T>& o) {
  using pack = typename gemm_machine<T>::pack;
  constexpr int lanes = gemm_machine<T>::lanes;
  [&]<std::size_t... R, std::size_t... V, std::size_t... I>(std::index_sequence<R...>, std::index_sequence<V...>,
                                                            std::index_sequence<I...>) TENON_LAMBDA_INLINE {
    const T* row[] = {o.a + (int(R) < o.rows ? int(R) : o.rows - 1) * o.a_row...};
    const auto at = [&](std::size_t i) TENON_LAMBDA_INLINE {
      return o.c + std::int64_t(i / Vectors) * o.c_row + std::int64_t(i % Vectors) * lanes;
    };
    pack sum[] = {(void(I), pack::broadcast(T(0)))...};
    if (o.continues) ((sum[I] = pack::load(at(I))), ...);
    const T* b = o.b;
    const std::int64_t a_column = o.a_column, b_row = o.b_row;
    std::int64_t p = 0;
    for (std::int64_t left = o.k; left > 0; --left, p += a_column, b += b_row) {
      const pack column[] = {pack::load(b + int(V) * lanes)...};
      ((sum[I] = fma(pack::broadcast(row[I / Vectors][p]), column[I % Vectors], sum[I])), ...);
    }
    (sum[I].store(at(I)), ...);
  }
  (std::make_index_sequence<Rows>{}, std::make_index_sequence<Vectors>{}, std::make_index_sequence<Rows * Vectors>{});
}

template <class T>
using tile_function = void (*)(const tile_operands<T>&);

/// The function for a tile of `rows` rows and `vectors` vectors, at most those of the machine.
template <class T>
tile_function<T> tile_function_for(int rows, int vectors) {
  using machine = gemm_machine<T>;
  static constexpr auto choices = []<std::size_t... V>(std::index_sequence<V...>) {
    struct row_of_table {
      tile_function<T> with[machine::vectors];
    };
    struct {
      row_of_table rows[4];
    } table{{{{multiply_tile<T, 1, int(V) + 1>...}},
             {{multiply_tile<T, 2, int(V) + 1>...}},
             {{multiply_tile<T, 4, int(V) + 1>...}},
             {{multiply_tile<T, machine::rows, int(V) + 1>...}}}};
    return table;
  }
  (std::make_index_sequence<machine::vectors>{});
  return choices.rows[rows <= 2 ? rows - 1 : rows <= 4 ? 2 : 3].with[vectors - 1];
}

}  // namespace tenon::kernels::detail

#endif
