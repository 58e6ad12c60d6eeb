#ifndef TENON_KERNELS_REDUCTION_CHUNKS_HPP
#define TENON_KERNELS_REDUCTION_CHUNKS_HPP

#include <cstdint>

namespace tenon::kernels::detail {

/// How the reduced loops are cut into chunks. Each chunk is summed up by itself and chunks are merged in order, so the bits of
/// a result depend on the extents and not on who computed which chunk.
struct reduction_chunks {
  std::int64_t steps = 1;         // of the reduced loops that are not along the vector
  std::int64_t length = 0;        // along the vector; 0 where lanes lie on a kept axis
  std::int64_t steps_each = 1, length_each = 0;
  std::int64_t along_steps = 1, along_length = 1;  // how many chunks in each direction

  std::int64_t count() const { return along_steps * along_length; }

  static std::int64_t ceil(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }
  static std::int64_t greater(std::int64_t a, std::int64_t b) { return a > b ? a : b; }

  static reduction_chunks of_rows(std::int64_t steps, std::int64_t length, int lanes) {
    constexpr std::int64_t least = 8192, most_chunks = 256;
    if (steps == 1 && length <= least) return {.length = length, .length_each = length};
    reduction_chunks c{.steps = steps, .length = length};
    c.length_each = ceil(greater(least, ceil(length, most_chunks)), 4 * lanes) * 4 * lanes;
    c.along_length = greater(1, ceil(length, c.length_each));
    c.steps_each = greater(1, greater(least / greater(1, length), ceil(steps, most_chunks)));
    c.along_steps = greater(1, ceil(steps, c.steps_each));
    return c;
  }
  static reduction_chunks of_columns(std::int64_t steps) {
    constexpr std::int64_t least = 128, most_chunks = 64;
    if (steps <= least) return {.steps = steps, .steps_each = steps};
    reduction_chunks c{.steps = steps};
    c.steps_each = greater(least, ceil(steps, most_chunks));
    c.along_steps = greater(1, ceil(steps, c.steps_each));
    return c;
  }
};

}  // namespace tenon::kernels::detail

#endif
