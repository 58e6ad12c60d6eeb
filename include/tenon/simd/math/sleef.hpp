#ifndef TENON_SIMD_MATH_SLEEF_HPP
#define TENON_SIMD_MATH_SLEEF_HPP

#include <cmath>
#include <cstddef>

#include "tenon/ir/opcode.hpp"
#include "tenon/simd/batch.hpp"

#if TENON_USE_SLEEF
#include <sleef.h>
#endif

/// SLEEF's functions of doubles within 1 ULP, by the names that carry their instruction set. All names of SLEEF stand here.
namespace tenon::simd::sleef {

/// A function, and up to which size of its arguments it may be asked: sinh and cosh are infinite too early there, asinh and acosh
/// where the square of their argument is.
template <class F>
struct entry {
  F function;
  double limit;
};

template <opcode Op>
inline constexpr entry<std::nullptr_t> table{nullptr, 0};

#if TENON_USE_SLEEF
using doubles = xsimd::batch<double>;

// clang-format off
template <> inline constexpr entry table<opcode::exp>{[](auto x) { return doubles(TENON_SLEEF(exp, u10)(x)); }, INFINITY};
template <> inline constexpr entry table<opcode::exp2>{[](auto x) { return doubles(TENON_SLEEF(exp2, u10)(x)); }, INFINITY};
template <> inline constexpr entry table<opcode::log>{[](auto x) { return doubles(TENON_SLEEF(log, u10)(x)); }, INFINITY};
template <> inline constexpr entry table<opcode::log1p>{[](auto x) { return doubles(TENON_SLEEF(log1p, u10)(x)); }, 1e300};
template <> inline constexpr entry table<opcode::cbrt>{[](auto x) { return doubles(TENON_SLEEF(cbrt, u10)(x)); }, INFINITY};
template <> inline constexpr entry table<opcode::expm1>{[](auto x) { return doubles(TENON_SLEEF(expm1, u10)(x)); }, 700};
template <> inline constexpr entry table<opcode::log2>{[](auto x) { return doubles(TENON_SLEEF(log2, u10)(x)); }, INFINITY};
template <> inline constexpr entry table<opcode::log10>{[](auto x) { return doubles(TENON_SLEEF(log10, u10)(x)); }, INFINITY};
template <> inline constexpr entry table<opcode::sin>{[](auto x) { return doubles(TENON_SLEEF(sin, u10)(x)); }, 1e300};
template <> inline constexpr entry table<opcode::cos>{[](auto x) { return doubles(TENON_SLEEF(cos, u10)(x)); }, 1e300};
template <> inline constexpr entry table<opcode::tan>{[](auto x) { return doubles(TENON_SLEEF(tan, u10)(x)); }, 1e300};
template <> inline constexpr entry table<opcode::asin>{[](auto x) { return doubles(TENON_SLEEF(asin, u10)(x)); }, INFINITY};
template <> inline constexpr entry table<opcode::acos>{[](auto x) { return doubles(TENON_SLEEF(acos, u10)(x)); }, INFINITY};
template <> inline constexpr entry table<opcode::atan>{[](auto x) { return doubles(TENON_SLEEF(atan, u10)(x)); }, INFINITY};
template <> inline constexpr entry table<opcode::sinh>{[](auto x) { return doubles(TENON_SLEEF(sinh, u10)(x)); }, 700};
template <> inline constexpr entry table<opcode::cosh>{[](auto x) { return doubles(TENON_SLEEF(cosh, u10)(x)); }, 700};
template <> inline constexpr entry table<opcode::tanh>{[](auto x) { return doubles(TENON_SLEEF(tanh, u10)(x)); }, INFINITY};
template <> inline constexpr entry table<opcode::asinh>{[](auto x) { return doubles(TENON_SLEEF(asinh, u10)(x)); }, 1e150};
template <> inline constexpr entry table<opcode::acosh>{[](auto x) { return doubles(TENON_SLEEF(acosh, u10)(x)); }, 1e150};
template <> inline constexpr entry table<opcode::atanh>{[](auto x) { return doubles(TENON_SLEEF(atanh, u10)(x)); }, INFINITY};
template <> inline constexpr entry table<opcode::erf>{[](auto x) { return doubles(TENON_SLEEF(erf, u10)(x)); }, INFINITY};
template <> inline constexpr entry table<opcode::pow>{[](auto y, auto x) { return doubles(TENON_SLEEF(pow, u10)(y, x)); }, INFINITY};
template <> inline constexpr entry table<opcode::atan2>{[](auto y, auto x) { return doubles(TENON_SLEEF(atan2, u10)(y, x)); }, INFINITY};
// clang-format on
#endif

template <opcode Op>
inline constexpr bool has = table<Op>.limit > 0;

}  // namespace tenon::simd::sleef

#endif
