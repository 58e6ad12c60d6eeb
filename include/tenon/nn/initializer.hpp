#ifndef TENON_NN_INITIALIZER_HPP
#define TENON_NN_INITIALIZER_HPP

#include <cmath>
#include <concepts>
#include <cstdint>

#include "tenon/base/philox.hpp"
#include "tenon/ir/element_type.hpp"

namespace tenon::nn {

enum class initializer_kind : std::uint8_t { constant, uniform, normal };

/// What the elements of a parameter are before training, as data: all equal to the bound, uniform in [-bound, bound), or normal
/// with mean 0 and the bound as standard deviation.
struct initializer {
  initializer_kind kind = initializer_kind::constant;
  double bound = 0;

  constexpr bool operator==(const initializer&) const = default;
};

constexpr initializer constant(double value) { return {initializer_kind::constant, value}; }
constexpr initializer uniform(double bound) { return {initializer_kind::uniform, bound}; }
constexpr initializer normal(double deviation) { return {initializer_kind::normal, deviation}; }
inline constexpr initializer zeros = constant(0);
inline constexpr initializer ones = constant(1);

/// PyTorch's default for layers that sum `inputs` products: uniform within 1 / sqrt(inputs).
constexpr initializer uniform_by_inputs(std::int64_t inputs) {
  if (inputs < 1) return zeros;
  double root = double(inputs);  // Newton from above falls until it is exact
  for (double next = (root + 1) / 2; next < root; next = (root + double(inputs) / root) / 2) root = next;
  return uniform(1 / root);
}

namespace detail {

/// Two numbers uniform in [0, 1), with 53 bits each.
struct uniform_pair {
  double first, second;
};

constexpr double unit_interval(std::uint32_t high, std::uint32_t low) {
  return double((std::uint64_t(high) << 32 | low) >> 11) * 0x1p-53;
}

/// The stream of a parameter is the counters whose upper half is its index, keyed with the seed: no two parameters share numbers.
constexpr uniform_pair random_pair(std::uint64_t seed, std::uint64_t stream, std::uint64_t place) {
  const auto words = philox_4x32::block(
      {std::uint32_t(place), std::uint32_t(place >> 32), std::uint32_t(stream), std::uint32_t(stream >> 32)},
      {std::uint32_t(seed), std::uint32_t(seed >> 32)});
  return {unit_interval(words[0], words[1]), unit_interval(words[2], words[3])};
}

/// Two independent normal numbers, by Box and Muller's transform.
inline uniform_pair normal_pair(uniform_pair u) {
  const double radius = std::sqrt(-2 * std::log(1 - u.first)), angle = 6.283185307179586477 * u.second;
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

inline uniform_pair distributed(uniform_pair u, initializer how) {
  if (how.kind == initializer_kind::uniform) return {(2 * u.first - 1) * how.bound, (2 * u.second - 1) * how.bound};
  const uniform_pair n = normal_pair(u);
  return {n.first * how.bound, n.second * how.bound};
}

}  // namespace detail

/// Writes the first elements of a parameter. Depends on the arguments alone: on no thread count and no other parameter, so that
/// a model which gets one more layer at its end starts with the same numbers in front.
template <element T>
void initialize(T* data, std::int64_t size, initializer how, std::uint64_t seed, std::uint64_t parameter_index) {
  if (how.kind == initializer_kind::constant) {
    for (std::int64_t i = 0; i < size; ++i) data[i] = T(how.bound);
    return;
  }
  for (std::int64_t i = 0; i < size; i += 2) {
    const auto pair = detail::distributed(detail::random_pair(seed, parameter_index, std::uint64_t(i) / 2), how);
    data[i] = T(pair.first);
    if (i + 1 < size) data[i + 1] = T(pair.second);
  }
}

}  // namespace tenon::nn

#endif
