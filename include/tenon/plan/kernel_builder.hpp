#ifndef TENON_PLAN_KERNEL_BUILDER_HPP
#define TENON_PLAN_KERNEL_BUILDER_HPP

#include "tenon/passes/index_map.hpp"
#include "tenon/plan/loop_nest.hpp"

namespace tenon::detail {

using passes::index_map;
using passes::source_map;

/// The place in plan::buffers of the numbers that stand for symbols.
inline constexpr int symbols_buffer = 0;

/// Turns nodes of one fusion group into the body and the operands of a kernel. Operands are addressed by axis of the domain
/// until `finish` arranges the loops.
class kernel_builder {
 public:
  kernel_builder(const kernel_builder&) = delete;

  /// `buffer_of` names the buffer of each stored node; `register_of` is scratch, -1 for each node, and is left so.
  constexpr kernel_builder(graph& g, const passes::fusion& f, const list<int>& buffer_of, list<int>& register_of, int domain, std::int64_t mask)
      : g_(g), fusion_(f), buffer_of_(buffer_of), register_of_(register_of), mask_(mask), domain_id_(domain), domain_(g.shapes[domain]), loops_(domain_.rank) {}

  constexpr ~kernel_builder() {
    for (int id : computed_) register_of_[id] = -1;
  }

  /// Computes a node of the group in registers.
  constexpr void compute(int id) {
    const node n = g_.nodes[id];
    const index_map map = map_of(id);
    instruction in{.code = std::uint8_t(n.code), .type = n.type};
    std::uint32_t depends = 0;
    if (n.code == opcode::contract) {
      in.code = body_code::accumulator;
      depends = ~std::uint32_t(0);
    } else if (n.code == opcode::gather) {
      gather(n, map, in, depends);
    } else {
      const bool reduces = kind_of(n.code) == op_kind::reduction;
      const index_map seen = reduces ? index_map::identity(loops_) : map;
      for (int k = 0; k < operands_of(n.code); ++k) use_operand(in, k, read(n.operands[k], seen), depends);
      if (reduces) depends &= ~std::uint32_t(mask_), ++in.level;
      if (kind_of(n.code) == op_kind::scan) depends |= std::uint32_t(mask_);
    }
    computed_.push_back(id);
    register_of_[id] = emit(in, depends);
  }

  /// Writes a computed node to its buffer, row-major.
  constexpr void store(int id) { store_at(id, register_of_[id], map_of(id), row_major(id)); }

  /// Writes a value, which may be a view, to a place in a buffer: element 0 at `offset`, with the given strides by axis.
  constexpr void store_copy(int id, int buffer, extent offset, const shape& strides) {
    const index_map map = index_map::identity(loops_);
    const int from = read(id, g_.rank_of(id) == 0 ? index_map{.axes = 0, .loops = loops_} : map);
    placement p = place(buffer, map, strides);
    p.offset = g_.arithmetic().add(p.offset, offset);
    add_access({.type = g_.type_of(id), .space = loop_space::inner, .stored = std::int16_t(from)}, p);
  }

  /// Adds an operand of a contraction or scatter, addressed over the loops (and one more, the contracted axis).
  constexpr placement operand_placement(int id, const index_map& map) {
    const source_map s = passes::trace(g_, id, map);
    return place(buffer_of_[s.base], s.map, row_major_strides_of(s));
  }

  /// Which registers a pass over the inner loops has to compute, and how many passes there are. What takes long and is wanted in
  /// several passes is kept from the first one on, if `keeps`.
  constexpr int assign_passes(bool keeps) {
    int passes = 1;
    const auto want = [&](int reg, int pass) {
      if (body[reg].space == loop_space::inner) body[reg].passes |= std::uint8_t(1 << pass);
      passes = pass + 1 > passes ? pass + 1 : passes;
    };
    for (const loop_access& a : accesses)
      if (a.is_store() && a.space == loop_space::inner) want(a.stored, body[a.stored].level);
    for (int i = body.size(); i-- > 0;) {
      if (body[i].is_reduction()) want(body[i].operands[0], body[body[i].operands[0]].level);
      if (body[i].space != loop_space::inner) continue;
      std::uint8_t computed = body[i].passes;
      if (keeps && (computed & (computed - 1)) != 0 && body[i].code < opcodes && is_costly(opcode(body[i].code))) {
        computed &= std::uint8_t(-computed);
        add_access({.type = body[i].type, .space = loop_space::inner, .stored = std::int16_t(i), .cached = true}, {});
      }
      for (int o : body[i].operands)
        if (o >= 0 && body[o].space == loop_space::inner) body[o].passes |= computed;
    }
    return passes;
  }

