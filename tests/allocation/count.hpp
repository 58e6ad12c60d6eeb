#ifndef TENON_TESTS_ALLOCATION_COUNT_HPP
#define TENON_TESTS_ALLOCATION_COUNT_HPP

#include <atomic>
#include <cstdint>

namespace tenon::test {

/// How often this program called operator new.
std::int64_t allocations();

/// How often f does.
template <class F>
std::int64_t allocations_of(F f) {
  const std::int64_t before = allocations();
  f();
  return allocations() - before;
}

}  // namespace tenon::test

#endif
