#ifndef TENON_BENCH_YARDSTICK_EIGEN_HPP
#define TENON_BENCH_YARDSTICK_EIGEN_HPP

#include <Eigen/Core>
#include <Eigen/ThreadPool>
#include <unsupported/Eigen/SpecialFunctions>

#include <array>
#include <numeric>

#include "yardstick/harness.hpp"

namespace tenon::bench {

inline int& thread_count() {
  static int count = 1;
  return count;
}

inline void use_threads(int count) {
  Eigen::setNbThreads(count);
  thread_count() = count;
}

/// What assigns coefficients on all threads.
inline Eigen::CoreThreadPoolDevice& device() {
  static Eigen::ThreadPool pool(thread_count());
  static Eigen::CoreThreadPoolDevice device(pool);
  return device;
}

template <class T, int Rank>
struct array_type;
template <class T>
struct array_type<T, 0> {
  using type = T;
};
template <class T>
struct array_type<T, 1> {
  using type = Eigen::Array<T, Eigen::Dynamic, 1>;
};
template <class T>
struct array_type<T, 2> {
  using type = Eigen::Array<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
};

/// Row-major, as the other engines have it.
template <class T, int Rank>
using array_of = typename array_type<T, Rank>::type;

/// With extents that the compiler knows.
template <class T, int... Extent>
struct fixed_type;
template <class T>
struct fixed_type<T> {
  using type = T;
};
template <class T, int N>
struct fixed_type<T, N> {
  using type = Eigen::Array<T, N, 1>;
};
template <class T, int Rows, int Columns>
struct fixed_type<T, Rows, Columns> {
  using type = Eigen::Array<T, Rows, Columns, Eigen::RowMajor>;
};
template <class T, int... Extent>
using fixed_array = typename fixed_type<T, Extent...>::type;

template <class T, int Rank>
array_of<T, Rank> uninitialized_array(const std::array<std::int64_t, Rank>& extents) {
  if constexpr (Rank == 0) return T();
  else if constexpr (Rank == 1) return array_of<T, 1>(extents[0]);
  else return array_of<T, 2>(extents[0], extents[1]);
}

template <class T, int Rank>
array_of<T, Rank> filled(const filling& how, const std::array<std::int64_t, Rank>& extents) {
  auto a = uninitialized_array<T, Rank>(extents);
  fill(a.data(), a.size(), how);
  return a;
}

/// On all threads, if Eigen finds that worth while. Products are no business of this.
template <class Out, class X>
void assign(Out& out, const X& x) {
  if constexpr (std::is_arithmetic_v<Out>) {
    out = x;
  } else if constexpr (Out::SizeAtCompileTime != Eigen::Dynamic) {
    out = x;
  } else {
    if (thread_count() > 1) out.device(device()) = x;
    else out = x;
  }
}

}  // namespace tenon::bench

#endif
