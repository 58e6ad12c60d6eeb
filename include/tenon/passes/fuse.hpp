#ifndef TENON_PASSES_FUSE_HPP
#define TENON_PASSES_FUSE_HPP

#include "tenon/ops/reduction.hpp"
#include "tenon/passes/fusion.hpp"
#include "tenon/passes/index_map.hpp"
#include "tenon/passes/reachability.hpp"

namespace tenon::passes {

/// The most nodes of one kernel: beyond, compilers get slow and registers spill.
inline constexpr int largest_group = 160;

namespace detail {

struct use {
  int user = -1, operand = 0;
  int next = -1;  // the next use of the same value
};

/// Goes through the nodes from the last to the first, so that all consumers of a value have their kernels when it is placed,
/// and puts each into the kernel of a consumer where that is possible.
class fuser {
 public:
  constexpr explicit fuser(graph& g) : g_(g), reach_(g.nodes.size() + 1), reduced_mask_(g.nodes.size()), row_mask_(g.nodes.size()) {
    const int n = g.nodes.size();
    result_.group_of.resize(n, -1);
    result_.stored = list<boundary>(n);
    result_.inlined = list<bool>(n);
    first_use_.resize(n, -1);
    reduced_domain_.resize(n, -1);
    find_inlined();
    find_uses();
    for (int id : g.outputs) result_.stored[base_of(g, id)] = boundary::output;
    for (int i = n; i-- > 0;)
      if (is_computed(g.nodes[i].code) && !result_.inlined[i]) place(i);
    drop_unused_reduction_axes();
    sort();
  }

  constexpr fusion take() { return std::move(result_); }

 private:
  /// Numbers computed from inputs and constants with a few cheap operations, unless somebody wants them in memory.
  constexpr void find_inlined() {
    list<bool> in_memory(g_.nodes.size());
    for (const node& n : g_.nodes)
      if (reads_memory(n))
        for (int k = 0; k < operands_of(n.code); ++k) in_memory[base_of(g_, n.operands[k])] = true;
    for (int id : g_.outputs) in_memory[base_of(g_, id)] = true;
    list<int> cost(g_.nodes.size());
    for (int i = 0; i < g_.nodes.size(); ++i) {
      const node& n = g_.nodes[i];
      if (n.shape != 0 || kind_of(n.code) != op_kind::pointwise || is_costly(n.code) || in_memory[i]) continue;
      bool known = true;
      cost[i] = 1;
      for (int k = 0; k < operands_of(n.code); ++k) {
        const int base = base_of(g_, n.operands[k]);
        known = known && (!is_computed(g_.nodes[base].code) || result_.inlined[base]);
        cost[i] += cost[base];
      }
      result_.inlined[i] = known && cost[i] <= 4;
    }
  }

  constexpr void find_uses() {
    for (int i = 0; i < g_.nodes.size(); ++i) {
      const node& n = g_.nodes[i];
      if (result_.inlined[i]) continue;
      if (!is_computed(n.code)) {
        if (n.code == opcode::check_index) add_use(i, 0);
        continue;
      }
      for (int k = 0; k < operands_of(n.code); ++k) add_use(i, k);
      note_reduction(i);
    }
  }

  constexpr void add_use(int user, int operand) {
    const int base = base_of(g_, g_.nodes[user].operands[operand]);
    const node& n = g_.nodes[base];
    if (is_generated(n.code) || (n.code == opcode::input && n.shape == 0) || result_.inlined[base]) return;
    uses_.push_back({user, operand, first_use_[base]});
    first_use_[base] = uses_.size() - 1;
  }

  /// Which reduction a value comes from, through operations on the reduced shape: it may then live in the reduction's kernel.
  constexpr void note_reduction(int i) {
    const node& n = g_.nodes[i];
    if (kind_of(n.code) == op_kind::reduction) {
      reduced_domain_[i] = g_.nodes[n.operands[0]].shape;
      reduced_mask_[i] = n.attribute;
    } else if (kind_of(n.code) == op_kind::pointwise) {
      for (int k = 0; k < operands_of(n.code) && reduced_domain_[i] < 0; ++k)
        if (const int o = n.operands[k]; g_.nodes[o].shape == n.shape && reduced_domain_[o] >= 0) {
          reduced_domain_[i] = reduced_domain_[o];
          reduced_mask_[i] = reduced_mask_[o];
        }
      for (int k = 0; k < operands_of(n.code) && row_mask_[i] == 0; ++k) row_mask_[i] = row_mask_of_operand(n, n.operands[k]);
    }
  }

  /// The axes over which rows are reduced on the way to a value, so that it wants to be in the kernel of these rows.
  constexpr std::int64_t row_mask_of_operand(const node& n, int operand) const {
    if (g_.nodes[operand].shape == n.shape && is_computed(g_.nodes[operand].code)) return row_mask_[operand];
    const int base = base_of(g_, operand);
    return reduced_domain_[base] == n.shape ? reduced_mask_[base] : 0;
  }

