#ifndef TENON_SIMD_INTEGER_HPP
#define TENON_SIMD_INTEGER_HPP

#include "tenon/simd/convert.hpp"

/// Division and shifts of registers of integers, which instruction sets do not have, or not for every width.
namespace tenon::simd::detail {

using wide_words = xsimd::batch<std::uint64_t>;

/// The 64-bit product of the low 32 bits of each lane.
TENON_INLINE wide_words multiply_low_words(wide_words a, wide_words b) {
#if defined(__AVX512F__)
  return _mm512_mul_epu32(a, b);
#elif defined(__AVX2__)
  return _mm256_mul_epu32(a, b);
#elif defined(__SSE2__)
  return _mm_mul_epu32(a, b);
#else
  return (a & wide_words(0xFFFFFFFFu)) * (b & wide_words(0xFFFFFFFFu));
#endif
}

/// xsimd multiplies 64-bit integers one by one.
TENON_INLINE wide_words multiply_wide(wide_words a, wide_words b) {
#if defined(__AVX512DQ__)
  return _mm512_mullo_epi64(a, b);
#else
  const wide_words cross = detail::multiply_low_words(a >> 32, b) + detail::multiply_low_words(a, b >> 32);
  return detail::multiply_low_words(a, b) + (cross << 32);
#endif
}

/// Wraps: integers are multiplied without their sign, since xsimd's loops over lanes would overflow.
template <class B>
TENON_INLINE B multiply(B a, B b) {
  using W = lane_of<B>;
  if constexpr (std::is_floating_point_v<W>) {
    return a * b;
  } else {
    using word = std::make_unsigned_t<W>;
    const auto x = xsimd::bitwise_cast<word>(a), y = xsimd::bitwise_cast<word>(b);
    if constexpr (std::is_same_v<std::remove_const_t<decltype(x)>, wide_words>)
      return xsimd::bitwise_cast<W>(detail::multiply_wide(x, y));
    else return xsimd::bitwise_cast<W>(x * y);
  }
}

/// |lowest| is lowest.
template <class B>
TENON_INLINE B absolute(B x) {
  if constexpr (std::is_same_v<lane_of<B>, std::int64_t>) return xsimd::select(x < B(std::int64_t(0)), -x, x);
  else return xsimd::abs(x);
}

/// x / 0 is 0, lowest / -1 is lowest.
TENON_INLINE std::int64_t divide_element(std::int64_t a, std::int64_t b) {
  if (b == 0) return 0;
  return b == -1 ? std::int64_t(0 - std::uint64_t(a)) : a / b;
}

template <class B>
TENON_NOINLINE B divide_lanes(B a, B b) {
  alignas(64) std::int64_t x[B::size], y[B::size];
  a.store_aligned(x);
  b.store_aligned(y);
  for (int i = 0; i < int(B::size); ++i) x[i] = divide_element(x[i], y[i]);
  return B::load_aligned(x);
}

/// The quotient of doubles, truncated, is exact for 32-bit integers, as that of floats is for bytes.
template <class T>
TENON_INLINE xsimd::batch<std::int32_t> divide_words(xsimd::batch<std::int32_t> a, xsimd::batch<std::int32_t> b) {
  if constexpr (std::is_same_v<T, std::uint8_t>) {
    return xsimd::to_int(xsimd::to_float(a) / xsimd::to_float(b));
  } else {
    using up = converter<double, std::int32_t>;
    const auto x = up::of(a), y = up::of(b);
    return converter<std::int32_t, double>::of(x.low / y.low, x.high / y.high);
  }
}

template <class T, class B>
TENON_INLINE B divide(B a, B b) {
  if constexpr (std::is_floating_point_v<T>) {
    return a / b;
  } else if constexpr (sizeof(T) == 8) {
    return detail::divide_lanes(a, b);
  } else {
    const B zero(0);
    return xsimd::select(b == zero, zero, detail::divide_words<T>(a, b));
  }
}

/// The remainder of `divide`; 0 where b is 0.
template <class T, class B>
TENON_INLINE B remainder(B a, B b) {
  using W = lane_of<B>;
  return xsimd::select(b == B(W(0)), B(W(0)), B(a - detail::multiply(detail::divide<T>(a, b), b)));
}

/// A shift amount modulo the width of T in bits.
template <class T, class B>
TENON_INLINE B shift_amount(B n) {
  using W = lane_of<B>;
  return n & B(W(8 * sizeof(T) - 1));
}

#if defined(__AVX512F__)
TENON_INLINE xsimd::batch<std::int32_t> left(xsimd::batch<std::int32_t> a, xsimd::batch<std::int32_t> n) {
  return _mm512_sllv_epi32(a, n);
}
TENON_INLINE xsimd::batch<std::int64_t> left(xsimd::batch<std::int64_t> a, xsimd::batch<std::int64_t> n) {
  return _mm512_sllv_epi64(a, n);
}
TENON_INLINE xsimd::batch<std::int32_t> right(xsimd::batch<std::int32_t> a, xsimd::batch<std::int32_t> n) {
  return _mm512_srav_epi32(a, n);
}
TENON_INLINE xsimd::batch<std::int64_t> right(xsimd::batch<std::int64_t> a, xsimd::batch<std::int64_t> n) {
  return _mm512_srav_epi64(a, n);
}
#else
template <class B>
TENON_INLINE B left(B a, B n) {
  return a << n;
}
template <class B>
TENON_INLINE B right(B a, B n) {
  return a >> n;
}
#endif

}  // namespace tenon::simd::detail

#endif
