#ifndef TENON_IR_VERIFY_HPP
#define TENON_IR_VERIFY_HPP

#include "tenon/ir/print.hpp"

namespace tenon {
namespace detail {

/// Why node i breaks a rule of the graph, or nothing.
constexpr std::string_view fault_of(const graph& g, int i) {
  const node& n = g.nodes[i];
  if (n.shape < 0 || n.shape >= g.shapes.size()) return "its shape is not in the table";
  for (int k = 0; k < 3; ++k) {
    const bool used = k < operands_of(n.code);
    if (used && (n.operands[k] < 0 || n.operands[k] >= i)) return "an operand does not stand before it";
  }
  const auto type = [&](int k) { return g.type_of(n.operands[k]); };
  const auto rank = [&](int k) { return g.rank_of(n.operands[k]); };
  if (kind_of(n.code) == op_kind::pointwise) {
    for (int k = 0; k < operands_of(n.code); ++k)
      if (g.nodes[n.operands[k]].shape != n.shape && rank(k) != 0) return "an operand has neither its shape nor rank 0";
    if (n.code == opcode::select) return is_boolean(type(0)) && type(1) == type(2) && type(1) == n.type ? "" : "its types do not agree";
    if (operands_of(n.code) == 2 && type(0) != type(1)) return "its operands have different types";
    if (is_comparison(n.code)) return is_boolean(n.type) ? "" : "a comparison must give bool";
    if (n.code != opcode::cast && type(0) != n.type) return "its type is not its operands' type";
  }
  if (kind_of(n.code) == op_kind::movement && type(0) != n.type) return "it moves elements but changes their type";
  if (kind_of(n.code) == op_kind::reduction && n.attribute >> rank(0) != 0) return "it reduces axes that do not exist";
  if (kind_of(n.code) == op_kind::scan && (type(0) != n.type || g.nodes[n.operands[0]].shape != n.shape)) return "it has not the shape and type of its operand";
  if (n.code == opcode::sort && type(0) != n.type) return "it moves elements but changes their type";
  if (n.code == opcode::argsort && n.type != element_type::i64) return "places must be i64";
  if (n.code == opcode::contract && type(0) != type(1)) return "its operands have different types";
  return "";
}

}  // namespace detail

/// Checks what passes rely on. Empty when the graph is well-formed, otherwise a sentence that names the first bad node.
constexpr text_builder verify(const graph& g) {
  text_builder out;
  for (int i = 0; i < g.nodes.size() && out.empty(); ++i) {
    const std::string_view fault = detail::fault_of(g, i);
    if (!fault.empty()) out << "node %" << i << " (" << name_of(g.nodes[i].code) << "): " << fault;
  }
  for (int i = 0; i < g.inputs.size() && out.empty(); ++i)
    if (i >= g.nodes.size() || g.nodes[i].code != opcode::input || g.nodes[i].attribute != i) out << "input " << i << " is not node %" << i;
  for (int id : g.outputs)
    if ((id < 0 || id >= g.nodes.size()) && out.empty()) out << "an output names no node";
  return out;
}

}  // namespace tenon

#endif
