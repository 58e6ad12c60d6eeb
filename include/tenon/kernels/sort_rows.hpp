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

/// Makes items of the rows of a run, one row behind the other. Whether a negative zero is among them.
template <class T, class Item>
bool load_rows(const sort_arguments& a, const row_run& r, Item* items) {
  const T* from = static_cast<const T*>(a.from) + r.from;
  const sort_key<T> turn = a.turn<T>();
  sort_key<T> zeros = 0;
  const auto load = [&](std::int64_t i, T x, Item& to) {
    if constexpr (std::is_floating_point_v<T>) zeros |= std::bit_cast<sort_key<T>>(x) == std::numeric_limits<sort_key<T>>::min();
    to = sort_item<T, Item>::make(x, i, turn);
  };
  if (r.from_step == 1 && a.from_stride != 1) {
    for (std::int64_t i = 0; i < a.count; ++i)
      for (std::int64_t row = 0; row < r.rows; ++row) load(i, from[i * a.from_stride + row], items[row * a.count + i]);
    return zeros != 0;
  }
  const bool joined = !sort_item<T, Item>::has_place && a.from_stride == 1 && r.from_step == a.count;  // one long row, but for places
  const std::int64_t rows = joined ? 1 : r.rows, count = joined ? r.rows * a.count : a.count;
  for (std::int64_t row = 0; row < rows; ++row, from += r.from_step, items += count)
    if (a.from_stride == 1)
      for (std::int64_t i = 0; i < count; ++i) load(i, from[i], items[i]);
    else
      for (std::int64_t i = 0; i < count; ++i) load(i, from[i * a.from_stride], items[i]);
  return zeros != 0;
}

/// Writes what `make` gives for the first items of each row of a run.
template <class Item, class R, class F>
void store_rows(const sort_arguments& a, const row_run& r, const Item* items, R* to, F make) {
  to += r.to;
  if (r.to_step == 1 && a.to_stride != 1) {
    for (std::int64_t i = 0; i < a.wanted; ++i)
      for (std::int64_t row = 0; row < r.rows; ++row) to[i * a.to_stride + row] = make(items[row * a.count + i]);
    return;
  }
  const bool joined = a.to_stride == 1 && r.to_step == a.count && a.wanted == a.count;
  const std::int64_t rows = joined ? 1 : r.rows, count = joined ? r.rows * a.count : a.wanted;
  for (std::int64_t row = 0; row < rows; ++row, to += r.to_step, items += a.count)
    if (a.to_stride == 1)
      for (std::int64_t i = 0; i < count; ++i) to[i] = make(items[i]);
    else
      for (std::int64_t i = 0; i < count; ++i) to[i * a.to_stride] = make(items[i]);
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
