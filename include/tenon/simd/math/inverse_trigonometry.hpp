#ifndef TENON_SIMD_MATH_INVERSE_TRIGONOMETRY_HPP
#define TENON_SIMD_MATH_INVERSE_TRIGONOMETRY_HPP

#include "tenon/simd/math/coefficients.hpp"
#include "tenon/simd/math/trigonometry.hpp"

namespace tenon::simd {
namespace detail {

/// pi / 2 in two parts.
template <class W>
inline constexpr W right_angle = circle<W>::half_pi[0];
template <class W>
inline constexpr W right_angle_low = circle<W>::half_pi[1];

/// The angle of the point (x, y) for 0 <= x and 0 <= y, not both 0 or infinite. Beyond pi / 8 it is turned by pi / 4 or pi / 2.
template <class W>
TENON_INLINE xsimd::batch<W> angle_of_point(xsimd::batch<W> y, xsimd::batch<W> x) {
  using batch = xsimd::batch<W>;
  const batch bound(W(0.41421356237309504880)), none(W(0));
  const auto steep = x < y * bound, middle = y > x * bound;
  const batch z = xsimd::select(steep, -x, xsimd::select(middle, y - x, y)) / xsimd::select(steep, y, xsimd::select(middle, y + x, x));
  const batch turn = xsimd::select(steep, batch(right_angle<W>), xsimd::select(middle, batch(right_angle<W> / 2), none));
  const batch turn_low = xsimd::select(steep, batch(right_angle_low<W>), xsimd::select(middle, batch(right_angle_low<W> / 2), none));
  const batch u = z * z;
  return turn + (z + xsimd::fma(u * z, detail::polynomial(u, coefficients<W>::atan_tail), turn_low));
}

/// asin(s) = s + rest, for s = |x| up to 1 / 2, and beyond it for s = sqrt((1 - |x|) / 2): then asin(|x|) = pi / 2 - 2 asin(s).
template <class W>
struct half_arc {
  xsimd::batch_bool<W> far;
  xsimd::batch<W> s, rest;
};
template <class W>
TENON_INLINE half_arc<W> arc_of(xsimd::batch<W> size) {
  using batch = xsimd::batch<W>;
  const auto far = size > batch(W(0.5));
  const batch square = xsimd::select(far, (batch(W(1)) - size) * batch(W(0.5)), size * size);
  const batch s = xsimd::select(far, xsimd::sqrt(square), size);
  return {far, s, s * square * detail::polynomial(square, coefficients<W>::asin_tail)};
}

}  // namespace detail

namespace standard {

/// The arc tangent; below 2 ULP.
template <class W>
TENON_INLINE xsimd::batch<W> atan(xsimd::batch<W> x) {
  return xsimd::copysign(detail::angle_of_point(xsimd::abs(x), xsimd::batch<W>(W(1))), x);
}

/// The angle of the point (x, y) by the rules of C; below 2 ULP.
template <class W>
TENON_INLINE xsimd::batch<W> atan2(xsimd::batch<W> y, xsimd::batch<W> x) {
  using batch = xsimd::batch<W>;
  const batch zero(W(0)), one(W(1)), infinity(std::numeric_limits<W>::infinity());
  const batch a = xsimd::abs(y), b = xsimd::abs(x);
  // Sums must not overflow, nor bounds of denormal numbers be rounded.
  constexpr W up = W(std::uint64_t(1) << 60);
  const batch most = xsimd::max(a, b);
  const batch by = xsimd::select(most < batch(1 / up), batch(up), xsimd::select(most > batch(up), batch(W(0.25)), one));
  const auto same = ((a == zero) & (b == zero)) | ((a == infinity) & (b == infinity));
  const auto flat = (a == zero) & (b == zero);
  const batch height = xsimd::select(flat, zero, xsimd::select(same, one, a * by)), width = xsimd::select(same, one, b * by);
  const batch angle = detail::angle_of_point(height, width);
  const auto left = xsimd::copysign(one, x) < zero;
  const batch turned = batch(2 * detail::right_angle<W>) - (angle - batch(2 * detail::right_angle_low<W>));
  return xsimd::copysign(xsimd::select(left, turned, angle), y);
}

/// The arc sine; below 3 ULP.
template <class W>
TENON_INLINE xsimd::batch<W> asin(xsimd::batch<W> x) {
  using batch = xsimd::batch<W>;
  const auto [far, s, rest] = detail::arc_of(xsimd::abs(x));
  const batch arc = s + rest;
  const batch beyond = batch(detail::right_angle<W>) - (arc + arc - batch(detail::right_angle_low<W>));
  return xsimd::copysign(xsimd::select(far, beyond, arc), x);
}

/// The arc cosine; below 3 ULP.
template <class W>
TENON_INLINE xsimd::batch<W> acos(xsimd::batch<W> x) {
  using batch = xsimd::batch<W>;
  const auto [far, s, rest] = detail::arc_of(xsimd::abs(x));
  const batch twice = batch(W(2)) * (s + rest);
  const batch near = batch(detail::right_angle<W>) - (x + (xsimd::copysign(rest, x) - batch(detail::right_angle_low<W>)));
  const batch left = batch(2 * detail::right_angle<W>) - (twice - batch(2 * detail::right_angle_low<W>));
  return xsimd::select(far, xsimd::select(x < batch(W(0)), left, twice), near);
}

}  // namespace standard
}  // namespace tenon::simd

#endif
