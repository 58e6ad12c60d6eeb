#ifndef TENON_IR_EXTENT_HPP
#define TENON_IR_EXTENT_HPP

#include <cstdint>
#include <string_view>

#include "tenon/base/list.hpp"

namespace tenon {

/// The most axes a tensor can have.
inline constexpr int max_rank = 8;

/// The most loops of a kernel: one for each axis, and one of a single step or along the axis that a contraction sums over.
inline constexpr int max_loops = max_rank + 1;

/// For slices: up to the end of the axis.
inline constexpr std::int64_t to_end = INT64_MAX;

/// How many elements an axis has, or how far apart they are: a number where it is known (code >= 0), otherwise a symbol, whose
/// place in graph::symbols is -1 - code. Equal codes of one graph are equal numbers at run time. Strides, which may be
/// negative numbers, are symbols too when they are not known to be >= 0.
struct extent {
  std::int64_t code = 0;

  constexpr bool is_static() const { return code >= 0; }
  constexpr int symbol() const { return int(-1 - code); }
  static constexpr extent of_symbol(int place) { return {-1 - std::int64_t(place)}; }

  constexpr bool operator==(const extent&) const = default;
};

/// An axis list; axes beyond the rank are 0, so that equality is member by member.
struct shape {
  std::int32_t rank = 0;
  extent axes[max_rank] = {};

  constexpr extent operator[](int axis) const { return axes[axis]; }
  constexpr void push_back(extent e) { axes[rank++] = e; }

  friend constexpr bool operator==(const shape& a, const shape& b) {
    if (a.rank != b.rank) return false;
    for (int i = 0; i < a.rank; ++i)
      if (a.axes[i].code != b.axes[i].code) return false;
    return true;
  }
};

/// The name of an extent, cut to what fits.
struct extent_name {
  char characters[24] = {};

  constexpr extent_name() = default;
  constexpr extent_name(std::string_view source) {
    for (std::size_t i = 0; i < source.size() && i + 1 < sizeof characters; ++i) characters[i] = source[i];
  }
  constexpr std::string_view view() const { return characters; }
  constexpr bool empty() const { return characters[0] == 0; }
  constexpr bool operator==(const extent_name& other) const { return view() == other.view(); }
};

/// How a number that only run time knows comes about.
enum class symbol_kind : std::uint8_t {
  input_extent,  // a: input, b: axis
  input_stride,  // a: input, b: axis; in elements
  negated,       // -a
  sum,           // a + b
  difference,    // a - b
  product,       // a * b
  quotient,      // a / b, which must leave no remainder
  ceil_quotient, // a / b rounded up
  broadcast,     // a and b are equal or one of them is 1: the other
  stride_of,     // 0 where extent a is 1, otherwise b: how an operand that may be broadcast moves
};

struct symbol {
  symbol_kind kind{};
  std::int64_t a = 0, b = 0;  // codes of extents, or an input and an axis
  std::int64_t min = 0, max = INT64_MAX;  // bounds that a named extent promises; checked at entry
  extent_name name{};                     // of a named extent, otherwise empty

  constexpr bool operator==(const symbol&) const = default;
};

/// Arithmetic on extents: numbers are computed now, everything else becomes a symbol of the table.
class extent_arithmetic {
 public:
  constexpr explicit extent_arithmetic(list<symbol>& table) : table_(table) {}

  constexpr extent intern(const symbol& s) {
    for (int i = 0; i < table_.size(); ++i)
      if (table_[i] == s) return extent::of_symbol(i);
    table_.push_back(s);
    return extent::of_symbol(table_.size() - 1);
  }

