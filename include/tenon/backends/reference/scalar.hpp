#ifndef TENON_BACKENDS_REFERENCE_SCALAR_HPP
#define TENON_BACKENDS_REFERENCE_SCALAR_HPP

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "tenon/base/special_functions.hpp"
#include "tenon/ir/opcode.hpp"

// What every pointwise primitive does to one element. Floating types are computed in double, integers and bool in i64; both
// then become the node's type.

namespace tenon::reference {

template <class T>
using wide = std::conditional_t<std::is_floating_point_v<T>, double, std::int64_t>;

/// A shift takes its amount modulo this.
template <class T>
inline constexpr int width_of = std::is_same_v<T, bool> ? 1 : 8 * int(sizeof(T));

/// By the rules of opcode::cast; what does not fit becomes the nearest number, NaN 0.
template <class T>
T narrowed(double x) {
  if constexpr (std::is_floating_point_v<T>) return T(x);
  if constexpr (std::is_same_v<T, bool>) return x != 0;
  if (std::isnan(x)) return T(0);
  if (x <= double(std::numeric_limits<T>::lowest())) return std::numeric_limits<T>::lowest();
  if (x >= double(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
  return T(x);
}
template <class T>
T narrowed(std::int64_t x) {
  if constexpr (std::is_same_v<T, bool>) return x != 0;
  else return T(x);
}

inline double unary(opcode code, double x, int) {
  switch (code) {
    case opcode::negate: return -x;
    case opcode::absolute: return std::fabs(x);
    case opcode::sign: return x > 0 ? 1 : x < 0 ? -1 : x;
    case opcode::floor: return std::floor(x);
    case opcode::ceil: return std::ceil(x);
    case opcode::round: return std::nearbyint(x);
    case opcode::trunc: return std::trunc(x);
    case opcode::sqrt: return std::sqrt(x);
    case opcode::rsqrt: return 1 / std::sqrt(x);
    case opcode::exp: return std::exp(x);
    case opcode::expm1: return std::expm1(x);
    case opcode::log: return std::log(x);
    case opcode::log1p: return std::log1p(x);
    case opcode::sin: return std::sin(x);
    case opcode::cos: return std::cos(x);
    case opcode::tan: return std::tan(x);
    case opcode::tanh: return std::tanh(x);
    case opcode::exp2: return std::exp2(x);
    case opcode::log2: return std::log2(x);
    case opcode::log10: return std::log10(x);
    case opcode::asin: return std::asin(x);
    case opcode::acos: return std::acos(x);
    case opcode::atan: return std::atan(x);
    case opcode::sinh: return std::sinh(x);
    case opcode::cosh: return std::cosh(x);
    case opcode::asinh: return std::asinh(x);
    case opcode::acosh: return std::acosh(x);
    case opcode::atanh: return std::atanh(x);
    case opcode::cbrt: return std::cbrt(x);
    case opcode::erfc: return std::erfc(x);
    case opcode::erfinv: return double(tenon::detail::inverse_erf(x));
    case opcode::normal_cdf: return double(tenon::detail::normal_distribution(x));
    case opcode::lgamma: return double(tenon::detail::log_gamma(x));
    case opcode::digamma: return double(tenon::detail::digamma(x));
    default: return std::erf(x);
  }
}

inline std::int64_t unary(opcode code, std::int64_t x, int width) {
  const auto negative = std::int64_t(0 - std::uint64_t(x));
  switch (code) {
    case opcode::negate: return negative;
    case opcode::absolute: return x < 0 ? negative : x;
    case opcode::sign: return (x > 0) - (x < 0);
    default: return width == 1 ? !x : ~x;
  }
}

inline double binary(opcode code, double a, double b, int) {
  switch (code) {
    case opcode::add: return a + b;
    case opcode::sub: return a - b;
    case opcode::mul: return a * b;
    case opcode::div: return a / b;
    case opcode::fmod: return std::fmod(a, b);
    case opcode::pow: return std::pow(a, b);
    case opcode::atan2: return std::atan2(a, b);
    case opcode::hypot: return std::hypot(a, b);
    case opcode::max: return a > b || std::isnan(a) ? a : b;
    default: return a < b || std::isnan(a) ? a : b;
  }
}

inline std::int64_t quotient(std::int64_t a, std::int64_t b) {
  if (b == 0) return 0;
  return b == -1 ? std::int64_t(0 - std::uint64_t(a)) : a / b;
}

inline std::int64_t binary(opcode code, std::int64_t a, std::int64_t b, int width) {
  const auto x = std::uint64_t(a), y = std::uint64_t(b);
  const int amount = int(y % std::uint64_t(width));
  switch (code) {
    case opcode::add: return std::int64_t(x + y);
    case opcode::sub: return std::int64_t(x - y);
    case opcode::mul: return std::int64_t(x * y);
    case opcode::div: return quotient(a, b);
    case opcode::fmod: return b == 0 || b == -1 ? 0 : a % b;
    case opcode::max: return a > b ? a : b;
    case opcode::min: return a < b ? a : b;
    case opcode::bit_and: return a & b;
    case opcode::bit_or: return a | b;
    case opcode::bit_xor: return a ^ b;
    case opcode::shift_left: return std::int64_t(x << amount);
    default: return a >> amount;
  }
}

template <class W>
bool compare(opcode code, W a, W b) {
  switch (code) {
    case opcode::equal: return a == b;
    case opcode::not_equal: return a != b;
    case opcode::less: return a < b;
    default: return a <= b;
  }
}

/// What a reduction over elements of type T starts from: its result over no elements.
template <class T>
wide<T> neutral(opcode code) {
  using limits = std::numeric_limits<T>;
  const bool infinite = limits::has_infinity;
  switch (code) {
    case opcode::reduce_product: case opcode::reduce_all: return 1;
    case opcode::reduce_max: return wide<T>(infinite ? -limits::infinity() : limits::lowest());
    case opcode::reduce_min: return wide<T>(infinite ? limits::infinity() : limits::max());
    default: return 0;
  }
}

template <class W>
W combine(opcode code, W a, W x) {
  switch (code) {
    case opcode::reduce_sum: return binary(opcode::add, a, x, 64);
    case opcode::reduce_product: return binary(opcode::mul, a, x, 64);
    case opcode::reduce_max: return binary(opcode::max, a, x, 64);
    case opcode::reduce_min: return binary(opcode::min, a, x, 64);
    case opcode::reduce_any: return W(a != 0 || x != 0);
    default: return W(a != 0 && x != 0);
  }
}

/// Whether x takes the place of the best element so far: it is beyond it, or the first NaN.
template <class W>
bool beats(opcode code, W x, W best) {
  if (best != best) return false;
  return x != x || (code == opcode::argmax ? x > best : x < best);
}

}  // namespace tenon::reference

#endif
