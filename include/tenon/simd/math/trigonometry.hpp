#ifndef TENON_SIMD_MATH_TRIGONOMETRY_HPP
#define TENON_SIMD_MATH_TRIGONOMETRY_HPP

#include "tenon/simd/math/scale.hpp"

namespace tenon::simd {
namespace detail {

/// Minimax on |r| <= pi / 4, relative error in brackets: sin(r) = r + r^3 s(r^2), cos(r) = 1 - r^2 / 2 + r^4 c(r^2).
template <class W>
struct circle;
template <>
struct circle<float> {
  static constexpr float s[] = {-0.1666665459f, 0.008332158678f, -0.0001951495922f};  // [3.8e-9]
  static constexpr float c[] = {0.04166664562f, -0.001388731314f, 2.443279338e-5f};   // [1.2e-10]
  // pi / 2 in three parts. With fma the remainder after the first part is exact.
  static constexpr float half_pi[] = {0x1.921fb6p+0f, -0x1.777a5cp-25f, -0x1.ee59dap-50f};
  static constexpr float largest = 65536;  // argument that is reduced by them
};
template <>
struct circle<double> {
  static constexpr double s[] = {-0.16666666666666630523,  0.0083333333333220635256,  -0.00019841269829542910026,
                                 2.7557313604468313167e-6, -2.5050745013241386206e-8, 1.5896065531219655924e-10};  // [3.7e-18]
  static constexpr double c[] = {0.041666666666666592473,   -0.0013888888888872976193, 0.000024801587288800175235,
                                 -2.7557314164016125413e-7, 2.0875698713542906619e-9,  -1.1358423761729427823e-11};  // [5.6e-20]
  static constexpr double half_pi[] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fb8p-110};
  static constexpr double largest = 1073741824;
};

template <class W>
using integers_of = xsimd::batch<typename layout<W>::integer>;

template <class W>
struct sine_and_cosine {
  xsimd::batch<W> sine, cosine;  // of what is left of the argument beyond the nearest multiple of pi / 2
  integers_of<W> quadrant;       // that multiple, in its two lowest bits
};

/// For 0 <= x <= circle<W>::largest.
template <class W>
TENON_INLINE sine_and_cosine<W> reduced_circle(xsimd::batch<W> x) {
  using batch = xsimd::batch<W>;
  using C = circle<W>;
  const batch shift(layout<W>::to_integer);
  const batch shifted = xsimd::fma(x, batch(W(0.63661977236758134308)), shift), n = shifted - shift;
  batch r = x;
  for (W part : C::half_pi) r = xsimd::fnma(n, batch(part), r);
  const batch u = r * r;
  const batch sine = xsimd::fma(u * r, detail::polynomial(u, C::s), r);
  const batch cosine = xsimd::fma(u * u, detail::polynomial(u, C::c), xsimd::fnma(batch(W(0.5)), u, batch(W(1))));
  return {sine, cosine, xsimd::bitwise_cast<typename layout<W>::integer>(shifted)};
}

/// The sign bit set where `bit`, 1 or 2, is set in q.
template <class W, int Bit>
TENON_INLINE xsimd::batch<W> sign_from(integers_of<W> q) {
  constexpr int up = int(8 * sizeof(W)) - (Bit == 1 ? 1 : 2);
  return xsimd::bitwise_cast<W>(q << up) & xsimd::batch<W>(W(-0.0));
}

template <class W>
TENON_INLINE auto is_odd(integers_of<W> q) {
  const integers_of<W> one(1);
  return detail::mask_cast<W>((q & one) == one);
}

enum class circular { sine, cosine, tangent };

template <circular F, class W>
TENON_INLINE xsimd::batch<W> evaluate_circular(xsimd::batch<W> x) {
  using batch = xsimd::batch<W>;
  const auto [sine, cosine, q] = detail::reduced_circle(xsimd::abs(x));
  const auto odd = detail::is_odd<W>(q);
  if constexpr (F == circular::sine) {
    return xsimd::select(odd, cosine, sine) ^ detail::sign_from<W, 2>(q) ^ (x & batch(W(-0.0)));
  } else if constexpr (F == circular::cosine) {
    return xsimd::select(odd, sine, cosine) ^ detail::sign_from<W, 2>(q + integers_of<W>(1));
  } else {
    const batch size = xsimd::select(odd, cosine, sine) / xsimd::select(odd, sine, cosine);
    return size ^ detail::sign_from<W, 1>(q) ^ (x & batch(W(-0.0)));
  }
}

/// For arguments of any size. A call, so that the rest of a loop does not pay for its registers and code.
template <circular F, class W>
TENON_NOINLINE xsimd::batch<W> far_circular(xsimd::batch<W> x) {
  if constexpr (F == circular::sine) return xsimd::select(x == xsimd::batch<W>(W(0)), x, xsimd::sin(x));
  else if constexpr (F == circular::cosine) return xsimd::cos(x);
  else return xsimd::select(x == xsimd::batch<W>(W(0)), x, xsimd::tan(x));
}

template <circular F, class W>
TENON_INLINE xsimd::batch<W> circular_function(xsimd::batch<W> x) {
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
  if (xsimd::all(xsimd::abs(x) <= xsimd::batch<W>(circle<W>::largest))) return detail::evaluate_circular<F>(x);
#endif
  return detail::far_circular<F>(x);
}

}  // namespace detail

namespace standard {

/// Radians, of any size; sin and cos below 2.5 ULP, tan below 4. Infinities give NaN.
template <class W>
TENON_INLINE xsimd::batch<W> sin(xsimd::batch<W> x) {
  return detail::circular_function<detail::circular::sine>(x);
}
template <class W>
TENON_INLINE xsimd::batch<W> cos(xsimd::batch<W> x) {
  return detail::circular_function<detail::circular::cosine>(x);
}
template <class W>
TENON_INLINE xsimd::batch<W> tan(xsimd::batch<W> x) {
  return detail::circular_function<detail::circular::tangent>(x);
}

}  // namespace standard
}  // namespace tenon::simd

#endif
