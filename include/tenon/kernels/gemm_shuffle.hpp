#ifndef TENON_KERNELS_GEMM_SHUFFLE_HPP
#define TENON_KERNELS_GEMM_SHUFFLE_HPP

#include "tenon/kernels/gemm_machine.hpp"
#include "tenon/simd/reduce.hpp"
#include "tenon/simd/transpose.hpp"

namespace tenon::kernels::detail {

using simd::transpose_block;

#if defined(__GNUC__)

template <class T>
using machine_bits = simd::detail::block_bits<T>;
using simd::detail::interleave;

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

#endif

}  // namespace tenon::kernels::detail

#endif
