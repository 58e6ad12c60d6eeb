#ifndef TENON_KERNELS_GEMM_PACK_HPP
#define TENON_KERNELS_GEMM_PACK_HPP

#include <algorithm>
#include <cstring>

#include "tenon/kernels/gemm_shuffle.hpp"

namespace tenon::kernels::detail {

/// Copies B[0 .. k, 0 .. columns) to rows of `vectors` whole vectors, filled up with zeros.
template <class T>
void pack_b(const T* b, std::int64_t b_row, std::int64_t b_column, std::int64_t k, std::int64_t columns, int vectors, T* to) {
  using machine = gemm_machine<T>;
  using pack = typename machine::pack;
  constexpr int lanes = machine::lanes;
  const std::int64_t width = std::int64_t(vectors) * lanes;
  for (std::int64_t j = 0; j < width; j += lanes) {
    const int here = int(std::clamp<std::int64_t>(columns - j, 0, lanes));
    const T* from = b + j * b_column;
    T* out = to + j;
    if (b_column == 1 && here == lanes) {
      for (std::int64_t p = 0; p < k; ++p) pack::load(from + p * b_row).store(out + p * width);
    } else if (b_column == 1) {
      for (std::int64_t p = 0; p < k; ++p) pack::load_partial(from + p * b_row, here).store(out + p * width);
    } else if (b_row == 1) {
      for (std::int64_t p = 0; p < k; p += lanes)
        transpose_block(from + p, b_column, here, int(std::min<std::int64_t>(lanes, k - p)), out + p * width, width);
    } else {
      for (std::int64_t p = 0; p < k; ++p)
        for (int i = 0; i < lanes; ++i) out[p * width + i] = i < here ? from[p * b_row + i * b_column] : T(0);
    }
  }
}

/// A block of A as the register tiles read it: tile t starts at data + t * tile.
template <class T>
struct a_block {
  const T* data;
  std::int64_t row, column, tile;
};

/// Elements that a packed block takes. Rows are a line of the cache longer than needed, lest they fall into the same set.
template <class T>
constexpr std::int64_t packed_a_row(std::int64_t k) {
  return round_up(k, gemm_machine<T>::align_elements) + gemm_machine<T>::align_elements;
}

/// Copies A[0 .. m, 0 .. k), row by row, or tile by tile where columns are contiguous. `to` holds m, rounded up to whole tiles,
/// times packed_a_row(k) elements.
template <class T>
a_block<T> pack_a(const T* a, std::int64_t a_row, std::int64_t a_column, std::int64_t m, std::int64_t k, T* to) {
  constexpr int rows = gemm_machine<T>::rows;
  if (a_row != 1) {
    const std::int64_t stride = packed_a_row<T>(k);
    for (std::int64_t i = 0; i < m; ++i) {
      const T* from = a + i * a_row;
      T* out = to + i * stride;
      if (a_column == 1) std::memcpy(out, from, std::size_t(k) * sizeof(T));
      else
        for (std::int64_t p = 0; p < k; ++p) out[p] = from[p * a_column];
    }
    return {to, stride, 1, rows * stride};
  }
  const std::int64_t whole = m / rows * rows;
  for (std::int64_t p = 0; p < k; ++p) {
    const T* from = a + p * a_column;
    T* out = to + p * rows;
    for (std::int64_t i = 0; i < whole; i += rows) std::memcpy(out + i * k, from + i, rows * sizeof(T));
    for (std::int64_t i = whole; i < m; ++i) out[whole * k + i - whole] = from[i];
  }
  return {to, 1, rows, rows * k};
}

}  // namespace tenon::kernels::detail

#endif
