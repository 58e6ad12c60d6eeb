#ifndef TENON_SIMD_POINTWISE_HPP
#define TENON_SIMD_POINTWISE_HPP

#include "tenon/ir/opcode.hpp"
#include "tenon/simd/convert.hpp"
#include "tenon/simd/integer.hpp"
#include "tenon/simd/lanes.hpp"
#include "tenon/simd/math.hpp"
#include "tenon/simd/math/fast.hpp"
#include "tenon/simd/math/strict.hpp"
#include "tenon/simd/rounding.hpp"

namespace tenon::simd {
namespace detail {

template <opcode Op>
struct at {};

/// Bytes are computed with in 32 bits, then brought back to 0 to 255.
template <class T, class B>
TENON_INLINE B wrap(B x) {
  if constexpr (std::is_same_v<T, std::uint8_t>) return x & B(255);
  else return x;
}

template <class T, class B>
TENON_INLINE B keep_nan(B x, B result) {
  if constexpr (std::is_floating_point_v<T>) return xsimd::select(x != x, x, result);
  else return result;
}

/// The sign bit turned, so that -0.0 is right.
template <class B>
TENON_INLINE B negated(B x) {
  using W = lane_of<B>;
  if constexpr (std::is_floating_point_v<W>) return x ^ B(W(-0.0));
  else return -x;
}

/// 1, -1, or x itself where it is zero or NaN.
template <class B>
TENON_INLINE B sign(B x) {
  using W = lane_of<B>;
  const B zero(W(0));
  return xsimd::select(x > zero, B(W(1)), xsimd::select(x < zero, B(W(-1)), x));
}

// The table: what each primitive does to registers of elements T. Masks are the registers of bool.
// clang-format off
template <class T, class B> TENON_INLINE B lane(at<opcode::negate>, B x) { return detail::wrap<T>(detail::negated(x)); }
template <class T, class B> TENON_INLINE B lane(at<opcode::absolute>, B x) { if constexpr (std::is_unsigned_v<T>) return x; else return detail::absolute(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::sign>, B x) { return detail::sign(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::floor>, B x) { return detail::round_down(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::ceil>, B x) { return detail::round_up(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::round>, B x) { return detail::round_even(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::trunc>, B x) { return detail::round_to_zero(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::sqrt>, B x) { return xsimd::sqrt(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::rsqrt>, B x) { return B(T(1)) / xsimd::sqrt(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::exp>, B x) { return standard::exp(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::expm1>, B x) { return standard::expm1(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::log>, B x) { return standard::log(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::log1p>, B x) { return standard::log1p(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::sin>, B x) { return standard::sin(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::cos>, B x) { return standard::cos(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::tan>, B x) { return standard::tan(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::tanh>, B x) { return standard::tanh(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::erf>, B x) { return standard::erf(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::exp2>, B x) { return standard::exp2(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::log2>, B x) { return standard::log2(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::log10>, B x) { return standard::log10(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::asin>, B x) { return standard::asin(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::acos>, B x) { return standard::acos(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::atan>, B x) { return standard::atan(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::sinh>, B x) { return standard::sinh(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::cosh>, B x) { return standard::cosh(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::asinh>, B x) { return standard::asinh(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::acosh>, B x) { return standard::acosh(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::atanh>, B x) { return standard::atanh(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::cbrt>, B x) { return standard::cbrt(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::erfc>, B x) { return standard::erfc(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::erfinv>, B x) { return standard::erfinv(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::normal_cdf>, B x) { return standard::normal_cdf(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::lgamma>, B x) { return standard::lgamma(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::digamma>, B x) { return standard::digamma(x); }
template <class T, class B> TENON_INLINE B lane(at<opcode::bit_not>, B x) { return detail::wrap<T>(~x); }

template <class T, class B> TENON_INLINE B lane(at<opcode::add>, B a, B b) { return detail::wrap<T>(a + b); }
template <class T, class B> TENON_INLINE B lane(at<opcode::sub>, B a, B b) { return detail::wrap<T>(a - b); }
template <class T, class B> TENON_INLINE B lane(at<opcode::mul>, B a, B b) { return detail::wrap<T>(detail::multiply(a, b)); }
template <class T, class B> TENON_INLINE B lane(at<opcode::div>, B a, B b) { return detail::divide<T>(a, b); }
template <class T, class B> TENON_INLINE B lane(at<opcode::pow>, B a, B b) { return standard::pow(a, b); }
template <class T, class B> TENON_INLINE B lane(at<opcode::atan2>, B a, B b) { return standard::atan2(a, b); }
template <class T, class B> TENON_INLINE B lane(at<opcode::hypot>, B a, B b) { return standard::hypot(a, b); }
template <class T, class B> TENON_INLINE B lane(at<opcode::max>, B a, B b) { return detail::keep_nan<T>(a, xsimd::max(a, b)); }
template <class T, class B> TENON_INLINE B lane(at<opcode::min>, B a, B b) { return detail::keep_nan<T>(a, xsimd::min(a, b)); }
template <class T, class B> TENON_INLINE B lane(at<opcode::bit_and>, B a, B b) { return a & b; }
template <class T, class B> TENON_INLINE B lane(at<opcode::bit_or>, B a, B b) { return a | b; }
template <class T, class B> TENON_INLINE B lane(at<opcode::bit_xor>, B a, B b) {
  if constexpr (std::is_same_v<T, bool>) return a != b;  // xsimd 13.2 computes ^ of AVX-512 masks as |
  else return a ^ b;
}
template <class T, class B> TENON_INLINE B lane(at<opcode::fmod>, B a, B b) {
  if constexpr (std::is_floating_point_v<T>) return standard::fmod(a, b);
  else return detail::remainder<T>(a, b);
}
template <class T, class B> TENON_INLINE B lane(at<opcode::shift_left>, B a, B b) {
  if constexpr (std::is_same_v<T, bool>) return a;  // any amount modulo one bit is 0
  else return detail::wrap<T>(detail::left(a, detail::shift_amount<T>(b)));
}
template <class T, class B> TENON_INLINE B lane(at<opcode::shift_right>, B a, B b) {
  if constexpr (std::is_same_v<T, bool>) return a;
  else return detail::right(a, detail::shift_amount<T>(b));
}

template <class T, class B> TENON_INLINE auto lane(at<opcode::equal>, B a, B b) { return a == b; }
template <class T, class B> TENON_INLINE auto lane(at<opcode::not_equal>, B a, B b) { return a != b; }
template <class T, class B> TENON_INLINE auto lane(at<opcode::less>, B a, B b) { return a < b; }
template <class T, class B> TENON_INLINE auto lane(at<opcode::less_equal>, B a, B b) { return a <= b; }

template <class T, class M, class B> TENON_INLINE B lane(at<opcode::select>, M c, B a, B b) {
  if constexpr (std::is_same_v<T, bool>) return (c & a) | (~c & b);
  else return xsimd::select(c, a, b);
}
// clang-format on

/// The same in a tier.
template <opcode Op, math_tier Tier, class T, class... B>
TENON_INLINE auto lane_in(B... x) {
  if constexpr (Tier == math_tier::standard || !depends_on_tier(Op) || !std::is_floating_point_v<T>) {
    return detail::lane<T>(at<Op>(), x...);
  } else if constexpr (Tier == math_tier::fast) {
    if constexpr (fast::has<Op, T>) return fast::function<Op>::of(x...);
    else return detail::lane<T>(at<Op>(), x...);
  } else if constexpr (Op == opcode::mul) {
    return strict::rounded(detail::lane<T>(at<Op>(), x...));
  } else if constexpr (Op == opcode::fmod || (std::is_same_v<T, double> && strict::own_is_exact(Op))) {
    return detail::lane<T>(at<Op>(), x...);
  } else if constexpr (std::is_same_v<T, double>) {
    return strict::of_doubles<Op>(x...);
  } else {
    return detail::through_double([](auto... y) TENON_LAMBDA_INLINE { return detail::lane<double>(at<Op>(), y...); }, x...);
  }
}

}  // namespace detail

/// A primitive of one operand.
template <opcode Op, math_tier Tier = math_tier::standard, class T, int L>
TENON_INLINE pack<T, L> apply(pack<T, L> a) {
  return pack<T, L>::each([&](int i) TENON_LAMBDA_INLINE { return detail::lane_in<Op, Tier, T>(a.part[i]); });
}

/// A primitive of two operands; comparisons give pack<bool, L>.
template <opcode Op, math_tier Tier = math_tier::standard, class T, int L>
TENON_INLINE auto apply(pack<T, L> a, pack<T, L> b) {
  auto part = [&](int i) TENON_LAMBDA_INLINE { return detail::lane_in<Op, Tier, T>(a.part[i], b.part[i]); };
  if constexpr (is_comparison(Op) && !std::is_same_v<T, bool>) return detail::join_masks<detail::word_of<T>, L>(part);
  else return pack<T, L>::each(part);
}

/// select: lanes of a where c, else of b.
template <opcode Op, math_tier Tier = math_tier::standard, class T, int L>
TENON_INLINE pack<T, L> apply(pack<bool, L> c, pack<T, L> a, pack<T, L> b) {
  static_assert(Op == opcode::select);
  return pack<T, L>::each([&](int i) TENON_LAMBDA_INLINE {
    if constexpr (std::is_same_v<T, bool>) return detail::lane<T>(detail::at<Op>(), c.part[i], a.part[i], b.part[i]);
    else return detail::lane<T>(detail::at<Op>(), detail::mask_part<detail::word_of<T>>(c, i), a.part[i], b.part[i]);
  });
}

namespace detail {

/// Whether a primitive can be done in a register of 16 bytes where only as many matter.
template <opcode Op, math_tier Tier, class P>
consteval bool has_narrow_form() {
  switch (Op) {
    case opcode::add: case opcode::sub: case opcode::mul: case opcode::div: case opcode::max: case opcode::min:
    case opcode::negate: case opcode::absolute: case opcode::sqrt: case opcode::rsqrt:
      return std::is_floating_point_v<typename P::element> && Tier != math_tier::strict && sizeof(typename P::register_type) > 16;
    default: return false;
  }
}

template <opcode Op, class T, int L, class... More>
TENON_INLINE auto narrow_lanes(pack<T, L> a, More... more) {
  using narrow = xsimd::make_sized_batch_t<T, 16 / sizeof(T)>;
  return detail::lane<T>(at<Op>(), detail::some_lanes<narrow, 0>(a.part[0]), detail::some_lanes<narrow, 0>(more.part[0])...);
}

}  // namespace detail

/// A primitive of which only the first 16 bytes matter. Wide registers have fewer units to compute in, and divide more slowly.
template <opcode Op, math_tier Tier = math_tier::standard, class P, class... More>
TENON_INLINE auto apply_to_few_lanes(P a, More... more) {
  if constexpr (detail::has_narrow_form<Op, Tier, P>()) {
    a.part[0] = detail::widened<typename P::register_type>(detail::narrow_lanes<Op>(a, more...));
    return a;
  } else {
    return simd::apply<Op, Tier>(a, more...);
  }
}

/// A primitive whose operands have the same value in all of their lanes: division and roots are done in a narrow register.
template <opcode Op, math_tier Tier = math_tier::standard, class P, class... More>
TENON_INLINE auto apply_to_equal_lanes(P a, More... more) {
  constexpr bool is_slow = Op == opcode::div || Op == opcode::sqrt || Op == opcode::rsqrt;
  if constexpr (is_slow && detail::has_narrow_form<Op, Tier, P>()) return P::broadcast(detail::first_lane(detail::narrow_lanes<Op>(a, more...)));
  else return simd::apply<Op, Tier>(a, more...);
}

/// a * b + c, with one rounding where the instruction set has it; integers wrap.
template <class T, int L>
TENON_INLINE pack<T, L> fma(pack<T, L> a, pack<T, L> b, pack<T, L> c) {
  return pack<T, L>::each([&](int i) TENON_LAMBDA_INLINE {
    if constexpr (std::is_floating_point_v<T>) return xsimd::fma(a.part[i], b.part[i], c.part[i]);
    else return detail::wrap<T>(detail::multiply(a.part[i], b.part[i]) + c.part[i]);
  });
}

}  // namespace tenon::simd

#endif
