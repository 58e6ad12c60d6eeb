#ifndef TENON_IR_TENSOR_REF_HPP
#define TENON_IR_TENSOR_REF_HPP

#include <cstdint>

#include "tenon/ir/extent.hpp"

namespace tenon {

/// Where the elements of an argument are at run time, whatever its C++ type. Entries beyond the rank are not read.
struct tensor_ref {
  void* data = nullptr;  // the element whose places are all 0
  std::int64_t extents[max_rank] = {};
  std::int64_t strides[max_rank] = {};  // in elements
};

}  // namespace tenon

#endif
