#ifndef TENON_TESTS_KERNELS_GEMM_CASES_HPP
#define TENON_TESTS_KERNELS_GEMM_CASES_HPP

// Runs the contraction kernel as a scheduler would, in shuffled ranges of tasks, against a plain triple loop.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <type_traits>
#include <vector>

#include "tenon/kernels/gemm.hpp"

namespace gemm_test {

using tenon::kernels::gemm_arguments;

struct release {
  void operator()(std::byte* p) const { std::free(p); }
};
using space = std::unique_ptr<std::byte, release>;

/// Exactly `bytes` bytes aligned to 64, filled with what is no valid number.
inline space dirty_room(std::size_t bytes) {
  void* p = std::aligned_alloc(64, (bytes + 63) / 64 * 64 + 64);
  std::memset(p, 0xff, bytes);
  return space(static_cast<std::byte*>(p));
}

/// A matrix in batches, anywhere in a buffer of its own.
template <class T>
struct operand {
  std::vector<T> data;
  std::int64_t origin = 0, row = 0, column = 0;
  std::vector<std::int64_t> batch;

  /// Reserves what the strides reach and fills it.
  void fill(std::int64_t rows, std::int64_t columns, const std::vector<std::int64_t>& extents, std::mt19937& random) {
    std::int64_t low = 0, high = 0;
    const auto reach = [&](std::int64_t extent, std::int64_t stride) {
      const std::int64_t far = std::max<std::int64_t>(extent - 1, 0) * stride;
      (far < 0 ? low : high) += far;
    };
    reach(rows, row);
    reach(columns, column);
    for (std::size_t i = 0; i < extents.size(); ++i) reach(extents[i], batch[i]);
    origin = -low;
    data.resize(std::size_t(high - low + 1));
    for (T& x : data) {
      if constexpr (std::is_floating_point_v<T>) x = std::uniform_real_distribution<T>(-1, 1)(random);
      else x = T(std::uint64_t(random()) << 32 | random());
    }
  }
  const T* base() const { return data.data() + origin; }
};

template <class T>
struct problem {
  std::int64_t m = 0, n = 0, k = 0;
  std::vector<std::int64_t> extents;
  operand<T> a, b;

