#ifndef TENON_PLAN_EXPLAIN_HPP
#define TENON_PLAN_EXPLAIN_HPP

#include "tenon/ir/print.hpp"
#include "tenon/plan/cost.hpp"

namespace tenon {
namespace detail {

/// Writes 12850000 as `12.8 M`, three digits of it.
constexpr void print_amount(text_builder& out, std::int64_t n, std::string_view unit) {
  constexpr std::string_view prefixes[] = {"", "k", "M", "G", "T", "P"};
  int prefix = 0;
  std::int64_t scale = 1;
  for (; prefix < 5 && n / scale >= 1000; ++prefix) scale *= 1000;
  out << n / scale;
  const std::int64_t whole = n / scale, rest = n % scale;
  if (prefix > 0 && whole < 100) {
    out << '.' << rest * 10 / scale;
    if (whole < 10) out << rest * 100 / scale % 10;
  }
  out << ' ' << prefixes[prefix] << unit;
}

/// Writes the kernels of a plan. Extents are numbers where they are known or `symbols` gives their values, otherwise names.
class plan_printer {
 public:
  constexpr plan_printer(const graph_span& g, const plan_span& p, const std::int64_t* values, const std::string_view* input_names)
      : inputs(g.inputs), symbols(p.symbols), g_(g), p_(p), values_(values), input_names_(input_names) {}

  // What tenon::print asks of a graph: planning adds symbols that the graph does not have.
  list_span<graph_input> inputs;
  list_span<symbol> symbols;

  text_builder out;

  constexpr void print_report() {
    print_totals();
    for (int k = 0; k < p_.kernels.size(); ++k) print_kernel(k);
    if (p_.stored.size() > 0) print_stored();
  }

  /// `pointwise loop [64, 128]`, `row kernel, 2 passes [4096, reduced 1024]`, `contraction 64 x 128 x 784`
  constexpr void print_kind(const kernel& k) {
    if (k.kind == kernel_kind::contraction) return print_contraction(k);
    if (k.kind == kernel_kind::scatter) out << "scatter";
    else if (k.kind == kernel_kind::sort) out << "sort";
    else if (k.reduced == 0) out << "pointwise loop";
    else if (k.scans) out << "scan";
    else if (k.passes == 1) out << "reduction";
    else out << "row kernel, " << k.passes << " passes";
    out << " [";
    for (int r = 0; r < k.rank; ++r) {
      out << (r == 0 ? "" : ", ") << (k.kind == kernel_kind::loop && r == k.rank - k.reduced ? (k.scans ? "scanned " : "reduced ") : "");
      if (k.kind == kernel_kind::sort && r == k.rank - 1 && k.wanted != k.extents[r]) print_extent(k.wanted), out << " of ";
      print_extent(k.extents[r]);
    }
    out << ']';
  }

  /// What the kernel computes, in order, equal operations once: `matmul + add + mul x 2 + erf`.
  constexpr void print_operations(const kernel& k) {
    list<int> count(opcodes), order;
    const auto add = [&](opcode code) {
      if (count[int(code)]++ == 0) order.push_back(int(code));
    };
    if (k.kind == kernel_kind::scatter) add(opcode::scatter_add);
    for (const instruction& in : p_.body_of(k))
      if (in.code == body_code::accumulator) add(opcode::contract);
      else if (in.code < opcodes && !in.is(opcode::constant)) add(opcode(in.code));
    for (int i = 0; i < order.size(); ++i) {
      const opcode code = opcode(order[i]);
      out << (i == 0 ? "" : " + ") << (code == opcode::contract ? spoken_name_of(code) : name_of(code));
      if (count[order[i]] > 1) out << " x " << count[order[i]];
    }
    if (order.empty()) out << "copy";
  }

  /// `argument 0`, `output 1`, `arena 0`, or the name that a model gives to an input.
  constexpr void print_buffer(int id) {
    const buffer& b = p_.buffers[id];
    if (b.kind == buffer_kind::output) out << "output " << b.place;
    else if (b.kind == buffer_kind::arena) out << "arena " << b.place;
    else if (b.kind == buffer_kind::symbols) out << "extents";
    else if (input_names_ != nullptr) out << input_names_[b.place];
    else print_input(out, *this, b.place);
  }