  constexpr extent add(extent a, extent b) {
    if (a.is_static() && b.is_static()) return {a.code + b.code};
    if (a.code == 0) return b;
    if (b.code == 0) return a;
    return commutative(symbol_kind::sum, a, b);
  }
  constexpr extent subtract(extent a, extent b) {
    if (a.is_static() && b.is_static() && a.code >= b.code) return {a.code - b.code};
    if (b.code == 0) return a;
    if (a == b) return {0};
    return intern({symbol_kind::difference, a.code, b.code});
  }
  constexpr extent multiply(extent a, extent b) {
    if (a.is_static() && b.is_static()) return {a.code * b.code};
    if (a.code == 0 || b.code == 0) return {0};
    if (a.code == 1) return b;
    if (b.code == 1) return a;
    return commutative(symbol_kind::product, a, b);
  }
  constexpr extent divide(extent a, extent b) {
    if (a.is_static() && b.is_static() && b.code != 0) return {a.code / b.code};
    if (b.code == 1) return a;
    if (a == b) return {1};
    if (!a.is_static() && table_[a.symbol()].kind == symbol_kind::product) {
      if (table_[a.symbol()].a == b.code) return {table_[a.symbol()].b};
      if (table_[a.symbol()].b == b.code) return {table_[a.symbol()].a};
    }
    return intern({symbol_kind::quotient, a.code, b.code});
  }
  constexpr extent divide_up(extent a, extent b) {
    if (a.is_static() && b.is_static() && b.code != 0) return {(a.code + b.code - 1) / b.code};
    if (b.code == 1) return a;
    return intern({symbol_kind::ceil_quotient, a.code, b.code});
  }
  constexpr extent negate(extent a) { return a.code == 0 ? a : intern({symbol_kind::negated, a.code, 0}); }
  constexpr extent broadcast(extent a, extent b) {
    if (a == b || b.code == 1) return a;
    if (a.code == 1) return b;
    if (a.is_static()) return a;  // b is 1 or a, which entry checks
    if (b.is_static()) return b;
    if (is_broadcast_of(a, b)) return a;
    if (is_broadcast_of(b, a)) return b;
    return commutative(symbol_kind::broadcast, a, b);
  }
  constexpr extent product(const shape& s) {
    extent n{1};
    for (int i = s.rank; i-- > 0;) n = multiply(n, s[i]);
    return n;
  }

  /// Whether `whole` came about by broadcasting `part` with something.
  constexpr bool is_broadcast_of(extent whole, extent part) const {
    if (whole == part) return true;
    if (whole.is_static() || table_[whole.symbol()].kind != symbol_kind::broadcast) return false;
    const symbol& s = table_[whole.symbol()];
    return is_broadcast_of({s.a}, part) || is_broadcast_of({s.b}, part);
  }

 private:
  constexpr extent commutative(symbol_kind kind, extent a, extent b) {
    return a.code < b.code ? intern({kind, b.code, a.code}) : intern({kind, a.code, b.code});
  }

  list<symbol>& table_;
};

/// Row-major strides of a shape, in elements.
constexpr shape row_major_strides(const shape& s, extent_arithmetic arithmetic) {
  shape strides{.rank = s.rank};
  extent step{1};
  for (int i = s.rank; i-- > 0;) {
    strides.axes[i] = step;
    step = arithmetic.multiply(step, s[i]);
  }
  return strides;
}

/// Axis numbers packed four bits each, the first axis lowest: a permutation or a mapping of axes.
struct packed_axes {
  std::uint64_t bits = 0;
  int size = 0;

  constexpr int operator[](int i) const { return int(bits >> (4 * i) & 15); }
  constexpr void push_back(int axis) { bits |= std::uint64_t(axis) << (4 * size++); }
  static constexpr packed_axes of(std::int64_t attribute, int size) { return {std::uint64_t(attribute), size}; }
  constexpr std::int64_t attribute() const { return std::int64_t(bits); }
};

/// Which axes of each operand a contraction pairs up: batch axes appear in the result, contracted ones are summed over.
/// Stored as two bits an axis: 0 free, 1 batch, 2 contracted; the i-th batch (contracted) axis of one operand goes with the
/// i-th of the other.
struct contraction_axes {
  std::uint16_t a = 0, b = 0;

  enum role : int { free = 0, batch = 1, contracted = 2 };

  constexpr role of_a(int axis) const { return role(a >> (2 * axis) & 3); }
  constexpr role of_b(int axis) const { return role(b >> (2 * axis) & 3); }
  constexpr void set_a(int axis, role r) { a = std::uint16_t(a | r << (2 * axis)); }
  constexpr void set_b(int axis, role r) { b = std::uint16_t(b | r << (2 * axis)); }
  constexpr std::int64_t attribute() const { return std::int64_t(a) | std::int64_t(b) << 16; }
  static constexpr contraction_axes from(std::int64_t attribute) {
    return {std::uint16_t(attribute & 0xFFFF), std::uint16_t(attribute >> 16 & 0xFFFF)};
  }
};

}  // namespace tenon

#endif
