#ifndef TENON_KERNELS_SORT_SEGMENTS_HPP
#define TENON_KERNELS_SORT_SEGMENTS_HPP

#include "tenon/kernels/sort_keys.hpp"
#include "tenon/kernels/sort_network.hpp"

namespace tenon::kernels {

/// Keys and places that no register holds are left to the standard library.
template <>
class sort_network<key_and_place> {
 public:
  static constexpr int lanes = 1;
  struct segment {
    key_and_place* first = nullptr;
    std::int64_t length = 0;
  };
  static constexpr std::size_t bytes(std::int64_t) { return 0; }
  static void sort(const segment* s, int, key_and_place*) { std::sort(s->first, s->first + s->length); }
};

/// Sorts arrays of items: partitions them down to segments that a network sorts, as many as it has lanes at a time.
template <class Item>
class segment_sorter {
 public:
  using network = sort_network<Item>;

  /// Bytes of `memory`, which is aligned to the register, for arrays of up to n items.
  static constexpr std::size_t bytes(std::int64_t n) { return network::bytes(longest) + std::size_t(n) * sizeof(Item); }

  /// `items` is how many are to be sorted before `finish`: fewer ones are cut smaller, so that all lanes have something to do.
  segment_sorter(std::byte* memory, std::int64_t items)
      : columns_(reinterpret_cast<Item*>(memory)),
        behind_(reinterpret_cast<Item*>(memory + network::bytes(longest))),
        limit_(std::clamp<std::int64_t>(items / network::lanes, shortest, longest)) {}

  /// Sorts n items at x so that the first `wanted` of them are right, some of them only by `finish`.
  void sort(Item* x, std::int64_t n, std::int64_t wanted) { sort(x, n, wanted, 2 * std::bit_width(std::uint64_t(n))); }

  void finish() {
    if (uneven_) std::sort(pending_, pending_ + count_, [](const auto& a, const auto& b) { return a.length < b.length; });
    for (int i = 0; i < count_; i += network::lanes) network::sort(pending_ + i, std::min(network::lanes, count_ - i), columns_);
    count_ = 0, uneven_ = false;
  }

  /// Moves items so that part i of `parts`, a power of two, has those from bounds[i - 1] to below bounds[i].
  void split(Item* x, std::int64_t n, const Item* bounds, int parts, std::int64_t* lengths) {
    if (parts == 1) return void(*lengths = n);
    const int half = parts / 2;
    const std::int64_t front = cut<false>(x, n, bounds[half - 1]);
    split(x, front, bounds, half, lengths);
    split(x + front, n - front, bounds + half, half, lengths + half);
  }

 private:
  static constexpr std::int64_t shortest = 32, longest = 256;  // segments: below, cutting costs more than idle lanes
  static constexpr int room = 4 * network::lanes;              // segments that wait, so that those of about one length meet

  void sort(Item* x, std::int64_t n, std::int64_t wanted, int depth) {
    while (n > limit_ && wanted > 0) {
      if (depth-- == 0) return std::sort(x, x + n);
      const Item pivot = pivot_of(x, n);
      std::int64_t front = cut<false>(x, n, pivot);
      if (front > 0) sort(x, front, wanted, depth);
      else front = cut<true>(x, n, pivot);  // the pivot is the least there is: all of its equals are where they belong
      x += front, n -= front, wanted -= front;
    }
    if (n < 2 || wanted <= 0) return;
    pending_[count_++] = {x, n};
    uneven_ |= n != pending_[0].length;
    if (count_ == room) finish();
  }

  template <bool Equal>
  std::int64_t cut(Item* x, std::int64_t n, Item pivot) {
    const std::int64_t front = simd::partition<Equal>(x, n, pivot, behind_);
    std::copy_n(behind_, n - front, x + front);
    return front;
  }

  static Item middle(Item a, Item b, Item c) { return std::max(std::min(a, b), std::min(std::max(a, b), c)); }
  static Item middle(const Item* x, std::int64_t step) { return middle(x[0], x[step], x[2 * step]); }
  static Item middle_of_nine(const Item* x, std::int64_t step) { return middle(middle(x, step), middle(x + 3 * step, step), middle(x + 6 * step, step)); }

  /// Near the median: the middle of middles.
  static Item pivot_of(const Item* x, std::int64_t n) {
    if (n < 2048) return middle_of_nine(x + n / 18, n / 9);
    const std::int64_t step = n / 27;
    return middle(middle_of_nine(x, step), middle_of_nine(x + 9 * step, step), middle_of_nine(x + 18 * step, step));
  }

  typename network::segment pending_[room];
  int count_ = 0;
  bool uneven_ = false;
  Item *columns_, *behind_;
  std::int64_t limit_;
};

}  // namespace tenon::kernels

#endif
