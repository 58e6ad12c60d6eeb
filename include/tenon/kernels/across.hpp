#ifndef TENON_KERNELS_ACROSS_HPP
#define TENON_KERNELS_ACROSS_HPP

#include <algorithm>

#include "tenon/kernels/loop_cost.hpp"
#include "tenon/kernels/loop_space.hpp"
#include "tenon/simd/transpose.hpp"

namespace tenon::kernels {

/// A loop nest without reductions some of whose operands are contiguous along the loop in front of the lanes (transposed ones).
/// It works in blocks of both loops: each such operand is transposed into memory of the task, where the rows of the block find
/// it as if it lay along the lanes. A task is a block.
template <auto D>
class across_kernel {
 public:
  using body = loop_body<D>;
  using arguments = typename body::arguments;

  static int phases(const arguments&) { return 1; }
  static std::int64_t tasks(const arguments& a, int, int) { return others::steps(a) * blocks(a.extents[row], height) * blocks(a.extents[lane], width); }
  static double cost(const arguments& a, int) {
    return double(others::steps(a)) * double(a.extents[row]) * double(a.extents[lane]) * detail::element_cost<D>();
  }
  static std::size_t shared_bytes(const arguments&) { return 0; }
  static std::size_t worker_bytes(const arguments&) { return 0; }

  TENON_HOT static void run(const arguments& a, int, int, std::int64_t first, std::int64_t last, std::byte*, std::byte*) {
    const std::int64_t along = blocks(a.extents[lane], width), each = blocks(a.extents[row], height) * along;
    if (first >= last || each == 0) return;
    alignas(64) std::byte memory[offset_of(D.accesses)];
    others other(a, detail::start_of<body>(a), first / each);
    for (std::int64_t block = first % each; first < last; ++first) {
      run_block(a, other.at(), block / along * height, block % along * width, memory);
      if (++block == each) {
        block = 0;
        other.next();
      }
    }
  }

 private:
  static constexpr int lane = D.rank - 1, row = D.rank - 2;
  using others = detail::odometer<body, 0, row>;
  using position = typename body::position;

  static constexpr bool is_across(int access) { return D.access[access].lane == lane_step::across; }

  // Blocks are as wide as a few lines of the cache, and so high that all of them stay in the first-level cache.
  static constexpr int width = 64;
  static constexpr int height = [] {
    int bytes = 0;
    for (int i = 0; i < D.accesses; ++i) bytes += is_across(i) ? size_of(D.access[i].type) : 0;
    return std::clamp(16384 / width / (bytes > 0 ? bytes : 1) / 16 * 16, 16, 64);
  }();
  /// Where the transposed block of an access begins.
  static consteval std::size_t offset_of(int access) {
    std::size_t bytes = 0;
    for (int i = 0; i < access; ++i) bytes += is_across(i) ? std::size_t(width * height * size_of(D.access[i].type)) : 0;
    return bytes;
  }

  static std::int64_t blocks(std::int64_t extent, int size) { return (extent + size - 1) / size; }

  static void run_block(const arguments& a, position p, std::int64_t first_row, std::int64_t first_lane, std::byte* memory) {
    const int rows = int(std::min<std::int64_t>(height, a.extents[row] - first_row));
    const int lanes = int(std::min<std::int64_t>(width, a.extents[lane] - first_lane));
    position step{};
    body::each_access([&]<int A>(std::integral_constant<int, A>) TENON_LAMBDA_INLINE {
      constexpr std::intptr_t size = size_of(D.access[A].type);
      p.at[A] += first_row * a.step[A][row];
      step.at[A] = a.step[A][row];
      if constexpr (is_across(A)) {
        std::byte* block = memory + offset_of(A);
        // No hardware foresees a stream that ends after a few lines.
        const int next = int(std::min<std::int64_t>(width, a.extents[lane] - first_lane - lanes));
        for (int j = 0; j < next; ++j) simd::prefetch(p.at[A] + (first_lane + width + j) * a.step[A][lane], height * size);
        transpose<A>(p.at[A] + first_lane * a.step[A][lane], a.step[A][lane], lanes, rows, block);
        p.at[A] = reinterpret_cast<std::intptr_t>(block) - first_lane * size;
        step.at[A] = width * size;
      }
    });
    for (int i = 0; i < rows; ++i) {
      body::each_access([&]<int A>(std::integral_constant<int, A>) TENON_LAMBDA_INLINE {
        constexpr int size = size_of(D.access[A].type);
        if constexpr (D.access[A].lane == lane_step::one)
          if (!(D.access[A].is_store() && a.streams)) simd::prefetch(p.at[A] + (first_lane + width) * size, width * size);
      });
      run_row(a, p, first_lane, first_lane + lanes);
      for (int k = 0; k < body::accesses; ++k) p.at[k] += step.at[k];
    }
  }

  /// Element (i, j) of the block is the j-th along the lanes and the i-th along the rows.
  template <int A>
  static void transpose(std::intptr_t from, std::intptr_t step, int lanes, int rows, std::byte* block) {
    using T = simd::transposed_as<storage_of<D.access[A].type>>;
    simd::transpose(reinterpret_cast<const T*>(from), step / std::intptr_t(sizeof(T)), lanes, rows, reinterpret_cast<T*>(block), width);
  }

  static void run_row(const arguments& a, const position& p, std::int64_t begin, std::int64_t end) {
    typename body::registers r;
    body::template outer<0, false>(r, a, p, 0, body::lanes);
    std::int64_t i = begin;
    for (; i + body::lanes <= end; i += body::lanes) body::template inner<0, false>(r, a, p, i, body::lanes);
    if (i < end) body::template inner<0, true>(r, a, p, i, int(end - i));
  }
};

}  // namespace tenon::kernels

#endif
