#ifndef TENON_SIMD_EXCHANGE_HPP
#define TENON_SIMD_EXCHANGE_HPP

#include "tenon/simd/pointwise.hpp"

namespace tenon::simd {

/// The lesser of each two integers in a, the greater in b.
template <class T, int L>
TENON_INLINE void exchange(pack<T, L>& a, pack<T, L>& b) {
#if defined(__AVX512F__)
  // Minimum and maximum wait for one port, that of 64 bits twice; what the minimum leaves over of both is their maximum.
  for (int i = 0; i < pack<T, L>::parts; ++i) {
    const auto x = a.part[i], y = b.part[i];
    if constexpr (sizeof(T) == 8) a.part[i] = xsimd::select(x < y, x, y);
    else a.part[i] = xsimd::min(x, y);
    b.part[i] = x ^ y ^ a.part[i];
  }
#else
  const auto least = apply<opcode::min>(a, b);
  b = apply<opcode::max>(a, b);
  a = least;
#endif
}

}  // namespace tenon::simd

#endif
