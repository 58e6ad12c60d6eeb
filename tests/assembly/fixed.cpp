// Small tensors of fixed extents are arithmetic like that of numbers: no function here may call another, or loop.

#include "tenon/tenon.hpp"

using namespace tenon;
using vector3 = tensor<float, 3>;
using vector16 = tensor<float, 16>;
using matrix3 = tensor<float, 3, 3>;
using matrix4 = tensor<float, 4, 4>;
using doubles3 = tensor<double, 3>;

// clang-format off
#define FOR_ALL(X) X(vector3) X(vector16) X(matrix3) X(matrix4) X(doubles3)
#define FUNCTIONS(T)                                                                                                    \
  extern "C" void multiply_add_##T(T& y, const T& a, const T& b, const T& c) { y = a * b + c; }                         \
  extern "C" void dot_##T(value_type_of<T>& y, const T& a, const T& b) { y = sum(a * b).item(); }                       \
  extern "C" void norm_##T(value_type_of<T>& y, const T& a) { y = sqrt(sum(a * a)).item(); }                            \
  extern "C" void sum_##T(value_type_of<T>& y, const T& a) { y = sum(a).item(); }                                       \
  extern "C" void normalized_##T(T& y, const T& a) { y = a / sqrt(sum(a * a)); }
// clang-format on
FOR_ALL(FUNCTIONS)
