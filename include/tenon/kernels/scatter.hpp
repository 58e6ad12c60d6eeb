#ifndef TENON_KERNELS_SCATTER_HPP
#define TENON_KERNELS_SCATTER_HPP

#include <cstddef>

#include "tenon/ir/extent.hpp"
#include "tenon/simd/simd.hpp"

namespace tenon::kernels {

/// Adds updates where indices say. Loops: those of the indices, then those that share an index. Steps are in elements.
struct scatter_arguments {
  int rank = 0, shared = 0;  // how many loops, and how many of them, the last ones, share an index
  std::int64_t extents[max_rank] = {};
  const void* updates = nullptr;
  const void* indices = nullptr;
  void* result = nullptr;
  std::int64_t update_step[max_rank] = {}, index_step[max_rank] = {}, result_step[max_rank] = {};
  std::int64_t index_stride = 0;
};

/// Each task adds the columns of its part of the last loop, all updates in order: the same bits for any number of tasks.
template <class T, class Index>
class scatter_kernel {
 public:
  using arguments = scatter_arguments;

  static int phases(const arguments&) { return 1; }
  static std::int64_t tasks(const arguments& a, int, int) { return a.shared == 0 ? 1 : (a.extents[a.rank - 1] + columns - 1) / columns; }
  static double cost(const arguments& a, int) {
    double n = 1;
    for (int i = 0; i < a.rank; ++i) n *= double(a.extents[i]);
    return n * 0.3;
  }
  static std::size_t shared_bytes(const arguments&) { return 0; }
  static std::size_t worker_bytes(const arguments&) { return 0; }

  static void run(const arguments& a, int, int, std::int64_t first, std::int64_t last, std::byte*, std::byte*) {
    const std::int64_t n = a.shared == 0 ? 1 : a.extents[a.rank - 1];
    const std::int64_t begin = first * columns, end = last * columns < n ? last * columns : n;
    const int outer = (a.shared == 0 ? a.rank : a.rank - 1) - 1;  // the loops around the last one that changes the index
    const std::int64_t inner = outer < 0 ? 1 : a.extents[outer];
    std::int64_t count = 1;
    for (int i = 0; i < outer; ++i) count *= a.extents[i];
    for (std::int64_t step = 0; step < count; ++step) {
      std::int64_t update = 0, index = 0, result = 0, rest = step;
      for (int i = outer; i-- > 0;) {
        const std::int64_t place = rest % a.extents[i];
        rest /= a.extents[i];
        update += place * a.update_step[i], index += place * a.index_step[i], result += place * a.result_step[i];
      }
      add_along(a, outer < 0 ? 0 : outer, inner, static_cast<const T*>(a.updates) + update, static_cast<const Index*>(a.indices) + index,
                static_cast<T*>(a.result) + result, begin, end);
    }
  }

 private:
  static constexpr std::int64_t columns = 64;
  static constexpr int lanes = sizeof(T) == 8 ? simd::wide_lanes : simd::word_lanes;

  /// The updates of one loop, which changes the index.
  static void add_along(const arguments& a, int loop, std::int64_t n, const T* updates, const Index* indices, T* result, std::int64_t begin, std::int64_t end) {
    const std::int64_t update = a.update_step[loop], index = a.index_step[loop], step = a.result_step[loop];
    if (a.shared == 0)
      for (std::int64_t i = 0; i < n; ++i) {
        T& to = result[i * step + std::int64_t(indices[i * index]) * a.index_stride];
        to = sum(to, updates[i * update]);
      }
    else
      for (std::int64_t i = 0; i < n; ++i) add(result + i * step + std::int64_t(indices[i * index]) * a.index_stride, updates + i * update, a, begin, end);
  }

  static void add(T* to, const T* from, const arguments& a, std::int64_t begin, std::int64_t end) {
    using pack = simd::pack<T, lanes>;
    const std::int64_t to_step = a.result_step[a.rank - 1], from_step = a.update_step[a.rank - 1];
    std::int64_t i = begin;
    if (to_step == 1 && from_step == 1)
      for (; i + lanes <= end; i += lanes) simd::apply<opcode::add>(pack::load(to + i), pack::load(from + i)).store(to + i);
    for (; i < end; ++i) to[i * to_step] = sum(to[i * to_step], from[i * from_step]);
  }
  static T sum(T x, T y) {
    if constexpr (std::is_floating_point_v<T>) return x + y;
    else return T(std::uint64_t(x) + std::uint64_t(y));
  }
};

}  // namespace tenon::kernels

#endif
