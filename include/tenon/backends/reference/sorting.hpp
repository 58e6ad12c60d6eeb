#ifndef TENON_BACKENDS_REFERENCE_SORTING_HPP
#define TENON_BACKENDS_REFERENCE_SORTING_HPP

#include <algorithm>
#include <numeric>
#include <vector>

#include "tenon/backends/reference/array.hpp"

namespace tenon::reference {

/// Whether a stands before b in ascending order: NaN is beyond every number.
template <class T>
bool precedes(T a, T b) {
  return a < b || (b != b && a == a);
}

/// Sorts the rows of an axis; of each the first places, as many as y has.
inline void sort(const node& n, const array& x, const array& y) {
  axes rows = y.extents;
  const auto axis = std::size_t(n.attribute);
  const std::int64_t wanted = rows[axis], step = x.strides()[axis];
  rows[axis] = wanted == 0 ? 0 : 1;
  std::vector<std::int64_t> places(std::size_t(x.extents[axis]));
  visit(x.type, [&]<class T>(T) {
    walk<2>(y.rank, rows, {x.strides(), y.strides()}, [&](const auto& at) {
      const auto element = [&](std::int64_t place) { return x.as<T>()[at[0] + place * step]; };
      std::iota(places.begin(), places.end(), 0);
      std::sort(places.begin(), places.end(), [&](std::int64_t a, std::int64_t b) {
        const T first = element(n.payload != 0 ? b : a), second = element(n.payload != 0 ? a : b);
        return precedes(first, second) || (!precedes(second, first) && a < b);
      });
      for (std::int64_t i = 0; i < wanted; ++i) {
        const std::int64_t to = at[1] + i * y.strides()[axis], place = places[std::size_t(i)];
        if (n.code == opcode::argsort) y.as<std::int64_t>()[to] = place;
        else y.as<T>()[to] = element(place);
      }
    });
  });
}

}  // namespace tenon::reference

#endif
