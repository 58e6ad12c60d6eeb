#ifndef TENON_PASSES_REACHABILITY_HPP
#define TENON_PASSES_REACHABILITY_HPP

#include <cstdint>

#include "tenon/base/list.hpp"

namespace tenon::passes::detail {

/// Sets of groups that depend on a group.
class reachability {
 public:
  constexpr explicit reachability(int most) : words_((most + 63) / 64) {}

  constexpr void add_group() {
    for (int w = 0; w < words_; ++w) bits_.push_back(0);
    has_producer_.push_back(false);
  }
  constexpr bool reaches(int from, int to) const { return bits_[from * words_ + to / 64] >> (to % 64) & 1; }

  /// `to` needs something of `from`; must not make a cycle.
  constexpr void add_edge(int from, int to) {
    if (from == to || reaches(from, to)) return;
    merge(from, to);
    has_producer_[to] = true;
    if (!has_producer_[from]) return;
    for (int g = 0; g < has_producer_.size(); ++g)
      if (reaches(g, from)) merge(g, to);
  }

 private:
  constexpr void merge(int into, int to) {
    for (int w = 0; w < words_; ++w) bits_[into * words_ + w] |= bits_[to * words_ + w];
    bits_[into * words_ + to / 64] |= std::uint64_t(1) << (to % 64);
  }

  int words_;
  list<std::uint64_t> bits_;
  list<bool> has_producer_;
};

}  // namespace tenon::passes::detail

#endif
