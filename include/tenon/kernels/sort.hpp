#ifndef TENON_KERNELS_SORT_HPP
#define TENON_KERNELS_SORT_HPP

#include <cstddef>

#include "tenon/kernels/sort_rows.hpp"
#include "tenon/kernels/sort_segments.hpp"

namespace tenon::kernels {

/// Sorts rows. A task is a group of them: keys are made of its elements, sorted, and made elements and places again.
///
/// Few long rows are cut into chunks. In a first phase each chunk is split by the same bounds; in a second one each part, taken
/// from all chunks, is sorted. Where few elements are wanted, there is one part, of what comes first in each chunk. Since the
/// order is that of a stable sort, results are the same however rows are cut.
template <class T, bool Places>
class sort_kernel {
 public:
  using arguments = sort_arguments;

  static int phases(const arguments& a) { return !has_chunks(a) ? 1 : std::is_floating_point_v<T> ? 3 : 2; }
  static std::int64_t tasks(const arguments& a, int phase, int workers) {
    if (workers < 2 || !has_chunks(a)) return phase == 0 ? (rows_of(a) + group(a) - 1) / group(a) : 0;
    return rows_of(a) * (phase == 0 ? chunks(workers) : phase == 1 ? parts(a, workers) : 1);
  }
  static double cost(const arguments& a, int phase) {
    if (phase == 2) return 1;
    const double n = double(a.count), each = (0.5 + 0.25 * double(std::bit_width(std::uint64_t(a.count)))) * sizeof(sort_key<T>) / 4 * (Places ? 2 : 1);
    return double(rows_of(a)) * n * (has_chunks(a) ? each / 2 : each);
  }
  static std::size_t shared_bytes(const arguments& a) {
    if (!has_chunks(a)) return 0;
    return with_item(a, [&]<class Item>(Item) { return std::size_t(rows_of(a)) * row_bytes<Item>(a); });
  }
  static std::size_t worker_bytes(const arguments& a) {
    return with_item(a, [&]<class Item>(Item) { return 3 * items_bytes<Item>(group(a) * a.count) + segment_sorter<Item>::bytes(); });
  }

  static void run(const arguments& a, int phase, int workers, std::int64_t first, std::int64_t last, std::byte* shared, std::byte* own) {
    with_item(a, [&]<class Item>(Item) {
      for (std::int64_t task = first; task < last; ++task) {
        if (workers < 2 || !has_chunks(a)) {
          sort_group<Item>(a, task * group(a), std::min(rows_of(a), (task + 1) * group(a)), own);
          continue;
        }
        const std::int64_t each = tasks(a, phase, workers) / rows_of(a), row = task / each, part = task % each;
        std::byte* memory = shared + std::size_t(row) * row_bytes<Item>(a);
        for_each_run(a, row, row + 1, [&](const row_run& r) {
          if (phase == 0) split_chunk<Item>(a, r, workers, part, memory, own);
          else if (phase == 1) sort_part<Item>(a, r, workers, part, memory, own);
          else if (a.elements != nullptr) finish_row(a, r, workers, counts_of<Item>(a, memory));
          return false;
        });
      }
      return 0;
    });
  }

 private:
  static constexpr int most_chunks = 16, most_parts = 2 * most_chunks, samples = 16;  // for each bound of a part

  /// What chunks have found: where their items of each part are, how many, and whether -0.0 is among them.
  struct chunk_counts {
    const void* first[most_chunks][most_parts];
    std::int64_t length[most_chunks][most_parts];
    bool zeros[most_chunks];
  };

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

  static bool has_chunks(const arguments& a) { return a.count >= 16384 && rows_of(a) < 8; }
  static std::int64_t chunks(int workers) { return std::min(workers, most_chunks); }
  static int parts(const arguments& a, int workers) { return a.wanted < a.count / 8 ? 1 : int(std::bit_ceil(unsigned(2 * chunks(workers)))); }

  template <class Item>
  static constexpr std::size_t items_bytes(std::int64_t n) {
    return (std::size_t(n) * sizeof(Item) + 63) / 64 * 64;
  }
  /// The memory of a row that is shared: its chunks, room for as much, and what chunks have found.
  template <class Item>
  static std::size_t row_bytes(const arguments& a) {
    return 2 * items_bytes<Item>(a.count) + (sizeof(chunk_counts) + 63) / 64 * 64;
  }
  template <class Item>
  static chunk_counts& counts_of(const arguments& a, std::byte* memory) {
    return *reinterpret_cast<chunk_counts*>(memory + 2 * items_bytes<Item>(a.count));
  }

