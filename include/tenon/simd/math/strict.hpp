#ifndef TENON_SIMD_MATH_STRICT_HPP
#define TENON_SIMD_MATH_STRICT_HPP

#include "tenon/base/special_functions.hpp"
#include "tenon/ir/math_tier.hpp"
#include "tenon/simd/math.hpp"
#include "tenon/simd/math/sleef.hpp"

// The functions of math::strict: at most 1 ULP. Floats are computed in double. Doubles take our own function where that is
// within 1 ULP, else SLEEF's, else lane by lane the C library's of long double.
namespace tenon::simd::strict {

inline constexpr bool has_long_double = std::numeric_limits<long double>::digits > std::numeric_limits<double>::digits;

template <opcode Op>
long double scalar(long double x) {
  if constexpr (Op == opcode::rsqrt) return 1 / std::sqrt(x);
  else if constexpr (Op == opcode::exp) return std::exp(x);
  else if constexpr (Op == opcode::exp2) return std::exp2(x);
  else if constexpr (Op == opcode::expm1) return std::expm1(x);
  else if constexpr (Op == opcode::log) return std::log(x);
  else if constexpr (Op == opcode::log1p) return std::log1p(x);
  else if constexpr (Op == opcode::cbrt) return std::cbrt(x);
  else if constexpr (Op == opcode::log2) return std::log2(x);
  else if constexpr (Op == opcode::log10) return std::log10(x);
  else if constexpr (Op == opcode::sin) return std::sin(x);
  else if constexpr (Op == opcode::cos) return std::cos(x);
  else if constexpr (Op == opcode::tan) return std::tan(x);
  else if constexpr (Op == opcode::asin) return std::asin(x);
  else if constexpr (Op == opcode::acos) return std::acos(x);
  else if constexpr (Op == opcode::atan) return std::atan(x);
  else if constexpr (Op == opcode::sinh) return std::sinh(x);
  else if constexpr (Op == opcode::cosh) return std::cosh(x);
  else if constexpr (Op == opcode::tanh) return std::tanh(x);
  else if constexpr (Op == opcode::asinh) return std::asinh(x);
  else if constexpr (Op == opcode::acosh) return std::acosh(x);
  else if constexpr (Op == opcode::atanh) return std::atanh(x);
  else if constexpr (Op == opcode::erf) return std::erf(x);
  else if constexpr (Op == opcode::erfc) return std::erfc(x);
  else if constexpr (Op == opcode::erfinv) return tenon::detail::inverse_erf(x);
  else if constexpr (Op == opcode::normal_cdf) return tenon::detail::normal_distribution(x);
  else if constexpr (Op == opcode::lgamma) return tenon::detail::log_gamma(x);
  else return tenon::detail::digamma(x);
}
template <opcode Op>
long double scalar(long double x, long double y) {
  if constexpr (Op == opcode::pow) return std::pow(x, y);
  else if constexpr (Op == opcode::atan2) return std::atan2(x, y);
  else return std::hypot(x, y);
}

template <opcode Op, class... B>
TENON_NOINLINE xsimd::batch<double> lanes(xsimd::batch<double> x, B... y) {
  static_assert(has_long_double, "math::strict computes this function in long double, which has no more digits than double here: use math::standard");
  using batch = xsimd::batch<double>;
  alignas(64) double at[batch::size], other[batch::size];
  x.store_aligned(at);
  (y.store_aligned(other), ...);
  for (int i = 0; i < int(batch::size); ++i) {
    if constexpr (sizeof...(B) == 0) at[i] = double(scalar<Op>(at[i]));
    else at[i] = double(scalar<Op>(at[i], other[i]));
  }
  return batch::load_aligned(at);
}

/// Whether our own function of doubles is within 1 ULP. Without fma only fmod is.
constexpr bool own_is_exact(opcode code) {
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
  if (code == opcode::exp2 || code == opcode::log || code == opcode::log1p || code == opcode::cbrt) return true;
#endif
  return code == opcode::fmod;
}

/// Results that SLEEF gives less exactly: those of atan2 that are denormal or nearly so.
template <opcode Op>
TENON_INLINE bool is_trusted(xsimd::batch<double> result) {
  if constexpr (Op != opcode::atan2) return true;
  const xsimd::batch<double> size = xsimd::abs(result);
  return xsimd::all((size > xsimd::batch<double>(1e-290)) | (size == xsimd::batch<double>(0.0)));
}

template <opcode Op, class... B>
TENON_INLINE xsimd::batch<double> of_doubles(xsimd::batch<double> x, B... y) {
  if constexpr (sleef::has<Op>) {
    if (xsimd::all(xsimd::abs(x) <= xsimd::batch<double>(sleef::table<Op>.limit))) {
      const xsimd::batch<double> result = sleef::table<Op>.function(x, y...);
      if (strict::is_trusted<Op>(result)) return result;
    }
  }
  return strict::lanes<Op>(x, y...);
}

/// Keeps the compiler from contracting a product into a sum that follows.
template <class B>
TENON_INLINE B rounded(B product) {
#if defined(__GNUC__) && defined(__x86_64__)
  asm("" : "+x"(product.data));
#elif defined(__GNUC__) && defined(__aarch64__)
  asm("" : "+w"(product.data));
#endif
  return product;
}

}  // namespace tenon::simd::strict

#endif
