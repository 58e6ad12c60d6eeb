#ifndef TENON_BACKENDS_REFERENCE_MOVEMENT_HPP
#define TENON_BACKENDS_REFERENCE_MOVEMENT_HPP

#include <cstring>

#include "tenon/backends/reference/array.hpp"

// Every movement is a copy between two boxes: only strides and first elements differ.

namespace tenon::reference {

/// A box of the array that starts at a place of one axis.
inline strided box(const array& a, int axis = 0, std::int64_t from = 0) {
  const axes strides = a.strides();
  return {a.bytes.get() + from * strides[std::size_t(axis)] * size_of(a.type), strides};
}

/// The elements of x as the result of the movement has them.
inline strided moved(const node& n, const array& x, const array& y, const std::int64_t* symbols) {
  const int axis = int(n.attribute);
  const packed_axes mapping = packed_axes::of(n.attribute, x.rank);
  strided from = box(x);
  switch (n.code) {
    case opcode::broadcast:
      from.strides = {};
      for (int i = 0; i < x.rank; ++i) from.strides[std::size_t(mapping[i])] = x.extent(i) == 1 ? 0 : box(x).strides[std::size_t(i)];
      return from;
    case opcode::permute:
      for (int i = 0; i < x.rank; ++i) from.strides[std::size_t(i)] = box(x).strides[std::size_t(mapping[i])];
      return from;
    case opcode::slice: return box(x, axis, resolve(extent{n.payload}, symbols));
    case opcode::stride_step: from.strides[std::size_t(axis)] *= n.payload; return from;
    case opcode::flip:
      from = box(x, axis, x.extent(axis) - 1);
      from.strides[std::size_t(axis)] *= -1;
      return from;
    default: return {from.data, y.strides()};  // reshape and check_index keep the order of the elements
  }
}

inline void move(const node& n, const array& x, const array& y, const std::int64_t* symbols) {
  if (y.count != 0) copy(y.type, y.rank, y.extents, box(y), moved(n, x, y, symbols));
}

inline void pad(const node& n, const array& x, const array& filler, const array& y, const std::int64_t* symbols) {
  copy(y.type, y.rank, y.extents, box(y), {filler.bytes.get(), {}});
  if (x.count != 0) copy(y.type, x.rank, x.extents, box(y, int(n.attribute), resolve(extent{n.payload}, symbols)), box(x));
}

inline void concatenate(const node& n, const array& a, const array& b, const array& y) {
  const int axis = int(n.attribute);
  copy(y.type, a.rank, a.extents, box(y), box(a));
  if (b.count != 0) copy(y.type, b.rank, b.extents, box(y, axis, a.extent(axis)), box(b));
}

/// x seen as (before the axis, the axis, behind it).
struct around_axis {
  std::int64_t before = 1, along, behind = 1;

  around_axis(const array& x, int axis) : along(x.extent(axis)) {
    for (int i = 0; i < axis; ++i) before *= x.extent(i);
    for (int i = axis + 1; i < x.rank; ++i) behind *= x.extent(i);
  }
};

/// Calls f with the place of a row in the indexed array and of the row that goes with it, in the order of the index.
template <class F>
void for_each_row(const array& x, const array& indices, int axis, F f) {
  const around_axis box(x, axis);
  visit(indices.type, [&]<class I>(I) {
    for (std::int64_t i = 0; i < box.before; ++i)
      for (std::int64_t j = 0; j < indices.count; ++j)
        f((i * box.along + std::int64_t(indices.as<I>()[j])) * box.behind, (i * indices.count + j) * box.behind, box.behind);
  });
}

inline void gather(const node& n, const array& x, const array& indices, const array& y) {
  const int size = size_of(x.type);
  for_each_row(x, indices, int(n.attribute), [&](std::int64_t from, std::int64_t to, std::int64_t row) {
    std::memcpy(y.bytes.get() + to * size, x.bytes.get() + from * size, std::size_t(row * size));
  });
}

}  // namespace tenon::reference

#endif
