#ifndef TENON_KERNELS_ACCUMULATOR_HPP
#define TENON_KERNELS_ACCUMULATOR_HPP

#include <limits>

#include "tenon/simd/simd.hpp"

namespace tenon::kernels::detail {

/// What a reduction starts from: the value over no elements.
template <opcode Op, class T>
consteval T neutral() {
  using limits = std::numeric_limits<T>;
  switch (Op) {
    case opcode::reduce_product: case opcode::reduce_all: return T(1);
    case opcode::reduce_max: case opcode::argmax: return limits::has_infinity ? -limits::infinity() : limits::lowest();
    case opcode::reduce_min: case opcode::argmin: return limits::has_infinity ? limits::infinity() : limits::max();
    default: return T(0);
  }
}

template <opcode Op>
consteval opcode merging() {
  switch (Op) {
    case opcode::reduce_sum: return opcode::add;
    case opcode::reduce_product: return opcode::mul;
    case opcode::reduce_max: return opcode::max;
    case opcode::reduce_min: return opcode::min;
    case opcode::reduce_any: return opcode::bit_or;
    default: return opcode::bit_and;
  }
}

/// The running result of a reduction in each lane.
template <opcode Op, class T, int L>
struct accumulator {
  using pack = simd::pack<T, L>;
  pack value;

  TENON_INLINE void reset() { value = pack::broadcast(neutral<Op, T>()); }
  /// x, taken where `mask` holds; `place` is where along the axis the lanes stand.
  TENON_INLINE void add(pack x, std::int64_t, std::int64_t) { value = simd::apply<merging<Op>()>(value, x); }
  TENON_INLINE void add_masked(pack x, simd::pack<bool, L> mask, std::int64_t, std::int64_t) {
    value = simd::apply<merging<Op>()>(value, simd::apply<opcode::select>(mask, x, pack::broadcast(neutral<Op, T>())));
  }
  TENON_INLINE void merge(const accumulator& other) { value = simd::apply<merging<Op>()>(value, other.value); }
  TENON_INLINE pack result() const { return value; }
  TENON_INLINE pack result_across() const { return pack::broadcast(simd::reduce<Op>(value)); }
};

/// The extreme and the first place where it stands. NaN counts as more extreme than any number.
template <opcode Op, class T, int L>
  requires(Op == opcode::argmax || Op == opcode::argmin)
struct accumulator<Op, T, L> {
  using pack = simd::pack<T, L>;
  using places = simd::pack<std::int64_t, L>;
  pack value;
  places place;

  TENON_INLINE void reset() {
    value = pack::broadcast(neutral<Op, T>());
    place = places::broadcast(std::numeric_limits<std::int64_t>::max());
  }
  TENON_INLINE void add(pack x, std::int64_t first, std::int64_t step) { take(x, places::iota(first, step)); }
  TENON_INLINE void add_masked(pack x, simd::pack<bool, L> mask, std::int64_t first, std::int64_t step) {
    using simd::apply;
    take(apply<opcode::select>(mask, x, pack::broadcast(neutral<Op, T>())),
         apply<opcode::select>(mask, places::iota(first, step), places::broadcast(std::numeric_limits<std::int64_t>::max())));
  }
  TENON_INLINE void merge(const accumulator& other) { take(other.value, other.place); }
  TENON_INLINE places result() const { return found(place); }

  TENON_INLINE places result_across() const {
    T values[L];
    std::int64_t at[L];
    value.store(values);
    place.store(at);
    int best = 0;
    for (int i = 1; i < L; ++i)
      if (wins(values[i], at[i], values[best], at[best])) best = i;
    return found(places::broadcast(at[best]));
  }

 private:
  static bool wins(T x, std::int64_t at, T than, std::int64_t than_at) {
    const bool x_nan = x != x, than_nan = than != than;
    if (x_nan != than_nan) return x_nan;
    const bool more = Op == opcode::argmax ? x > than : x < than;
    return more || ((x == than || x_nan) && at < than_at);
  }

  TENON_INLINE void take(pack x, places at) {
    using simd::apply;
    const auto more = Op == opcode::argmax ? apply<opcode::less>(value, x) : apply<opcode::less>(x, value);
    const auto x_number = apply<opcode::equal>(x, x), number = apply<opcode::equal>(value, value);
    const auto tie = apply<opcode::bit_or>(apply<opcode::equal>(x, value), apply<opcode::bit_not>(apply<opcode::bit_or>(x_number, number)));
    const auto earlier = apply<opcode::bit_and>(tie, apply<opcode::less>(at, place));
    const auto newly_nan = apply<opcode::bit_and>(number, apply<opcode::bit_not>(x_number));
    const auto wins = apply<opcode::bit_or>(apply<opcode::bit_or>(more, newly_nan), earlier);
    value = apply<opcode::select>(wins, x, value);
    place = apply<opcode::select>(wins, at, place);
  }

  /// Over no elements: place 0.
  TENON_INLINE static places found(places at) {
    using simd::apply;
    return apply<opcode::select>(apply<opcode::equal>(at, places::broadcast(std::numeric_limits<std::int64_t>::max())), places::broadcast(0), at);
  }
};

}  // namespace tenon::kernels::detail

#endif
