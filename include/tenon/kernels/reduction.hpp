#ifndef TENON_KERNELS_REDUCTION_HPP
#define TENON_KERNELS_REDUCTION_HPP

#include <algorithm>

#include "tenon/kernels/loop_cost.hpp"
#include "tenon/kernels/loop_space.hpp"
#include "tenon/kernels/reduction_chunks.hpp"
#include "tenon/kernels/reduction_state.hpp"

namespace tenon::kernels {

/// A loop nest with reductions, whose results the same loops may use again in a further pass over the row: softmax and norms are
/// one kernel. A task, called a unit here, is
///
///   a row             where lanes lie along the reduced axis: a few vectors of it are accumulated side by side
///   a band of columns where lanes lie along the last kept axis: its accumulators stay in the first-level cache, and memory is
///                     read a few rows at a time, each of them a long stretch of neighbours
///
/// Where units are few and long, the chunks of each pass are tasks instead, with a merge after each pass.
template <auto D>
class reduction_kernel {
 public:
  using body = loop_body<D>;
  using arguments = typename body::arguments;

  static int phases(const arguments& a) { return is_split(a) ? 2 * D.passes : 1; }

  static std::int64_t tasks(const arguments& a, int phase, int) {
    return is_split(a) && phase % 2 == 0 ? units(a) * chunks(a).count() : units(a);
  }
  static double cost(const arguments& a, int phase) {
    if (is_split(a) && phase % 2 == 1) return double(units(a) * chunks(a).count()) * 20;
    return total_cost(a) / (is_split(a) ? D.passes : 1);
  }
  static std::size_t shared_bytes(const arguments& a) {
    return is_split(a) ? std::size_t(units(a)) * (unit_size(a) + cache_size(a)) : 0;
  }
  static std::size_t worker_bytes(const arguments& a) { return is_split(a) ? 0 : cache_size(a); }

  static void run(const arguments& from, int phase, int, std::int64_t first, std::int64_t last, std::byte* shared, std::byte* own) {
    if (first >= last) return;
    arguments a = from;  // a copy that no store can change
    if (is_split(from)) {
      place_caches(a, shared + std::size_t(units(a)) * unit_size(a), true);
      return run_split(a, phase, first, last, shared);
    }
    place_caches(a, own, false);
    unit u(a, first);
    const detail::reduction_chunks c = chunks(a);
    registers r[most_sets];
    for (; first < last; ++first, u.next()) {
      run_passes<0>(a, u, r, c);
      store_outer(a, u, r);
    }
  }

 private:
  static constexpr bool across = D.lanes == loop_lanes::reduced;
  static constexpr int kept = D.rank - D.reduced;
  static constexpr int lane_loop = body::lane_loop;
  static constexpr int lanes = body::lanes;

  using rows = detail::odometer<body, 0, across ? kept : kept - 1>;
  using steps = detail::odometer<body, kept, across ? D.rank - 1 : D.rank>;
  using position = typename body::position;
  using registers = typename body::registers;

  using state = detail::reduction_state<D>;
  using accumulators = typename state::accumulators;
  using subtotals = typename state::subtotals;

  /// Vectors of a row in flight: as many sums side by side hide the latency of an addition, as long as the body leaves registers.
  static constexpr int width = D.instructions <= 8 ? 4 : D.instructions <= 20 ? 2 : 1;
  /// The sets of registers and of accumulators of a unit: one for each vector of columns, all of them in half of a first-level
  /// cache.
  static constexpr int most_sets = across ? 1 : std::clamp(24576 / int(sizeof(registers) + sizeof(accumulators) + sizeof(subtotals)), 4, 64);
  /// Rows that a band of columns reads at a time, at most.
  static constexpr int rows_at_once = 8;

  /// Bytes of workspace of a unit whose chunks are tasks: totals of all passes, and the sums of the chunks of one.
  static std::size_t unit_size(const arguments& a) { return std::size_t(D.passes + chunks(a).count()) * most_sets * sizeof(subtotals); }

  // ---- values that later passes over a row read again: those of one row, or of all where other threads may read them

