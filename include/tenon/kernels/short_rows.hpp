#ifndef TENON_KERNELS_SHORT_ROWS_HPP
#define TENON_KERNELS_SHORT_ROWS_HPP

#include <algorithm>

#include "tenon/kernels/loop_cost.hpp"
#include "tenon/kernels/loop_space.hpp"
#include "tenon/kernels/reduction_state.hpp"
#include "tenon/simd/transpose.hpp"

namespace tenon::kernels {

/// A loop over short rows, whose lanes are neighbouring rows.
template <class Loop>
struct short_rows {
  Loop loop;
  bool tiled[Loop::accesses + 1] = {};  // operands that lie along the rows

  /// The most elements for which this takes less time than joining the lanes of each row, as often as there are reductions. Elements
  /// that are in no tile are gathered.
  constexpr int longest() const {
    for (int i = 0; i < Loop::accesses; ++i)
      if (loop.access[i].lane == lane_step::other) return simd::word_lanes;
    int joined = 0;
    for (const instruction& in : loop.body) joined += in.is(opcode::reduce_deviation) ? 3 : in.is_reduction();
    return joined < 2 ? 32 : 64;
  }
};

/// Reductions over rows that are a few vectors long. The lanes are neighbouring rows, so that no lane is idle and none has to be
/// joined with others. What lies along the rows is transposed into a tile in the first-level cache before, and results are
/// transposed back after; values that later passes want stay in tiles, too. A task is a vector of rows.
template <auto Rows>
class short_rows_kernel {
  static constexpr auto D = Rows.loop;

 public:
  using body = loop_body<D>;
  using arguments = typename body::arguments;

  static int phases(const arguments&) { return 1; }
  static std::int64_t tasks(const arguments& a, int, int) { return outer_rows::steps(a) * vectors(a); }
  static double cost(const arguments& a, int) {
    return double(tasks(a, 0, 0)) * (10 + double(steps::steps(a)) * body::lanes * detail::element_cost<D>() * D.passes);
  }
  static std::size_t shared_bytes(const arguments&) { return 0; }
  static std::size_t worker_bytes(const arguments&) { return 0; }

  static void run(const arguments& from, int, int, std::int64_t first, std::int64_t last, std::byte*, std::byte*) {
    if (first >= last) return;
    arguments a = from;
    a.streams = false;
    body::each_access([&]<int A>(std::integral_constant<int, A>) TENON_LAMBDA_INLINE {
      if constexpr (in_tile(A)) {
        std::intptr_t step = body::lanes * size_of(D.access[A].type);
        for (int r = D.rank; r-- > kept;) a.step[A][r] = step, step *= a.extents[r];
      }
    });
    alignas(64) std::byte tiles[offset_of(D.accesses) + 1];
    const detail::split_place place(first, vectors(from));
    outer_rows row(from, detail::start_of<body>(from), place.outer);
    for (std::int64_t lane = place.inner * body::lanes; first < last; ++first) {
      const int count = int(std::min<std::int64_t>(body::lanes, from.extents[lane_loop] - lane));
      run_rows(from, a, row.at(), lane, count, tiles);
      if ((lane += body::lanes) >= from.extents[lane_loop]) lane = 0, row.next();
    }
  }

 private:
  using state = detail::reduction_state<D>;
  using registers = typename body::registers;
  using position = typename body::position;
  static constexpr int kept = D.rank - D.reduced, lane_loop = body::lane_loop;
  using outer_rows = detail::odometer<body, 0, kept - 1>;
  using steps = detail::odometer<body, kept, D.rank>;

  static std::int64_t vectors(const arguments& a) { return (a.extents[lane_loop] + body::lanes - 1) / body::lanes; }

  static constexpr bool in_tile(int access) { return Rows.tiled[access] || D.access[access].cached; }
  /// Where the tile of an access begins.
  static consteval std::size_t offset_of(int access) {
    std::size_t bytes = 0;
    for (int i = 0; i < access; ++i) bytes += in_tile(i) ? std::size_t(Rows.longest() * body::lanes * size_of(D.access[i].type)) : 0;
    return bytes;
  }

