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

// A reduction is accumulated over one chunk; what `close` then gives is merged with that of other chunks:
//
//   accumulator<Op, T, L>   in each lane, what the elements of an open chunk come to
//   subtotal<Op, T, L>      in each lane, what some closed chunks come to

template <opcode Op, class T, int L>
struct subtotal {
  using pack = simd::pack<T, L>;
  pack value;

  TENON_INLINE void merge(const subtotal& other) { value = simd::apply<merging<Op>()>(value, other.value); }
  /// Of each lane.
  TENON_INLINE pack result() const { return value; }
  /// Of the first N lanes, or all where N is 0, in each of them.
  template <int N>
  TENON_INLINE pack result_across() const { return simd::reduce_to_all<Op, N>(value); }
};

template <opcode Op, class T, int L>
struct accumulator {
  using pack = simd::pack<T, L>;
  pack value;

  /// Begins a chunk whose first element stands at `begin` along the axis.
  TENON_INLINE void reset(std::int64_t) { value = pack::broadcast(neutral<Op, T>()); }
  /// Lane i of x stands at first + i * step along the axis.
  TENON_INLINE void add(pack x, std::int64_t, std::int64_t) { value = simd::apply<merging<Op>()>(value, x); }
  /// The same where only some lanes matter; `Few`: no more than 16 bytes have.
  template <bool Few>
  TENON_INLINE void add_few(pack x) {
    if constexpr (Few) value = simd::apply_to_few_lanes<merging<Op>()>(value, x);
    else value = simd::apply<merging<Op>()>(value, x);
  }
  /// The same for the lanes where `mask` holds.
  TENON_INLINE void add_masked(pack x, simd::pack<bool, L> mask, std::int64_t first, std::int64_t step) {
    add(simd::apply<opcode::select>(mask, x, pack::broadcast(neutral<Op, T>())), first, step);
  }
  TENON_INLINE subtotal<Op, T, L> close() const { return {value}; }
};

// ---- the extreme and the first place where it stands. NaN counts as more extreme than any number.

constexpr bool finds_place(opcode code) { return code == opcode::argmax || code == opcode::argmin; }

/// x is more extreme than `than`, or the first NaN.
template <opcode Op, class T, int L>
TENON_INLINE simd::pack<bool, L> is_beyond(simd::pack<T, L> x, simd::pack<T, L> than) {
  using simd::apply;
  if constexpr (std::is_floating_point_v<T>) {
    const auto not_beyond = Op == opcode::argmax ? apply<opcode::less_equal>(x, than) : apply<opcode::less_equal>(than, x);
    return apply<opcode::bit_and>(apply<opcode::equal>(than, than), apply<opcode::bit_not>(not_beyond));
  } else {
    return Op == opcode::argmax ? apply<opcode::less>(than, x) : apply<opcode::less>(x, than);
  }
}

/// Equal numbers, or both NaN.
template <class T, int L>
TENON_INLINE simd::pack<bool, L> are_tied(simd::pack<T, L> x, simd::pack<T, L> y) {
  using simd::apply;
  const auto some_number = apply<opcode::bit_or>(apply<opcode::equal>(x, x), apply<opcode::equal>(y, y));
  return apply<opcode::bit_or>(apply<opcode::equal>(x, y), apply<opcode::bit_not>(some_number));
}

template <opcode Op, class T, int L>
  requires(finds_place(Op))
struct subtotal<Op, T, L> {
  using pack = simd::pack<T, L>;
  using places = simd::pack<std::int64_t, L>;
  static constexpr std::int64_t nowhere = std::numeric_limits<std::int64_t>::max();

  pack value;
  places place;

  TENON_INLINE void merge(const subtotal& other) {
    using simd::apply;
    const auto earlier = apply<opcode::bit_and>(are_tied(other.value, value), apply<opcode::less>(other.place, place));
    const auto wins = apply<opcode::bit_or>(is_beyond<Op>(other.value, value), earlier);
    value = apply<opcode::select>(wins, other.value, value);
    place = apply<opcode::select>(wins, other.place, place);
  }
  TENON_INLINE places result() const { return somewhere(place); }
  template <int N>
  TENON_INLINE places result_across() const {
    using simd::apply;
    constexpr opcode extreme = Op == opcode::argmax ? opcode::reduce_max : opcode::reduce_min;
    const pack best = simd::reduce_to_all<extreme, N>(value);
    const auto candidates = apply<opcode::select>(are_tied(value, best), place, places::broadcast(nowhere));
    return somewhere(simd::reduce_to_all<opcode::reduce_min, N>(candidates));
  }

 private:
  TENON_INLINE static places somewhere(places at) {
    using simd::apply;
    return apply<opcode::select>(apply<opcode::equal>(at, places::broadcast(nowhere)), places::broadcast(0), at);
  }
};

/// Places are counted from where the chunk begins, in as few bits as there are lanes for.
template <opcode Op, class T, int L>
  requires(finds_place(Op))
struct accumulator<Op, T, L> {
  using pack = simd::pack<T, L>;
  using near_place = std::conditional_t<L % simd::word_lanes == 0, std::int32_t, std::int64_t>;
  using near_places = simd::pack<near_place, L>;
  static constexpr near_place nowhere = std::numeric_limits<near_place>::max();

  pack value;
  near_places near;
  std::int64_t begin;