  static constexpr bool has_caches = [] {
    for (const loop_access& x : D.access)
      if (x.cached) return true;
    return false;
  }();
  static std::size_t cache_bytes(const arguments& a, int size) {
    return (std::size_t(steps::steps(a) * a.extents[lane_loop] * size) + 63) / 64 * 64;
  }
  static std::size_t cache_size(const arguments& a) {
    std::size_t bytes = 0;
    if constexpr (has_caches)
      body::each_access([&]<int A>(std::integral_constant<int, A>) TENON_LAMBDA_INLINE {
        if constexpr (D.access[A].cached) bytes += cache_bytes(a, size_of(D.access[A].type));
      });
    return bytes;
  }
  static void place_caches(arguments& a, std::byte* memory, bool each_row) {
    if constexpr (has_caches) {
      const std::size_t row = cache_size(a);
      body::each_access([&]<int A>(std::integral_constant<int, A>) TENON_LAMBDA_INLINE {
        if constexpr (D.access[A].cached) {
          a.start[A] = reinterpret_cast<std::intptr_t>(memory);
          memory += cache_bytes(a, size_of(D.access[A].type));
          std::intptr_t step = size_of(D.access[A].type);
          for (int r = D.rank; r-- > kept;) a.step[A][r] = step, step *= a.extents[r];
          step = each_row ? std::intptr_t(row) : 0;
          for (int r = kept; r-- > 0;) a.step[A][r] = step, step *= a.extents[r];
        }
      });
    }
  }

  // ---- geometry

  /// Columns of a unit. What further passes read again should still be in the second-level cache.
  static std::int64_t band(const arguments& a) {
    constexpr std::int64_t cached = 512 << 10, bytes_of_vector = 64;
    if constexpr (D.passes == 1) return lanes * most_sets;
    else return lanes * std::clamp<std::int64_t>(cached / bytes_of_vector / std::max<std::int64_t>(steps::steps(a), 1), std::min(4, most_sets), most_sets);
  }
  static std::int64_t blocks(const arguments& a) { return across ? 1 : (a.extents[lane_loop] + band(a) - 1) / band(a); }
  static std::int64_t units(const arguments& a) { return rows::steps(a) * blocks(a); }
  static detail::reduction_chunks chunks(const arguments& a) {
    if constexpr (across) return detail::reduction_chunks::of_rows(steps::steps(a), a.extents[lane_loop], lanes);
    else return detail::reduction_chunks::of_columns(steps::steps(a));
  }
  static double total_cost(const arguments& a) {
    double elements = 1;
    for (int r = 0; r < D.rank; ++r) elements *= double(a.extents[r]);
    return double(units(a)) * 10 + elements * detail::element_cost<D>() * D.passes;
  }
  static bool is_split(const arguments& a) {
    return D.passes <= 4 && total_cost(a) > 50'000 && units(a) > 0 && units(a) < 16 && chunks(a).count() > 1;
  }

  /// A row or a band of columns: its addresses, where its lanes start, and how many vectors its columns fill.
  class unit {
   public:
    unit(const arguments& a, std::int64_t u) : unit(a, detail::split_place(u, blocks(a))) {}

    void next() {
      lane_ += band_;
      if (across || lane_ >= a_.extents[lane_loop]) lane_ = 0, row_.next();
      count_columns();
    }

    const position& at() const { return row_.at(); }
    /// Sets of registers in use.
    int sets() const { return across ? 1 : (columns_ + lanes - 1) / lanes; }
    /// Where vector v of the columns stands along the lanes, and how many columns it has.
    std::int64_t lane(int v) const { return lane_ + v * lanes; }
    int in_vector(int v) const { return columns_ - v * lanes < lanes ? columns_ - v * lanes : lanes; }

   private:
    unit(const arguments& a, const detail::split_place& place) : a_(a), row_(a, detail::start_of<body>(a), place.outer), band_(across ? 1 : band(a)), lane_(place.inner * band_) {
      count_columns();
    }
    void count_columns() {
      if constexpr (!across) columns_ = int(std::min(band_, a_.extents[lane_loop] - lane_));
    }

    const arguments& a_;
    rows row_;
    std::int64_t band_, lane_;
    int columns_ = 0;
  };

  // ---- one chunk of one pass

