#ifndef TENON_TESTS_SUPPORT_COMPARE_HPP
#define TENON_TESTS_SUPPORT_COMPARE_HPP

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "support/values.hpp"

namespace tenon::test {

/// How many numbers of the type lie between two of them; zeros are one number.
template <class T>
double ulps_between(T a, T b) {
  using bits = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  const auto ordered = [](T x) {
    const auto i = std::bit_cast<bits>(x);
    return std::uint64_t(std::int64_t(i >= 0 ? i : std::numeric_limits<bits>::min() - i));
  };
  const std::uint64_t distance = ordered(a) - ordered(b);  // a double would round the places of doubles
  return double(std::int64_t(distance) < 0 ? 0 - distance : distance);
}

template <class T>
bool agree(T got, T expected, const tolerance& within) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(got) || std::isnan(expected)) return std::isnan(got) && std::isnan(expected);
    if (within.what == tolerance::ulp) return ulps_between(got, expected) <= within.bound;
    if (within.what == tolerance::near && std::isfinite(expected))
      return std::fabs(double(got) - double(expected)) <= within.bound * std::fmax(1, std::fabs(double(expected)));
    return got == expected && std::signbit(got) == std::signbit(expected);
  } else {
    return got == expected;
  }
}

/// Compares element by element and names the first that differs.
inline ::testing::AssertionResult match(const array& got, const array& expected, const tolerance& within) {
  return reference::visit(expected.type, [&]<class T>(T) {
    for (std::int64_t i = 0; i < expected.count(); ++i)
      if (const T x = got.as<T>()[i], y = expected.as<T>()[i]; !agree(x, y, within))
        return ::testing::AssertionFailure() << "element " << i << " of " << expected.count() << " is " << +x << ", expected " << +y;
    return ::testing::AssertionSuccess();
  });
}

}  // namespace tenon::test

#endif
