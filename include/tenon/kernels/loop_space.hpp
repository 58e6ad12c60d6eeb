#ifndef TENON_KERNELS_LOOP_SPACE_HPP
#define TENON_KERNELS_LOOP_SPACE_HPP

#include <cstdint>

namespace tenon::kernels::detail {

/// Places in two loops from a place in the loop that they are together. Mostly there is nothing to divide, which takes long.
struct split_place {
  std::int64_t outer, inner;

  split_place(std::int64_t place, std::int64_t inner_extent) : outer(0), inner(place) {
    if (place >= inner_extent) outer = place / inner_extent, inner = place % inner_extent;
  }
};

/// Steps through the loops [First, Last) of a kernel in row-major order, keeping the addresses of all accesses up to date.
template <class Body, int First, int Last>
class odometer {
 public:
  using arguments = typename Body::arguments;
  using position = typename Body::position;

  /// Stands at step `step` of the loops, counted from the addresses of `from`.
  odometer(const arguments& a, const position& from, std::int64_t step) : arguments_(a), position_(from) {
    for (int r = Last; r-- > First && step != 0;) {
      const std::int64_t extent = a.extents[r];
      index_[r - First] = extent == 0 ? 0 : step % extent;
      step = extent == 0 ? 0 : step / extent;
      for (int i = 0; i < Body::accesses; ++i) position_.at[i] += index_[r - First] * a.step[i][r];
    }
  }

  const position& at() const { return position_; }
  std::int64_t index(int loop) const { return index_[loop - First]; }

  void next() {
    for (int r = Last; r-- > First;) {
      for (int i = 0; i < Body::accesses; ++i) position_.at[i] += arguments_.step[i][r];
      if (++index_[r - First] < arguments_.extents[r]) return;
      for (int i = 0; i < Body::accesses; ++i) position_.at[i] -= arguments_.step[i][r] * arguments_.extents[r];
      index_[r - First] = 0;
    }
  }

  static std::int64_t steps(const arguments& a) {
    std::int64_t n = 1;
    for (int r = First; r < Last; ++r) n *= a.extents[r];
    return n;
  }

 private:
  const arguments& arguments_;
  position position_;
  std::int64_t index_[Last > First ? Last - First : 1] = {};
};

template <class Body>
typename Body::position start_of(const typename Body::arguments& a) {
  typename Body::position p;
  for (int i = 0; i < Body::accesses; ++i) p.at[i] = a.start[i];
  return p;
}

}  // namespace tenon::kernels::detail

#endif
