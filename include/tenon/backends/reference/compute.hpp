#ifndef TENON_BACKENDS_REFERENCE_COMPUTE_HPP
#define TENON_BACKENDS_REFERENCE_COMPUTE_HPP

#include <vector>

#include "tenon/backends/reference/movement.hpp"
#include "tenon/backends/reference/scalar.hpp"
#include "tenon/base/philox.hpp"

namespace tenon::reference {

/// An operand of a pointwise operation: rank 0 stands for every element.
template <class T>
struct elements {
  const T* data;
  std::int64_t step;

  explicit elements(const array& a) : data(a.as<T>()), step(a.rank != 0) {}
  const T& operator[](std::int64_t i) const { return data[i * step]; }
};

inline void cast(const array& a, const array& y) {
  visit(a.type, [&]<class From>(From) {
    visit(y.type, [&]<class To>(To) {
      const elements<From> x(a);
      for (std::int64_t i = 0; i < y.count; ++i) y.as<To>()[i] = narrowed<To>(wide<From>(x[i]));
    });
  });
}

inline void pointwise_unary(opcode code, const array& a, const array& y) {
  visit(y.type, [&]<class T>(T) {
    const elements<T> x(a);
    for (std::int64_t i = 0; i < y.count; ++i) y.as<T>()[i] = narrowed<T>(unary(code, wide<T>(x[i]), width_of<T>));
  });
}

inline void pointwise_binary(opcode code, const array& a, const array& b, const array& y) {
  visit(a.type, [&]<class T>(T) {
    const elements<T> p(a), q(b);
    if (is_comparison(code))
      for (std::int64_t i = 0; i < y.count; ++i) y.as<bool>()[i] = compare(code, wide<T>(p[i]), wide<T>(q[i]));
    else
      for (std::int64_t i = 0; i < y.count; ++i) y.as<T>()[i] = narrowed<T>(binary(code, wide<T>(p[i]), wide<T>(q[i]), width_of<T>));
  });
}

inline void select(const array& condition, const array& a, const array& b, const array& y) {
  const elements<bool> c(condition);
  visit(y.type, [&]<class T>(T) {
    const elements<T> p(a), q(b);
    for (std::int64_t i = 0; i < y.count; ++i) y.as<T>()[i] = c[i] ? p[i] : q[i];
  });
}

/// Strides of the result along the axes of x: 0 along those that are reduced.
inline axes strides_without(const array& x, const array& y, std::int64_t mask) {
  axes strides{};
  int kept = 0;
  for (int i = 0; i < x.rank; ++i)
    if (!(mask >> i & 1)) strides[std::size_t(i)] = y.strides()[std::size_t(kept++)];
  return strides;
}

/// Sums are in double, or in wrapping integers, in row-major order.
inline void reduce(const node& n, const array& x, const array& y) {
  const axes to = strides_without(x, y, n.attribute);
  visit(x.type, [&]<class T>(T) {
    std::vector<wide<T>> sums(std::size_t(y.count), neutral<T>(n.code));
    walk<2>(x.rank, x.extents, {x.strides(), to}, [&](const auto& at) {
      auto& sum = sums[std::size_t(at[1])];
      sum = combine(n.code, sum, wide<T>(x.as<T>()[at[0]]));
    });
    for (std::int64_t i = 0; i < y.count; ++i) y.as<T>()[i] = narrowed<T>(sums[std::size_t(i)]);
  });
}

/// Means first, then the squares of what is off them.
inline void reduce_deviation(const node& n, const array& x, const array& y) {
  const axes to = strides_without(x, y, n.attribute);
  visit(x.type, [&]<class T>(T) {
    std::vector<wide<T>> means(std::size_t(y.count)), sums(means.size());
    const auto each = [&](auto f) {
      walk<2>(x.rank, x.extents, {x.strides(), to}, [&](const auto& at) { f(std::size_t(at[1]), wide<T>(x.as<T>()[at[0]])); });
    };
    each([&](std::size_t i, wide<T> v) { means[i] += v; });
    for (wide<T>& mean : means) mean /= wide<T>(x.count / y.count);
    each([&](std::size_t i, wide<T> v) { sums[i] += (v - means[i]) * (v - means[i]); });
    for (std::size_t i = 0; i < sums.size(); ++i) y.as<T>()[i] = narrowed<T>(sums[i]);
  });
}

/// What a scan makes of the value before and the next element.
template <class W>
W scanned(opcode code, W before, W next) {
  if constexpr (std::is_floating_point_v<W>) {
    if (code == opcode::scan_logsumexp) {
      const W greater = before > next || before != before ? before : next, lesser = greater == before ? next : before;
      return std::isinf(greater) ? greater : greater + std::log1p(std::exp(lesser - greater));
    }
  }
  return binary(code == opcode::scan_sum ? opcode::add : opcode::mul, before, next, 64);
}

/// Rows of the axis one after the other, in double or in wrapping integers.
inline void scan(const node& n, const array& x, const array& y) {
  axes rows = y.extents;
  const std::size_t axis = std::size_t(n.attribute);
  const std::int64_t count = rows[axis], step = y.strides()[axis];
  rows[axis] = count == 0 ? 0 : 1;
  visit(x.type, [&]<class T>(T) {
    walk<1>(y.rank, rows, {y.strides()}, [&](const auto& at) {
      auto sofar = wide<T>(x.as<T>()[at[0]]);
      y.as<T>()[at[0]] = narrowed<T>(sofar);
      for (std::int64_t i = 1; i < count; ++i) {
        sofar = scanned(n.code, sofar, wide<T>(x.as<T>()[at[0] + i * step]));
        y.as<T>()[at[0] + i * step] = narrowed<T>(sofar);
      }
    });
  });
}

/// The first best place along the one axis of the mask.
inline void reduce_to_place(const node& n, const array& x, const array& y) {
  axes along{};
  int axis = 0;
  while (!(n.attribute >> axis & 1)) ++axis;
  along[std::size_t(axis)] = 1;
  const axes to = strides_without(x, y, n.attribute);
  visit(x.type, [&]<class T>(T) {
    std::vector<wide<T>> best(std::size_t(y.count));
    walk<3>(x.rank, x.extents, {x.strides(), to, along}, [&](const auto& at) {
      const auto candidate = wide<T>(x.as<T>()[at[0]]);
      auto& sofar = best[std::size_t(at[1])];
      if (at[2] != 0 && !beats(n.code, candidate, sofar)) return;
      sofar = candidate;
      y.as<std::int64_t>()[at[1]] = at[2];
    });
  });
}

/// How the two operands of a contraction move: along the axes of the result, and along those that are summed over.
struct contraction_walk {
  axes result_a{}, result_b{}, sum_extents{}, sum_a{}, sum_b{};
  int sums = 0;

