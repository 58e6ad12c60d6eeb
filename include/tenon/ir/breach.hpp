#ifndef TENON_IR_BREACH_HPP
#define TENON_IR_BREACH_HPP

#include <string>

#include "tenon/base/config.hpp"
#include "tenon/base/error.hpp"
#include "tenon/ir/graph_span.hpp"
#include "tenon/ir/print.hpp"
#include "tenon/ir/tensor_ref.hpp"

// The sentences of what binding.hpp finds wrong. All of it is cold.

namespace tenon::detail {

constexpr bool is_input_extent(const graph_span& g, extent e) {
  return !e.is_static() && g.symbols[e.symbol()].kind == symbol_kind::input_extent;
}

/// `extent 1 of argument 0`
inline void describe_axis(text_builder& out, const graph_span& g, std::int64_t input, std::int64_t axis) {
  out << "extent " << axis << " of ";
  print_input(out, g, input);
}

/// `extent 1 of argument 0 is 128`; `batch (extent 0 of argument 0) is 32`
inline void describe_symbol(text_builder& out, const graph_span& g, const std::int64_t* symbols, extent e) {
  print(out, g, e);
  if (const symbol& s = g.symbols[e.symbol()]; is_input_extent(g, e) && !s.name.empty()) {
    out << " (";
    describe_axis(out, g, s.a, s.b);
    out << ')';
  }
  out << " is " << symbols[e.symbol()];
}

[[noreturn]] inline void throw_shape_error(const text_builder& sentence) { throw shape_error(std::string(sentence.view())); }

/// The extent of an input is not what its type says, or not that of another input with the same name.
[[noreturn]] TENON_NOINLINE inline void throw_extent_breach(const graph_span& g, const tensor_ref* inputs, const std::int64_t* symbols, int input, int axis) {
  const extent expected = g.shapes[g.inputs[input].shape][axis];
  text_builder out;
  describe_axis(out, g, input, axis);
  out << " is " << inputs[input].extents[axis];
  if (is_input_extent(g, expected)) {
    const symbol& s = g.symbols[expected.symbol()];
    out << " and ";
    describe_axis(out, g, s.a, s.b);
    out << " is " << symbols[expected.symbol()] << ", which must be equal";
    if (!s.name.empty()) out << ": both are " << s.name.view();
  } else {
    out << ", which must be " << (expected.is_static() ? expected.code : symbols[expected.symbol()]);
  }
  throw_shape_error(out);
}

[[noreturn]] TENON_NOINLINE inline void throw_bounds_breach(const graph_span& g, const std::int64_t* symbols, int place) {
  const symbol& s = g.symbols[place];
  text_builder out;
  describe_axis(out, g, s.a, s.b);
  out << " is " << symbols[place] << ", which is outside of ";
  if (!s.name.empty()) out << s.name.view() << "'s ";
  out << "bounds [" << s.min << ", ";
  if (s.max == INT64_MAX) out << "unbounded]";
  else out << s.max << ']';
  throw_shape_error(out);
}

/// How a broken assumption is put into words: between two extents, and where only the first, or only the second, is not a number.
struct assumption_words {
  std::string_view both, first_must_be, second_must_be;
};

constexpr assumption_words words_of(assumption::kind what) {
  switch (what) {
    case assumption::equal: return {"which must be equal", "", ""};
    case assumption::equal_or_one: return {"which must be equal or 1", "1 or ", "1 or "};
    case assumption::spreads: return {"of which the first must be 1 or equal to the second", "1 or ", ""};
    case assumption::divisible: return {"of which the first must be a multiple of the second", "a multiple of ", "a divisor of "};
    default: return {"of which the first must not be less than the second", "at least ", "at most "};
  }
}

[[noreturn]] TENON_NOINLINE inline void throw_assumption_breach(const graph_span& g, const std::int64_t* symbols, const assumption& broken) {
  const assumption_words words = words_of(broken.what);
  text_builder out;
  out << spoken_name_of(broken.code) << ": ";
  if (!broken.a.is_static()) describe_symbol(out, g, symbols, broken.a);
  if (!broken.a.is_static() && !broken.b.is_static()) out << " and ";
  if (!broken.b.is_static()) describe_symbol(out, g, symbols, broken.b);
  if (broken.b.is_static()) out << ", which must be " << words.first_must_be << broken.b.code;
  else if (broken.a.is_static()) out << ", which must be " << words.second_must_be << broken.a.code;
  else out << ", " << words.both;
  throw_shape_error(out);
}

}  // namespace tenon::detail

#endif
