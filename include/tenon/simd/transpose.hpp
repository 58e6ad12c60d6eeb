#ifndef TENON_SIMD_TRANSPOSE_HPP
#define TENON_SIMD_TRANSPOSE_HPP

#include <algorithm>

#include "tenon/simd/lanes.hpp"
#include "tenon/simd/streaming.hpp"

namespace tenon::simd {

/// Asks for cache lines, to the second-level cache; any address will do.
TENON_INLINE void prefetch([[maybe_unused]] std::intptr_t from, [[maybe_unused]] std::intptr_t bytes) {
#if defined(__GNUC__)
  for (std::intptr_t i = 0; i < bytes; i += 64) __builtin_prefetch(reinterpret_cast<const void*>(from + i), 0, 2);
#endif
}

/// Lanes of a block of T: those of one register, in which bytes take four.
template <class T>
inline constexpr int block_lanes = sizeof(T) == 8 ? wide_lanes : word_lanes;

#if defined(__GNUC__)

namespace detail {

template <class T>
using block_bits = typename bits_of_register<typename pack<T, block_lanes<T>>::register_type>::type;

/// Interleaves the half of a and b that starts at lane First: a0 b0 a1 b1 ...
template <int First, class V, std::size_t... I>
TENON_INLINE V interleave(V a, V b, std::index_sequence<I...>) {
  constexpr int lanes = int(sizeof...(I));
  return __builtin_shufflevector(a, b, (First + int(I) / 2 + int(I) % 2 * lanes)...);
}

/// Interleaving row i with row i + L/2 log2(L) times transposes L rows of L.
template <int Steps, int L, class V>
TENON_INLINE void transpose_rows(V (&x)[L]) {
  if constexpr (Steps > 1) {
    using lanes = std::make_index_sequence<L>;
    [&]<std::size_t... I>(std::index_sequence<I...>) TENON_LAMBDA_INLINE {
      V y[L];
      ((y[2 * I] = interleave<0>(x[I], x[I + L / 2], lanes{}), y[2 * I + 1] = interleave<L / 2>(x[I], x[I + L / 2], lanes{})),
       ...);
      transpose_rows<Steps / 2>(y);
      ((x[2 * I] = y[2 * I], x[2 * I + 1] = y[2 * I + 1]), ...);
    }
    (std::make_index_sequence<L / 2>{});
  }
}

}  // namespace detail

/// Lane j of register i becomes lane i of register j.
template <class T>
TENON_INLINE void transpose_registers(pack<T, block_lanes<T>> (&x)[block_lanes<T>]) {
  constexpr int lanes = block_lanes<T>;
  using bits = detail::block_bits<T>;
  [&]<std::size_t... I>(std::index_sequence<I...>) TENON_LAMBDA_INLINE {
    bits rows[lanes] = {std::bit_cast<bits>(x[I])...};
    detail::transpose_rows<lanes>(rows);
    ((x[I] = std::bit_cast<pack<T, lanes>>(rows[I])), ...);
  }
  (std::make_index_sequence<lanes>{});
}

/// to[i, j] = from[j, i] for i < height, j < width, both at most block_lanes; unless Exact, 0 for other j below block_lanes.
/// Rows of `from` are from_row apart, those of `to` to_row. Whole rows of an exact block may be streamed, if they are lines.
template <class T, bool Exact = false>
void transpose_block(const T* from, std::int64_t from_row, int width, int height, T* to, std::int64_t to_row, [[maybe_unused]] bool streams = false) {
  constexpr int lanes = block_lanes<T>;
  using pack = simd::pack<T, lanes>;
  using bits = detail::block_bits<T>;
  [&]<std::size_t... I>(std::index_sequence<I...>) TENON_LAMBDA_INLINE {
    bits x[lanes];
    if (width == lanes && height == lanes) {
      ((x[I] = std::bit_cast<bits>(pack::load(from + std::int64_t(I) * from_row))), ...);
    } else {
      for (int j = 0; j < lanes; ++j)
        x[j] = j < width ? std::bit_cast<bits>(pack::load_partial(from + j * from_row, height)) : bits{};
    }
    detail::transpose_rows<lanes>(x);
    if (Exact && width < lanes) {
      for (int i = 0; i < height; ++i) std::bit_cast<pack>(x[i]).store_partial(to + i * to_row, width);
    } else if (Exact && streams && sizeof(T) * lanes == 64) {
      for (int i = 0; i < height; ++i) simd::store_streaming(to + i * to_row, std::bit_cast<pack>(x[i]));
    } else if (height == lanes) {
      (std::bit_cast<pack>(x[I]).store(to + std::int64_t(I) * to_row), ...);
    } else {
      for (int i = 0; i < height; ++i) std::bit_cast<pack>(x[i]).store(to + i * to_row);
    }
  }
  (std::make_index_sequence<lanes>{});
}

#else

template <class T>
void transpose_registers(pack<T, block_lanes<T>> (&x)[block_lanes<T>]) {
  constexpr int lanes = block_lanes<T>;
  T rows[lanes][lanes], columns[lanes][lanes];
  for (int i = 0; i < lanes; ++i) x[i].store(rows[i]);
  for (int i = 0; i < lanes; ++i)
    for (int j = 0; j < lanes; ++j) columns[j][i] = rows[i][j];
  for (int i = 0; i < lanes; ++i) x[i] = pack<T, lanes>::load(columns[i]);
}

template <class T, bool Exact = false>
void transpose_block(const T* from, std::int64_t from_row, int width, int height, T* to, std::int64_t to_row, bool = false) {
  for (int i = 0; i < height; ++i)
    for (int j = 0; j < (Exact ? width : block_lanes<T>); ++j) to[i * to_row + j] = j < width ? from[j * from_row + i] : T(0);
}

#endif

/// As what elements of T are transposed: bytes have no other form.
template <class T>
using transposed_as = std::conditional_t<sizeof(T) == 1, std::uint8_t, T>;

/// The same as transpose_block for any width and height.
template <class T, bool Exact = false>
void transpose(const T* from, std::int64_t from_row, std::int64_t width, std::int64_t height, T* to, std::int64_t to_row, bool streams = false) {
  constexpr std::int64_t n = block_lanes<T>;
  for (std::int64_t j = 0; j < width; j += n)
    for (std::int64_t i = 0; i < height; i += n)
      simd::transpose_block<T, Exact>(from + j * from_row + i, from_row, int(std::min(n, width - j)), int(std::min(n, height - i)), to + i * to_row + j, to_row, streams);
}

}  // namespace tenon::simd

#endif