  constexpr void print_value(int node) {
    const shape& s = g_.shape_of(node);
    out << name_of(g_.nodes[node].type) << '[';
    for (int i = 0; i < s.rank; ++i) {
      out << (i == 0 ? "" : ", ");
      print_extent(s[i]);
    }
    out << ']';
  }

 private:
  constexpr void print_extent(extent e) {
    if (e.is_static() || values_ == nullptr) print(out, *this, e);
    else out << values_[e.symbol()];
  }

  constexpr void print_contraction(const kernel& k) {
    const contraction_layout& c = p_.layouts[k.layout];
    out << "contraction ";
    for (int r = 0; r < k.rank - 2; ++r) {
      print_extent(k.extents[r]);
      out << " of ";
    }
    print_extent(c.m);
    out << " x ";
    print_extent(c.n);
    out << " x ";
    print_extent(c.k);
  }

  constexpr void print_cost(const kernel_cost& c) {
    print_amount(out, c.flops, "flop, ");
    print_amount(out, c.bytes_read, "B read, ");
    print_amount(out, c.bytes_written, "B written");
  }

  constexpr void print_totals() {
    const plan_summary s = summarize(p_, values_);
    out << s.kernels << (s.kernels == 1 ? " kernel" : " kernels");
    if (s.flops != unknown_cost) {
      out << ", ";
      print_cost({s.flops, s.bytes_read, s.bytes_written});
    }
    if (s.arena_bytes != unknown_cost) {
      out << ", arena ";
      print_amount(out, s.arena_bytes, "B");
    }
    out << '\n';
  }

  constexpr void print_kernel(int number) {
    const kernel& k = p_.kernels[number];
    const kernel_counter counted(p_, k, values_);
    out << "\nkernel " << number << ": ";
    print_kind(k);
    if (k.launched == 0) out << ", launched with kernel " << launch_of(number);
    out << "\n  ";
    print_operations(k);
    print_uses("\n  reads  ", counted.reads);
    print_uses("\n  writes ", counted.writes);
    if (const kernel_cost c = counted.cost(); c.is_known()) {
      out << "\n  ";
      print_cost(c);
    }
    out << '\n';
  }

  constexpr int launch_of(int kernel) const {
    while (p_.kernels[kernel].launched == 0) --kernel;
    return kernel;
  }

  constexpr void print_uses(std::string_view before, const list<buffer_use>& uses) {
    if (uses.empty()) return;
    out << before;
    for (int i = 0; i < uses.size(); ++i) {
      out << (i == 0 ? "" : ", ");
      print_buffer(uses[i].buffer);
      out << ' ';
      print_value(p_.buffers[uses[i].buffer].node);
    }
  }

  constexpr void print_stored() {
    out << "\nvalues that went through memory\n";
    for (const stored_value& s : p_.stored) {
      out << "  " << name_of(g_.nodes[s.node].code) << ' ';
      print_value(s.node);
      out << " in ";
      print_buffer(s.buffer);
      out << ": " << passes::name_of(s.why) << '\n';
    }
  }

  const graph_span& g_;
  const plan_span& p_;
  const std::int64_t* values_;
  const std::string_view* input_names_;
};

}  // namespace detail

/// What a plan does, as text: each kernel with the operations fused into it, what it reads and writes, its flops and bytes; then
/// the values that went through memory, and why. `symbols` are the values of the plan's symbols, or null: extents then are
/// names and numbers that depend on them are left out. `input_names` names each input of the graph, or is null.
constexpr text_builder explanation(const graph_span& g, const plan_span& p, const std::int64_t* symbols = nullptr,
                                   const std::string_view* input_names = nullptr) {
  detail::plan_printer printer(g, p, symbols, input_names);
  printer.print_report();
  return std::move(printer.out);
}

}  // namespace tenon

#endif