  TENON_INLINE void reset(std::int64_t from) {
    value = pack::broadcast(neutral<Op, T>());
    near = near_places::broadcast(nowhere);
    begin = from;
  }
  /// What equals the neutral value wins nowhere: if nothing else is there, place 0 is right.
  TENON_INLINE void add(pack x, std::int64_t first, std::int64_t step) {
    using simd::apply;
    const auto wins = is_beyond<Op>(x, value);
    value = apply<opcode::select>(wins, x, value);
    near = apply<opcode::select>(wins, near_places::iota(near_place(first - begin), near_place(step)), near);
  }
  TENON_INLINE void add_masked(pack x, simd::pack<bool, L> mask, std::int64_t first, std::int64_t step) {
    add(simd::apply<opcode::select>(mask, x, pack::broadcast(neutral<Op, T>())), first, step);
  }
  TENON_INLINE subtotal<Op, T, L> close() const {
    using simd::apply;
    using places = simd::pack<std::int64_t, L>;
    const auto unset = apply<opcode::equal>(near, near_places::broadcast(nowhere));
    const auto found = apply<opcode::add>(simd::convert<std::int64_t>(near), places::broadcast(begin));
    return {value, apply<opcode::select>(unset, places::broadcast(subtotal<Op, T, L>::nowhere), found)};
  }
};

// ---- the sum of squared deviations from the mean, in one pass. Each lane sums what is off its first element of the chunk, and
// the squares of that, so that little cancels; lanes and chunks are joined as Chan, Golub and LeVeque do it (1979).

template <class T, int L>
  requires std::is_floating_point_v<T>
struct subtotal<opcode::reduce_deviation, T, L> {
  using pack = simd::pack<T, L>;
  pack pivot, off;  // the first element of each lane, and how far off it the mean is
  pack deviation, count;

  TENON_INLINE void merge(const subtotal& other) {
    using simd::apply;
    const pack both = apply<opcode::add>(count, other.count), share = apply<opcode::div>(other.count, at_least_one(both));
    const pack apart = apply<opcode::sub>(mean_off(other.pivot, other.off, pivot), off);
    deviation = apply<opcode::add>(apply<opcode::add>(deviation, other.deviation), scaled_square(apart, apply<opcode::mul>(count, share)));
    off = simd::fma(apart, share, off);
    count = both;
  }
  TENON_INLINE pack result() const { return not_negative(deviation); }
  template <int N>
  TENON_INLINE pack result_across() const {
    using simd::apply;
    const pack own = mean_off(pivot, off, pack::broadcast(pivot.first()));
    const pack sum = simd::reduce_to_all<opcode::reduce_sum, N>(apply<opcode::mul>(own, count));
    const pack center = simd::apply_to_equal_lanes<opcode::div>(sum, at_least_one(simd::reduce_to_all<opcode::reduce_sum, N>(count)));
    const pack all = apply<opcode::add>(deviation, scaled_square(apply<opcode::sub>(own, center), count));
    return not_negative(simd::reduce_to_all<opcode::reduce_sum, N>(all));
  }

  TENON_INLINE static pack at_least_one(pack n) { return simd::apply<opcode::max>(n, pack::broadcast(1)); }

 private:
  /// How far the mean `off` beyond `from` is beyond another pivot.
  TENON_INLINE static pack mean_off(pack from, pack off, pack pivot) {
    return simd::apply<opcode::add>(simd::apply<opcode::sub>(from, pivot), off);
  }
  TENON_INLINE static pack scaled_square(pack x, pack scale) { return simd::apply<opcode::mul>(simd::apply<opcode::mul>(x, x), scale); }
  TENON_INLINE static pack not_negative(pack x) { return simd::apply<opcode::max>(x, pack::broadcast(0)); }
};

template <class T, int L>
  requires std::is_floating_point_v<T>
struct accumulator<opcode::reduce_deviation, T, L> {
  using pack = simd::pack<T, L>;
  using closed = subtotal<opcode::reduce_deviation, T, L>;
  pack pivot, off, squares;  // the first element; the sum of what is off it, and of the squares of that
  pack further;              // elements of each lane beyond those of whole vectors
  std::int64_t steps;        // whole vectors

  TENON_INLINE void reset(std::int64_t) {
    pivot = off = squares = further = pack::broadcast(0);
    steps = 0;
  }
  TENON_INLINE void add(pack x, std::int64_t, std::int64_t) {
    if (steps++ == 0) pivot = x;
    take(x);
  }
  TENON_INLINE void add_masked(pack x, simd::pack<bool, L> mask, std::int64_t, std::int64_t) {
    using simd::apply;
    const auto is_first = apply<opcode::bit_and>(mask, apply<opcode::equal>(further, pack::broadcast(0)));
    if (steps == 0) pivot = apply<opcode::select>(is_first, x, pivot);
    take(apply<opcode::select>(mask, x, pivot));
    further = apply<opcode::add>(further, apply<opcode::select>(mask, pack::broadcast(1), pack::broadcast(0)));
  }
  TENON_INLINE closed close() const {
    using simd::apply;
    const pack count = apply<opcode::add>(further, pack::broadcast(T(steps)));
    const pack mean_off = apply<opcode::div>(off, closed::at_least_one(count));
    return {pivot, mean_off, apply<opcode::sub>(squares, apply<opcode::mul>(off, mean_off)), count};
  }

 private:
  TENON_INLINE void take(pack x) {
    const pack d = simd::apply<opcode::sub>(x, pivot);
    off = simd::apply<opcode::add>(off, d);
    squares = simd::fma(d, d, squares);
  }
};

}  // namespace tenon::kernels::detail

#endif
