#ifndef TENON_PLAN_BUILD_HPP
#define TENON_PLAN_BUILD_HPP

#include "tenon/passes/fuse.hpp"
#include "tenon/plan/alias.hpp"
#include "tenon/plan/lanes.hpp"
#include "tenon/plan/launch.hpp"
#include "tenon/plan/memory.hpp"
#include "tenon/plan/sorts.hpp"

namespace tenon {
namespace detail {

/// Builds the kernels of a fused graph one after the other.
class planner {
 public:
  constexpr planner(graph& g, const passes::fusion& f) : g_(g), f_(f), buffer_of_(g.nodes.size(), -1), register_of_(g.nodes.size(), -1) {
    name_buffers();
    list_members();
    for (int group : f.order) add_group(group);
    launch_builder{p_};
    add_checks();
    alias_finder(p_, g.inputs.size(), g.outputs.size());
    assign_slots(p_, g.arithmetic());
    p_.symbols = g.symbols;
  }

  constexpr plan take() { return std::move(p_); }

 private:
  constexpr void name_buffers() {
    p_.buffers.push_back({.kind = buffer_kind::symbols, .type = element_type::i64});
    for (int i = 0; i < g_.nodes.size(); ++i) {
      const node& n = g_.nodes[i];
      if (n.code == opcode::input) add_buffer({.kind = buffer_kind::input, .place = int(n.attribute), .type = n.type}, i);
      else if (f_.group_of[i] >= 0 && f_.stored[i] != passes::boundary::none) add_stored(i);
    }
  }

  constexpr void add_buffer(buffer b, int node) {
    b.node = node;
    b.elements = g_.arithmetic().product(g_.shape_of(node));
    buffer_of_[node] = p_.buffers.size();
    p_.buffers.push_back(b);
  }

  constexpr void add_stored(int i) {
    buffer b{.kind = buffer_kind::arena, .type = g_.nodes[i].type};
    for (int k = 0; k < g_.outputs.size(); ++k)
      if (passes::unshaped(g_, g_.outputs[k]) == i) b.kind = buffer_kind::output, b.place = k;
    add_buffer(b, i);
    p_.stored.push_back({i, buffer_of_[i], f_.stored[i]});
  }

  constexpr void list_members() {
    first_member_.resize(f_.groups.size(), -1);
    next_member_.resize(g_.nodes.size(), -1);
    for (int i = g_.nodes.size(); i-- > 0;)
      if (const int group = f_.group_of[i]; group >= 0) {
        next_member_[i] = first_member_[group];
        first_member_[group] = i;
      }
  }

  constexpr void add_group(int group) {
    const passes::fusion_group& fg = f_.groups[group];
    group_ = group;
    if (fg.alone >= 0) return add_alone(fg.alone);
    kernel_builder b(g_, f_, buffer_of_, register_of_, fg.domain, fg.ordered_axes());
    for (int i = first_member_[group]; i >= 0; i = next_member_[i]) b.compute(i);
    for (int i = first_member_[group]; i >= 0; i = next_member_[i])
      if (f_.stored[i] != passes::boundary::none) b.store(i);
    if (fg.contraction >= 0) add_contraction(b, fg.contraction);
    else add_loop(b);
  }

  // ---- loops

  constexpr void add_loop(kernel_builder& b) {
    kernel k{.kind = kernel_kind::loop, .group = group_};
    k.scans = group_ >= 0 && f_.groups[group_].scan >= 0;
    loop_nest nest;
    nest_strides strides;
    for (placement& p : b.placements) strides.placements.push_back(&p);
    arrange(b, nest, strides);
    merge_loops(nest, strides, g_.arithmetic());
    std::uint32_t inner = 0;
    for (int i = 0; i < nest.count; ++i)
      if (nest.roles[i] == loop_nest::reduced) ++k.reduced;
    if (b.mask() == 0) nest_across(nest, strides, b, g_);
    finish_nest(k, nest, b);
    k.lanes = k.reduced != 0 && lanes_along_reduced(k, b, g_) ? loop_lanes::reduced : loop_lanes::kept;
    if (b.mask() != 0) inner = std::uint32_t(b.mask());
    else inner = lane_axis_mask(nest, b);
    finish(k, b, inner, k.lanes == loop_lanes::reduced ? k.rank - 1 : k.rank - k.reduced - 1);
  }

  /// Sorts the loops: kept axes, then reduced ones; strides follow.
  static constexpr void arrange(const kernel_builder& b, loop_nest& nest, nest_strides& strides) {
    for (int reduced = 0; reduced < 2; ++reduced)
      for (int i = 0; i < b.loops(); ++i)
        if ((b.mask() >> i & 1) == reduced) nest.add(i, reduced == 1 ? loop_nest::reduced : loop_nest::outer, b.domain()[i]);
    strides.reorder(nest);
  }

