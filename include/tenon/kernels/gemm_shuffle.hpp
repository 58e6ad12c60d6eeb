#ifndef TENON_KERNELS_GEMM_SHUFFLE_HPP
#define TENON_KERNELS_GEMM_SHUFFLE_HPP

#include <bit>
#include <utility>

#include "tenon/kernels/gemm_machine.hpp"
#include "tenon/simd/reduce.hpp"

namespace tenon::kernels::detail {

#if defined(__GNUC__)

/// The register of a pack as the compiler's own vector.
template <class T, int L>
struct bits_of_pack {
  using word = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  typedef word type __attribute__((vector_size(sizeof(T) * L)));
};
template <class T>
using machine_bits = typename bits_of_pack<T, gemm_machine<T>::lanes>::type;

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

/// to[i, j] = from[j, i] for i < height, j < width, both at most the lanes, and 0 for other j below the lanes.
/// Rows of `from` are from_row apart, those of `to` to_row.
template <class T>
void transpose_block(const T* from, std::int64_t from_row, int width, int height, T* to, std::int64_t to_row) {
  using machine = gemm_machine<T>;
  using pack = typename machine::pack;
  constexpr int lanes = machine::lanes;
  using bits = machine_bits<T>;
  [&]<std::size_t... I>(std::index_sequence<I...>) TENON_LAMBDA_INLINE {
    bits x[lanes];
    if (width == lanes && height == lanes) {
      ((x[I] = std::bit_cast<bits>(pack::load(from + std::int64_t(I) * from_row))), ...);
    } else {
      for (int j = 0; j < lanes; ++j)
        x[j] = j < width ? std::bit_cast<bits>(pack::load_partial(from + j * from_row, height)) : bits{};
    }
    transpose_rows<lanes>(x);
    if (height == lanes) {
      (std::bit_cast<pack>(x[I]).store(to + std::int64_t(I) * to_row), ...);
    } else {
      for (int i = 0; i < height; ++i) std::bit_cast<pack>(x[i]).store(to + i * to_row);
    }
  }
  (std::make_index_sequence<lanes>{});
}

/// Lane i of the result is lane i + Half of x.
template <int Half, class V, std::size_t... I>
TENON_INLINE V rotate(V x, std::index_sequence<I...>) {
  return __builtin_shufflevector(x, x, int(I + Half) % int(sizeof...(I))...);
}

/// Writes the sums of the lanes of x[0] to x[N - 1] to `to`. N is a power of two, at most the lanes.
template <class T, int N>
TENON_INLINE void sum_each(const typename gemm_machine<T>::pack* x, T* to) {
  using pack = typename gemm_machine<T>::pack;
  using bits = machine_bits<T>;
  using lanes = std::make_index_sequence<gemm_machine<T>::lanes>;
  pack y[N];
  for (int i = 0; i < N; ++i) y[i] = x[i];
  const auto add = [](bits a, bits b)
                       TENON_LAMBDA_INLINE { return simd::apply<opcode::add>(std::bit_cast<pack>(a), std::bit_cast<pack>(b)); };
  for (int n = N / 2; n > 0; n /= 2)  // as transpose_rows, adding the two halves at each step
    for (int i = 0; i < n; ++i) {
      const bits a = std::bit_cast<bits>(y[i]), b = std::bit_cast<bits>(y[i + n]);
      y[i] = add(interleave<0>(a, b, lanes{}), interleave<int(lanes::size()) / 2>(a, b, lanes{}));
    }
  const auto fold = [&]<int Half>(auto& self, std::integral_constant<int, Half>) TENON_LAMBDA_INLINE {
    if constexpr (Half >= N) {
      const bits a = std::bit_cast<bits>(y[0]);
      y[0] = add(a, rotate<Half>(a, lanes{}));
      self(self, std::integral_constant<int, Half / 2>{});
    }
  };
  fold(fold, std::integral_constant<int, int(lanes::size()) / 2>{});
  y[0].store_partial(to, N);
}

#else

template <class T, int N>
void sum_each(const typename gemm_machine<T>::pack* x, T* to) {
  for (int i = 0; i < N; ++i) to[i] = simd::reduce<opcode::reduce_sum>(x[i]);
}

template <class T>
void transpose_block(const T* from, std::int64_t from_row, int width, int height, T* to, std::int64_t to_row) {
  for (int i = 0; i < height; ++i)
    for (int j = 0; j < gemm_machine<T>::lanes; ++j) to[i * to_row + j] = j < width ? from[j * from_row + i] : T(0);
}

#endif

}  // namespace tenon::kernels::detail

#endif