  contraction_walk(const contraction_axes& roles, const array& a, const array& b) {
    int batch = 0, free = 0, sum = 0;
    for (int i = 0; i < a.rank; ++i) batch += roles.of_a(i) == contraction_axes::batch;
    free = batch;
    batch = 0;
    for (int i = 0; i < a.rank; ++i) {
      const auto role = roles.of_a(i);
      if (role == contraction_axes::contracted) sum_extents[std::size_t(sums)] = a.extent(i);
      put(role, a.strides()[std::size_t(i)], result_a, sum_a, batch, free, sums);
    }
    batch = 0;
    for (int i = 0; i < b.rank; ++i) put(roles.of_b(i), b.strides()[std::size_t(i)], result_b, sum_b, batch, free, sum);
  }

 private:
  static void put(contraction_axes::role role, std::int64_t stride, axes& result, axes& sum, int& batch, int& free, int& summed) {
    if (role == contraction_axes::contracted) sum[std::size_t(summed++)] = stride;
    else result[std::size_t(role == contraction_axes::batch ? batch++ : free++)] = stride;
  }
};

inline void contract(const node& n, const array& a, const array& b, const array& y) {
  const contraction_walk w(contraction_axes::from(n.attribute), a, b);
  std::vector<std::array<std::int64_t, 2>> terms;
  walk<2>(w.sums, w.sum_extents, {w.sum_a, w.sum_b}, [&](const auto& at) { terms.push_back(at); });
  visit(y.type, [&]<class T>(T) {
    walk<3>(y.rank, y.extents, {y.strides(), w.result_a, w.result_b}, [&](const auto& at) {
      const T *p = a.as<T>() + at[1], *q = b.as<T>() + at[2];
      wide<T> sum = 0;
      for (const auto& term : terms)
        sum = binary(opcode::add, sum, binary(opcode::mul, wide<T>(p[term[0]]), wide<T>(q[term[1]]), 64), 64);
      y.as<T>()[at[0]] = narrowed<T>(sum);
    });
  });
}

inline void scatter_add(const node& n, const array& x, const array& indices, const array& updates, const array& y) {
  std::memcpy(y.bytes.get(), x.bytes.get(), std::size_t(x.count * size_of(x.type)));
  visit(y.type, [&]<class T>(T) {
    for_each_row(x, indices, int(n.attribute), [&](std::int64_t to, std::int64_t from, std::int64_t row) {
      for (std::int64_t i = 0; i < row; ++i) {
        T& sum = y.as<T>()[to + i];
        sum = narrowed<T>(binary(opcode::add, wide<T>(sum), wide<T>(updates.as<T>()[from + i]), 64));
      }
    });
  });
}

inline void iota(const node& n, const array& y) {
  axes along{};
  along[std::size_t(n.attribute)] = 1;
  visit(y.type, [&]<class T>(T) {
    walk<2>(y.rank, y.extents, {y.strides(), along}, [&](const auto& at) { y.as<T>()[at[0]] = T(at[1]); });
  });
}

inline void random_bits(const array& seed, const array& y) {
  for (std::int64_t i = 0; i < y.count; ++i)
    y.as<std::int32_t>()[i] = std::int32_t(philox(std::uint64_t(*seed.as<std::int64_t>()), std::uint64_t(i)));
}

}  // namespace tenon::reference

#endif
