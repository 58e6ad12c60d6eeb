#ifndef TENON_KERNELS_FIXED_HPP
#define TENON_KERNELS_FIXED_HPP

#include <algorithm>
#include <array>
#include <bit>

#include "tenon/kernels/reduction_state.hpp"

namespace tenon::kernels {

/// A small loop nest without a loop: extents and steps are part of its type, and each step is written out. `Nest` is the
/// loop_arguments of the kernel, with offsets for starts. It runs inside of its caller, whose registers may hold the operands.
/// With `Room`, all operands are as inline_storage is: what is a single vector is loaded and stored up to a power of two.
template <auto D, auto Nest, bool Room>
class fixed_kernel {
 public:
  using body = loop_body<D>;
  using position = typename body::position;

  /// How many vector instructions it is.
  static consteval std::int64_t instructions() { return units() * in_unit() * D.passes * std::max(D.instructions, 1); }

  /// Whether everything is loaded before anything is stored, so that outputs may be inputs, too.
  static consteval bool stores_last() {
    if (D.reduced == 0) return true;
    for (const loop_access& a : D.access)
      if (a.is_store() && a.space == loop_space::inner && D.body[a.stored].level + 1 < D.passes) return false;
    return units() <= 1;
  }

  /// `starts` is where the buffers of the accesses begin.
  TENON_INLINE static void run(const position& starts) {
    const position base = moved_by<starts_in_buffers>(starts);
    if constexpr (units() > 0) {
      if constexpr (D.reduced == 0) run_pointwise(base);
      else each<units()>([&]<int U>(std::integral_constant<int, U>) TENON_LAMBDA_INLINE { run_unit<U>(base); });
    }
  }

 private:
  static constexpr auto starts_in_buffers = std::to_array(Nest.start);
  using state = detail::reduction_state<D>;
  using registers = typename body::registers;
  static constexpr bool across = D.reduced > 0 && D.lanes == loop_lanes::reduced;
  static constexpr int kept = D.rank - D.reduced;
  static constexpr int lane_loop = body::lane_loop;
  static constexpr std::int64_t length = Nest.extents[lane_loop], vectors = (length + body::lanes - 1) / body::lanes;

  static consteval std::int64_t steps(int first, int last) {
    std::int64_t n = 1;
    for (int r = first; r < last; ++r) n *= r == lane_loop ? vectors : Nest.extents[r];
    return n;
  }
  // A unit is a step of all loops of a pointwise kernel, a row or a vector of columns of a reduction.
  static consteval std::int64_t units() { return steps(0, kept); }
  static consteval std::int64_t in_unit() { return steps(kept, D.rank); }

  static consteval bool is_one_whole_vector() {
    for (int i = 0; i < body::accesses; ++i)
      if (Nest.start[i] != 0 || (D.access[i].lane != lane_step::zero && D.access[i].lane != lane_step::one)) return false;
    return units() * in_unit() == 1;
  }
  /// How many elements are moved where n are wanted.
  static consteval int moved_with(int n) { return Room && is_one_whole_vector() ? int(std::bit_ceil(unsigned(n))) : n; }

  /// Lanes in use of a row that is one vector, otherwise 0.
  static constexpr int lanes_in_use = length < body::lanes && in_unit() == 1 ? int(length) : 0;

  template <std::int64_t N, class F>
  TENON_INLINE static void each(F f) {
    [&]<int... I>(std::integer_sequence<int, I...>) TENON_LAMBDA_INLINE { (f(std::integral_constant<int, I>()), ...); }(std::make_integer_sequence<int, int(N)>());
  }

  template <const auto& Offsets>
  TENON_INLINE static position moved_by(const position& p) {
    return [&]<int... A>(std::integer_sequence<int, A...>) TENON_LAMBDA_INLINE { return position{{(p.at[A] + Offsets[A])...}}; }(std::make_integer_sequence<int, body::accesses>());
  }