  /// `t[v]` takes the sums of the chunk: of vector v of the columns, or all of them in t[0].
  template <int Pass>
  static void run_chunk(const arguments& a, const unit& u, registers* r, const detail::reduction_chunks& c, std::int64_t chunk, subtotals* t) {
    const detail::split_place place(chunk, c.along_length);
    const std::int64_t first = place.outer * c.steps_each, last = std::min(first + c.steps_each, c.steps);
    steps step(a, u.at(), first);
    if constexpr (across) {
      const std::int64_t begin = place.inner * c.length_each, end = std::min(begin + c.length_each, c.length);
      registers own = r[0];  // a copy that stays in registers
      accumulators s[width];
      const int sums = end - begin < worth_several ? 1 : width;
      for (int v = 0; v < sums; ++v) state::template reset<Pass>(s[v], begin);
      for (std::int64_t q = first; q < last; ++q, step.next()) sum_row<Pass>(a, step.at(), own, begin, end, s, sums);
      state::template close<Pass>(s[0], t[0]);
      for (int v = 1; v < sums; ++v) {
        subtotals other;
        state::template close<Pass>(s[v], other);
        state::template merge<Pass>(t[0], other);
      }
    } else {
      accumulators s[most_sets];
      for (int v = 0; v < u.sets(); ++v) state::template reset<Pass>(s[v], first);
      for (std::int64_t q = first; q < last; q += rows_at_once)
        run_columns<Pass>(a, step, u, r, q, int(std::min<std::int64_t>(rows_at_once, last - q)), s);
      for (int v = 0; v < u.sets(); ++v) state::template close<Pass>(s[v], t[v]);
    }
  }

  /// From how many elements on it pays to sum them up in several accumulators and to join these.
  static constexpr std::int64_t worth_several = 4 * width * lanes;

  template <int Pass>
  TENON_INLINE static void sum_row(const arguments& a, const position& p, registers& r, std::int64_t begin, std::int64_t end, accumulators* s, int sums) {
    std::int64_t i = begin;
    if (sums == width)
      for (; i + width * lanes <= end; i += width * lanes)
        for (int v = 0; v < width; ++v) {
          body::template inner<Pass, false>(r, a, p, i + v * lanes, lanes);
          state::template accumulate<Pass>(s[v], r, i + v * lanes, 1);
        }
    for (; i + lanes <= end; i += lanes) {
      body::template inner<Pass, false>(r, a, p, i, lanes);
      state::template accumulate<Pass>(s[0], r, i, 1);
    }
    if (i == end) return;
    const int n = int(end - i);
    body::template inner<Pass, true>(r, a, p, i, n);
    state::template accumulate_first<Pass>(n, s[0], r, i, 1);
  }

  /// `count` steps of the reduced loops from the q-th on for all columns of the unit.
  template <int Pass>
  TENON_INLINE static void run_columns(const arguments& a, steps& step, const unit& u, registers* r, std::int64_t q, int count, accumulators* s) {
    position p[rows_at_once];
    for (int k = 0; k < count; ++k) p[k] = step.at(), step.next();
    const int sets = u.sets(), whole = u.in_vector(sets - 1) == lanes ? sets : sets - 1;
    for (int v = 0; v < whole; ++v) run_vector<Pass, false>(a, p, u, r[v], v, q, count, s[v]);
    if (whole < sets) run_vector<Pass, true>(a, p, u, r[whole], whole, q, count, s[whole]);
  }

  template <int Pass, bool Partial>
  TENON_INLINE static void run_vector(const arguments& a, const position* p, const unit& u, const registers& known, int v, std::int64_t q, int count,
                                      accumulators& s) {
    registers r = known;
    accumulators sums = s;
    const int n = u.in_vector(v);
    for (int k = 0; k < count; ++k) {
      body::template inner<Pass, Partial>(r, a, p[k], u.lane(v), n);
      state::template accumulate<Pass>(sums, r, q + k, 0);
    }
    s = sums;
  }

  // ---- outer instructions and stores of a unit

