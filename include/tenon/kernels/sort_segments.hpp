#ifndef TENON_KERNELS_SORT_SEGMENTS_HPP
#define TENON_KERNELS_SORT_SEGMENTS_HPP

#include <utility>

#include "tenon/kernels/sort_keys.hpp"
#include "tenon/kernels/sort_network.hpp"

namespace tenon::kernels {

/// Keys and places that no register holds are left to the standard library.
template <>
class sort_network<key_and_place> {
 public:
  static constexpr int lanes = 1;
  struct segment {
    const key_and_place* first;
    key_and_place* sorted;
    std::int64_t length;
  };
  static constexpr std::size_t bytes(std::int64_t) { return 0; }
  static void sort(const segment* s, int, key_and_place*) { std::sort(s->sorted, std::copy_n(s->first, s->length, s->sorted)); }
};

/// Sorts arrays of items: partitions them down to segments that a network sorts, as many as it has lanes at a time. What is
/// partitioned goes back and forth between an array and a second one of its length, and ends in a third.
template <class Item>
class segment_sorter {
 public:
  using network = sort_network<Item>;

  /// Bytes of `memory`, which is aligned to the register.
  static constexpr std::size_t bytes() { return network::bytes(longest); }

  /// `items` is how many are to be sorted before `finish`: fewer ones are cut smaller, so that all lanes have something to do.
  segment_sorter(std::byte* memory, std::int64_t items)
      : columns_(reinterpret_cast<Item*>(memory)), limit_(std::clamp<std::int64_t>(items / network::lanes, shortest, longest)) {}

  /// Sorts n items at x so that the first `wanted` at `sorted` are right, some of them only by `finish`. `other` has room for n.
  void sort(Item* x, Item* other, Item* sorted, std::int64_t n, std::int64_t wanted) { sort(x, other, sorted, n, wanted, 2 * std::bit_width(std::uint64_t(n))); }

  void finish() {
    if (uneven_) std::sort(pending_, pending_ + count_, [](const auto& a, const auto& b) { return a.length < b.length; });
    for (int i = 0; i < count_; i += network::lanes) network::sort(pending_ + i, std::min(network::lanes, count_ - i), columns_);
    count_ = 0, uneven_ = false;
  }

 private:
  static constexpr std::int64_t shortest = 32, longest = 256;  // segments: below, cutting costs more than idle lanes
  static constexpr int room = 4 * network::lanes;              // segments that wait, so that those of about one length meet

  void sort(Item* x, Item* other, Item* sorted, std::int64_t n, std::int64_t wanted, int depth) {
    while (n > limit_ && wanted > 0) {
      if (depth-- == 0) return std::sort(sorted, std::copy_n(x, n, sorted));
      const Item pivot = pivot_of(x, n);
      std::int64_t front = simd::partition<false>(x, n, pivot, other);
      if (front > 0) {
        sort(x, other + (n - front), sorted, front, wanted, depth);
      } else {  // the pivot is the least there is: all of its equals are in order
        std::swap(x, other);
        front = simd::partition<true>(x, n, pivot, other);
        std::copy_n(x, front, sorted);
      }
      x = std::exchange(other, x + front);
      sorted += front, n -= front, wanted -= front;
    }
    if (n < 1 || wanted <= 0) return;
    pending_[count_++] = {x, sorted, n};
    uneven_ |= n != pending_[0].length;
    if (count_ == room) finish();
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
  Item* columns_;
  std::int64_t limit_;
};

/// Moves items so that part i of `parts`, a power of two, has those from bounds[i - 1] to below bounds[i]: where each begins, in x
/// or in `other`, which has room for n, and how many it has.
template <class Item>
void split(Item* x, Item* other, std::int64_t n, const Item* bounds, int parts, const void** first, std::int64_t* lengths) {
  if (parts == 1) return void((*first = x, *lengths = n));
  const int half = parts / 2;
  const std::int64_t front = simd::partition<false>(x, n, bounds[half - 1], other);
  split(x, other + (n - front), front, bounds, half, first, lengths);
  split(other, x + front, n - front, bounds + half, half, first + half, lengths + half);
}

}  // namespace tenon::kernels

#endif