  /// The axes merged into the last kept loop: what a pointwise loop runs over innermost.
  constexpr std::uint32_t lane_axis_mask(const loop_nest& nest, const kernel_builder& b) const {
    if (nest.count == 0) return 0;
    const int first = nest.axis[nest.count - 1];
    std::uint32_t mask = 0;
    for (int i = first; i < b.loops(); ++i) mask |= 1u << i;
    return mask;
  }

  /// A loop nest of no loops becomes one loop of one step.
  constexpr void finish_nest(kernel& k, const loop_nest& nest, kernel_builder& b) {
    k.rank = std::int8_t(nest.count);
    for (int i = 0; i < nest.count; ++i) k.extents[i] = nest.extents[i];
    if (b.mask() != 0 && k.reduced == 0) {  // all reduced axes have extent 1: one step of an empty stride
      k.extents[k.rank++] = {1};
      k.reduced = 1;
    }
    if (k.rank == k.reduced) insert_unit_loop(k, b);
  }

  static constexpr void insert_unit_loop(kernel& k, kernel_builder& b) {
    for (int i = k.rank; i > 0; --i) {
      k.extents[i] = k.extents[i - 1];
      for (placement& p : b.placements) p.strides[i] = p.strides[i - 1];
    }
    k.extents[0] = {1};
    for (placement& p : b.placements) p.strides[0] = {0};
    ++k.rank;
  }

  constexpr void finish(kernel& k, kernel_builder& b, std::uint32_t inner, int lane) {
    b.assign_spaces(inner);
    k.passes = std::int8_t(b.assign_passes(k.kind == kernel_kind::loop && k.lanes == loop_lanes::reduced && k.reduced > 0 && !k.scans));
    append(k, b, lane);
  }

  constexpr void append(kernel& k, kernel_builder& b, int lane) {
    for (int i = 0; i < b.accesses.size(); ++i) choose_lane_step(b, i, lane, k.kind == kernel_kind::loop, g_);
    k.first_instruction = p_.body.size();
    k.instructions = b.body.size();
    for (const instruction& in : b.body) p_.body.push_back(in);
    k.first_access = p_.accesses.size();
    k.accesses = b.accesses.size();
    for (const loop_access& a : b.accesses) p_.accesses.push_back(a);
    for (const placement& p : b.placements) p_.placements.push_back(p);
    p_.kernels.push_back(k);
  }

  // ---- contractions

  constexpr void add_contraction(kernel_builder& b, int id) {
    node n = g_.nodes[id];
    auto axes = contraction_axes::from(n.attribute);
    const int rank = b.loops();
    int batches = 0, rows = 0;
    for (int i = 0; i < g_.rank_of(n.operands[0]); ++i) {
      batches += axes.of_a(i) == contraction_axes::batch;
      rows += axes.of_a(i) == contraction_axes::free;
    }
    contraction_layout c;
    extent k_of_a{};
    c.a = b.operand_placement(n.operands[0], contraction_map(n.operands[0], rank, 0, batches, axes.a, k_of_a));
    c.b = b.operand_placement(n.operands[1], contraction_map(n.operands[1], rank, rows, batches, axes.b, c.k));
    c.a_column = c.a.strides[rank];
    c.b_row = c.b.strides[rank];
    c.a.strides[rank] = c.b.strides[rank] = {0};

    loop_nest nest;
    for (int i = 0; i < rank; ++i)
      nest.add(i, i < batches ? loop_nest::outer : i < batches + rows ? loop_nest::rows : loop_nest::columns, b.domain()[i]);
    nest_strides strides;
    for (placement& p : b.placements) strides.placements.push_back(&p);
    strides.placements.push_back(&c.a);
    strides.placements.push_back(&c.b);
    merge_loops(nest, strides, g_.arithmetic());
    kernel k{.kind = kernel_kind::contraction, .type = n.type, .group = group_};
    std::uint32_t inner = place_rows_and_columns(nest, strides, b);
    const int count = nest.count;
    c.m = nest.extents[count - 2];
    c.n = nest.extents[count - 1];
    c.a_row = c.a.strides[count - 2];
    c.b_column = c.b.strides[count - 1];
    k.rank = std::int8_t(count);
    for (int i = 0; i < count; ++i) k.extents[i] = nest.extents[i];
    k.layout = p_.layouts.size();
    if (c.n.code == 1 && c.m.code != 1) inner = transpose_vector(k, c, strides, nest);
    p_.layouts.push_back(c);
    finish(k, b, inner | beyond_loops_, count - 1);
  }

