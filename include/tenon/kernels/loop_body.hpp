#ifndef TENON_KERNELS_LOOP_BODY_HPP
#define TENON_KERNELS_LOOP_BODY_HPP

#include <cstddef>
#include <utility>

#include "tenon/base/philox.hpp"
#include "tenon/plan/loop_descriptor.hpp"
#include "tenon/simd/simd.hpp"

namespace tenon::kernels {

/// What a loop kernel is told at run time. Addresses and steps are bytes; for accesses that generate numbers instead of reading
/// memory (iota, random_bits) they are the numbers themselves.
template <int Rank, int Accesses>
struct loop_arguments {
  std::int64_t extents[Rank > 0 ? Rank : 1];
  std::intptr_t start[Accesses > 0 ? Accesses : 1];
  std::intptr_t step[Accesses > 0 ? Accesses : 1][Rank > 0 ? Rank : 1];
  std::int64_t index_stride[Accesses > 0 ? Accesses : 1];  // in elements: what a gathered index moves
  bool streams = false;  // whether results are written past the caches
};

namespace detail {

/// One register of a loop body. The registers of a body are a struct that inherits one slot each.
template <int I, class P>
struct slot {
  P value;
};
template <int I, class P>
TENON_INLINE P& get(slot<I, P>& s) {
  return s.value;
}
template <int I, class P>
TENON_INLINE const P& get(const slot<I, P>& s) {
  return s.value;
}

/// Lanes of all vectors of a loop: those of 32-bit elements, or of 64-bit ones where there is nothing narrower.
template <auto D>
consteval int lanes_of_body() {
  bool narrow = false, wide = false;
  const auto note = [&](element_type t) {
    narrow = narrow || (!is_boolean(t) && size_of(t) < 8);
    wide = wide || size_of(t) == 8;
  };
  for (int i = 0; i < D.instructions; ++i) note(D.body[i].type);
  for (int i = 0; i < D.accesses; ++i) note(D.access[i].type);
  return wide && !narrow ? simd::wide_lanes : simd::word_lanes;
}

}  // namespace detail

/// The instructions of a kernel, carried out on vectors. A body knows nothing of loops: whoever runs it says which addresses
/// its accesses have reached, and at which place along the lane axis it stands.
template <auto D>
struct loop_body {
  static constexpr int lanes = detail::lanes_of_body<D>();
  static constexpr int rank = D.rank, accesses = D.accesses;
  static constexpr int lane_loop = D.lanes == loop_lanes::reduced ? D.rank - 1 : D.rank - D.reduced - 1;
  using arguments = loop_arguments<rank, accesses>;
  using every_instruction = std::make_integer_sequence<int, D.instructions>;

  template <int I>
  using element_of = storage_of<D.body[I].type>;
  template <int I>
  using pack_of = simd::pack<element_of<I>, lanes>;

  template <class>
  struct all_registers;
  template <int... I>
  struct all_registers<std::integer_sequence<int, I...>> : detail::slot<I, pack_of<I>>... {};
  using registers = all_registers<every_instruction>;

  /// Whether an operand is read across the lanes; whoever runs the body then has its elements transposed.
  static consteval bool reads_across() {
    for (int i = 0; i < accesses; ++i)
      if (D.access[i].lane == lane_step::across) return true;
    return false;
  }

  /// Where all accesses stand: the addresses of the first element of the lane axis at the current step of the other loops.
  struct position {
    std::intptr_t at[accesses > 0 ? accesses : 1];
  };

  /// Whether the lanes of a register can differ.
  template <int I>
  static consteval bool varies() {
    constexpr instruction in = D.body[I];
    constexpr bool reads = in.code == body_code::load || in.is(opcode::iota) || in.is(opcode::random_bits);
    if constexpr (reads) {
      return D.access[in.payload].lane != lane_step::zero;
    } else if constexpr (in.code == body_code::accumulator) {
      return true;
    } else if constexpr (in.is_reduction()) {
      return D.lanes == loop_lanes::kept;
    } else {
      bool v = in.is_scan() && D.lanes == loop_lanes::reduced;
      if constexpr (in.is(opcode::gather)) v = D.access[in.payload].lane != lane_step::zero;
      if constexpr (in.operands[0] >= 0) v = v || varies<in.operands[0]>();
      if constexpr (in.operands[1] >= 0) v = v || varies<in.operands[1]>();
      if constexpr (in.operands[2] >= 0) v = v || varies<in.operands[2]>();
      return v;
    }
  }

