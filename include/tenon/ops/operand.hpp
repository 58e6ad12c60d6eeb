#ifndef TENON_OPS_OPERAND_HPP
#define TENON_OPS_OPERAND_HPP

#include <bit>
#include <concepts>
#include <cstdint>
#include <source_location>

#include "tenon/ir/graph.hpp"
#include "tenon/ir/print.hpp"

namespace tenon {

/// A tensor of a computation that is being captured: what user functions get instead of data. Copying it copies a handle.
struct value {
  graph* owner = nullptr;
  std::int32_t id = -1;

  constexpr bool valid() const { return id >= 0; }
  /// After an error, whose message is kept by the graph, the shape of rank 0.
  constexpr const tenon::shape& shape() const { return valid() ? owner->shape_of(id) : owner->shapes[0]; }
  constexpr int rank() const { return shape().rank; }
  constexpr element_type type() const { return valid() ? owner->type_of(id) : element_type::f32; }
  /// The extent of an axis; negative axes count from the end.
  constexpr tenon::extent extent(int axis) const { return valid() ? shape()[axis < 0 ? axis + rank() : axis] : tenon::extent{1}; }
};

/// Something that stands for an input of the model being captured, found by its address (nn::parameter).
template <class T>
concept captured_parameter = requires { requires T::is_captured_parameter; };

template <class T>
concept number = std::integral<T> || std::floating_point<T>;

/// An argument of an operation: a value, a parameter of the model, or a C++ number; and the line where it was given.
struct operand {
  enum kind : std::uint8_t {
    is_value,
    is_number,         // known now
    is_run_time_number,  // `of` holds it: an input of rank 0, which adapts to what it meets like a number that is known
    is_parameter
  };

  kind what = is_value;
  element_category category{};  // of a number
  value of;
  std::int64_t bits = 0;  // of a number: its value, or the bits of a double when it is floating
  const void* address = nullptr;
  int line = 0;

  constexpr operand() = default;
  constexpr operand(value v, int at = int(std::source_location::current().line())) : of(v), line(at) {}

  template <number T>
  constexpr operand(T x, int at = int(std::source_location::current().line())) : what(is_number), line(at) {
    if constexpr (std::same_as<T, bool>) category = element_category::boolean, bits = x;
    else if constexpr (std::integral<T>) category = element_category::integer, bits = std::int64_t(x);
    else category = element_category::floating, bits = std::bit_cast<std::int64_t>(double(x));
  }

  /// A C++ number that only run time knows, as a captured value of rank 0.
  static constexpr operand run_time_number(value v) {
    operand a(v, 0);
    a.what = is_run_time_number;
    a.category = row_of(v.type()).category;
    return a;
  }

  template <captured_parameter P>
  constexpr operand(const P& parameter, int at = int(std::source_location::current().line()))
      : what(is_parameter), address(&parameter), line(at) {}
};

namespace detail {

/// A constant of rank 0. `bits` are those of a double for floating types.
constexpr value constant_bits(graph& g, element_type type, std::int64_t bits) {
  return {&g, g.append({.code = opcode::constant, .type = type, .payload = bits})};
}

/// A constant of rank 0 with the value of x, which is rounded to the type.
constexpr value constant(graph& g, element_type type, double x) {
  if (is_floating(type)) return constant_bits(g, type, std::bit_cast<std::int64_t>(type == element_type::f32 ? double(float(x)) : x));
  return constant_bits(g, type, std::int64_t(x));
}

constexpr value cast_to(value v, element_type type) {
  if (!v.valid() || v.type() == type) return v;
  return {v.owner, v.owner->append({.code = opcode::cast, .type = type, .operands = {v.id, -1, -1}, .shape = v.owner->nodes[v.id].shape})};
}

constexpr bool adapts(const operand& a) { return a.what == operand::is_number || a.what == operand::is_run_time_number; }

/// A number in the type in which it meets a tensor of type `type`.
constexpr value constant(graph& g, element_type type, const operand& number) {
  const element_type met = promote_scalar(type, number.category);
  if (number.what == operand::is_run_time_number) return cast_to(number.of, met);
  if (number.category == element_category::floating) return constant(g, met, std::bit_cast<double>(number.bits));
  if (is_floating(met)) return constant(g, met, double(number.bits));
  return constant_bits(g, met, number.bits);
}

constexpr graph* owner_of(const operand& a) { return a.of.owner; }

/// Starts the sentence of an error; the caller puts the reason behind it. Only the first error of a graph is kept. Operands
/// that were given on tensors have line 0.
constexpr text_builder* complain(graph& g, opcode code, int line) {
  if (g.failed()) return nullptr;
  g.error << spoken_name_of(code);
  if (line > 0) g.error << " at line " << line;
  g.error << ": ";
  return &g.error;
}

/// The value of an operand that is not a number. A parameter is looked up among those of the model.
constexpr value resolve(graph& g, const operand& a) {
  if (a.what == operand::is_value || a.what == operand::is_run_time_number) return a.of;
  for (const parameter_slot& p : g.parameters)
    if (p.address == a.address) return {&g, p.id};
  if (!g.failed())
    g.error << "line " << a.line << ": a parameter is used that is no member of the model being captured; modules must reach it through `*this`";
  return {&g, -1};
}

}  // namespace detail
}  // namespace tenon

#endif