  /// How an operand's axes follow from the loops (batch, rows, columns) and, last, the contracted axis.
  constexpr index_map contraction_map(int id, int rank, int free_before, int batches, std::uint16_t roles, extent& k) {
    const shape& s = g_.shape_of(id);
    index_map m{.axes = s.rank, .loops = rank + 1};
    int batch = 0, free = batches + free_before;
    for (int i = 0; i < s.rank; ++i) {
      const int role = roles >> (2 * i) & 3;
      if (role == contraction_axes::contracted) k = s[i];
      m.factor[i][role == contraction_axes::contracted ? rank : role == contraction_axes::batch ? batch++ : free++] = {1};
    }
    return m;
  }

  /// Brings one loop of rows and one of columns to the end; others of their kind become batches. Returns the axes of columns.
  constexpr std::uint32_t place_rows_and_columns(loop_nest& nest, nest_strides& strides, const kernel_builder& b) {
    int row = -1, column = -1;
    for (int i = 0; i < nest.count; ++i) {
      if (nest.roles[i] == loop_nest::rows) row = i;
      if (nest.roles[i] == loop_nest::columns) column = i;
    }
    loop_nest sorted;
    constexpr int none = max_loops;  // a loop of one step
    int from[max_loops] = {};
    for (int i = 0; i < nest.count; ++i)
      if (i != row && i != column) from[sorted.count] = i, sorted.add(nest.axis[i], loop_nest::outer, nest.extents[i]);
    from[sorted.count] = row < 0 ? none : row;
    sorted.add(0, loop_nest::rows, row < 0 ? extent{1} : nest.extents[row]);
    from[sorted.count] = column < 0 ? none : column;
    sorted.add(0, loop_nest::columns, column < 0 ? extent{1} : nest.extents[column]);
    for (placement* p : strides.placements) {
      const placement before = *p;
      for (int i = 0; i < max_loops; ++i) p->strides[i] = i < sorted.count && from[i] != none ? before.strides[from[i]] : extent{0};
    }
    std::uint32_t inner = 0;
    if (column >= 0) {
      const int end = column + 1 < nest.count ? nest.axis[column + 1] : b.loops();
      for (int i = nest.axis[column]; i < end; ++i) inner |= 1u << i;
    }
    nest = sorted;
    return inner == 0 ? row_axes_ : inner;
  }

  /// A matrix times a vector is computed as the vector times the transposed matrix, so that results lie along the lanes.
  constexpr std::uint32_t transpose_vector(kernel& k, contraction_layout& c, nest_strides& strides, const loop_nest& nest) {
    const int row = nest.count - 2, column = nest.count - 1;
    const auto exchange = [](extent& x, extent& y) { const extent t = x; x = y, y = t; };
    for (placement* p : strides.placements) exchange(p->strides[row], p->strides[column]);
    exchange(k.extents[row], k.extents[column]);
    exchange(c.m, c.n);
    const placement a = c.a;
    c.a = c.b;
    c.b = a;
    const extent a_row = c.a_row, a_column = c.a_column;
    c.a_row = c.b_column, c.a_column = c.b_row;
    c.b_row = a_column, c.b_column = a_row;
    return ~std::uint32_t(0);
  }

  // ---- kernels of their own

  constexpr void add_alone(int id) {
    const node n = g_.nodes[id];
    const shape strides = row_major_strides(g_.shape_of(id), g_.arithmetic());
    const int axis = int(n.attribute);
    const auto behind = [&](extent places) { return g_.arithmetic().multiply(places, strides[axis]); };
    if (n.code == opcode::pad) {
      const extent front{n.payload}, own = g_.shape_of(n.operands[0])[axis], behind_own = g_.arithmetic().add(front, own);
      const extent back = g_.arithmetic().subtract(g_.shape_of(id)[axis], behind_own);
      add_filling(n, front, {0}, id, strides);
      add_filling(n, back, behind(behind_own), id, strides);
      add_copy(n.operands[0], g_.nodes[n.operands[0]].shape, buffer_of_[id], behind(front), strides);
    } else if (n.code == opcode::concatenate) {
      add_copy(n.operands[0], g_.nodes[n.operands[0]].shape, buffer_of_[id], {0}, strides);
      add_copy(n.operands[1], g_.nodes[n.operands[1]].shape, buffer_of_[id], behind(g_.shape_of(n.operands[0])[axis]), strides);
    } else if (kind_of(n.code) == op_kind::sorting) {
      add_sort(id);
    } else {
      add_copy(n.operands[0], n.shape, buffer_of_[id], {0}, strides);
      add_scatter(id, n, strides);
    }
  }

  /// The filler of a pad before or behind its operand.
  constexpr void add_filling(const node& pad, extent length, extent offset, int id, const shape& strides) {
    if (length.code == 0) return;
    shape part = g_.shape_of(id);
    part.axes[int(pad.attribute)] = length;
    add_copy(pad.operands[1], g_.intern(part), buffer_of_[id], offset, strides);
  }

