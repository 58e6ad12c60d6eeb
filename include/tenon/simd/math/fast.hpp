#ifndef TENON_SIMD_MATH_FAST_HPP
#define TENON_SIMD_MATH_FAST_HPP

#include "tenon/ir/opcode.hpp"
#include "tenon/simd/math.hpp"

// The functions of floats that are looser in math::fast. All others are those of math::standard.
namespace tenon::simd::fast {

template <opcode Op, class T>
inline constexpr bool has = std::is_same_v<T, float> && (Op == opcode::pow || Op == opcode::normal_cdf);

template <opcode Op>
struct function;

/// x^y as 2^(y log2(x)), computed in float: the relative error grows with the exponent of the result, to 2^-16 at its end.
template <>
struct function<opcode::pow> {
  TENON_INLINE static xsimd::batch<float> of(xsimd::batch<float> x, xsimd::batch<float> y) {
    return detail::finish_power(standard::exp2(y * standard::log2(xsimd::abs(x))), x, y);
  }
};

/// By erf, so that the error is one of 2^-23: to the left of -5 nothing is left of the digits.
template <>
struct function<opcode::normal_cdf> {
  TENON_INLINE static xsimd::batch<float> of(xsimd::batch<float> x) {
    using batch = xsimd::batch<float>;
    return xsimd::fma(standard::erf(x * batch(0.707106781f)), batch(0.5f), batch(0.5f));
  }
};

}  // namespace tenon::simd::fast

#endif
