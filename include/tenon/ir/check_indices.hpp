#ifndef TENON_IR_CHECK_INDICES_HPP
#define TENON_IR_CHECK_INDICES_HPP

#include <string>

#include "tenon/base/config.hpp"
#include "tenon/base/error.hpp"
#include "tenon/base/text.hpp"
#include "tenon/ir/element_type.hpp"
#include "tenon/ir/extent.hpp"
#include "tenon/ir/opcode.hpp"

namespace tenon {
namespace detail {

/// Indices in memory and what they must be below. Strides are in elements.
struct index_list {
  const void* data;
  int rank;
  const std::int64_t* extents;
  const std::int64_t* strides;
  std::int64_t below;
  opcode code;  // who asks, for the message
};

[[noreturn]] TENON_NOINLINE inline void throw_index_error(const index_list& list, std::int64_t index, const std::int64_t* place) {
  text_builder out;
  out << spoken_name_of(list.code) << ": index " << index;
  for (int i = 0; i < list.rank; ++i) out << (i == 0 ? " at [" : ", ") << place[i];
  out << (list.rank > 0 ? "]" : "") << " is outside of [0, " << list.below << ')';
  throw index_error(std::string(out.view()));
}

/// Whether an index of a row is negative or too great; without a branch in the loop, so that it is vectorised.
template <class T>
bool row_has_fault(const T* row, std::int64_t count, std::int64_t stride, std::uint64_t below) {
  bool fault = false;
  if (stride == 1)
    for (std::int64_t i = 0; i < count; ++i) fault |= std::uint64_t(std::int64_t(row[i])) >= below;
  else
    for (std::int64_t i = 0; i < count; ++i) fault |= std::uint64_t(std::int64_t(row[i * stride])) >= below;
  return fault;
}

/// Goes along the last axis, and recursively along those before it.
template <class T>
void check_axis(const index_list& list, const T* from, int axis, std::int64_t* place) {
  const std::int64_t count = axis < list.rank ? list.extents[axis] : 1, stride = axis < list.rank ? list.strides[axis] : 0;
  if (axis + 1 < list.rank) {
    for (place[axis] = 0; place[axis] < count; ++place[axis]) check_axis(list, from + place[axis] * stride, axis + 1, place);
    return;
  }
  if (!row_has_fault(from, count, stride, std::uint64_t(list.below))) return;
  std::int64_t i = 0;
  while (!row_has_fault(from + i * stride, 1, 1, std::uint64_t(list.below))) ++i;
  place[axis] = i;
  throw_index_error(list, std::int64_t(from[i * stride]), place);
}

}  // namespace detail

/// Throws index_error unless all indices, integers of any element type, are in [0, below). `code` is the operation that
/// will use them.
inline void check_indices(const void* data, element_type type, int rank, const std::int64_t* extents, const std::int64_t* strides,
                          std::int64_t below, opcode code = opcode::gather) {
  const detail::index_list list{data, rank, extents, strides, below, code};
  std::int64_t place[max_rank] = {};
  if (type == element_type::u8) detail::check_axis(list, static_cast<const std::uint8_t*>(data), 0, place);
  else if (type == element_type::i32) detail::check_axis(list, static_cast<const std::int32_t*>(data), 0, place);
  else detail::check_axis(list, static_cast<const std::int64_t*>(data), 0, place);
}

}  // namespace tenon

#endif
