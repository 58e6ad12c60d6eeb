#ifndef TENON_KERNELS_SORT_NETWORK_HPP
#define TENON_KERNELS_SORT_NETWORK_HPP

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "tenon/simd/simd.hpp"

namespace tenon::kernels {
namespace detail {

struct exchange_pair {
  int low, high;
};

/// The exchanges of Batcher's odd-even merge sort of N items, a power of two.
template <int N>
struct batcher_exchanges {
  static consteval int count() {
    int n = 0;
    for_each([&](int, int) { ++n; });
    return n;
  }
  template <class F>
  static consteval void for_each(F f) {
    for (int sorted = 1; sorted < N; sorted *= 2)
      for (int apart = sorted; apart > 0; apart /= 2)
        for (int first = apart % sorted; first + apart < N; first += 2 * apart)
          for (int i = first; i < first + apart; ++i)
            if (i / (2 * sorted) == (i + apart) / (2 * sorted)) f(i, i + apart);
  }
  static consteval auto list() {
    std::array<exchange_pair, std::size_t(count())> all{};
    std::size_t n = 0;
    for_each([&](int low, int high) { all[n++] = {low, high}; });
    return all;
  }
};

}  // namespace detail

/// Sorts as many segments as a register has lanes side by side, by exchanges, each of which is a minimum and a maximum of two
/// registers. Blocks of rows are sorted in registers, then merged by bitonic networks, several steps of which are done at once.
/// Rows behind the last one count as greater than all, so exchanges with them are left out.
template <class Item>
class sort_network {
 public:
  static constexpr int lanes = simd::block_lanes<Item>;

  struct segment {
    const Item* first;
    Item* sorted;  // where its items go; may be where they are
    std::int64_t length;
  };

  /// Bytes of `columns` for segments of up to n items.
  static constexpr std::size_t bytes(std::int64_t n) { return std::size_t(rows_for(n)) * lanes * sizeof(Item); }

  /// Sorts `count` segments, at most as many as there are lanes. `columns` is aligned to the register.
  static void sort(const segment* segments, int count, Item* columns) {
    std::int64_t longest = 0;
    for (int k = 0; k < count; ++k) longest = std::max(longest, segments[k].length);
    const std::int64_t rows = rows_for(longest);
    for (std::int64_t i = 0; i < rows; i += lanes) load(segments, count, i, std::min<std::int64_t>(lanes, rows - i), columns);
    if (rows == half) sort_rows<half>(columns);
    else
      for (std::int64_t i = 0; i < rows; i += block) sort_rows<block>(columns + i * lanes);
    for (std::int64_t sorted = block; sorted < rows; sorted *= 2)
      for (std::int64_t i = 0; i + sorted < rows; i += 2 * sorted) merge(columns + i * lanes, sorted, std::min(2 * sorted, rows - i));
    for (std::int64_t i = 0; i < longest; i += lanes) store(segments, count, i, columns);
  }

 private:
  using pack = simd::pack<Item, lanes>;
  static constexpr int block = 16, half = block / 2;  // rows that are sorted in registers

  static constexpr std::int64_t rows_for(std::int64_t n) { return n <= half ? half : (n + block - 1) / block * block; }

  /// Items i, i + 1, ... of each segment as the rows i, i + 1, ... of the columns; behind the last one the greatest there is.
  static void load(const segment* segments, int count, std::int64_t i, std::int64_t rows, Item* columns) {
    [&]<std::size_t... K>(std::index_sequence<K...>) TENON_LAMBDA_INLINE {
      pack x[lanes] = {items_of(segments, count, int(K), i)...};
      simd::transpose_registers<Item>(x);
      ((std::int64_t(K) < rows ? x[K].store(columns + (i + std::int64_t(K)) * lanes) : void()), ...);
    }(std::make_index_sequence<lanes>());
  }

  TENON_INLINE static pack items_of(const segment* segments, int count, int k, std::int64_t i) {
    const pack greatest = pack::broadcast(std::numeric_limits<Item>::max());
    const std::int64_t n = k < count ? segments[k].length - i : 0;
    if (n >= lanes) return pack::load(segments[k].first + i);
    if (n <= 0) return greatest;
    return simd::apply<opcode::select>(simd::first_lanes<lanes>(int(n)), pack::load_partial(segments[k].first + i, int(n)), greatest);
  }