  /// Outer instructions that are known once `Level` passes are complete.
  template <int Level, bool Partial>
  TENON_INLINE static void outer(registers& r, const arguments& a, const position& p, std::int64_t lane, int n) {
    each([&]<int I>(std::integral_constant<int, I>) TENON_LAMBDA_INLINE {
      constexpr instruction in = D.body[I];
      if constexpr (in.space == loop_space::outer && in.level == Level && !in.is_reduction()) compute<I, Partial>(r, a, p, lane, n);
    });
  }

  /// What a scan stands at before the first place.
  TENON_INLINE static void reset_scans(registers& r) {
    each([&]<int I>(std::integral_constant<int, I>) TENON_LAMBDA_INLINE {
      if constexpr (D.body[I].is_scan()) detail::get<I>(r) = pack_of<I>::broadcast(simd::scan_neutral<opcode(D.body[I].code), element_of<I>>);
    });
  }

  /// Inner instructions of a pass, for the n (all lanes unless Partial) elements from `lane` on.
  template <int Pass, bool Partial>
  TENON_INLINE static void inner(registers& r, const arguments& a, const position& p, std::int64_t lane, int n) {
    compute_inner<Pass, Partial>(r, a, p, lane, n);
    store<loop_space::inner, Pass, Partial>(r, a, p, lane, n);
  }

  /// The same without storing anything.
  template <int Pass, bool Partial>
  TENON_INLINE static void compute_inner(registers& r, const arguments& a, const position& p, std::int64_t lane, int n) {
    each([&]<int I>(std::integral_constant<int, I>) TENON_LAMBDA_INLINE {
      constexpr instruction in = D.body[I];
      if constexpr (in.space == loop_space::inner && (in.passes >> Pass & 1) && in.code != body_code::accumulator) {
        constexpr int cache = D.cache_of(I);
        constexpr bool is_first = (in.passes & ((1 << Pass) - 1)) == 0;
        if constexpr (cache >= 0 && !is_first) {
          detail::get<I>(r) = load<cache, Partial>(a, p, lane, n);
        } else {
          compute<I, Partial>(r, a, p, lane, n);
          if constexpr (cache >= 0) store_access<cache, Partial>(r, a, p, lane, n);
        }
      }
    });
  }

  /// Those that no earlier pass has computed, for `Count` elements, where registers keep their values from pass to pass.
  template <int Pass, int Count>
  TENON_INLINE static void compute_new(registers& r, const arguments& a, const position& p, std::int64_t lane) {
    each([&]<int I>(std::integral_constant<int, I>) TENON_LAMBDA_INLINE {
      constexpr instruction in = D.body[I];
      if constexpr (in.space == loop_space::inner && (in.passes & ((2 << Pass) - 1)) == 1 << Pass && in.code != body_code::accumulator)
        compute<I, (Count < lanes), Count * sizeof(element_of<I>) <= 16>(r, a, p, lane, Count);
    });
  }

  /// Writes what is stored in this space; inner values in the pass in which they are complete.
  template <loop_space Space, int Pass, bool Partial>
  TENON_INLINE static void store(const registers& r, const arguments& a, const position& p, std::int64_t lane, int n) {
    each_access([&]<int A>(std::integral_constant<int, A>) TENON_LAMBDA_INLINE {
      constexpr loop_access to = D.access[A];
      if constexpr (to.is_store() && !to.cached && to.space == Space) {
        if constexpr (Space == loop_space::outer || D.body[to.stored].level == Pass) store_access<A, Partial>(r, a, p, lane, n);
      }
    });
  }

