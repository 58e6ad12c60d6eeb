#ifndef TENON_BACKENDS_ALIASING_HPP
#define TENON_BACKENDS_ALIASING_HPP

#include <algorithm>
#include <bit>
#include <cstdint>

#include "tenon/ir/binding.hpp"
#include "tenon/plan/plan.hpp"

namespace tenon::detail {

/// The addresses from the first to behind the last element of a tensor.
struct byte_range {
  std::uintptr_t first = 0, last = 0;
};

inline byte_range range_of(const tensor_ref& t, int rank, int element_size) {
  std::int64_t low = 0, high = 0;
  for (int i = 0; i < rank; ++i) {
    if (t.extents[i] == 0) return {};
    const std::int64_t reach = (t.extents[i] - 1) * t.strides[i];
    (reach < 0 ? low : high) += reach;
  }
  const auto data = reinterpret_cast<std::uintptr_t>(t.data);
  return {data + std::uintptr_t(low * element_size), data + std::uintptr_t((high + 1) * element_size)};
}

/// Says which outputs of a call must not be written where they shall be: those that overlap an input that the plan may still
/// read then, and those that kernels write before all indices are checked.
template <const auto& Graph, const auto& Plan>
class aliasing {
  static constexpr int inputs = Graph.inputs.size(), outputs = Graph.outputs.size(), words = alias_words(inputs);

 public:
  explicit aliasing(const tensor_ref* in) : in_(in) {
    for (int i = 0; i < inputs; ++i) {
      const byte_range range = range_of(in[i], Graph.shapes[Graph.inputs[i].shape].rank, size_of(Graph.inputs[i].type));
      first_[i] = range.first, last_[i] = range.last;
    }
  }

  bool needs_room_aside(int o, const tensor_ref& out, const std::int64_t* symbols) const {
    if (written_early[o]) return true;
    const node& n = Graph.nodes[Graph.outputs[o]];
    const byte_range written = range_of(out, Graph.shapes[n.shape].rank, size_of(n.type));
    for (int w = 0; w < words; ++w)
      for (std::uint64_t rest = overlapping(written, w); rest != 0; rest &= rest - 1) {
        const int i = 64 * w + std::countr_zero(rest);
        const bool safe = plan_allows(o, i) && in_[i].data == out.data && Graph.inputs[i].contiguous && is_read_in_step(o, i, symbols);
        if (!safe) return true;
      }
    return false;
  }

  /// Whether output o may be just where input i is, whatever the sizes of a call.
  static consteval bool always_in_step(int o, int i) {
    for (const meeting& m : meetings)
      if (m.output == o && m.input == i) return false;
    return plan_allows(o, i) && Graph.inputs[i].contiguous;
  }

 private:
  /// A bit for each of 64 inputs. All pairs of outputs and inputs come through here, so it is a loop that compilers vectorise.
  std::uint64_t overlapping(const byte_range& range, int word) const {
    const std::uintptr_t *first = first_ + 64 * word, *last = last_ + 64 * word;
    const auto count = std::uint64_t(std::min(64, inputs - 64 * word));
    std::uint64_t bits = 0;
    for (std::uint64_t i = 0; i < count; ++i) bits |= std::uint64_t((first[i] < range.last) & (range.first < last[i])) << i;
    return bits;
  }

  static constexpr bool plan_allows(int o, int i) { return Plan.safe_aliases[o * words + i / 64] >> i % 64 & 1; }

  /// Which output an access stores, or which input it loads; -1 for others.
  static constexpr int place_of(int access, buffer_kind kind, bool store) {
    const int b = Plan.placements[access].buffer;
    return b >= 0 && Plan.accesses[access].is_store() == store && Plan.buffers[b].kind == kind ? Plan.buffers[b].place : -1;
  }
  static constexpr int stored_output(int access) { return place_of(access, buffer_kind::output, true); }
  static constexpr int loaded_input(int access) { return place_of(access, buffer_kind::input, false); }

  /// A kernel that stores an output and loads an input, of which only a call tells whether both are at the same element at each
  /// step of its loops.
  struct meeting {
    std::int32_t output, input, kernel, store, load;
  };
  static constexpr bool is_in_step_always(const kernel& k, int a, int b) {
    const placement &x = Plan.placements[a], &y = Plan.placements[b];
    return x.offset == y.offset && std::equal(x.strides, x.strides + k.rank, y.strides);
  }
  static constexpr list<meeting> find_meetings() {
    list<meeting> found;
    for (int n = 0; n < Plan.kernels.size(); ++n) {
      const kernel& k = Plan.kernels[n];
      for (int store = k.first_access; store < k.first_access + k.accesses; ++store) {
        const int o = stored_output(store);
        for (int load = k.first_access; o >= 0 && load < k.first_access + k.accesses; ++load)
          if (const int i = loaded_input(load); i >= 0 && plan_allows(o, i) && !is_in_step_always(k, store, load))
            found.push_back({o, i, n, store, load});
      }
    }
    return found;
  }
  static constexpr int meeting_count = find_meetings().size();
  static constexpr auto meetings = frozen_list<meeting, meeting_count>::from(find_meetings());

  static bool are_in_step(const meeting& m, const std::int64_t* symbols) {
    const kernel& k = Plan.kernels[m.kernel];
    const placement &x = Plan.placements[m.store], &y = Plan.placements[m.load];
    bool same = resolve(x.offset, symbols) == resolve(y.offset, symbols);
    for (int r = 0; r < k.rank; ++r)
      same = same && (resolve(x.strides[r], symbols) == resolve(y.strides[r], symbols) || resolve(k.extents[r], symbols) <= 1);
    return same;
  }
  /// Whether the kernels that write output o read each element of input i just where they write.
  static bool is_read_in_step(int o, int i, const std::int64_t* symbols) {
    return std::all_of(meetings.begin(), meetings.end(), [=](const meeting& m) { return m.output != o || m.input != i || are_in_step(m, symbols); });
  }

  /// The outputs that a kernel writes before an index that kernels compute is checked.
  static constexpr frozen_list<bool, outputs> find_written_early() {
    frozen_list<bool, outputs> early;
    for (const index_check& check : Plan.checks)
      for (int k = 0; k < check.after_kernels; ++k)
        for (int i = 0; i < Plan.kernels[k].accesses; ++i)
          if (const int o = stored_output(Plan.kernels[k].first_access + i); o >= 0) early.items[o] = true;
    return early;
  }
  static constexpr frozen_list<bool, outputs> written_early = find_written_early();

  const tensor_ref* in_;
  std::uintptr_t first_[inputs + 1], last_[inputs + 1];
};

}  // namespace tenon::detail

#endif
