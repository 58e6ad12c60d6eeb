#ifndef TENON_IR_PRINT_HPP
#define TENON_IR_PRINT_HPP

#include <bit>

#include "tenon/ir/graph.hpp"

namespace tenon {

/// Writes an input as its user counts them: `argument 1`, `parameter 0`.
template <class Graph>
constexpr void print_input(text_builder& out, const Graph& g, std::int64_t input) {
  const input_kind kind = g.inputs[int(input)].kind;
  int place = 0;
  for (int i = 0; i < input; ++i) place += g.inputs[i].kind == kind;
  out << (kind == input_kind::argument ? "argument " : kind == input_kind::parameter ? "parameter " : "state ") << place;
}

/// Writes an extent: a number, the name it was given, or how it comes about (`extent 1 of argument 0`).
template <class Graph>
constexpr void print(text_builder& out, const Graph& g, extent e) {
  if (e.is_static()) {
    out << e.code;
    return;
  }
  const symbol& s = g.symbols[e.symbol()];
  const auto binary = [&](std::string_view between) {
    out << '(';
    print(out, g, extent{s.a});
    out << between;
    print(out, g, extent{s.b});
    out << ')';
  };
  if (!s.name.empty()) out << s.name.view();
  else if (s.kind == symbol_kind::input_extent) out << "extent " << s.b << " of ", print_input(out, g, s.a);
  else if (s.kind == symbol_kind::input_stride) out << "stride " << s.b << " of ", print_input(out, g, s.a);
  else if (s.kind == symbol_kind::negated) binary(" negated ");
  else if (s.kind == symbol_kind::sum) binary(" + ");
  else if (s.kind == symbol_kind::difference) binary(" - ");
  else if (s.kind == symbol_kind::product) binary(" * ");
  else if (s.kind == symbol_kind::quotient) binary(" / ");
  else if (s.kind == symbol_kind::ceil_quotient) binary(" / up ");
  else if (s.kind == symbol_kind::broadcast) binary(" with ");
  else binary(" stride ");
}

/// Writes a shape: `[32, batch, extent 1 of argument 0]`.
constexpr void print(text_builder& out, const graph& g, const shape& s) {
  out << '[';
  for (int i = 0; i < s.rank; ++i) {
    if (i != 0) out << ", ";
    print(out, g, s[i]);
  }
  out << ']';
}

namespace detail {

constexpr void print_extents(text_builder& out, int rank, const std::int64_t* extents) {
  out << '[';
  for (int i = 0; i < rank; ++i) out << (i == 0 ? "" : ", ") << extents[i];
  out << ']';
}

constexpr void print_axes(text_builder& out, const packed_axes& axes) {
  out << '(';
  for (int i = 0; i < axes.size; ++i) out << (i == 0 ? "" : ", ") << axes[i];
  out << ')';
}

constexpr void print_mask(text_builder& out, std::int64_t mask) {
  out << '(';
  bool first = true;
  for (int i = 0; i < max_rank; ++i)
    if (mask >> i & 1) {
      out << (first ? "" : ", ") << i;
      first = false;
    }
  out << ')';
}

constexpr void print_roles(text_builder& out, int rank, int bits) {
  for (int i = 0; i < rank; ++i) out << "fbk"[bits >> (2 * i) & 3];
}

constexpr void print_extent_attribute(text_builder& out, const graph& g, std::int64_t code) { print(out, g, extent{code}); }

/// What the attribute and payload of a node say, in brackets: `{axis 1, from 3}`.
constexpr void print_attributes(text_builder& out, const graph& g, const node& n) {
  switch (n.code) {
    case opcode::input: out << " #" << n.attribute; break;
    case opcode::constant:
      out << ' ';
      if (is_floating(n.type)) out << std::bit_cast<double>(n.payload);
      else out << n.payload;
      break;
    case opcode::check_index: out << " below ", print_extent_attribute(out, g, n.attribute); break;
    case opcode::extent: out << ' ', print_extent_attribute(out, g, n.attribute); break;
    case opcode::iota: case opcode::concatenate: case opcode::flip: case opcode::gather: case opcode::scatter_add:
    case opcode::scan_sum: case opcode::scan_product: case opcode::scan_logsumexp:
      out << " axis " << n.attribute;
      break;
    case opcode::sort: case opcode::argsort: out << " axis " << n.attribute << (n.payload != 0 ? " descending" : ""); break;
    case opcode::broadcast: out << " to ", print_axes(out, packed_axes::of(n.attribute, g.rank_of(n.operands[0]))); break;
    case opcode::permute: out << ' ', print_axes(out, packed_axes::of(n.attribute, g.rank_of(n.operands[0]))); break;
    case opcode::slice: out << " axis " << n.attribute << " from ", print_extent_attribute(out, g, n.payload); break;
    case opcode::stride_step: out << " axis " << n.attribute << " step " << n.payload; break;
    case opcode::pad: out << " axis " << n.attribute << " front ", print_extent_attribute(out, g, n.payload); break;
    case opcode::contract: {
      const auto axes = contraction_axes::from(n.attribute);
      out << ' ';
      print_roles(out, g.rank_of(n.operands[0]), axes.a);
      out << " x ";
      print_roles(out, g.rank_of(n.operands[1]), axes.b);
      break;
    }
    default:
      if (kind_of(n.code) == op_kind::reduction || (kind_of(n.code) == op_kind::composite && n.attribute != 0))
        out << " axes ", print_mask(out, n.attribute);
  }
}

constexpr void print_type(text_builder& out, const graph& g, int id) {
  out << name_of(g.type_of(id));
  print(out, g, g.shape_of(id));
}

}  // namespace detail

/// The graph as text, a node a line: `%2 = add %0 %1 : f32[32, 10]`.
constexpr text_builder to_text(const graph& g) {
  text_builder out;
  for (int i = 0; i < g.nodes.size(); ++i) {
    const node& n = g.nodes[i];
    out << '%' << i << " = " << name_of(n.code);
    detail::print_attributes(out, g, n);
    for (int k = 0; k < operands_of(n.code); ++k) out << " %" << n.operands[k];
    out << " : ";
    detail::print_type(out, g, i);
    out << '\n';
  }
  out << "return";
  for (int id : g.outputs) out << " %" << id;
  out << '\n';
  return out;
}

/// The graph for Graphviz: `dot -Tsvg`.
constexpr text_builder to_graphviz(const graph& g) {
  text_builder out;
  out << "digraph tenon {\n  node [shape=box];\n";
  for (int i = 0; i < g.nodes.size(); ++i) {
    const node& n = g.nodes[i];
    out << "  n" << i << " [label=\"" << name_of(n.code);
    detail::print_attributes(out, g, n);
    out << "\\n";
    detail::print_type(out, g, i);
    out << "\"" << (g.outputs.contains(i) ? ", peripheries=2" : "") << "];\n";
    for (int k = 0; k < operands_of(n.code); ++k) out << "  n" << n.operands[k] << " -> n" << i << ";\n";
  }
  out << "}\n";
  return out;
}

}  // namespace tenon

#endif