  /// Marks registers and stores as inner or outer. `inner_loops` is a mask of domain axes.
  constexpr void assign_spaces(std::uint32_t inner_loops) {
    for (int i = 0; i < body.size(); ++i) body[i].space = depends_[i] & inner_loops ? loop_space::inner : loop_space::outer;
    for (loop_access& a : accesses)
      if (a.is_store() && mask_ == 0) a.space = loop_space::inner;
  }

  /// Whether an access reads elements one by one, not through an index, and generates none.
  constexpr bool is_loaded(int access) const {
    if (accesses[access].is_store()) return false;
    for (const instruction& in : body)
      if (in.code != body_code::load && in.payload == access && (in.is(opcode::gather) || in.is(opcode::iota) || in.is(opcode::random_bits))) return false;
    return placements[access].buffer > symbols_buffer;
  }

  constexpr int loops() const { return loops_; }
  constexpr const shape& domain() const { return domain_; }
  constexpr std::int64_t mask() const { return mask_; }

  list<instruction> body;
  list<loop_access> accesses;
  list<placement> placements;  // strides by axis of the domain, later by loop

 private:
  constexpr index_map map_of(int id) { return passes::map_in_domain(g_, g_.nodes[id].shape, domain_id_, mask_); }

  constexpr shape row_major(int id) { return row_major_strides(g_.shape_of(id), g_.arithmetic()); }

  /// Strides of the memory that a traced value is read from, by axis of `s.axes`.
  constexpr shape row_major_strides_of(const source_map& s) {
    const node& n = g_.nodes[s.base];
    if (n.code != opcode::input || g_.inputs[int(n.attribute)].contiguous) return row_major_strides(s.axes, g_.arithmetic());
    shape strides{.rank = s.axes.rank};
    for (int i = 0; i < strides.rank; ++i) strides.axes[i] = g_.arithmetic().intern({symbol_kind::input_stride, n.attribute, i});
    return strides;
  }

  constexpr placement place(int buffer, const index_map& map, const shape& strides) {
    placement p{.buffer = buffer};
    extent_arithmetic arithmetic = g_.arithmetic();
    for (int axis = 0; axis < map.axes; ++axis) {
      p.offset = arithmetic.add(p.offset, arithmetic.multiply(map.offset[axis], strides[axis]));
      for (int j = 0; j < map.loops; ++j)
        p.strides[j] = arithmetic.add(p.strides[j], arithmetic.multiply(map.factor[axis][j], strides[axis]));
    }
    return p;
  }

  constexpr int add_access(const loop_access& a, const placement& p) {
    if (!a.is_store())
      for (int i = 0; i < accesses.size(); ++i)
        if (!accesses[i].is_store() && accesses[i].type == a.type && placements[i] == p) return i;
    accesses.push_back(a);
    placements.push_back(p);
    return accesses.size() - 1;
  }

  constexpr int emit(const instruction& in, std::uint32_t depends) {
    body.push_back(in);
    depends_.push_back(depends);
    return body.size() - 1;
  }

  constexpr std::uint32_t moving(const placement& p) const {
    std::uint32_t d = 0;
    for (int j = 0; j < loops_; ++j)
      if (p.strides[j].code != 0) d |= 1u << j;
    return d;
  }

  constexpr void use_operand(instruction& in, int k, int reg, std::uint32_t& depends) {
    in.operands[k] = std::int16_t(reg);
    in.level = in.level < body[reg].level ? body[reg].level : in.level;
    depends |= depends_[reg];
  }

