#ifndef TENON_SIMD_RANDOM_HPP
#define TENON_SIMD_RANDOM_HPP

#include "tenon/base/philox.hpp"
#include "tenon/simd/integer.hpp"

namespace tenon::simd {
namespace detail {

/// A block of Philox for each of wide_lanes consecutive counters: `low` holds the first two words of each, `high` the
/// other two.
struct philox_blocks {
  wide_words low, high;
};

TENON_INLINE philox_blocks philox_of(std::uint64_t seed, std::uint64_t counter) {
  // Only the low 32 bits of c[] and k[] count until the end.
  const wide_words first = wide_words::load_aligned(count_up<std::uint64_t, wide_lanes>.value) + wide_words(counter);
  wide_words c[4] = {first, first >> 32, wide_words(0u), wide_words(0u)};
  std::uint32_t k[2] = {std::uint32_t(seed), std::uint32_t(seed >> 32)};
  const wide_words multiplier[2] = {wide_words(philox_4x32::multiplier[0]), wide_words(philox_4x32::multiplier[1])};
  for (int i = 0; i < philox_4x32::rounds; ++i) {
    const wide_words a = detail::multiply_low_words(c[0], multiplier[0]);
    const wide_words b = detail::multiply_low_words(c[2], multiplier[1]);
    c[0] = (b >> 32) ^ c[1] ^ wide_words(k[0]);
    c[1] = b;
    c[2] = (a >> 32) ^ c[3] ^ wide_words(k[1]);
    c[3] = a;
    k[0] += philox_4x32::key_step[0];
    k[1] += philox_4x32::key_step[1];
  }
  const wide_words low_word(0xFFFFFFFFu);
  return {(c[0] & low_word) | (c[1] << 32), (c[2] & low_word) | (c[3] << 32)};
}

}  // namespace detail

/// Lane i is philox(seed, place + i).
template <int L>
TENON_INLINE pack<std::int32_t, L> random_bits(std::uint64_t seed, std::uint64_t place) {
  using namespace detail;
  using result = pack<std::int32_t, L>;
  constexpr int words = 4 * wide_lanes;  // that one philox_of gives
  constexpr int blocks = L / words + 1;  // enough wherever in its block `place` stands
  alignas(64) std::int32_t buffer[blocks * words];
  for (int i = 0; i < blocks; ++i) {
    const philox_blocks x = philox_of(seed, place / 4 + std::uint64_t(i * wide_lanes));
    const wide_words front = xsimd::zip_lo(x.low, x.high);
    if constexpr (L == word_lanes)
      if (place % 4 == 0) return {{xsimd::bitwise_cast<std::int32_t>(front)}};
    xsimd::bitwise_cast<std::int32_t>(front).store_aligned(buffer + i * words);
    xsimd::bitwise_cast<std::int32_t>(xsimd::zip_hi(x.low, x.high)).store_aligned(buffer + i * words + words / 2);
  }
  return result::load(buffer + place % 4);
}

}  // namespace tenon::simd

#endif
