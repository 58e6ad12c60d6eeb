#ifndef TENON_KERNELS_REDUCTION_HPP
#define TENON_KERNELS_REDUCTION_HPP

#include "tenon/kernels/accumulator.hpp"
#include "tenon/kernels/loop_cost.hpp"
#include "tenon/kernels/loop_space.hpp"

namespace tenon::kernels {
namespace detail {

/// How the reduced loops are cut into chunks. Each chunk is summed up by itself and chunks are merged in order, so the bits of
/// a result depend on the extents and not on who computed which chunk.
struct reduction_chunks {
  std::int64_t steps = 1;         // of the reduced loops that are not along the vector
  std::int64_t length = 0;        // along the vector; 0 where lanes lie on a kept axis
  std::int64_t steps_each = 1, length_each = 0;
  std::int64_t along_steps = 1, along_length = 1;  // how many chunks in each direction

  std::int64_t count() const { return along_steps * along_length; }

  static std::int64_t ceil(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }
  static std::int64_t greater(std::int64_t a, std::int64_t b) { return a > b ? a : b; }

  static reduction_chunks of_rows(std::int64_t steps, std::int64_t length, int lanes) {
    constexpr std::int64_t least = 8192, most_chunks = 256;
    reduction_chunks c{.steps = steps, .length = length};
    c.length_each = ceil(greater(least, ceil(length, most_chunks)), 4 * lanes) * 4 * lanes;
    c.along_length = greater(1, ceil(length, c.length_each));
    c.steps_each = greater(1, greater(least / greater(1, length), ceil(steps, most_chunks)));
    c.along_steps = greater(1, ceil(steps, c.steps_each));
    return c;
  }
  static reduction_chunks of_columns(std::int64_t steps) {
    constexpr std::int64_t least = 128, most_chunks = 64;
    reduction_chunks c{.steps = steps};
    c.steps_each = greater(least, ceil(steps, most_chunks));
    c.along_steps = greater(1, ceil(steps, c.steps_each));
    return c;
  }
};

}  // namespace detail

/// A loop nest with reductions, whose results the same loops may use again in a further pass over the row: softmax and
/// norms are one kernel. Lanes lie along the reduced axis (a task is a row) or along the last kept axis (a task is a block of
/// columns). Where tasks are few and long, the chunks of each pass are tasks instead, with a merge after each pass.
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
    return is_split(a) ? std::size_t(units(a)) * unit_size(a) : 0;
  }
  static std::size_t worker_bytes(const arguments&) { return 0; }

  static void run(const arguments& a, int phase, int, std::int64_t first, std::int64_t last, std::byte* shared, std::byte*) {
    if (is_split(a)) run_split(a, phase, first, last, shared);
    else
      for (std::int64_t u = first; u < last; ++u) run_unit(a, u);
  }

 private:
  static constexpr bool across = D.lanes == loop_lanes::reduced;
  static constexpr int kept = D.rank - D.reduced;
  static constexpr int lane_loop = body::lane_loop;
  static constexpr int lanes = body::lanes;

  /// Vectors in flight: as many sums side by side hide the latency of an addition, as long as the body leaves registers.
  static constexpr int width = D.instructions <= 8 ? 4 : D.instructions <= 20 ? 2 : 1;
  static constexpr int block = lanes * width;  // columns of a task
  static constexpr int register_sets = across ? 1 : width;

  using rows = detail::odometer<body, 0, across ? kept : kept - 1>;
  using steps = detail::odometer<body, kept, across ? D.rank - 1 : D.rank>;
  using position = typename body::position;
  using registers = typename body::registers;

  // ---- accumulators of all reductions

  template <int I>
  static consteval bool reduces() {
    return D.body[I].is_reduction();
  }
  template <int I, bool Reduces = reduces<I>()>
  struct state_of {
    TENON_INLINE void reset() {}
  };
  template <int I>
  struct state_of<I, true> : detail::accumulator<opcode(D.body[I].code), typename body::template element_of<D.body[I].operands[0]>, lanes> {};

  template <class>
  struct all_states;
  template <int... I>
  struct all_states<std::integer_sequence<int, I...>> : detail::slot<I, state_of<I>>... {};
  using states = all_states<typename body::every_instruction>;

  /// Calls f for each reduction that is accumulated in a pass.
  template <int Pass, class F>
  TENON_INLINE static void each_reduction(F f) {
    body::each([&]<int I>(std::integral_constant<int, I> i) TENON_LAMBDA_INLINE {
      if constexpr (D.body[I].is_reduction()) {
        if constexpr (D.body[I].level == Pass + 1) f(i);
      }
    });
  }
  template <int Pass>
  TENON_INLINE static void reset(states& s) {
    each_reduction<Pass>([&]<int I>(std::integral_constant<int, I>) TENON_LAMBDA_INLINE { detail::get<I>(s).reset(); });
  }
  template <int Pass>
  TENON_INLINE static void merge(states& s, const states& with) {
    each_reduction<Pass>([&]<int I>(std::integral_constant<int, I>) TENON_LAMBDA_INLINE { detail::get<I>(s).merge(detail::get<I>(with)); });
  }
  template <int Pass>
  TENON_INLINE static void finish(registers& r, const states& s) {
    each_reduction<Pass>([&]<int I>(std::integral_constant<int, I>) TENON_LAMBDA_INLINE {
      if constexpr (across) detail::get<I>(r) = detail::get<I>(s).result_across();
      else detail::get<I>(r) = detail::get<I>(s).result();
    });
  }

  /// Bytes of workspace of a task whose chunks are tasks: totals of all passes, and the sums of the chunks of one.
  static std::size_t unit_size(const arguments& a) { return std::size_t(D.passes + chunks(a).count()) * register_sets * sizeof(states); }

  // ---- geometry

  static std::int64_t blocks(const arguments& a) { return across ? 1 : (a.extents[lane_loop] + block - 1) / block; }
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
    return D.passes <= 4 && units(a) > 0 && units(a) < 16 && chunks(a).count() > 1 && total_cost(a) > 50'000;
  }

  /// The columns (or the one row) of a task: its addresses, where its lanes start, and how many columns it has.
  struct unit {
    position at;
    std::int64_t lane = 0;
    int count = block;

    unit(const arguments& a, std::int64_t u) : at(rows(a, detail::start_of<body>(a), u / blocks(a)).at()) {
      if constexpr (!across) {
        lane = u % blocks(a) * block;
        if (a.extents[lane_loop] - lane < block) count = int(a.extents[lane_loop] - lane);
      }
    }
    /// Columns in vector v.
    int in_vector(int v) const { return count - v * lanes < lanes ? (count - v * lanes > 0 ? count - v * lanes : 0) : lanes; }
  };

  // ---- one chunk of one pass

  /// `s[v]` takes the sums of the chunk: of vector v of the columns, or all of them in s[0].
  template <int Pass>
  static void run_chunk(const arguments& a, const unit& u, registers* r, const detail::reduction_chunks& c, std::int64_t chunk, states* s) {
    const std::int64_t first = chunk / c.along_length * c.steps_each;
    const std::int64_t last = first + c.steps_each < c.steps ? first + c.steps_each : c.steps;
    for (int v = 0; v < width; ++v) reset<Pass>(s[v]);
    steps step(a, u.at, first);
    if constexpr (across) {
      const std::int64_t begin = chunk % c.along_length * c.length_each;
      const std::int64_t end = begin + c.length_each < c.length ? begin + c.length_each : c.length;
      for (std::int64_t q = first; q < last; ++q, step.next()) run_row_piece<Pass>(a, step.at(), r[0], begin, end, s);
      for (int v = 1; v < width; ++v) merge<Pass>(s[0], s[v]);
    } else if (u.count == block) {
      for (std::int64_t q = first; q < last; ++q, step.next()) run_columns<Pass, false>(a, step.at(), u, r, q, s);
    } else {
      for (std::int64_t q = first; q < last; ++q, step.next()) run_columns<Pass, true>(a, step.at(), u, r, q, s);
    }
  }

  template <int Pass>
  TENON_INLINE static void run_row_piece(const arguments& a, const position& p, registers& r, std::int64_t begin, std::int64_t end, states* s) {
    std::int64_t i = begin;
    for (; i + block <= end; i += block)
      for (int v = 0; v < width; ++v) {
        body::template inner<Pass, false>(r, a, p, i + v * lanes, lanes);
        accumulate<Pass>(s[v], r, i + v * lanes, 1);
      }
    for (; i + lanes <= end; i += lanes) {
      body::template inner<Pass, false>(r, a, p, i, lanes);
      accumulate<Pass>(s[0], r, i, 1);
    }
    if (i == end) return;
    const int n = int(end - i);
    body::template inner<Pass, true>(r, a, p, i, n);
    const auto mask = simd::first_lanes<lanes>(n);
    each_reduction<Pass>([&]<int I>(std::integral_constant<int, I>) TENON_LAMBDA_INLINE {
      detail::get<I>(s[0]).add_masked(detail::get<D.body[I].operands[0]>(r), mask, i, 1);
    });
  }

  template <int Pass, bool Partial>
  TENON_INLINE static void run_columns(const arguments& a, const position& p, const unit& u, registers* r, std::int64_t q, states* s) {
    for (int v = 0; v < width; ++v) {
      if (Partial && u.in_vector(v) == 0) break;
      body::template inner<Pass, Partial>(r[v], a, p, u.lane + v * lanes, u.in_vector(v));
      accumulate<Pass>(s[v], r[v], q, 0);
    }
  }

  template <int Pass>
  TENON_INLINE static void accumulate(states& s, const registers& r, std::int64_t place, std::int64_t step) {
    each_reduction<Pass>([&]<int I>(std::integral_constant<int, I>) TENON_LAMBDA_INLINE {
      detail::get<I>(s).add(detail::get<D.body[I].operands[0]>(r), place, step);
    });
  }

  // ---- outer instructions and stores of a task

  template <int Level>
  TENON_INLINE static void run_outer(const arguments& a, const unit& u, registers* r) {
    if constexpr (across) {
      body::template outer<Level, false>(r[0], a, u.at, 0, lanes);
    } else {
      for (int v = 0; v < width && u.in_vector(v) > 0; ++v)
        body::template outer<Level, true>(r[v], a, u.at, u.lane + v * lanes, u.in_vector(v));
    }
  }
  TENON_INLINE static void store_outer(const arguments& a, const unit& u, registers* r) {
    if constexpr (across) {
      body::template store<loop_space::outer, 0, true>(r[0], a, u.at, 0, 1);
    } else {
      for (int v = 0; v < width && u.in_vector(v) > 0; ++v)
        body::template store<loop_space::outer, 0, true>(r[v], a, u.at, u.lane + v * lanes, u.in_vector(v));
    }
  }

  // ---- a whole task at once

  static void run_unit(const arguments& a, std::int64_t index) {
    const unit u(a, index);
    const detail::reduction_chunks c = chunks(a);
    registers r[register_sets] = {};
    run_passes<0>(a, u, r, c);
    store_outer(a, u, r);
  }

  template <int Pass>
  TENON_INLINE static void run_passes(const arguments& a, const unit& u, registers* r, const detail::reduction_chunks& c) {
    run_outer<Pass>(a, u, r);
    if constexpr (Pass < D.passes) {
      states total[width], part[width];
      run_chunk<Pass>(a, u, r, c, 0, total);
      for (std::int64_t k = 1; k < c.count(); ++k) {
        run_chunk<Pass>(a, u, r, c, k, part);
        for (int v = 0; v < register_sets; ++v) merge<Pass>(total[v], part[v]);
      }
      for (int v = 0; v < register_sets; ++v) finish<Pass>(r[v], total[v]);
      run_passes<Pass + 1>(a, u, r, c);
    }
  }

  // ---- passes cut into chunks: even phases sum chunks, odd ones merge them

  /// Memory of a task: the totals of its passes, then the sums of the chunks of the current pass.
  static states* totals_of(const arguments& a, std::byte* shared, std::int64_t u, int pass) {
    return reinterpret_cast<states*>(shared + std::size_t(u) * unit_size(a) + std::size_t(pass) * register_sets * sizeof(states));
  }

  static void run_split(const arguments& a, int phase, std::int64_t first, std::int64_t last, std::byte* shared) {
    run_phase<0>(a, phase, first, last, shared);
  }

  template <int Pass>
  static void run_phase(const arguments& a, int phase, std::int64_t first, std::int64_t last, std::byte* shared) {
    if constexpr (Pass < D.passes) {
      if (phase / 2 != Pass) return run_phase<Pass + 1>(a, phase, first, last, shared);
      for (std::int64_t t = first; t < last; ++t) {
        if (phase % 2 == 0) sum_chunk<Pass>(a, t / chunks(a).count(), t % chunks(a).count(), shared);
        else merge_chunks<Pass>(a, t, shared);
      }
    }
  }

  /// Brings the registers of a task to where they were before a pass.
  template <int Pass, int Level = 0>
  static void restore(const arguments& a, const unit& u, std::int64_t index, registers* r, std::byte* shared) {
    run_outer<Level>(a, u, r);
    if constexpr (Level < Pass) {
      for (int v = 0; v < register_sets; ++v) finish<Level>(r[v], totals_of(a, shared, index, Level)[v]);
      restore<Pass, Level + 1>(a, u, index, r, shared);
    }
  }

  template <int Pass>
  static void sum_chunk(const arguments& a, std::int64_t index, std::int64_t chunk, std::byte* shared) {
    const unit u(a, index);
    registers r[register_sets] = {};
    restore<Pass>(a, u, index, r, shared);
    states part[width] = {};
    run_chunk<Pass>(a, u, r, chunks(a), chunk, part);
    states* kept_sums = totals_of(a, shared, index, D.passes) + chunk * register_sets;
    for (int v = 0; v < register_sets; ++v) kept_sums[v] = part[v];
  }

  template <int Pass>
  static void merge_chunks(const arguments& a, std::int64_t index, std::byte* shared) {
    states* total = totals_of(a, shared, index, Pass);
    const states* part = totals_of(a, shared, index, D.passes);
    for (int v = 0; v < register_sets; ++v) {
      total[v] = part[v];
      for (std::int64_t k = 1; k < chunks(a).count(); ++k) merge<Pass>(total[v], part[k * register_sets + v]);
    }
    if constexpr (Pass + 1 == D.passes) {
      const unit u(a, index);
      registers r[register_sets] = {};
      restore<D.passes>(a, u, index, r, shared);
      store_outer(a, u, r);
    }
  }
};

}  // namespace tenon::kernels

#endif
