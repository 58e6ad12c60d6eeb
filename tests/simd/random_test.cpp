#include "tenon/simd/random.hpp"

#include <gtest/gtest.h>

namespace {

using namespace tenon;

// The vectors that Random123 publishes for philox4x32-10.
using counter = philox_4x32::counter_type;
using key = philox_4x32::key_type;
static_assert(philox_4x32::block(counter{}, key{}) == counter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
static_assert(philox_4x32::block({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}) == counter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
static_assert(philox_4x32::block({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
              counter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});

static_assert(philox(0, 0) == 0x6627e8d5 && philox(0, 3) == 0x9b00dbd8);

template <int L>
void expect_stream(std::uint64_t seed, std::uint64_t place) {
  std::int32_t lanes[L];
  simd::random_bits<L>(seed, place).store(lanes);
  for (int i = 0; i < L; ++i)
    ASSERT_EQ(std::uint32_t(lanes[i]), philox(seed, place + std::uint64_t(i)))
        << "seed " << seed << " place " << place << " lane " << i;
}

TEST(random_bits, is_the_scalar_stream_at_every_place) {
  for (std::uint64_t seed : {0ull, 42ull, 0x123456789ABCDEFull, ~0ull})
    for (std::uint64_t place : {0ull, 1ull, 2ull, 3ull, 4ull, 17ull, (1ull << 34) - 5, 0xFFFFFFFFull * 4 + 2, 1ull << 60}) {
      expect_stream<simd::word_lanes>(seed, place);
      expect_stream<2 * simd::word_lanes>(seed, place);
      expect_stream<4 * simd::word_lanes>(seed, place);
    }
}

}  // namespace