  /// `count` rows from `lane` on. Steps of `in_memory` are those of the operands, steps of `a` those of the tiles.
  static void run_rows(const arguments& in_memory, const arguments& a, const position& at, std::int64_t lane, int count, std::byte* tiles) {
    position p = at;
    body::each_access([&]<int A>(std::integral_constant<int, A>) TENON_LAMBDA_INLINE {
      if constexpr (in_tile(A)) p.at[A] = reinterpret_cast<std::intptr_t>(tiles + offset_of(A)) - lane * size_of(D.access[A].type);
      if constexpr (Rows.tiled[A] && !D.access[A].is_store()) transpose<A>(in_memory, at, lane, count, tiles);
    });
    body::each_access([&]<int A>(std::integral_constant<int, A>) TENON_LAMBDA_INLINE {
      if constexpr (Rows.tiled[A])
        if (!D.access[A].is_store() || !in_memory.streams) prefetch<A>(in_memory, at, lane + body::lanes);
    });
    registers r;
    if (count == body::lanes) run_passes<0, false>(a, p, lane, count, r);
    else run_passes<0, true>(a, p, lane, count, r);
    body::template store<loop_space::outer, 0, true>(r, a, p, lane, count);
    body::each_access([&]<int A>(std::integral_constant<int, A>) TENON_LAMBDA_INLINE {
      if constexpr (Rows.tiled[A] && D.access[A].is_store()) transpose<A>(in_memory, at, lane, count, tiles);
    });
  }

  template <int Pass, bool Partial>
  TENON_INLINE static void run_passes(const arguments& a, const position& p, std::int64_t lane, int count, registers& r) {
    body::template outer<Pass, true>(r, a, p, lane, count);
    if constexpr (Pass < D.passes) {
      typename state::accumulators sums;
      state::template reset<Pass>(sums, 0);
      const std::int64_t all = steps::steps(a);
      steps step(a, p, 0);
      for (std::int64_t i = 0; i < all; ++i, step.next()) {
        body::template inner<Pass, Partial>(r, a, step.at(), lane, count);
        state::template accumulate<Pass>(sums, r, i, 0);
      }
      typename state::subtotals totals;
      state::template close<Pass>(sums, totals);
      state::template finish<Pass>(r, totals);
      run_passes<Pass + 1, Partial>(a, p, lane, count, r);
    }
  }

  /// Asks for the vector of rows from `lane` on: what is read in blocks no hardware foresees.
  template <int A>
  TENON_INLINE static void prefetch(const arguments& a, const position& at, std::int64_t lane) {
    const std::intptr_t step = a.step[A][lane_loop], bytes = a.extents[D.rank - 1] * size_of(D.access[A].type);
    std::intptr_t from = at.at[A] + lane * step;
    if (step == bytes) return simd::prefetch(from, body::lanes * bytes);
    for (int j = 0; j < body::lanes; ++j, from += step) simd::prefetch(from, bytes);
  }

  /// Fills the tile of a load, or empties that of a store.
  template <int A>
  static void transpose(const arguments& a, const position& at, std::int64_t lane, int count, std::byte* tiles) {
    using T = simd::transposed_as<storage_of<D.access[A].type>>;
    const std::int64_t stride = a.step[A][lane_loop] / std::intptr_t(sizeof(T)), length = a.extents[D.rank - 1];
    auto* memory = reinterpret_cast<T*>(at.at[A]) + lane * stride;
    auto* tile = reinterpret_cast<T*>(tiles + offset_of(A));
    if constexpr (D.access[A].is_store()) simd::transpose<T, true>(tile, body::lanes, length, count, memory, stride, a.streams);
    else simd::transpose(memory, stride, count, length, tile, body::lanes);
  }
};

}  // namespace tenon::kernels

#endif
