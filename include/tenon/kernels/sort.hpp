#ifndef TENON_KERNELS_SORT_HPP
#define TENON_KERNELS_SORT_HPP

#include <algorithm>
#include <cstddef>

#include "tenon/ir/extent.hpp"
#include "tenon/simd/simd.hpp"

namespace tenon::kernels {

/// Rows that are sorted. Loops: all but the one along rows. Steps are in elements.
struct sort_arguments {
  int rank = 0;
  bool descending = false;
  std::int64_t extents[max_rank] = {};
  std::int64_t count = 0, wanted = 0;  // elements of a row, and how many of them the result has
  const void* from = nullptr;
  void* to = nullptr;
  std::int64_t from_step[max_rank] = {}, to_step[max_rank] = {}, from_stride = 0, to_stride = 0;
};

template <class T, bool Places>
class sort_kernel {
 public:
  using arguments = sort_arguments;
  using result = std::conditional_t<Places, std::int64_t, T>;

  static int phases(const arguments&) { return 1; }
  static std::int64_t tasks(const arguments& a, int, int) {
    std::int64_t rows = a.wanted == 0 ? 0 : 1;
    for (int i = 0; i < a.rank; ++i) rows *= a.extents[i];
    return rows;
  }
  static double cost(const arguments& a, int) { return double(tasks(a, 0, 1)) * double(a.count) * 20; }
  static std::size_t shared_bytes(const arguments&) { return 0; }
  static std::size_t worker_bytes(const arguments& a) { return std::size_t(a.count) * sizeof(item); }

  static void run(const arguments& a, int, int, std::int64_t first, std::int64_t last, std::byte*, std::byte* own) {
    item* items = reinterpret_cast<item*>(own);
    for (std::int64_t row = first; row < last; ++row) {
      std::int64_t from = 0, to = 0, rest = row;
      for (int i = a.rank; i-- > 0; rest /= a.extents[i]) {
        const std::int64_t place = rest % a.extents[i];
        from += place * a.from_step[i], to += place * a.to_step[i];
      }
      for (std::int64_t i = 0; i < a.count; ++i) items[i] = {static_cast<const T*>(a.from)[from + i * a.from_stride], i};
      std::sort(items, items + a.count, [&](const item& x, const item& y) {
        const bool less = precedes(x.key, y.key), greater = precedes(y.key, x.key);
        return a.descending ? greater || (!less && x.place < y.place) : less || (!greater && x.place < y.place);
      });
      for (std::int64_t i = 0; i < a.wanted; ++i)
        if constexpr (Places) static_cast<result*>(a.to)[to + i * a.to_stride] = items[i].place;
        else static_cast<result*>(a.to)[to + i * a.to_stride] = items[i].key;
    }
  }

 private:
  struct item {
    T key;
    std::int64_t place;
  };
  static bool precedes(T a, T b) { return a < b || (b != b && a == a); }
};

}  // namespace tenon::kernels

#endif