  constexpr void place(int i) {
    const node& n = g_.nodes[i];
    list<int>& consumers = consumers_;
    consumers.clear();
    for (int u = first_use_[i]; u >= 0; u = uses_[u].next) {
      const int group = result_.group_of[uses_[u].user];
      if (group >= 0 && !consumers.contains(group)) consumers.push_back(group);
      note_forced_store(i, uses_[u]);
    }
    int chosen = -1;
    if (!is_alone(n.code)) {
      for (int group : consumers)
        if (chosen < 0 && can_join(i, group, consumers)) chosen = group;
      if (chosen < 0) chosen = sibling_group(i, consumers);
    }
    if (chosen < 0) chosen = new_group(i);
    enter(i, chosen, consumers);
  }

  static constexpr bool is_alone(opcode code) {
    return code == opcode::pad || code == opcode::concatenate || code == opcode::scatter_add || kind_of(code) == op_kind::sorting;
  }

  /// Some consumers read memory, whatever kernel they are in.
  constexpr void note_forced_store(int i, const use& u) {
    if (result_.stored[i] != boundary::none) return;
    const opcode code = g_.nodes[u.user].code;
    if (code == opcode::contract) result_.stored[i] = boundary::contraction;
    else if (kind_of(code) == op_kind::indexing || code == opcode::check_index) result_.stored[i] = boundary::indexing;
    else if (is_alone(code)) result_.stored[i] = boundary::movement;
  }

  static constexpr bool reads_memory(const node& user) {
    return user.code == opcode::contract || kind_of(user.code) == op_kind::indexing || user.code == opcode::check_index || is_alone(user.code);
  }

  constexpr bool can_join(int i, int group, const list<int>& consumers) {
    if (result_.groups[group].alone >= 0) return false;
    const boundary why = obstacle(i, group, consumers);
    if (why != boundary::none && result_.stored[i] == boundary::none) result_.stored[i] = why;
    return why == boundary::none;
  }

  constexpr boundary obstacle(int i, int group, const list<int>& consumers) {
    const fusion_group& g = result_.groups[group];
    const node& n = g_.nodes[i];
    if (g.nodes >= largest_group) return boundary::size;
    std::int64_t mask = g.mask;
    if (kind_of(n.code) == op_kind::scan) {
      if (g.contraction >= 0 || mask != 0 || g.scan >= 0 || n.shape != g.domain) return boundary::reduction;
    } else if (g.scan >= 0 && (n.code == opcode::contract || row_mask_[i] != 0)) {
      return boundary::reduction;
    } else if (kind_of(n.code) == op_kind::reduction) {
      if (g.scan >= 0 || g.contraction >= 0 || g_.nodes[n.operands[0]].shape != g.domain || (mask != 0 && mask != n.attribute)) return boundary::reduction;
      mask = n.attribute;
    } else if (n.code == opcode::contract) {
      if (g.contraction >= 0) return boundary::contraction;
      if (mask != 0) return boundary::reduction;
      if (n.shape != g.domain) return boundary::shape;
    } else if (n.shape != g.domain && spreads_over(g_, n.shape, g.domain)) {
      if (kind_of(n.code) != op_kind::pointwise || consumers.size() != 1 || result_.stored[i] != boundary::none) return boundary::shape;
    } else if (n.shape != g.domain) {
      if (n.shape == 0 && n.code != opcode::gather && !(mask != 0 && reduced_mask_[i] == mask)) {
        if (!scalar_may_join(i, g, consumers)) return boundary::shape;
      } else {
        if (g.contraction >= 0) return boundary::shape;
        const bool kept = mask != 0 && kind_of(n.code) == op_kind::pointwise && has_kept_shape(n, g.domain, mask);
        if (!kept && reduced_domain_[i] != g.domain) return boundary::shape;
        if (!kept && mask != 0 && mask != reduced_mask_[i]) return boundary::reduction;
        if (!kept) mask = reduced_mask_[i];
        if (g.scan >= 0) return boundary::reduction;
      }
    } else if (mask != 0 && row_mask_[i] != 0 && row_mask_[i] != mask) {
      return boundary::reduction;  // its own rows would be torn apart
    }
    for (int u = first_use_[i]; u >= 0; u = uses_[u].next)
      if (result_.group_of[uses_[u].user] == group && !in_step(i, uses_[u], g, mask)) return boundary::movement;
    for (int other : consumers)
      if (other != group && reach_.reaches(other, group)) return boundary::cycle;
    return boundary::none;
  }

