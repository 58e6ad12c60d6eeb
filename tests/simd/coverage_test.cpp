// Compiling is the test: every pointwise primitive is callable for every element type of its domain.

#include <utility>

#include "reference.hpp"

namespace {

using namespace tenon;
using namespace tenon::simd;

constexpr bool is_in(op_domain domain, element_type type) {
  switch (domain) {
    case op_domain::any: return true;
    case op_domain::numbers: return !is_boolean(type);
    case op_domain::integers_and_bool: return !is_floating(type);
    case op_domain::floating: return is_floating(type);
  }
  return false;
}

/// Instantiates a function. (Sanitizers keep its address from being compared in a constant expression.)
template <auto Function>
constexpr bool is_there() {
  [[maybe_unused]] constexpr auto address = Function;
  return true;
}

template <opcode Op, class T, int L>
constexpr bool call() {
  using P = pack<T, L>;
  constexpr int operands = operands_of(Op);
  if constexpr (kind_of(Op) != op_kind::pointwise || !is_in(row_of(Op).domain, element_type_of<T>)) return true;
  else if constexpr (Op == opcode::cast) return is_there<static_cast<pack<bool, L> (*)(P)>(&convert<bool, T, L>)>();
  else if constexpr (operands == 1) return is_there<static_cast<P (*)(P)>(&apply<Op, math_tier::standard, T, L>)>();
  else if constexpr (is_comparison(Op)) return std::is_same_v<decltype(apply<Op>(P(), P())), pack<bool, L>>;
  else if constexpr (operands == 2) return std::is_same_v<decltype(apply<Op>(P(), P())), P>;
  else return is_there<static_cast<P (*)(pack<bool, L>, P, P)>(&apply<Op, math_tier::standard, T, L>)>();
}

template <class T, int L, std::size_t... Op>
constexpr bool call_each(std::index_sequence<Op...>) {
  return (call<opcode(Op), T, L>() && ...);
}
template <int L, class... T>
constexpr bool call_all(std::tuple<T...>*) {
  return (call_each<T, L>(std::make_index_sequence<opcodes>()) && ...);
}
static_assert(call_all<word_lanes>(static_cast<element_storage*>(nullptr)));
static_assert(call_all<2 * word_lanes>(static_cast<element_storage*>(nullptr)));
static_assert(call_all<wide_lanes>(static_cast<std::tuple<std::int64_t, double>*>(nullptr)));

}  // namespace
