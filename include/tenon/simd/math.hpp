#ifndef TENON_SIMD_MATH_HPP
#define TENON_SIMD_MATH_HPP

// The functions of math::standard, of registers of float or double: at most 4 ULP, right at infinities, NaN and zeros.

#include "tenon/simd/math/erf.hpp"
#include "tenon/simd/math/erfc.hpp"
#include "tenon/simd/math/exp.hpp"
#include "tenon/simd/math/fmod.hpp"
#include "tenon/simd/math/gamma.hpp"
#include "tenon/simd/math/hyperbolic.hpp"
#include "tenon/simd/math/inverse_trigonometry.hpp"
#include "tenon/simd/math/log.hpp"
#include "tenon/simd/math/pow.hpp"
#include "tenon/simd/math/root.hpp"
#include "tenon/simd/math/tanh.hpp"
#include "tenon/simd/math/trigonometry.hpp"

#endif
