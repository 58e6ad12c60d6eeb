#ifndef TENON_SIMD_CONVERT_HPP
#define TENON_SIMD_CONVERT_HPP

#include "tenon/simd/pack.hpp"

namespace tenon::simd {
namespace detail {

/// One element, by the rule of opcode::cast; what does not fit becomes 0 or wraps.
template <class To, class From>
TENON_INLINE To cast_element(From x) {
  if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    constexpr From limit = From(9223372036854775808.0);
    return To(x >= -limit && x < limit ? std::int64_t(x) : 0);
  } else {
    return To(x);
  }
}

template <class W>
struct two_registers {
  xsimd::batch<W> low, high;
};

/// Registers of one type of number to another, as `of`: one to one, one to two, or two to one, by their widths.
template <class To, class From>
struct portable_converter {
  using to = xsimd::batch<To>;
  using from = xsimd::batch<From>;

  TENON_INLINE static to one(const From* p) {
    alignas(64) To buffer[to::size];
    for (int i = 0; i < int(to::size); ++i) buffer[i] = cast_element<To>(p[i]);
    return to::load_aligned(buffer);
  }
  TENON_INLINE static auto of(from x) {
    alignas(64) From buffer[from::size];
    x.store_aligned(buffer);
    if constexpr (sizeof(To) == sizeof(From)) return one(buffer);
    else return two_registers<To>{one(buffer), one(buffer + to::size)};
  }
  TENON_INLINE static to of(from low, from high) {
    alignas(64) From buffer[to::size];
    low.store_aligned(buffer);
    high.store_aligned(buffer + from::size);
    return one(buffer);
  }
};

template <class To, class From>
struct converter : portable_converter<To, From> {};

template <>
struct converter<float, std::int32_t> {
  TENON_INLINE static xsimd::batch<float> of(xsimd::batch<std::int32_t> x) { return xsimd::to_float(x); }
};
template <>
struct converter<std::int32_t, float> {
  TENON_INLINE static xsimd::batch<std::int32_t> of(xsimd::batch<float> x) { return xsimd::to_int(x); }
};
template <>
struct converter<double, std::int64_t> {
  TENON_INLINE static xsimd::batch<double> of(xsimd::batch<std::int64_t> x) { return xsimd::to_float(x); }
};

}  // namespace detail
}  // namespace tenon::simd

#include "tenon/simd/convert_x86.hpp"

namespace tenon::simd {
namespace detail {

template <class To, class From, int L>
TENON_INLINE auto convert_part(pack<From, L> x, int i) {
  using to = word_of<To>;
  using from = word_of<From>;
  if constexpr (std::is_same_v<to, from>) {
    return x.part[i];
  } else if constexpr (sizeof(to) == sizeof(from)) {
    return converter<to, from>::of(x.part[i]);
  } else if constexpr (sizeof(to) < sizeof(from)) {
    return converter<to, from>::of(x.part[2 * i], x.part[2 * i + 1]);
  } else {
    const two_registers<to> both = converter<to, from>::of(x.part[i / 2]);
    return i % 2 == 0 ? both.low : both.high;
  }
}

}  // namespace detail

/// opcode::cast.
template <element To, class From, int L>
TENON_INLINE pack<To, L> convert(pack<From, L> x) {
  using namespace detail;
  if constexpr (std::is_same_v<To, From>) {
    return x;
  } else if constexpr (std::is_same_v<To, bool>) {
    using batch = typename pack<From, L>::register_type;
    return detail::join_masks<word_of<From>, L>([&](int i) TENON_LAMBDA_INLINE { return x.part[i] != batch(word_of<From>(0)); });
  } else if constexpr (std::is_same_v<From, bool>) {
    return pack<To, L>::each(
        [&](int i) TENON_LAMBDA_INLINE { return detail::ones_where<word_of<To>>(detail::mask_part<word_of<To>>(x, i)); });
  } else if constexpr (std::is_same_v<To, std::uint8_t>) {
    return pack<To, L>::each(
        [&](int i) TENON_LAMBDA_INLINE { return detail::convert_part<To>(x, i) & xsimd::batch<std::int32_t>(255); });
  } else {
    return pack<To, L>::each([&](int i) TENON_LAMBDA_INLINE { return detail::convert_part<To>(x, i); });
  }
}

}  // namespace tenon::simd

#endif