  /// What one worker sorts in.
  template <class Item>
  struct work {
    Item *items, *other, *sorted;
    std::byte* rest;

    work(const arguments& a, std::byte* own) {
      const std::size_t each = items_bytes<Item>(group(a) * a.count);
      items = reinterpret_cast<Item*>(own), other = reinterpret_cast<Item*>(own + each), sorted = reinterpret_cast<Item*>(own + 2 * each);
      rest = own + 3 * each;
    }
  };

  template <class Item>
  static void sort_group(const arguments& a, std::int64_t first, std::int64_t last, std::byte* own) {
    const work<Item> w(a, own);
    const bool zeros = for_each_run(a, first, last, [&](const row_run& r) { return load_rows<T>(a, r, w.items + (r.row - first) * a.count); });
    segment_sorter<Item> sorter(w.rest, (last - first) * a.count);
    for (std::int64_t i = 0; i < (last - first) * a.count; i += a.count) sorter.sort(w.items + i, w.other + i, w.sorted + i, a.count, a.wanted);
    sorter.finish();
    for_each_run(a, first, last, [&](const row_run& r) {
      store_rows<T, Places>(a, r, w.sorted + (r.row - first) * a.count);
      if (zeros && a.elements != nullptr) restore_zeros<T>(a, r);
      return false;
    });
  }

  template <class Item>
  static void split_chunk(const arguments& a, const row_run& r, int workers, std::int64_t chunk, std::byte* memory, std::byte* own) {
    const T* from = static_cast<const T*>(a.from) + r.from;
    const std::int64_t begin = chunk * a.count / chunks(workers), n = (chunk + 1) * a.count / chunks(workers) - begin;
    Item* items = reinterpret_cast<Item*>(memory) + begin;
    Item* other = reinterpret_cast<Item*>(memory + items_bytes<Item>(a.count)) + begin;
    chunk_counts& counts = counts_of<Item>(a, memory);
    counts.zeros[chunk] = load_items(from + begin * a.from_stride, a.from_stride, n, begin, a.turn<T>(), items);
    if (parts(a, workers) == 1) {
      const work<Item> w(a, own);
      segment_sorter<Item> sorter(w.rest, n);
      sorter.sort(items, w.other, other, n, a.wanted);
      sorter.finish();
      counts.first[chunk][0] = other, counts.length[chunk][0] = std::min(n, a.wanted);
      return;
    }
    Item bounds[most_parts * samples];
    split(items, other, n, choose_bounds(a, from, parts(a, workers), bounds), parts(a, workers), counts.first[chunk], counts.length[chunk]);
  }

  /// Bounds between parts of about one length, the same for each chunk.
  template <class Item>
  static const Item* choose_bounds(const arguments& a, const T* from, int count, Item* sample) {
    const std::int64_t n = count * samples;
    for (std::int64_t i = 0; i < n; ++i) {
      const std::int64_t place = i * (a.count / n);
      sample[i] = sort_item<T, Item>::make(from[place * a.from_stride], place, a.turn<T>());
    }
    std::sort(sample, sample + n);
    for (int i = 0; i + 1 < count; ++i) sample[i] = sample[(i + 1) * samples];
    return sample;
  }

  template <class Item>
  static void sort_part(const arguments& a, const row_run& r, int workers, std::int64_t part, std::byte* memory, std::byte* own) {
    const chunk_counts& counts = counts_of<Item>(a, memory);
    std::int64_t offset = 0, n = 0;
    for (int c = 0; c < chunks(workers); ++c)
      for (std::int64_t i = 0; i < part; ++i) offset += counts.length[c][i];
    if (offset >= a.wanted) return;
    const work<Item> w(a, own);
    for (int c = 0; c < chunks(workers); n += counts.length[c++][part])
      std::copy_n(static_cast<const Item*>(counts.first[c][part]), counts.length[c][part], w.items + n);
    segment_sorter<Item> sorter(w.rest, n);
    sorter.sort(w.items, w.other, w.sorted, n, a.wanted - offset);
    sorter.finish();
    store_results<T, Places>(a, r.to + offset * a.to_stride, std::min(n, a.wanted - offset), w.sorted);
  }

  static void finish_row(const arguments& a, const row_run& r, int workers, const chunk_counts& counts) {
    bool zeros = false;
    for (int c = 0; c < chunks(workers); ++c) zeros |= counts.zeros[c];
    if (zeros) restore_zeros<T>(a, r);
  }
};

}  // namespace tenon::kernels

#endif
