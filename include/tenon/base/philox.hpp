#ifndef TENON_BASE_PHILOX_HPP
#define TENON_BASE_PHILOX_HPP

#include <array>
#include <cstdint>

namespace tenon {

/// Philox4x32-10 of Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (2011): a counter and a key give four
/// independent words.
struct philox_4x32 {
  using counter_type = std::array<std::uint32_t, 4>;
  using key_type = std::array<std::uint32_t, 2>;

  static constexpr int rounds = 10;
  static constexpr std::uint32_t multiplier[2] = {0xD2511F53, 0xCD9E8D57};
  static constexpr std::uint32_t key_step[2] = {0x9E3779B9, 0xBB67AE85};

  static constexpr counter_type round(counter_type c, key_type k) {
    const std::uint64_t a = std::uint64_t(multiplier[0]) * c[0];
    const std::uint64_t b = std::uint64_t(multiplier[1]) * c[2];
    return {std::uint32_t(b >> 32) ^ c[1] ^ k[0], std::uint32_t(b), std::uint32_t(a >> 32) ^ c[3] ^ k[1], std::uint32_t(a)};
  }

  static constexpr counter_type block(counter_type c, key_type k) {
    for (int i = 0; i < rounds; ++i) {
      c = round(c, k);
      k = {k[0] + key_step[0], k[1] + key_step[1]};
    }
    return c;
  }
};

/// The random word at a place of the stream of a seed: word place % 4 of counter place / 4.
constexpr std::uint32_t philox(std::uint64_t seed, std::uint64_t place) {
  const std::uint64_t counter = place / 4;
  return philox_4x32::block({std::uint32_t(counter), std::uint32_t(counter >> 32), 0, 0},
                            {std::uint32_t(seed), std::uint32_t(seed >> 32)})[place % 4];
}

}  // namespace tenon

#endif