  static void store(const segment* segments, int count, std::int64_t i, const Item* columns) {
    [&]<std::size_t... K>(std::index_sequence<K...>) TENON_LAMBDA_INLINE {
      pack x[lanes] = {pack::load(columns + (i + std::int64_t(K)) * lanes)...};
      simd::transpose_registers<Item>(x);
      (store_items(segments, count, int(K), i, x[K]), ...);
    }(std::make_index_sequence<lanes>());
  }

  TENON_INLINE static void store_items(const segment* segments, int count, int k, std::int64_t i, pack x) {
    const std::int64_t n = k < count ? segments[k].length - i : 0;
    if (n >= lanes) x.store(segments[k].sorted + i);
    else if (n > 0) x.store_partial(segments[k].sorted + i, int(n));
  }

  /// Does something to rows, `apart` from each other, in registers.
  template <int N, class F>
  TENON_INLINE static void in_registers(Item* rows, std::int64_t apart, F f) {
    [&]<std::size_t... I>(std::index_sequence<I...>) TENON_LAMBDA_INLINE {
      pack x[N] = {pack::load(rows + std::int64_t(I) * apart * lanes)...};
      f(x);
      (x[I].store(rows + std::int64_t(I) * apart * lanes), ...);
    }(std::make_index_sequence<N>());
  }

  template <int N>
  static void sort_rows(Item* rows) {
    static constexpr auto exchanges = detail::batcher_exchanges<N>::list();
    in_registers<N>(rows, 1, [](pack* x) TENON_LAMBDA_INLINE {
      [&]<std::size_t... I>(std::index_sequence<I...>) TENON_LAMBDA_INLINE {
        (simd::exchange(x[exchanges[I].low], x[exchanges[I].high]), ...);
      }(std::make_index_sequence<exchanges.size()>());
    });
  }

  /// Exchanges of rows that are N / 2, N / 4, ... 1 apart.
  template <int N>
  TENON_INLINE static void halve(pack* x) {
    if constexpr (N > 1) {
      [&]<std::size_t... I>(std::index_sequence<I...>) TENON_LAMBDA_INLINE { (simd::exchange(x[I], x[I + N / 2]), ...); }(std::make_index_sequence<N / 2>());
      halve<N / 2>(x);
      halve<N / 2>(x + N / 2);
    }
  }

  /// Merges the first `sorted` rows, two blocks or more, with those behind them, up to `end`.
  static void merge(Item* rows, std::int64_t sorted, std::int64_t end) {
    turn_over(rows, sorted, end);
    std::int64_t apart = sorted / 4;
    for (; apart >= 2 * block; apart /= 4) halve_twice(rows, apart, end);
    if (apart >= block) halve_once(rows, apart, end);
    for (std::int64_t i = 0; i < end; i += block) in_registers<block>(rows + i * lanes, 1, [](pack* x) TENON_LAMBDA_INLINE { halve<block>(x); });
  }

  /// Exchanges row i with row 2 sorted - 1 - i, then rows that are sorted / 2 apart.
  static void turn_over(Item* rows, std::int64_t sorted, std::int64_t end) {
    const std::int64_t apart = sorted / 2;
    for (std::int64_t i = std::max<std::int64_t>(0, 2 * sorted - apart - end); i < apart; ++i) {
      Item *a = rows + i * lanes, *b = a + apart * lanes, *c = rows + (2 * sorted - 1 - i - apart) * lanes, *d = c + apart * lanes;
      pack p = pack::load(a), q = pack::load(b), r = pack::load(c);
      simd::exchange(q, r);
      if (2 * sorted - 1 - i < end) {
        pack s = pack::load(d);
        simd::exchange(p, s), simd::exchange(r, s);
        s.store(d);
      }
      simd::exchange(p, q);
      p.store(a), q.store(b), r.store(c);
    }
  }

  static void halve_once(Item* rows, std::int64_t apart, std::int64_t end) {
    for (std::int64_t first = 0; first < end; first += 2 * apart)
      for (std::int64_t i = first; i < std::min(first + apart, end - apart); ++i) in_registers<2>(rows + i * lanes, apart, [](pack* x) TENON_LAMBDA_INLINE { halve<2>(x); });
  }
  static void halve_twice(Item* rows, std::int64_t apart, std::int64_t end) {
    std::int64_t first = 0;
    for (; first + 2 * apart <= end; first += 2 * apart)
      for (std::int64_t i = first; i < first + apart / 2; ++i) in_registers<4>(rows + i * lanes, apart / 2, [](pack* x) TENON_LAMBDA_INLINE { halve<4>(x); });
    halve_once(rows + first * lanes, apart, end - first);
    halve_once(rows + first * lanes, apart / 2, end - first);
  }
};

}  // namespace tenon::kernels

#endif