  /// Where step S of the loops [First, Last) stands, the vectors of the lane loop being steps of it.
  template <int First, int Last, int S>
  struct place {
    static constexpr auto offsets = [] {
      std::array<std::intptr_t, std::size_t(body::accesses) + 1> offset{};
      std::int64_t rest = S;
      for (int r = Last; r-- > First;) {
        const std::int64_t extent = r == lane_loop ? vectors : Nest.extents[r], index = rest % extent;
        rest /= extent;
        if (r != lane_loop)
          for (int i = 0; i < body::accesses; ++i) offset[std::size_t(i)] += index * Nest.step[i][r];
      }
      return offset;
    }();
    static constexpr std::int64_t lane = Last - 1 == lane_loop ? S % vectors * body::lanes : 0;
    static constexpr int count = int(std::min<std::int64_t>(length - lane, body::lanes)), moved = moved_with(count);
    static constexpr bool partial = moved < body::lanes;

    TENON_INLINE static position from(const position& p) { return moved_by<offsets>(p); }
  };

  TENON_INLINE static void run_pointwise(const position& base) {
    registers r[units()];
    each<units()>([&]<int U>(std::integral_constant<int, U>) TENON_LAMBDA_INLINE {
      using at = place<0, kept, U>;
      const position p = at::from(base);
      body::template outer<0, false>(r[U], Nest, p, 0, body::lanes);
      body::template compute_new<0, at::moved>(r[U], Nest, p, at::lane);
    });
    each<units()>([&]<int U>(std::integral_constant<int, U>) TENON_LAMBDA_INLINE {
      using at = place<0, kept, U>;
      body::template store<loop_space::inner, 0, at::partial>(r[U], Nest, at::from(base), at::lane, at::moved);
    });
  }

  static constexpr std::int64_t register_sets = in_unit() > 0 ? in_unit() : 1;

  /// A unit of a reduction. Each of its steps keeps its registers from pass to pass.
  template <int U>
  TENON_INLINE static void run_unit(const position& base) {
    using unit = place<0, kept, U>;
    const position p = unit::from(base);
    registers r[register_sets];
    run_passes<unit, 0>(p, r);
    if constexpr (across) body::template store<loop_space::outer, 0, true>(r[0], Nest, p, 0, 1);
    else body::template store<loop_space::outer, 0, true>(r[0], Nest, p, unit::lane, unit::moved);
  }

  template <class Unit, int Pass>
  TENON_INLINE static void run_passes(const position& base, registers* r) {
    each<register_sets>([&]<int S>(std::integral_constant<int, S>) TENON_LAMBDA_INLINE {
      if constexpr (across) body::template outer<Pass, false>(r[S], Nest, base, 0, body::lanes);
      else body::template outer<Pass, true>(r[S], Nest, base, Unit::lane, Unit::moved);
    });
    if constexpr (Pass < D.passes) {
      typename state::accumulators sums;
      state::template reset<Pass>(sums, 0);
      each<in_unit()>([&]<int S>(std::integral_constant<int, S>) TENON_LAMBDA_INLINE {
        using step = place<kept, D.rank, S>;
        using at = std::conditional_t<across, step, Unit>;
        body::template compute_new<Pass, at::moved>(r[S], Nest, step::from(base), at::lane);
        if constexpr (across && at::count < body::lanes) state::template accumulate_first<Pass, lanes_in_use>(at::count, sums, r[S], at::lane, 1);
        else state::template accumulate<Pass>(sums, r[S], across ? at::lane : S, across ? 1 : 0);
      });
      each<in_unit()>([&]<int S>(std::integral_constant<int, S>) TENON_LAMBDA_INLINE {
        using step = place<kept, D.rank, S>;
        using at = std::conditional_t<across, step, Unit>;
        body::template store<loop_space::inner, Pass, at::partial>(r[S], Nest, step::from(base), at::lane, at::moved);
      });
      typename state::subtotals totals;
      state::template close<Pass>(sums, totals);
      each<register_sets>([&]<int S>(std::integral_constant<int, S>) TENON_LAMBDA_INLINE { state::template finish<Pass, lanes_in_use>(r[S], totals); });
      run_passes<Unit, Pass + 1>(base, r);
    }
  }
};

}  // namespace tenon::kernels

#endif
