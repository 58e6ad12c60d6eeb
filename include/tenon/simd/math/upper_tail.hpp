#ifndef TENON_SIMD_MATH_UPPER_TAIL_HPP
#define TENON_SIMD_MATH_UPPER_TAIL_HPP

#include <type_traits>

#include "tenon/simd/math/exp.hpp"
#include "tenon/simd/math/pair.hpp"
#include "tenon/simd/math/upper_tail_tables.hpp"

// erfc and normal_cdf of floats by tables that stand in registers. Both have a tail, on one side of 0, that falls to 0 like
// e^(-x^2 / divisor) and of which all digits are wanted. On the other side they are `whole` less that of -x.
#if defined(__AVX2__)
namespace tenon::simd::detail {

// The tail rounds to 0 from `end` on, and to at most 2^-149 from `last` on.
struct erfc_of_float {
  static constexpr bool rises = false;  // with x
  static constexpr float whole = 2, divisor = 1, end = 10.06f, last = 10.03f;
  static constexpr const root_table& root = erfc_root;
  static constexpr const scaled_table& scaled = erfc_scaled;
};
struct normal_of_float {
  static constexpr bool rises = true;
  static constexpr float whole = 1, divisor = 2, end = 14.1755f, last = 14.1755f;
  static constexpr const root_table& root = normal_root;
  static constexpr const scaled_table& scaled = normal_scaled;
};

/// row[the lowest bits of each lane].
#if defined(__AVX512F__)
TENON_INLINE xsimd::batch<float> look_up(const float (&row)[32], __m512i lane_bits) {
  return _mm512_permutex2var_ps(_mm512_load_ps(row), lane_bits, _mm512_load_ps(row + 16));
}
#else
TENON_INLINE xsimd::batch<float> look_up(const float (&row)[8], __m256i lane_bits) {
  return _mm256_permutevar8x32_ps(_mm256_load_ps(row), lane_bits);
}
#endif

/// The polynomial of x - centre whose coefficients the lanes look up.
template <class Table, class Bits>
TENON_INLINE xsimd::batch<float> by_centres(xsimd::batch<float> x, const Table& table, Bits lane_bits) {
  const xsimd::batch<float> t = x - detail::look_up(table.centre, lane_bits);
  constexpr int degree = int(std::extent_v<decltype(Table::row)>) - 1;
  xsimd::batch<float> r = detail::look_up(table.row[degree], lane_bits);
  for (int i = degree - 1; i >= 0; --i) r = xsimd::fma(r, t, detail::look_up(table.row[i], lane_bits));
  return r;
}

#if defined(__AVX512F__)

/// The table has the square root of the tail, which spans half of the exponents: so no argument is reduced, and results that are
/// denormal are rounded once, by the last product. At 0 the other side is the nearest to normal_cdf.
template <class F>
TENON_INLINE xsimd::batch<float> by_upper_tail(xsimd::batch<float> x) {
  using batch = xsimd::batch<float>;
  const batch a = xsimd::min(batch(F::end), xsimd::abs(x)), zero(0.f), shift(layout<float>::to_integer);
  const batch shifted = xsimd::fma(a, xsimd::fma(a, batch(F::root.slope), batch(F::root.start)), shift);
  const batch root = detail::by_centres(a, F::root, _mm512_castps_si512(shifted));
  const xsimd::batch_bool<float> in_tail = F::rises ? x < zero : x >= zero;
  return _mm512_mask_mul_ps(xsimd::fnma(root, root, batch(F::whole)), in_tail, root, root);
}

#else

/// Coefficients of powers of `rest` for e^(-rest / divisor) - 1, the first one that of rest itself.
template <class F>
struct falling_exp {
  static constexpr int tail = int(std::extent_v<decltype(exp_tail<float>)>);
  float value[tail + 1];
  constexpr falling_exp() : value{-1 / F::divisor} {
    float power = 1 / (F::divisor * F::divisor);
    for (int i = 0; i < tail; ++i, power /= -F::divisor) value[i + 1] = power * exp_tail<float>[i];
  }
};
template <class F>
inline constexpr falling_exp<F> falling_exp_of{};

/// The table has the tail without e^(-x^2 / divisor), which is 2^n e^(-rest / divisor), and times 2^-18, so that 2^(n + 18) is normal:
/// results that are denormal are rounded once, by the last product. Where the argument is held, n is -145 and the power 0: to underflow
/// would take a hundred cycles.
template <class F>
TENON_INLINE xsimd::batch<float> by_upper_tail(xsimd::batch<float> x) {
  using batch = xsimd::batch<float>;
  using L = layout<float>;
  constexpr int up = 18;
  const batch a = xsimd::min(batch(F::last), xsimd::abs(x)), one(1.f);
  const batch octaves = xsimd::fma(a, batch(F::scaled.stretch), one);
  const batch size = detail::by_centres(a, F::scaled, _mm256_srli_epi32(_mm256_castps_si256(octaves), 22));
  const auto square = detail::exact_product(a, a);
  const batch carrier(L::to_integer + L::bias + up);  // the exponent of 2^(n + up) stands in the low bits
  const batch shifted = xsimd::fma(square.high, batch(-L::log2_e / F::divisor), carrier), n = shifted - carrier;
  const batch low = xsimd::fma(n, batch(F::divisor * L::ln2_low), square.low);
  const batch rest = xsimd::fma(n, batch(F::divisor * L::ln2_high), square.high) + low;
  const batch e_less_1 = rest * detail::polynomial(rest, falling_exp_of<F>.value);
  const batch power = xsimd::bitwise_cast<float>(xsimd::bitwise_cast<L::integer>(shifted) << L::fraction_bits);
  const batch tail = xsimd::fma(e_less_1, size, size) * power, other = batch(F::whole) - tail;
  return F::rises ? _mm256_blendv_ps(other, tail, x) : _mm256_blendv_ps(tail, other, x);
}

#endif

}  // namespace tenon::simd::detail
#endif  // AVX2

#endif
