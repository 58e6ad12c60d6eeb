#ifndef TENON_KERNELS_SHORT_ROWS_HPP
#define TENON_KERNELS_SHORT_ROWS_HPP

#include "tenon/kernels/loop_cost.hpp"
#include "tenon/kernels/loop_space.hpp"
#include "tenon/kernels/reduction_state.hpp"

namespace tenon::kernels {

/// Reductions over rows that are shorter than a vector: the lanes are neighbouring rows, whose elements are gathered, so that
/// no lane is idle and none has to be joined with others. `D` is a loop_descriptor::for_short_rows. A task is a vector of rows.
template <auto D>
class short_rows_kernel {
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
    const arguments a = from;  // a copy that no store can change
    const detail::split_place place(first, vectors(a));
    outer_rows row(a, detail::start_of<body>(a), place.outer);
    for (std::int64_t lane = place.inner * body::lanes; first < last; ++first) {
      const std::int64_t rest = a.extents[lane_loop] - lane;
      const vector_of_rows rows{row.at(), lane, rest < body::lanes ? int(rest) : body::lanes};
      registers r;
      run_passes<0>(a, rows, r);
      body::template store<loop_space::outer, 0, true>(r, a, rows.at, rows.lane, rows.count);
      if ((lane += body::lanes) >= a.extents[lane_loop]) lane = 0, row.next();
    }
  }

 private:
  using state = detail::reduction_state<D>;
  using registers = typename body::registers;
  static constexpr int kept = D.rank - D.reduced, lane_loop = body::lane_loop;
  static_assert(lane_loop == kept - 1);
  using outer_rows = detail::odometer<body, 0, kept - 1>;
  using steps = detail::odometer<body, kept, D.rank>;

  struct vector_of_rows {
    const typename body::position& at;
    std::int64_t lane;
    int count;
  };

  static std::int64_t vectors(const arguments& a) { return (a.extents[lane_loop] + body::lanes - 1) / body::lanes; }

  template <int Pass>
  TENON_INLINE static void run_passes(const arguments& a, const vector_of_rows& rows, registers& r) {
    body::template outer<Pass, true>(r, a, rows.at, rows.lane, rows.count);
    if constexpr (Pass < D.passes) {
      typename state::accumulators sums;
      state::template reset<Pass>(sums, 0);
      const std::int64_t count = steps::steps(a);
      steps step(a, rows.at, 0);
      for (std::int64_t i = 0; i < count; ++i, step.next()) {
        body::template inner<Pass, true>(r, a, step.at(), rows.lane, rows.count);
        state::template accumulate<Pass>(sums, r, i, 0);
      }
      typename state::subtotals totals;
      state::template close<Pass>(sums, totals);
      state::template finish<Pass>(r, totals);
      run_passes<Pass + 1>(a, rows, r);
    }
  }
};

}  // namespace tenon::kernels

#endif
