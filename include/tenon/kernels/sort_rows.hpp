#ifndef TENON_KERNELS_SORT_ROWS_HPP
#define TENON_KERNELS_SORT_ROWS_HPP

#include <algorithm>

#include "tenon/ir/extent.hpp"
#include "tenon/kernels/sort_keys.hpp"

// How the rows of a sort come from memory and go back.

namespace tenon::kernels {

/// Rows that are sorted. Loops: all but the one along rows. Steps are in elements; results have the same.
struct sort_arguments {
  int rank = 0;
  bool descending = false;
  std::int64_t extents[max_rank] = {};
  std::int64_t count = 0, wanted = 0;  // elements of a row, and how many of them the results have
  const void* from = nullptr;
  void *elements = nullptr, *places = nullptr;  // results; null where they are not wanted
  std::int64_t from_step[max_rank] = {}, to_step[max_rank] = {}, from_stride = 0, to_stride = 0;

  template <class T>
  sort_key<T> turn() const {
    return descending ? -1 : 0;
  }
};

/// Rows one step of the last loop apart.
struct row_run {
  std::int64_t row, rows;  // the number of the first one, and how many
  std::int64_t from = 0, to = 0, from_step = 0, to_step = 0;
};

/// Calls f with rows [first, last) as runs; whether any of the calls gave true.
template <class F>
bool for_each_run(const sort_arguments& a, std::int64_t first, std::int64_t last, F f) {
  bool any = false;
  while (first < last) {
    row_run r{.row = first, .rows = 1};
    std::int64_t rest = first;
    for (int i = a.rank; i-- > 0; rest /= a.extents[i]) {
      const std::int64_t place = rest % a.extents[i];
      r.from += place * a.from_step[i], r.to += place * a.to_step[i];
      if (i + 1 == a.rank) r.rows = std::min(a.extents[i] - place, last - first), r.from_step = a.from_step[i], r.to_step = a.to_step[i];
    }
    any |= f(r);
    first += r.rows;
  }
  return any;
}

/// Makes items of elements that are `stride` apart, the first of which stands at a place of its row. Whether -0.0 is among them.
template <class T, class Item>
bool load_items(const T* from, std::int64_t stride, std::int64_t count, std::int64_t place, sort_key<T> turn, Item* to, std::int64_t to_stride = 1) {
  using key = sort_key<T>;
  key zeros = 0;
  const auto load = [&](const T& x, std::int64_t i, Item& item) TENON_LAMBDA_INLINE {
    if constexpr (std::is_floating_point_v<T>) zeros |= std::bit_cast<key>(x) == std::numeric_limits<key>::min();
    item = sort_item<T, Item>::make(x, place + i, turn);
  };
  if (stride == 1 && to_stride == 1)
    for (std::int64_t i = 0; i < count; ++i) load(from[i], i, to[i]);
  else
    for (std::int64_t i = 0; i < count; ++i) load(from[i * stride], i, to[i * to_stride]);
  return zeros != 0;
}

/// The rows of a run, one behind the other.
template <class T, class Item>
bool load_rows(const sort_arguments& a, const row_run& r, Item* items) {
  const T* from = static_cast<const T*>(a.from) + r.from;
  const sort_key<T> turn = a.turn<T>();
  if (!sort_item<T, Item>::has_place && a.from_stride == 1 && r.from_step == a.count) return load_items(from, 1, r.rows * a.count, 0, turn, items);
  bool zeros = false;
  for (std::int64_t row = 0; row < r.rows; ++row) zeros |= load_items(from + row * r.from_step, a.from_stride, a.count, 0, turn, items + row * a.count);
  return zeros;
}

/// Writes what `make` gives for items, `stride` apart.
template <class Item, class R, class F>
void store_items(const Item* items, std::int64_t count, R* to, std::int64_t stride, F make) {
  if (stride == 1)
    for (std::int64_t i = 0; i < count; ++i) to[i] = make(items[i]);
  else
    for (std::int64_t i = 0; i < count; ++i) to[i * stride] = make(items[i]);
}

/// What is wanted of the elements and places of sorted items, of which the first belongs to a place of the results.
template <class T, bool Places, class Item>
void store_results(const sort_arguments& a, std::int64_t to, std::int64_t count, const Item* items) {
  const sort_key<T> turn = a.turn<T>();
  if (a.elements != nullptr)
    store_items(items, count, static_cast<T*>(a.elements) + to, a.to_stride, [=](const Item& x) TENON_LAMBDA_INLINE { return sort_item<T, Item>::element(x, turn); });
  if constexpr (Places)
    store_items(items, count, static_cast<std::int64_t*>(a.places) + to, a.to_stride, [](const Item& x) TENON_LAMBDA_INLINE { return sort_item<T, Item>::place(x); });
}

/// The first items of each row of a run.
template <class T, bool Places, class Item>
void store_rows(const sort_arguments& a, const row_run& r, const Item* items) {
  if (a.to_stride == 1 && r.to_step == a.count && a.wanted == a.count) return store_results<T, Places>(a, r.to, r.rows * a.count, items);
  for (std::int64_t row = 0; row < r.rows; ++row) store_results<T, Places>(a, r.to + row * r.to_step, a.wanted, items + row * a.count);
}

/// Gives the zeros of sorted rows the signs that they had, in their order.
template <class T>
void restore_zeros(const sort_arguments& a, const row_run& r) {
  for (std::int64_t row = 0; row < r.rows; ++row) {
    const T* from = static_cast<const T*>(a.from) + r.from + row * r.from_step;
    T* to = static_cast<T*>(a.elements) + r.to + row * r.to_step;
    std::int64_t next = 0;
    while (next < a.wanted && !(to[next * a.to_stride] == T(0))) ++next;
    for (std::int64_t i = 0; i < a.count && next < a.wanted; ++i)
      if (const T x = from[i * a.from_stride]; x == T(0)) to[next++ * a.to_stride] = x;
  }
}

}  // namespace tenon::kernels

#endif