  /// A number computed anew by every task of the kernel: only where that is cheap and nobody else wants it.
  constexpr bool scalar_may_join(int i, const fusion_group& g, const list<int>& consumers) const {
    const opcode code = g_.nodes[i].code;
    return kind_of(code) == op_kind::pointwise && consumers.size() == 1 && result_.stored[i] == boundary::none && g.contraction < 0 && !is_costly(code);
  }

  constexpr bool has_kept_shape(const node& n, int domain, std::int64_t mask) const {
    return g_.shapes[n.shape] == tenon::detail::without_axes(g_.shapes[domain], mask);
  }

  /// Whether the use sees, at each step of the loops, just the element that i computes at that step.
  constexpr bool in_step(int i, const use& u, const fusion_group& g, std::int64_t mask) {
    const node& user = g_.nodes[u.user];
    if (reads_memory(user)) return false;
    const int direct = user.operands[u.operand];
    const node& n = g_.nodes[i];
    if (n.shape == 0) return true;
    const bool reduces = kind_of(user.code) == op_kind::reduction;
    const int seen_from = reduces ? g_.nodes[user.operands[0]].shape : user.shape;
    if (direct == i) return n.shape == seen_from && (n.shape == g.domain || mask != 0 || spreads_over(g_, n.shape, g.domain));
    const source_map s = trace(g_, direct, map_in_domain(g_, seen_from, g.domain, mask));
    return s.ok && s.base == i && s.axes == g_.shapes[n.shape] && s.map == map_in_domain(g_, n.shape, g.domain, mask);
  }

  /// What a node would have of a kernel that it joins as a sibling: loops over `domain` that reduce the axes of `mask`, if any.
  struct wanted_loops {
    int domain;
    std::int64_t mask;
  };

  /// A kernel over the same domain that reads something that i, or what i is computed from, reads too: several results of one
  /// loop.
  constexpr int sibling_group(int i, const list<int>& consumers) {
    const node& n = g_.nodes[i];
    const bool reduces = kind_of(n.code) == op_kind::reduction;
    if (kind_of(n.code) != op_kind::pointwise && !reduces) return -1;
    const wanted_loops own = reduces ? wanted_loops{g_.nodes[n.operands[0]].shape, n.attribute} : wanted_loops{n.shape, 0};
    for (int k = 0; k < operands_of(n.code); ++k) {
      const int base = base_of(g_, n.operands[k]);
      if (const int group = sibling_reading(base, own, consumers); group >= 0) return group;
      const op_kind kind = kind_of(g_.nodes[base].code);
      const bool after_reduction = kind == op_kind::reduction && reduced_domain_[i] >= 0 && !reduces;
      if (kind != op_kind::pointwise && !after_reduction) continue;
      const wanted_loops seen = after_reduction ? wanted_loops{reduced_domain_[i], reduced_mask_[i]} : own;
      for (int j = 0; j < operands_of(g_.nodes[base].code); ++j)
        if (const int group = sibling_reading(base_of(g_, g_.nodes[base].operands[j]), seen, consumers); group >= 0) return group;
    }
    return -1;
  }

  constexpr int sibling_reading(int base, const wanted_loops& wanted, const list<int>& consumers) const {
    for (int u = first_use_[base]; u >= 0; u = uses_[u].next) {
      const int group = result_.group_of[uses_[u].user];
      if (group < 0 || consumers.contains(group)) continue;
      const fusion_group& g = result_.groups[group];
      if (g.alone >= 0 || g.domain != wanted.domain || g.nodes >= largest_group) continue;
      if (wanted.mask != 0 && (g.scan >= 0 || g.contraction >= 0 || (g.mask != 0 && g.mask != wanted.mask))) continue;
      if (!depends(consumers, group)) return group;
    }
    return -1;
  }

  constexpr bool depends(const list<int>& consumers, int group) const {
    for (int c : consumers)
      if (reach_.reaches(c, group)) return true;
    return false;
  }

  constexpr int new_group(int i) {
    const node& n = g_.nodes[i];
    fusion_group g{.domain = n.shape};
    if (kind_of(n.code) == op_kind::reduction) {
      g.domain = g_.nodes[n.operands[0]].shape;
      g.mask = n.attribute;
    } else if (kind_of(n.code) == op_kind::pointwise && reduced_domain_[i] >= 0) {
      g.domain = reduced_domain_[i];
      g.mask = reduced_mask_[i];
    }
    if (is_alone(n.code)) g.alone = i;
    result_.groups.push_back(g);
    reach_.add_group();
    if (result_.stored[i] == boundary::none) result_.stored[i] = boundary::shape;
    return result_.groups.size() - 1;
  }

