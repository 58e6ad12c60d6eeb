#ifndef TENON_KERNELS_REDUCTION_STATE_HPP
#define TENON_KERNELS_REDUCTION_STATE_HPP

#include "tenon/kernels/accumulator.hpp"
#include "tenon/kernels/loop_body.hpp"

namespace tenon::kernels::detail {

/// The accumulators of all reductions of a loop, and what is done with them. A pass accumulates those of the level behind it.
template <auto D>
struct reduction_state {
  using body = loop_body<D>;
  using registers = typename body::registers;

 private:
  struct nothing {};
  template <template <opcode, class, int> class State, int I>
  static consteval auto state_of() {
    if constexpr (!D.body[I].is_reduction()) return std::type_identity<nothing>();
    else return std::type_identity<State<opcode(D.body[I].code), typename body::template element_of<D.body[I].operands[0]>, body::lanes>>();
  }
  template <template <opcode, class, int> class State, class>
  struct all_states;
  template <template <opcode, class, int> class State, int... I>
  struct all_states<State, std::integer_sequence<int, I...>> : slot<I, typename decltype(state_of<State, I>())::type>... {};

  /// Calls f for each reduction that is accumulated in a pass.
  template <int Pass, class F>
  TENON_INLINE static void each_reduction(F f) {
    body::each([&]<int I>(std::integral_constant<int, I> i) TENON_LAMBDA_INLINE {
      if constexpr (D.body[I].is_reduction()) {
        if constexpr (D.body[I].level == Pass + 1) f(i);
      }
    });
  }

 public:
  using accumulators = all_states<accumulator, typename body::every_instruction>;
  using subtotals = all_states<subtotal, typename body::every_instruction>;

  template <int Pass>
  TENON_INLINE static void reset(accumulators& s, std::int64_t begin) {
    each_reduction<Pass>([&]<int I>(std::integral_constant<int, I>) TENON_LAMBDA_INLINE { get<I>(s).reset(begin); });
  }
  /// Lane i of the operands stands at place + i * step along the axis.
  template <int Pass>
  TENON_INLINE static void accumulate(accumulators& s, const registers& r, std::int64_t place, std::int64_t step) {
    each_reduction<Pass>([&]<int I>(std::integral_constant<int, I>) TENON_LAMBDA_INLINE { get<I>(s).add(get<D.body[I].operands[0]>(r), place, step); });
  }
  /// The same for the first n lanes. N is as in `finish`.
  template <int Pass, int N = 0>
  TENON_INLINE static void accumulate_first(int n, accumulators& s, const registers& r, std::int64_t place, std::int64_t step) {
    const auto mask = simd::first_lanes<body::lanes>(n);
    each_reduction<Pass>([&]<int I>(std::integral_constant<int, I>) TENON_LAMBDA_INLINE {
      using element = typename body::template element_of<D.body[I].operands[0]>;
      constexpr bool few = N * sizeof(element) <= 16;
      if constexpr (simd::leaves_out_lanes<opcode(D.body[I].code), element, N>) get<I>(s).template add_few<few>(get<D.body[I].operands[0]>(r));
      else get<I>(s).add_masked(get<D.body[I].operands[0]>(r), mask, place, step);
    });
  }
  template <int Pass>
  TENON_INLINE static void close(const accumulators& s, subtotals& t) {
    each_reduction<Pass>([&]<int I>(std::integral_constant<int, I>) TENON_LAMBDA_INLINE { get<I>(t) = get<I>(s).close(); });
  }
  template <int Pass>
  TENON_INLINE static void merge(subtotals& s, const subtotals& with) {
    each_reduction<Pass>([&]<int I>(std::integral_constant<int, I>) TENON_LAMBDA_INLINE { get<I>(s).merge(get<I>(with)); });
  }
  /// Where lanes are reduced, too, only the first N are, or all where N is 0.
  template <int Pass, int N = 0>
  TENON_INLINE static void finish(registers& r, const subtotals& s) {
    each_reduction<Pass>([&]<int I>(std::integral_constant<int, I>) TENON_LAMBDA_INLINE {
      if constexpr (D.lanes == loop_lanes::reduced) get<I>(r) = get<I>(s).template result_across<N>();
      else get<I>(r) = get<I>(s).result();
    });
  }
};

}  // namespace tenon::kernels::detail

#endif