  std::int64_t batches() const {
    std::int64_t count = 1;
    for (std::int64_t extent : extents) count *= extent;
    return count;
  }
};

template <class T>
struct result {
  const problem<T>* of;
  std::vector<T> values;
  std::vector<int> writes;
  bool is_aligned = true;
};

template <class T>
void collect(const void* context, const std::int64_t* batch, std::int64_t row, std::int64_t column, int rows, int columns,
             const void* tile, std::int64_t tile_stride) {
  auto& out = *const_cast<result<T>*>(static_cast<const result<T>*>(context));
  const problem<T>& p = *out.of;
  std::int64_t number = 0;
  for (std::size_t i = 0; i < p.extents.size(); ++i) number = number * p.extents[i] + batch[i];
  const T* from = static_cast<const T*>(tile);
  for (int i = 0; i < rows; ++i) {
    out.is_aligned = out.is_aligned && reinterpret_cast<std::uintptr_t>(from + i * tile_stride) % 64 == 0;
    for (int j = 0; j < columns; ++j) {
      const auto at = std::size_t((number * p.m + row + i) * p.n + column + j);
      out.values.at(at) = from[i * tile_stride + j];
      ++out.writes.at(at);
    }
  }
}

template <class T>
gemm_arguments arguments_of(const problem<T>& p) {
  gemm_arguments g;
  g.m = p.m, g.n = p.n, g.k = p.k;
  g.a = p.a.base(), g.a_row = p.a.row, g.a_column = p.a.column;
  g.b = p.b.base(), g.b_row = p.b.row, g.b_column = p.b.column;
  g.batch_rank = int(p.extents.size());
  for (std::size_t i = 0; i < p.extents.size(); ++i)
    g.batch_extents[i] = p.extents[i], g.a_batch[i] = p.a.batch[i], g.b_batch[i] = p.b.batch[i];
  g.store = collect<T>;
  return g;
}

/// Every phase in ranges of one to three tasks, shuffled, each on the next of the workers' spaces.
template <class T>
result<T> run(const problem<T>& p, int workers) {
  using kernel = tenon::kernels::gemm<T>;
  const auto elements = std::size_t(p.batches() * p.m * p.n);
  result<T> out{&p, std::vector<T>(elements), std::vector<int>(elements)};
  gemm_arguments g = arguments_of(p);
  g.context = &out;
  const space shared = dirty_room(kernel::shared_bytes(g));
  std::vector<space> own;
  for (int i = 0; i < workers; ++i) own.push_back(dirty_room(kernel::worker_bytes(g)));
  std::mt19937 random(unsigned(workers) + 1u);
  for (int phase = 0; phase < kernel::phases(g); ++phase) {
    const std::int64_t tasks = kernel::tasks(g, phase, workers);
    std::vector<std::int64_t> starts;
    const std::int64_t step = 1 + std::int64_t(random() % 3);
    for (std::int64_t i = 0; i < tasks; i += step) starts.push_back(i);
    std::shuffle(starts.begin(), starts.end(), random);
    for (std::size_t i = 0; i < starts.size(); ++i)
      kernel::run(g, phase, workers, starts[i], std::min(starts[i] + step, tasks), shared.get(), own[i % own.size()].get());
  }
  return out;
}

/// Element of the plain product, and the sum of the magnitudes of its terms.
template <class T>
auto plain(const problem<T>& p, std::int64_t batch, std::int64_t row, std::int64_t column) {
  const T *a = p.a.base() + row * p.a.row, *b = p.b.base() + column * p.b.column;
  for (std::size_t i = p.extents.size(); i-- > 0; batch /= p.extents[i]) {
    a += batch % p.extents[i] * p.a.batch[i];
    b += batch % p.extents[i] * p.b.batch[i];
  }
  using wide = std::conditional_t<std::is_floating_point_v<T>, long double, std::uint64_t>;
  struct {
    wide sum = 0, magnitude = 0;
  } r;
  for (std::int64_t i = 0; i < p.k; ++i) {
    const wide term = wide(a[i * p.a.column]) * wide(b[i * p.b.row]);
    r.sum += term;
    if constexpr (std::is_floating_point_v<T>) r.magnitude += std::abs(term);
  }
  return r;
}

/// Runs with 1, 2 and 5 workers; says what is wrong, or nothing.
template <class T>
testing::AssertionResult is_right(const problem<T>& p) {
  const result<T> first = run(p, 1);
  const auto fail = [&](const char* what, std::int64_t at) {
    return testing::AssertionFailure() << what << " at " << at << " of " << p.batches() << " batches of [" << p.m << ", " << p.k
                                       << "] * [" << p.k << ", " << p.n << "], strides of A " << p.a.row << ", " << p.a.column
                                       << ", of B " << p.b.row << ", " << p.b.column;
  };
  const auto is_once = [](int writes) { return writes == 1; };
  if (!std::all_of(first.writes.begin(), first.writes.end(), is_once)) return fail("an element is not stored once", 0);
  if (!first.is_aligned) return fail("a row of a tile is not aligned", 0);
  for (int workers : {2, 5}) {
    const result<T> other = run(p, workers);
    if (other.writes != first.writes) return fail("elements not stored once with more workers", 0);
    if (!other.values.empty() && std::memcmp(other.values.data(), first.values.data(), other.values.size() * sizeof(T)) != 0)
      return fail("other bits with more workers", workers);
  }
  const std::int64_t elements = p.batches() * p.m * p.n;
  const std::int64_t step = 1 + elements * p.k / 5'000'000 * 2;  // large products are sampled
  for (std::int64_t i = 0; i < elements; i += step) {
    const T got = first.values[std::size_t(i)];
    const auto want = plain(p, i / (p.m * p.n), i / p.n % p.m, i % p.n);
    if constexpr (std::is_floating_point_v<T>) {
      const auto bound = want.magnitude * (long double)(std::numeric_limits<T>::epsilon()) * (long double)(p.k);
      if (!(std::abs(want.sum - (long double)(got)) <= bound)) return fail("a wrong value", i);
    } else if (T(want.sum) != got) {
      return fail("a wrong value", i);
    }
  }
  return testing::AssertionSuccess();
}

enum class layout {
  rows,
  columns,
  padded_rows,
  padded_columns,
  spread,
  reversed_rows,
  reversed_both,
  repeated_row,
  repeated_all
};
inline constexpr layout layouts[] = {layout::rows,           layout::columns,      layout::padded_rows,
                                     layout::padded_columns, layout::spread,       layout::reversed_rows,
                                     layout::reversed_both,  layout::repeated_row, layout::repeated_all};

template <class T>
void lay_out(operand<T>& o, layout l, std::int64_t rows, std::int64_t columns) {
  const auto set = [&](std::int64_t row, std::int64_t column) { o.row = row, o.column = column; };
  switch (l) {
    case layout::rows: return set(columns, 1);
    case layout::columns: return set(1, rows);
    case layout::padded_rows: return set(columns + 3, 1);
    case layout::padded_columns: return set(1, rows + 5);
    case layout::spread: return set(2 * columns + 1, 2);
    case layout::reversed_rows: return set(-columns, 1);
    case layout::reversed_both: return set(-columns, -1);
    case layout::repeated_row: return set(0, 1);
    case layout::repeated_all: return set(0, 0);
  }
}

template <class T>
problem<T> make(std::int64_t m, std::int64_t n, std::int64_t k, layout a = layout::rows, layout b = layout::rows) {
  problem<T> p;
  p.m = m, p.n = n, p.k = k;
  lay_out(p.a, a, m, k);
  lay_out(p.b, b, k, n);
  std::mt19937 random(unsigned(m * 131 + n * 17 + k));
  p.a.fill(m, k, {}, random);
  p.b.fill(k, n, {}, random);
  return p;
}

}  // namespace gemm_test

#endif