  template <int Level>
  TENON_INLINE static void run_outer(const arguments& a, const unit& u, registers* r) {
    if constexpr (across) body::template outer<Level, false>(r[0], a, u.at(), 0, lanes);
    else
      for (int v = 0; v < u.sets(); ++v) body::template outer<Level, true>(r[v], a, u.at(), u.lane(v), u.in_vector(v));
  }
  TENON_INLINE static void store_outer(const arguments& a, const unit& u, registers* r) {
    if constexpr (across) body::template store<loop_space::outer, 0, true>(r[0], a, u.at(), 0, 1);
    else
      for (int v = 0; v < u.sets(); ++v) body::template store<loop_space::outer, 0, true>(r[v], a, u.at(), u.lane(v), u.in_vector(v));
  }

  // ---- a whole unit at once

  template <int Pass>
  TENON_INLINE static void run_passes(const arguments& a, const unit& u, registers* r, const detail::reduction_chunks& c) {
    run_outer<Pass>(a, u, r);
    if constexpr (Pass < D.passes) {
      subtotals total[most_sets];
      run_chunk<Pass>(a, u, r, c, 0, total);
      subtotals part[most_sets];
      for (std::int64_t k = 1; k < c.count(); ++k) {
        run_chunk<Pass>(a, u, r, c, k, part);
        for (int v = 0; v < u.sets(); ++v) state::template merge<Pass>(total[v], part[v]);
      }
      for (int v = 0; v < u.sets(); ++v) state::template finish<Pass>(r[v], total[v]);
      run_passes<Pass + 1>(a, u, r, c);
    }
  }

  // ---- passes cut into chunks: even phases sum chunks, odd ones merge them

  /// Memory of a unit: the totals of its passes, then the sums of the chunks of the current pass.
  static subtotals* totals_of(const arguments& a, std::byte* shared, std::int64_t u, int pass) {
    return reinterpret_cast<subtotals*>(shared + std::size_t(u) * unit_size(a) + std::size_t(pass) * most_sets * sizeof(subtotals));
  }

  TENON_NOINLINE static void run_split(const arguments& a, int phase, std::int64_t first, std::int64_t last, std::byte* shared) {
    run_phase<0>(a, phase, first, last, shared);
  }

  template <int Pass>
  static void run_phase(const arguments& a, int phase, std::int64_t first, std::int64_t last, std::byte* shared) {
    if constexpr (Pass < D.passes) {
      if (phase / 2 != Pass) return run_phase<Pass + 1>(a, phase, first, last, shared);
      const detail::reduction_chunks c = chunks(a);
      for (std::int64_t t = first; t < last; ++t) {
        if (phase % 2 == 0) sum_chunk<Pass>(a, t / c.count(), c, t % c.count(), shared);
        else merge_chunks<Pass>(a, t, c, shared);
      }
    }
  }

  /// Brings the registers of a unit to where they were before a pass.
  template <int Pass, int Level = 0>
  static void restore(const arguments& a, const unit& u, std::int64_t index, registers* r, std::byte* shared) {
    run_outer<Level>(a, u, r);
    if constexpr (Level < Pass) {
      for (int v = 0; v < u.sets(); ++v) state::template finish<Level>(r[v], totals_of(a, shared, index, Level)[v]);
      restore<Pass, Level + 1>(a, u, index, r, shared);
    }
  }

  template <int Pass>
  static void sum_chunk(const arguments& a, std::int64_t index, const detail::reduction_chunks& c, std::int64_t chunk, std::byte* shared) {
    const unit u(a, index);
    registers r[most_sets];
    restore<Pass>(a, u, index, r, shared);
    run_chunk<Pass>(a, u, r, c, chunk, totals_of(a, shared, index, D.passes) + chunk * most_sets);
  }

  template <int Pass>
  static void merge_chunks(const arguments& a, std::int64_t index, const detail::reduction_chunks& c, std::byte* shared) {
    const unit u(a, index);
    subtotals* total = totals_of(a, shared, index, Pass);
    const subtotals* part = totals_of(a, shared, index, D.passes);
    for (int v = 0; v < u.sets(); ++v) {
      total[v] = part[v];
      for (std::int64_t k = 1; k < c.count(); ++k) state::template merge<Pass>(total[v], part[k * most_sets + v]);
    }
    if constexpr (Pass + 1 == D.passes) {
      registers r[most_sets];
      restore<D.passes>(a, u, index, r, shared);
      store_outer(a, u, r);
    }
  }
};

}  // namespace tenon::kernels

#endif