  template <class F>
  TENON_INLINE static void each(F f) {
    [&]<int... I>(std::integer_sequence<int, I...>) TENON_LAMBDA_INLINE { (f(std::integral_constant<int, I>()), ...); }(every_instruction());
  }
  /// Calls f for each access. Its place is a constant: clang 19 makes wrong code of D.access[i] where only run time knows i.
  template <class F>
  TENON_INLINE static void each_access(F f) {
    [&]<int... A>(std::integer_sequence<int, A...>) TENON_LAMBDA_INLINE { (f(std::integral_constant<int, A>()), ...); }(
        std::make_integer_sequence<int, accesses>());
  }

 private:
  /// `Few`: 16 bytes of the result matter.
  template <int I, bool Partial, bool Few = false>
  TENON_INLINE static void compute(registers& r, const arguments& a, const position& p, std::int64_t lane, int n) {
    constexpr instruction in = D.body[I];
    auto& result = detail::get<I>(r);
    if constexpr (in.code == body_code::load) {
      result = load<in.payload, Partial>(a, p, lane, n);
    } else if constexpr (in.is(opcode::constant)) {
      result = pack_of<I>::broadcast(constant<I>());
    } else if constexpr (in.is(opcode::iota)) {
      result = pack_of<I>::iota(element_of<I>(p.at[in.payload] + lane * a.step[in.payload][lane_loop]), element_of<I>(a.step[in.payload][lane_loop]));
    } else if constexpr (in.is(opcode::random_bits)) {
      result = random<in.payload>(detail::get<in.operands[0]>(r).first(), a, p, lane);
    } else if constexpr (in.is(opcode::gather)) {
      result = gather<I, Partial>(r, a, p, lane, n);
    } else if constexpr (in.is_scan()) {
      if constexpr (D.lanes == loop_lanes::reduced) result = simd::scan_lanes<opcode(in.code)>(result, detail::get<in.operands[0]>(r));
      else result = simd::scan_step<opcode(in.code)>(result, detail::get<in.operands[0]>(r));
    } else if constexpr (in.is(opcode::cast)) {
      result = simd::convert<element_of<I>>(detail::get<in.operands[0]>(r));
    } else if constexpr (in.operands[2] >= 0) {
      result = apply<I, Few>(detail::get<in.operands[0]>(r), detail::get<in.operands[1]>(r), detail::get<in.operands[2]>(r));
    } else if constexpr (in.operands[1] >= 0) {
      result = apply<I, Few>(detail::get<in.operands[0]>(r), detail::get<in.operands[1]>(r));
    } else {
      result = apply<I, Few>(detail::get<in.operands[0]>(r));
    }
  }

  template <int I, bool Few, class... P>
  TENON_INLINE static pack_of<I> apply(const P&... x) {
    constexpr opcode code = opcode(D.body[I].code);
    if constexpr (!varies<I>()) return simd::apply_to_equal_lanes<code, D.tier>(x...);
    else if constexpr (Few) return simd::apply_to_few_lanes<code, D.tier>(x...);
    else return simd::apply<code, D.tier>(x...);
  }

  template <int I>
  static consteval element_of<I> constant() {
    if constexpr (is_floating(D.body[I].type)) return element_of<I>(std::bit_cast<double>(D.body[I].payload));
    else return element_of<I>(D.body[I].payload);
  }

  template <int A>
  using memory_of = storage_of<D.access[A].type>;

  template <int A>
  TENON_INLINE static std::ptrdiff_t lane_stride(const arguments& a) {
    return a.step[A][lane_loop] / std::ptrdiff_t(sizeof(memory_of<A>));
  }

  template <int A, bool Partial>
  TENON_INLINE static auto load(const arguments& a, const position& p, std::int64_t lane, int n) {
    return load_from<A, Partial>(reinterpret_cast<const memory_of<A>*>(p.at[A]), a, lane, n);
  }