  constexpr void enter(int i, int group, const list<int>& consumers) {
    fusion_group& g = result_.groups[group];
    const node& n = g_.nodes[i];
    result_.group_of[i] = group;
    ++g.nodes;
    if (n.code == opcode::contract) g.contraction = i;
    if (kind_of(n.code) == op_kind::scan) g.scan = int(n.attribute);
    if (kind_of(n.code) == op_kind::reduction) g.mask = n.attribute;
    else if (g.mask == 0 && n.shape != g.domain && n.shape != 0) g.mask = reduced_mask_[i];
    for (int c : consumers) {
      if (c == group) continue;
      reach_.add_edge(group, c);
      if (result_.stored[i] == boundary::none) result_.stored[i] = boundary::shape;
    }
    if (consumers.size() == 1 && consumers[0] == group && !is_forced(result_.stored[i])) result_.stored[i] = boundary::none;
  }

  static constexpr bool is_forced(boundary b) {
    return b == boundary::output || b == boundary::contraction || b == boundary::indexing || b == boundary::movement;
  }

  /// A kernel that was opened over a reduction's domain, but whose reduction could not join, loops over the kept axes only.
  constexpr void drop_unused_reduction_axes() {
    list<bool> needed(result_.groups.size());
    for (int i = 0; i < g_.nodes.size(); ++i) {
      const int group = result_.group_of[i];
      if (group >= 0 && (kind_of(g_.nodes[i].code) == op_kind::reduction || g_.nodes[i].shape == result_.groups[group].domain)) needed[group] = true;
    }
    for (int k = 0; k < result_.groups.size(); ++k) {
      fusion_group& g = result_.groups[k];
      if (g.mask == 0 || needed[k]) continue;
      g.domain = g_.intern(tenon::detail::without_axes(g_.shapes[g.domain], g.mask));
      g.mask = 0;
    }
  }

  /// Kernels in an order in which producers come first, otherwise as the nodes stood.
  constexpr void sort() {
    const int count = result_.groups.size();
    list<int> edge_from, edge_next, first(count, -1);
    const auto add = [&](int from, int to) {
      if (from < 0 || to < 0 || from == to) return;
      edge_from.push_back(from);
      edge_next.push_back(first[to]);
      first[to] = edge_from.size() - 1;
    };
    for (int i = 0; i < g_.nodes.size(); ++i)
      for (int u = first_use_[i]; u >= 0; u = uses_[u].next) add(result_.group_of[i], result_.group_of[uses_[u].user]);
    list<bool> done(count);
    list<int> stack, cursor(first);
    const list<bool> late = updating_groups();
    const list<int> by_last_node = groups_by_last_node();
    for (int step = 0; step < 2 * count; ++step) {
      const int group = by_last_node[step % count];
      if (done[group] || (step < count && late[group])) continue;
      stack.push_back(group);
      while (!stack.empty()) {
        const int top = stack.back();
        while (cursor[top] >= 0 && done[edge_from[cursor[top]]]) cursor[top] = edge_next[cursor[top]];
        if (cursor[top] >= 0) {
          stack.push_back(edge_from[cursor[top]]);
          continue;
        }
        stack.pop_back();
        if (!done[top]) result_.order.push_back(top);
        done[top] = true;
      }
    }
  }

  /// Kernels that read an input and write an output of its shape: perhaps over it, which is possible once all others have read it.
  constexpr list<bool> updating_groups() const {
    list<bool> late(result_.groups.size());
    list<int> written(result_.groups.size());  // the shape of an output of the kernel
    for (int id : g_.outputs)
      if (const int group = result_.group_of[unshaped(g_, id)]; group >= 0) written[group] = g_.nodes[unshaped(g_, id)].shape;
    for (int i = 0; i < g_.nodes.size(); ++i) {
      const int group = result_.group_of[i];
      if (group < 0 || written[group] == 0) continue;
      for (int k = 0; k < operands_of(g_.nodes[i].code); ++k)
        if (const node& o = g_.nodes[g_.nodes[i].operands[k]]; o.code == opcode::input && o.shape == written[group]) late[group] = true;
    }
    return late;
  }

  constexpr list<int> groups_by_last_node() const {
    list<bool> seen(result_.groups.size());
    list<int> backwards, sorted;
    for (int i = g_.nodes.size(); i-- > 0 && backwards.size() < result_.groups.size();)
      if (const int group = result_.group_of[i]; group >= 0 && !seen[group]) seen[group] = true, backwards.push_back(group);
    for (int i = backwards.size(); i-- > 0;) sorted.push_back(backwards[i]);
    return sorted;
  }

  graph& g_;
  fusion result_;
  reachability reach_;
  list<int> consumers_;  // of the node being placed: the groups that use it
  list<use> uses_;
  list<int> first_use_, reduced_domain_;
  list<std::int64_t> reduced_mask_, row_mask_;
};

}  // namespace detail

/// Decides which nodes become one kernel.
constexpr fusion fuse(graph g) { return detail::fuser(g).take(); }

}  // namespace tenon::passes

#endif
