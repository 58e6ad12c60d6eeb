#ifndef TENON_SIMD_STREAMING_HPP
#define TENON_SIMD_STREAMING_HPP

#include "tenon/simd/pack.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace tenon::simd {

/// Writes past the caches where the machine can, so that what stood there is not read first: for results larger than the
/// caches. `to` is aligned to the register. Other threads see what was written after a `streaming_fence`.
template <class T, int L>
TENON_INLINE void store_streaming(T* to, const pack<T, L>& x) {
#if defined(__SSE2__)
  if constexpr (sizeof(T) >= 4) {
    using P = pack<T, L>;
    for (int i = 0; i < P::parts; ++i) {
      const auto bits = xsimd::bitwise_cast<std::int64_t>(x.part[i]);
      if constexpr (sizeof(bits) == 16) _mm_stream_si128(reinterpret_cast<__m128i*>(to + i * P::width), bits);
#if defined(__AVX__)
      if constexpr (sizeof(bits) == 32) _mm256_stream_si256(reinterpret_cast<__m256i*>(to + i * P::width), bits);
#endif
#if defined(__AVX512F__)
      if constexpr (sizeof(bits) == 64) _mm512_stream_si512(reinterpret_cast<__m512i*>(to + i * P::width), bits);
#endif
    }
    return;
  }
#endif
  x.store(to);
}

TENON_INLINE void streaming_fence() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

}  // namespace tenon::simd

#endif
