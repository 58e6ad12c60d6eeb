#ifndef TENON_SIMD_MATH_FAST_HPP
#define TENON_SIMD_MATH_FAST_HPP

#include "tenon/ir/opcode.hpp"
#include "tenon/simd/math.hpp"

// The functions of floats that are looser in math::fast. All others are those of math::standard.
namespace tenon::simd::fast {

template <opcode Op, class T>
inline constexpr bool has = std::is_same_v<T, float> && Op == opcode::pow;

template <opcode Op>
struct function;

/// x^y as 2^(y log2(x)), computed in float: the relative error grows with the exponent of the result, to 2^-16 at its end.
template <>
struct function<opcode::pow> {
  TENON_INLINE static xsimd::batch<float> of(xsimd::batch<float> x, xsimd::batch<float> y) {
    return detail::finish_power(standard::exp2(y * standard::log2(xsimd::abs(x))), x, y);
  }
};

}  // namespace tenon::simd::fast

#endif