  /// The register that holds a value, as seen through `map`: computed by this kernel, generated, or loaded.
  constexpr int read(int id, index_map map) {
    if (g_.rank_of(id) == 0) map = {.axes = 0, .loops = loops_};
    const source_map s = passes::trace(g_, id, map);
    if (register_of_[s.base] < 0 && fusion_.inlined[s.base]) compute(s.base);
    if (register_of_[s.base] >= 0) return register_of_[s.base];
    const node n = g_.nodes[s.base];
    if (passes::is_generated(n.code)) return generate(n, s);
    return load(n.type, place(buffer_of_[s.base], s.map, row_major_strides_of(s)));
  }

  constexpr int load(element_type type, const placement& p) {
    const int access = add_access({.type = type}, p);
    return emit_once(access, {.code = body_code::load, .type = type, .payload = access}, moving(p));
  }

  /// An instruction that reads or generates through an access: one for all that want it.
  constexpr int emit_once(int access, const instruction& in, std::uint32_t depends) {
    register_of_access_.resize(accesses.size(), -1);
    int& place = register_of_access_[access];
    if (place < 0) place = emit(in, depends);
    return place;
  }

  constexpr int generate(const node& n, const source_map& s) {
    if (n.code == opcode::constant) {
      computed_.push_back(s.base);
      return register_of_[s.base] = emit({.code = std::uint8_t(n.code), .type = n.type, .payload = n.payload}, 0);
    }
    if (n.code == opcode::extent) {
      const extent e{n.attribute};
      return load(n.type, {.buffer = symbols_buffer, .offset = {e.symbol()}});
    }
    const bool iota = n.code == opcode::iota;
    shape strides = row_major_strides(s.axes, g_.arithmetic());
    if (iota)
      for (int i = 0; i < strides.rank; ++i) strides.axes[i] = {i == n.attribute ? 1 : 0};
    const placement p = place(-1, s.map, strides);
    instruction in{.code = std::uint8_t(n.code), .type = n.type};
    std::uint32_t depends = moving(p);
    if (!iota) use_operand(in, 0, read(n.operands[0], {.axes = 0, .loops = loops_}), depends);
    const int access = add_access({.type = n.type}, p);
    in.payload = access;
    return iota ? emit_once(access, in, depends) : emit(in, depends);  // other seeds may share the access
  }

  /// Indices are loaded, the table is addressed by the other axes and, at run time, by the index.
  constexpr void gather(const node& n, const index_map& map, instruction& in, std::uint32_t& depends) {
    const int axis = int(n.attribute), index_rank = g_.rank_of(n.operands[1]), rank = g_.rank_of(n.operands[0]);
    index_map indices{.axes = index_rank, .loops = loops_}, table{.axes = rank, .loops = loops_};
    for (int i = 0; i < index_rank; ++i) passes::detail::copy_axis(indices, i, map, axis + i);
    for (int i = 0; i < rank; ++i)
      if (i != axis) passes::detail::copy_axis(table, i, map, i < axis ? i : i + index_rank - 1);
    use_operand(in, 0, read(n.operands[1], indices), depends);
    placement p = operand_placement(n.operands[0], table);
    index_map along{.axes = rank, .loops = 1};
    along.factor[axis][0] = {1};
    p.index_stride = operand_placement(n.operands[0], along).strides[0];
    in.payload = add_access({.type = n.type}, p);
    depends |= moving(p);
  }

  constexpr void store_at(int id, int reg, const index_map& map, const shape& strides) {
    const bool inner = mask_ == 0 || g_.shape_of(id) == domain_;
    add_access({.type = g_.type_of(id), .space = inner ? loop_space::inner : loop_space::outer, .stored = std::int16_t(reg)},
               place(buffer_of_[id], map, strides));
  }

  graph& g_;
  const passes::fusion& fusion_;
  const list<int>& buffer_of_;
  list<int>& register_of_;
  std::int64_t mask_;
  int domain_id_;
  shape domain_;
  int loops_;
  list<std::uint32_t> depends_;  // of each register: the loops along which it changes
  list<int> computed_;
  list<int> register_of_access_;  // of each access that is read; -1 before
};

}  // namespace tenon::detail

#endif
