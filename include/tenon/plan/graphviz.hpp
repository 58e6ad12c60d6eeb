#ifndef TENON_PLAN_GRAPHVIZ_HPP
#define TENON_PLAN_GRAPHVIZ_HPP

#include "tenon/plan/explain.hpp"

namespace tenon {
namespace detail {

/// Draws kernels as boxes, inputs and outputs as ellipses, and what goes through memory as edges.
class plan_drawer {
 public:
  constexpr plan_drawer(const graph_span& g, const plan_span& p, const std::int64_t* values, const std::string_view* input_names)
      : p_(p), printer_(g, p, values, input_names), values_(values), writers_(p.buffers.size()) {}

  constexpr text_builder draw() {
    out() << "digraph plan {\n";
    for (int k = 0; k < p_.kernels.size(); ++k) draw_kernel(k);
    for (int b = 0; b < p_.buffers.size(); ++b) {
      const buffer_kind kind = p_.buffers[b].kind;
      if (kind != buffer_kind::input && kind != buffer_kind::output) continue;
      out() << "  b" << b << " [label=\"";
      printer_.print_buffer(b);
      out() << "\"];\n";
      if (kind == buffer_kind::output)
        for (int k : writers_[b]) draw_edge('k', k, 'b', b, b);
    }
    out() << "}\n";
    return std::move(printer_.out);
  }

 private:
  constexpr text_builder& out() { return printer_.out; }

  constexpr void draw_kernel(int number) {
    const kernel& k = p_.kernels[number];
    const kernel_counter counted(p_, k, values_);
    out() << "  k" << number << " [shape=box, label=\"";
    printer_.print_kind(k);
    out() << "\\n";
    printer_.print_operations(k);
    out() << "\"];\n";
    for (const buffer_use& u : counted.reads) draw_read(number, u.buffer);
    for (const buffer_use& u : counted.writes) writers_[u.buffer].push_back(number);
  }

  constexpr void draw_read(int number, int buffer) {
    if (p_.buffers[buffer].kind == buffer_kind::input) return draw_edge('b', buffer, 'k', number, buffer);
    for (int writer : writers_[buffer]) draw_edge('k', writer, 'k', number, buffer);
  }

  constexpr void draw_edge(char from_kind, int from, char to_kind, int to, int buffer) {
    out() << "  " << from_kind << from << " -> " << to_kind << to << " [label=\"";
    printer_.print_value(p_.buffers[buffer].node);
    out() << "\"];\n";
  }

  const plan_span& p_;
  plan_printer printer_;
  const std::int64_t* values_;
  list<list<int>> writers_;  // of each buffer
};

}  // namespace detail

/// The plan for Graphviz, `dot -Tsvg`: kernels are boxes, the edges between them are what goes through memory.
constexpr text_builder to_graphviz(const graph_span& g, const plan_span& p, const std::int64_t* symbols = nullptr,
                                   const std::string_view* input_names = nullptr) {
  return detail::plan_drawer(g, p, symbols, input_names).draw();
}

}  // namespace tenon

#endif
