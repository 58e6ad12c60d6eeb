#ifndef TENON_KERNELS_SORT_NETWORK_HPP
#define TENON_KERNELS_SORT_NETWORK_HPP

#include <algorithm>
#include <limits>
#include <utility>

#include "tenon/simd/simd.hpp"

namespace tenon::kernels {

/// Sorts as many segments as a register has lanes side by side: Batcher's network of exchanges, each of which is a minimum and a
/// maximum of registers.
template <class Item>
class sort_network {
 public:
  static constexpr int lanes = simd::block_lanes<Item>;

  struct segment {
    Item* first = nullptr;
    std::int64_t length = 0;
  };

  /// Bytes of `columns` for segments of up to n items.
  static constexpr std::size_t bytes(std::int64_t n) { return std::size_t(rows_for(n)) * lanes * sizeof(Item); }

  /// Sorts each of the segments, of which those without items have no address. `columns` is aligned to the register.
  static void sort(const segment (&segments)[lanes], Item* columns) {
    std::int64_t longest = 0;
    for (const segment& s : segments) longest = std::max(longest, s.length);
    const std::int64_t rows = rows_for(longest);
    for (std::int64_t i = 0; i < rows; i += lanes) load(segments, i, std::min<std::int64_t>(lanes, rows - i), columns);
    for (std::int64_t i = 0; i < rows; i += eight) sort_eight(columns + i * lanes, std::make_index_sequence<std::size(exchanges)>());
    for (std::int64_t sorted = eight; sorted < rows; sorted *= 2)
      for (std::int64_t i = 0; i + sorted < rows; i += 2 * sorted) merge(columns + i * lanes, sorted, std::min(2 * sorted, rows - i));
    for (std::int64_t i = 0; i < longest; i += lanes) store(segments, i, columns);
  }

 private:
  using pack = simd::pack<Item, lanes>;
  static constexpr int eight = 8;
  static constexpr signed char exchanges[19][2] = {{0, 2}, {1, 3}, {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}, {0, 1}, {2, 3},
                                                   {4, 5}, {6, 7}, {2, 4}, {3, 5}, {1, 4}, {3, 6}, {1, 2}, {3, 4}, {5, 6}};

  static constexpr std::int64_t rows_for(std::int64_t n) { return (n + eight - 1) / eight * eight; }

  /// Items i, i + 1, ... of each segment as the rows i, i + 1, ... of the columns; behind the last one the greatest there is.
  static void load(const segment (&segments)[lanes], std::int64_t i, std::int64_t rows, Item* columns) {
    const pack greatest = pack::broadcast(std::numeric_limits<Item>::max());
    pack x[lanes];
    for (int k = 0; k < lanes; ++k) {
      const Item* from = segments[k].first + i;
      const std::int64_t n = segments[k].length - i;
      if (n >= lanes) x[k] = pack::load(from);
      else if (n <= 0) x[k] = greatest;
      else x[k] = simd::apply<opcode::select>(simd::first_lanes<lanes>(int(n)), pack::load_partial(from, int(n)), greatest);
    }
    simd::transpose_registers<Item>(x);
    for (std::int64_t k = 0; k < rows; ++k) x[k].store(columns + (i + k) * lanes);
  }

  static void store(const segment (&segments)[lanes], std::int64_t i, const Item* columns) {
    pack x[lanes];
    for (int k = 0; k < lanes; ++k) x[k] = pack::load(columns + (i + k) * lanes);
    simd::transpose_registers<Item>(x);
    for (int k = 0; k < lanes; ++k) {
      const std::int64_t n = segments[k].length - i;
      if (n >= lanes) x[k].store(segments[k].first + i);
      else if (n > 0) x[k].store_partial(segments[k].first + i, int(n));
    }
  }

  TENON_INLINE static void exchange(pack& a, pack& b) {
    const pack least = simd::apply<opcode::min>(a, b);
    b = simd::apply<opcode::max>(a, b);
    a = least;
  }
  TENON_INLINE static void exchange(Item* a, Item* b) {
    pack x = pack::load(a), y = pack::load(b);
    exchange(x, y);
    x.store(a), y.store(b);
  }

  template <std::size_t... I>
  static void sort_eight(Item* rows, std::index_sequence<I...>) {
    pack x[eight];
    for (int k = 0; k < eight; ++k) x[k] = pack::load(rows + k * lanes);
    (exchange(x[exchanges[I][0]], x[exchanges[I][1]]), ...);
    for (int k = 0; k < eight; ++k) x[k].store(rows + k * lanes);
  }

  /// Merges the first `sorted` rows with those behind them, up to `end`; what is not there would be greater than all.
  static void merge(Item* rows, std::int64_t sorted, std::int64_t end) {
    for (std::int64_t i = sorted; i < end; ++i) exchange(rows + (i - sorted) * lanes, rows + i * lanes);
    for (std::int64_t apart = sorted / 2; apart > 0; apart /= 2)
      for (std::int64_t first = apart; first + apart < end; first += 2 * apart)
        for (std::int64_t i = first; i < std::min(first + apart, end - apart); ++i) exchange(rows + i * lanes, rows + (i + apart) * lanes);
  }
};

}  // namespace tenon::kernels

#endif
