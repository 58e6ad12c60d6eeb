#ifndef TENON_SIMD_PARTITION_HPP
#define TENON_SIMD_PARTITION_HPP

#include <bit>

#include "tenon/simd/pack.hpp"

namespace tenon::simd {
namespace detail {

/// Whether x belongs in front of a pivot: below it, or not above it where that is to be `Equal`, too.
template <bool Equal, class X>
TENON_INLINE auto stands_before(const X& x, const X& pivot) {
  if constexpr (Equal) return !(pivot < x);
  else return x < pivot;
}

}  // namespace detail

/// Moves what is below the pivot (Equal: or equal to it) to the front and the others to `behind`, both in their order, and
/// returns how many are in front. All n places of `behind` may be written.
template <bool Equal, class T>
std::int64_t partition(T* x, std::int64_t n, T pivot, T* behind) {
  std::int64_t front = 0, back = 0, i = 0;
#if defined(__AVX512F__)
  if constexpr (std::is_integral_v<T>) {
    using batch = xsimd::batch<T>;
    constexpr int lanes = int(batch::size);
    const batch limit(pivot);
    for (; i + lanes <= n; i += lanes) {  // what is written in front was read before
      const batch v = batch::load_unaligned(x + i);
      const auto before = detail::stands_before<Equal>(v, limit);
      const int count = std::popcount(unsigned(before.mask()));
      xsimd::compress(v, before).store_unaligned(x + front);
      xsimd::compress(v, ~before).store_unaligned(behind + back);
      front += count, back += lanes - count;
    }
  }
#endif
  for (; i < n; ++i) {
    const T value = x[i];
    const bool before = detail::stands_before<Equal>(value, pivot);
    x[front] = value, behind[back] = value;
    front += before, back += !before;
  }
  return front;
}

}  // namespace tenon::simd

#endif