  template <int A, bool Partial>
  TENON_INLINE static auto load_from(const memory_of<A>* from, const arguments& a, std::int64_t lane, int n) {
    using P = simd::pack<memory_of<A>, lanes>;
    if constexpr (D.access[A].lane == lane_step::zero) {
      return P::broadcast(*from);
    } else if constexpr (D.access[A].lane == lane_step::one || D.access[A].lane == lane_step::across) {
      if constexpr (Partial) return P::load_partial(from + lane, n);
      else return P::load(from + lane);
    } else {
      const std::ptrdiff_t stride = lane_stride<A>(a);
      if (stride == 1) return Partial ? P::load_partial(from + lane, n) : P::load(from + lane);
      if (stride == 0) return P::broadcast(*from);
      if constexpr (!Partial && sizeof(memory_of<A>) >= 4) {
        if (stride == -1) return simd::reversed(P::load(from - lane - (lanes - 1)));
        if (stride == 2) return simd::every_second(P::load(from + 2 * lane), P::load(from + 2 * lane + (lanes - 1)));
      }
      return P::load_strided_partial(from + lane * stride, stride, Partial ? n : lanes);
    }
  }

  template <int A, bool Partial>
  TENON_INLINE static void store_access(const registers& r, const arguments& a, const position& p, std::int64_t lane, int n) {
    const auto& x = detail::get<D.access[A].stored>(r);
    auto* to = reinterpret_cast<memory_of<A>*>(p.at[A]);
    if constexpr (D.access[A].lane == lane_step::zero) {
      *to = x.first();
    } else if constexpr (D.access[A].lane == lane_step::one) {
      if constexpr (Partial) x.store_partial(to + lane, n);
      else if (a.streams && !D.access[A].cached) simd::store_streaming(to + lane, x);
      else x.store(to + lane);
    } else {
      const std::ptrdiff_t stride = lane_stride<A>(a);
      if constexpr (!Partial && sizeof(memory_of<A>) >= 4) {
        if (stride == -1) return simd::reversed(x).store(to - lane - (lanes - 1));
      }
      x.store_strided_partial(to + lane * stride, stride, Partial ? n : lanes);
    }
  }

  template <int A>
  TENON_INLINE static simd::pack<std::int32_t, lanes> random(std::int64_t seed, const arguments& a, const position& p, std::int64_t lane) {
    const std::intptr_t step = a.step[A][lane_loop], first = p.at[A] + lane * step;
    if (step == 1) return simd::random_bits<lanes>(std::uint64_t(seed), std::uint64_t(first));
    std::int32_t bits[lanes];
    for (int i = 0; i < lanes; ++i) bits[i] = std::int32_t(philox(std::uint64_t(seed), std::uint64_t(first + i * step)));
    return simd::pack<std::int32_t, lanes>::load(bits);
  }

  /// One index for all lanes chooses a row of the table; indices that differ are addressed lane by lane.
  template <int I, bool Partial>
  TENON_INLINE static auto gather(const registers& r, const arguments& a, const position& p, std::int64_t lane, int n) {
    constexpr int A = int(D.body[I].payload), index = D.body[I].operands[0];
    using P = pack_of<I>;
    const auto* table = reinterpret_cast<const memory_of<A>*>(p.at[A]);
    if constexpr (!varies<index>()) {
      return load_from<A, Partial>(table + std::int64_t(detail::get<index>(r).first()) * a.index_stride[A], a, lane, n);
    } else {
      using places = simd::pack<std::int64_t, lanes>;
      auto offset = simd::apply<opcode::mul>(simd::convert<std::int64_t>(detail::get<index>(r)), places::broadcast(a.index_stride[A]));
      if constexpr (D.access[A].lane != lane_step::zero) {
        const std::int64_t stride = lane_stride<A>(a);
        offset = simd::apply<opcode::add>(offset, places::iota(lane * stride, stride));
      }
      return P::gather_partial(table, offset, Partial ? n : lanes);
    }
  }
};

}  // namespace tenon::kernels

#endif
