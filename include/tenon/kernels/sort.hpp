#ifndef TENON_KERNELS_SORT_HPP
#define TENON_KERNELS_SORT_HPP

#include <cstddef>

#include "tenon/kernels/sort_rows.hpp"
#include "tenon/kernels/sort_segments.hpp"

namespace tenon::kernels {

/// Sorts rows. A task is a group of them: keys are made of its elements, sorted, and made elements and places again.
template <class T, bool Places>
class sort_kernel {
 public:
  using arguments = sort_arguments;

  static int phases(const arguments&) { return 1; }
  static std::int64_t tasks(const arguments& a, int, int) { return (rows_of(a) + group(a) - 1) / group(a); }
  static double cost(const arguments& a, int) { return double(rows_of(a)) * double(a.count) * 2; }
  static std::size_t shared_bytes(const arguments&) { return 0; }
  static std::size_t worker_bytes(const arguments& a) {
    return with_item(a, [&]<class Item>(Item) { return items_bytes<Item>(a) + segment_sorter<Item>::bytes(a.count); });
  }

  static void run(const arguments& a, int, int, std::int64_t first, std::int64_t last, std::byte*, std::byte* own) {
    with_item(a, [&]<class Item>(Item) {
      for (std::int64_t task = first; task < last; ++task) sort_group<Item>(a, task * group(a), std::min(rows_of(a), (task + 1) * group(a)), own);
    });
  }

 private:
  /// A key and its place are one integer, unless the key takes all of it or there are too many places.
  template <class F>
  static auto with_item(const arguments& a, F f) {
    if constexpr (!Places) return f(sort_key<T>());
    else if constexpr (sizeof(T) == 8) return f(key_and_place());
    else return a.count >> 32 == 0 ? f(std::int64_t()) : f(key_and_place());
  }

  static std::int64_t rows_of(const arguments& a) {
    std::int64_t rows = a.wanted == 0 ? 0 : 1;
    for (int i = 0; i < a.rank; ++i) rows *= a.extents[i];
    return rows;
  }

  /// So many rows that a network has work for all lanes, and that a task takes some microseconds.
  static std::int64_t group(const arguments& a) {
    constexpr std::int64_t lanes = simd::word_lanes, few = 4096;
    const std::int64_t n = a.count < 1 ? 1 : a.count;
    return n * lanes <= few ? few / n / lanes * lanes : n <= 2 * few / lanes ? lanes : (few + n - 1) / n;
  }

  template <class Item>
  static std::size_t items_bytes(const arguments& a) {
    return (std::size_t(group(a) * a.count) * sizeof(Item) + 63) / 64 * 64;
  }

  template <class Item>
  static void sort_group(const arguments& a, std::int64_t first, std::int64_t last, std::byte* own) {
    auto* items = reinterpret_cast<Item*>(own);
    const bool zeros = for_each_run(a, first, last, [&](const row_run& r) { return load_rows<T>(a, r, items + (r.row - first) * a.count); });
    segment_sorter<Item> sorter(own + items_bytes<Item>(a), (last - first) * a.count);
    for (std::int64_t row = 0; row < last - first; ++row) sorter.sort(items + row * a.count, a.count, a.wanted);
    sorter.finish();
    for_each_run(a, first, last, [&](const row_run& r) {
      const Item* from = items + (r.row - first) * a.count;
      if (a.elements != nullptr) store_rows(a, r, from, static_cast<T*>(a.elements), [&](const Item& x) { return sort_item<T, Item>::element(x, a.turn<T>()); });
      if constexpr (Places) store_rows(a, r, from, static_cast<std::int64_t*>(a.places), [](const Item& x) { return sort_item<T, Item>::place(x); });
      if (zeros && a.elements != nullptr) restore_zeros<T>(a, r);
      return false;
    });
  }
};

}  // namespace tenon::kernels

#endif
