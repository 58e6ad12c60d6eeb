#ifndef TENON_PASSES_DEDUPLICATE_HPP
#define TENON_PASSES_DEDUPLICATE_HPP

#include "tenon/passes/rewrite.hpp"

namespace tenon::passes {
namespace detail {

constexpr std::uint64_t hash_of(const node& n) {
  std::uint64_t h = std::uint64_t(n.code) | std::uint64_t(n.type) << 8 | std::uint64_t(std::uint32_t(n.shape)) << 16;
  h = (h ^ std::uint64_t(std::uint32_t(n.operands[0]))) * 0x9E3779B97F4A7C15ull;
  h = (h ^ std::uint64_t(std::uint32_t(n.operands[1]))) * 0x9E3779B97F4A7C15ull;
  h = (h ^ std::uint64_t(std::uint32_t(n.operands[2]))) * 0x9E3779B97F4A7C15ull;
  h = (h ^ std::uint64_t(n.attribute) ^ std::uint64_t(n.payload) * 31) * 0x9E3779B97F4A7C15ull;
  return h >> 40;  // the upper bits are those that all bits have reached
}

}  // namespace detail

/// Makes one node of equal ones. Inputs stay apart.
constexpr graph deduplicate(const graph& in) {
  int buckets = 16;
  while (buckets < 2 * in.nodes.size()) buckets *= 2;
  list<int> first(buckets, -1);
  list<int> next;  // chains nodes of one bucket
  next.reserve(in.nodes.size());
  return rewrite(in, [&](graph& out, const node& n) {
    int& head = first[int(detail::hash_of(n) & std::uint64_t(buckets - 1))];
    for (int i = head; i >= 0; i = next[i])
      if (out.nodes[i] == n) return i;
    next.push_back(head);
    head = out.nodes.size();
    return out.append(n);
  });
}

}  // namespace tenon::passes

#endif