  constexpr void add_copy(int id, int domain, int buffer, extent offset, const shape& strides) {
    kernel_builder b(g_, f_, buffer_of_, register_of_, domain, 0);
    b.store_copy(id, buffer, offset, strides);
    add_loop(b);
  }

  /// Operands: updates, indices, and the result, whose `index_stride` is that of the indexed axis. Loops: the updates' axes,
  /// those of the indices in front, so that an index is read once for all that it moves.
  constexpr void add_scatter(int id, const node& n, const shape& strides) {
    const int axis = int(n.attribute), updates = n.operands[2], index_rank = g_.rank_of(n.operands[1]);
    kernel_builder b(g_, f_, buffer_of_, register_of_, g_.nodes[updates].shape, 0);
    const int rank = b.loops();
    index_map indices{.axes = index_rank, .loops = rank};
    for (int i = 0; i < index_rank; ++i) indices.factor[i][axis + i] = {1};
    b.placements.push_back(b.operand_placement(updates, index_map::identity(rank)));
    b.placements.push_back(b.operand_placement(n.operands[1], indices));
    placement result{.buffer = buffer_of_[id]};
    for (int i = 0; i < strides.rank; ++i)
      if (i != axis) result.strides[i < axis ? i : i + index_rank - 1] = strides[i];
    result.index_stride = strides[axis];
    b.placements.push_back(result);
    b.accesses = {{.type = n.type}, {.type = g_.type_of(n.operands[1])}, {.type = n.type, .stored = 0}};
    kernel k{.kind = kernel_kind::scatter, .type = n.type, .group = group_};
    loop_nest nest;
    for (int i = axis; i < axis + index_rank; ++i) nest.add(i, loop_nest::outer, b.domain()[i]);
    for (int i = 0; i < rank; ++i)
      if (i < axis || i >= axis + index_rank) nest.add(i, loop_nest::columns, b.domain()[i]);
    nest_strides all;
    for (placement& p : b.placements) all.placements.push_back(&p);
    all.reorder(nest);
    merge_loops(nest, all, g_.arithmetic());
    for (int i = 0; i < nest.count; ++i) k.reduced += nest.roles[i] == loop_nest::columns;  // loops that share an index
    k.rank = std::int8_t(nest.count);
    for (int i = 0; i < nest.count; ++i) k.extents[i] = nest.extents[i];
    append(k, b, k.rank > 0 ? k.rank - 1 : 0);
  }

  /// One kernel for sort and argsort of the same rows.
  constexpr void add_sort(int id) {
    if (last_writer(buffer_of_[id]) >= 0) return;
    kernel_builder b(g_, f_, buffer_of_, register_of_, g_.nodes[id].shape, 0);
    kernel k = plan_sort(g_, b, buffer_of_, id, twin_of_sort(g_, f_, id));
    k.group = group_;
    append(k, b, k.rank - 1);
  }

  /// The last kernel so far that writes to a buffer, or -1.
  constexpr int last_writer(int buffer) const {
    for (int k = p_.kernels.size(); k-- > 0;)
      for (int i = p_.kernels[k].first_access; i < p_.kernels[k].first_access + p_.kernels[k].accesses; ++i)
        if (p_.accesses[i].is_store() && p_.placements[i].buffer == buffer) return k;
    return -1;
  }

  constexpr void add_checks() {
    for (int i = 0; i < g_.nodes.size(); ++i) {
      const node& n = g_.nodes[i];
      if (n.code != opcode::check_index) continue;
      const int base = passes::base_of(g_, n.operands[0]);
      index_check c{.buffer = buffer_of_[base], .shape = g_.nodes[base].shape, .code = opcode(n.payload), .bound = {n.attribute}};
      c.after_kernels = last_writer(buffer_of_[base]) + 1;
      while (c.after_kernels < p_.kernels.size() && p_.kernels[c.after_kernels].launched == 0) ++c.after_kernels;  // the whole launch
      p_.checks.push_back(c);
    }
  }

  static constexpr std::uint32_t row_axes_ = ~std::uint32_t(0);
  /// A bit that the product itself depends on even where it has no loops: a dot product.
  static constexpr std::uint32_t beyond_loops_ = std::uint32_t(1) << 31;

  graph& g_;
  const passes::fusion& f_;
  plan p_;
  int group_ = -1;
  list<int> buffer_of_, register_of_, first_member_, next_member_;
};

}  // namespace detail

/// Plans a graph that `passes::materialize` gave: which kernels, over what, in which order, in which memory.
constexpr plan build_plan(graph g, const passes::fusion& f) { return detail::planner(g, f).take(); }
constexpr plan build_plan(graph g) {
  const passes::fusion f = passes::fuse(g);
  return build_plan(std::move(g), f);
}

}  // namespace tenon

#endif
