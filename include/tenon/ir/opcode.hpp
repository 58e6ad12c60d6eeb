#ifndef TENON_IR_OPCODE_HPP
#define TENON_IR_OPCODE_HPP

#include <cstdint>
#include <string_view>

namespace tenon {

// What the primitives mean. Every backend computes exactly this; tests/backends holds each to examples.
//
//   rounding     add, sub, mul, div, sqrt round to nearest even. Other functions of floating values are within the bound of
//                the accuracy tier. A product may be contracted into a following sum (fma) where the tier allows it.
//   integers     wrap around (two's complement), u8 modulo 256. div truncates; x / 0 is 0 and fmod(x, 0) is 0;
//                lowest / -1 is lowest. A shift takes its amount modulo the width; shift_right keeps the sign of signed types.
//   NaN          spreads through arithmetic; max, min and the reductions max, min, argmax, argmin choose NaN if there is one.
//                Comparisons with NaN are false, except not_equal. sign(NaN) is NaN. Of two zeros max and min give either.
//   functions    atan2(y, x) is the angle of the point (x, y); hypot is infinite if an operand is, even beside NaN; lgamma is the
//                logarithm of the size of the gamma function; digamma(0) is -inf, of negative integers NaN; normal_cdf(x) is
//                erfc(-x / sqrt(2)) / 2.
//   round        to the nearest, halves to even. fmod has the sign of the dividend, as in C.
//   cast         floating to integer truncates; what does not fit gives an unspecified value, never undefined behaviour.
//                To bool: x != 0, so NaN is true. i64 to narrower wraps.
//   reductions   over no elements: sum 0, product 1, max lowest, min greatest (infinities for floating), any false, all true,
//                deviation 0, argmax and argmin 0. reduce_deviation is the sum of (x - mean)^2, without cancellation. argmax and argmin give the first place, counted along the one reduced axis, as i64.
//                The order of a sum depends on the extents alone, never on the number of threads.
//   scans        running sums, products and log(sum of exp) along one axis: the value at a place is that of all up to it.
//                Their order depends on the extents alone, too.
//   gather       takes indices that went through check_index: one below zero or not below the extent is an error, reported
//                before any output is written.
//   scatter_add  adds updates in the order of their index, whatever the number of threads.
//   sort         and argsort put the least first and NaN last, payload 1 the greatest first and NaN before it. Equal elements,
//                among them zeros of either sign and all NaN, keep their order. sort may give any NaN for a NaN.
//   random_bits  Philox4x32-10 keyed with the seed, counted by the element's row-major place / 4: word place % 4.
enum class opcode : std::uint8_t {
  // leaves
  input,        // attribute: which input
  constant,     // payload: the bits of a double (floating types) or the value (integers, bool); rank 0
  extent,       // attribute: an extent; the number itself as an i64 of rank 0
  iota,         // attribute: the axis along which the value is the place
  random_bits,  // operand: seed, i64 of rank 0; result i32 of any shape
  // pointwise, one operand
  negate, absolute, sign, floor, ceil, round, trunc, sqrt, rsqrt,
  exp, exp2, expm1, log, log2, log10, log1p, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, asinh, acosh, atanh, cbrt,
  erfc, erfinv, normal_cdf, lgamma, digamma, erf,
  bit_not,  // logical for bool
  cast,
  // pointwise, two operands of one type
  add, sub, mul, div, fmod, pow, atan2, hypot, max, min, bit_and, bit_or, bit_xor, shift_left, shift_right,
  equal, not_equal, less, less_equal,
  // pointwise, three operands: bool, then two of one type
  select,
  // movement
  broadcast,    // attribute: for each axis of the operand, the axis of the result it becomes (packed_axes)
  reshape,
  permute,      // attribute: for each axis of the result, the axis of the operand (packed_axes)
  slice,        // attribute: axis; payload: start. Step 1; the extent is the result's
  stride_step,  // attribute: axis; payload: step > 1. Takes every step-th element, from the first
  pad,          // operands: value, filler of rank 0; attribute: axis; payload: how many in front
  concatenate,  // two operands; attribute: axis
  flip,         // attribute: axis
  check_index,  // attribute: extent; payload: the opcode that asks; the operand itself, promised to be in [0, extent)
  // reductions; attribute: mask of axes, which are gone from the result
  reduce_sum, reduce_product, reduce_max, reduce_min, reduce_any, reduce_all, argmax, argmin, reduce_deviation,
  // scans; attribute: the axis
  scan_sum, scan_product, scan_logsumexp,
  // contraction and indexing
  contract,     // of i32, i64, f32, f64; attribute: contraction_axes; result: batch axes, free axes of the first operand, free axes of the second
  gather,       // operands: value, indices; attribute: axis, which the axes of the indices replace
  scatter_add,  // operands: value, indices, updates (shaped as gather's result); attribute: axis
  // sorting; attribute: axis; payload: whether descending. The result has the first places of the order, as many as its extent
  sort,         // the elements
  argsort,      // where they stood, as i64
  // markers, gone after their pass
  gradient,       // operands: y of rank 0, x; expanded by differentiate
  stop_gradient,
  // composites, gone after decompose
  sigmoid, silu, gelu, gelu_tanh, softplus, softmax, log_softmax, logsumexp, mean, variance, layer_norm, rms_norm, cross_entropy,
  topk,         // attribute: mask of the axis; payload: whether descending; sort of which fewer places are wanted
  bincount,     // operands: indices, weights of their shape or of rank 0; the result's extent is the number of classes
  count
};

inline constexpr int opcodes = int(opcode::count);

enum class op_kind : std::uint8_t { leaf, pointwise, movement, reduction, scan, contraction, indexing, sorting, marker, composite };

/// Which element types an operation computes with.
enum class op_domain : std::uint8_t { any, numbers, integers_and_bool, floating };

struct opcode_row {
  opcode code;
  std::string_view name;
  int operands;
  op_kind kind;
  op_domain domain;
};

inline constexpr opcode_row opcode_table[opcodes] = {
    {opcode::input, "input", 0, op_kind::leaf, op_domain::any},
    {opcode::constant, "constant", 0, op_kind::leaf, op_domain::any},
    {opcode::extent, "extent", 0, op_kind::leaf, op_domain::any},
    {opcode::iota, "iota", 0, op_kind::leaf, op_domain::numbers},
    {opcode::random_bits, "random_bits", 1, op_kind::leaf, op_domain::any},

    {opcode::negate, "negate", 1, op_kind::pointwise, op_domain::numbers},
    {opcode::absolute, "absolute", 1, op_kind::pointwise, op_domain::numbers},
    {opcode::sign, "sign", 1, op_kind::pointwise, op_domain::numbers},
    {opcode::floor, "floor", 1, op_kind::pointwise, op_domain::floating},
    {opcode::ceil, "ceil", 1, op_kind::pointwise, op_domain::floating},
    {opcode::round, "round", 1, op_kind::pointwise, op_domain::floating},
    {opcode::trunc, "trunc", 1, op_kind::pointwise, op_domain::floating},
    {opcode::sqrt, "sqrt", 1, op_kind::pointwise, op_domain::floating},
    {opcode::rsqrt, "rsqrt", 1, op_kind::pointwise, op_domain::floating},
    {opcode::exp, "exp", 1, op_kind::pointwise, op_domain::floating},
    {opcode::exp2, "exp2", 1, op_kind::pointwise, op_domain::floating},
    {opcode::expm1, "expm1", 1, op_kind::pointwise, op_domain::floating},
    {opcode::log, "log", 1, op_kind::pointwise, op_domain::floating},
    {opcode::log2, "log2", 1, op_kind::pointwise, op_domain::floating},
    {opcode::log10, "log10", 1, op_kind::pointwise, op_domain::floating},
    {opcode::log1p, "log1p", 1, op_kind::pointwise, op_domain::floating},
    {opcode::sin, "sin", 1, op_kind::pointwise, op_domain::floating},
    {opcode::cos, "cos", 1, op_kind::pointwise, op_domain::floating},
    {opcode::tan, "tan", 1, op_kind::pointwise, op_domain::floating},
    {opcode::asin, "asin", 1, op_kind::pointwise, op_domain::floating},
    {opcode::acos, "acos", 1, op_kind::pointwise, op_domain::floating},
    {opcode::atan, "atan", 1, op_kind::pointwise, op_domain::floating},
    {opcode::sinh, "sinh", 1, op_kind::pointwise, op_domain::floating},
    {opcode::cosh, "cosh", 1, op_kind::pointwise, op_domain::floating},
    {opcode::tanh, "tanh", 1, op_kind::pointwise, op_domain::floating},
    {opcode::asinh, "asinh", 1, op_kind::pointwise, op_domain::floating},
    {opcode::acosh, "acosh", 1, op_kind::pointwise, op_domain::floating},
    {opcode::atanh, "atanh", 1, op_kind::pointwise, op_domain::floating},
    {opcode::cbrt, "cbrt", 1, op_kind::pointwise, op_domain::floating},
    {opcode::erfc, "erfc", 1, op_kind::pointwise, op_domain::floating},
    {opcode::erfinv, "erfinv", 1, op_kind::pointwise, op_domain::floating},
    {opcode::normal_cdf, "normal_cdf", 1, op_kind::pointwise, op_domain::floating},
    {opcode::lgamma, "lgamma", 1, op_kind::pointwise, op_domain::floating},
    {opcode::digamma, "digamma", 1, op_kind::pointwise, op_domain::floating},
    {opcode::erf, "erf", 1, op_kind::pointwise, op_domain::floating},
    {opcode::bit_not, "bit_not", 1, op_kind::pointwise, op_domain::integers_and_bool},
    {opcode::cast, "cast", 1, op_kind::pointwise, op_domain::any},

    {opcode::add, "add", 2, op_kind::pointwise, op_domain::numbers},
    {opcode::sub, "sub", 2, op_kind::pointwise, op_domain::numbers},
    {opcode::mul, "mul", 2, op_kind::pointwise, op_domain::numbers},
    {opcode::div, "div", 2, op_kind::pointwise, op_domain::numbers},
    {opcode::fmod, "fmod", 2, op_kind::pointwise, op_domain::numbers},
    {opcode::pow, "pow", 2, op_kind::pointwise, op_domain::floating},
    {opcode::atan2, "atan2", 2, op_kind::pointwise, op_domain::floating},
    {opcode::hypot, "hypot", 2, op_kind::pointwise, op_domain::floating},
    {opcode::max, "max", 2, op_kind::pointwise, op_domain::numbers},
    {opcode::min, "min", 2, op_kind::pointwise, op_domain::numbers},
    {opcode::bit_and, "bit_and", 2, op_kind::pointwise, op_domain::integers_and_bool},
    {opcode::bit_or, "bit_or", 2, op_kind::pointwise, op_domain::integers_and_bool},
    {opcode::bit_xor, "bit_xor", 2, op_kind::pointwise, op_domain::integers_and_bool},
    {opcode::shift_left, "shift_left", 2, op_kind::pointwise, op_domain::integers_and_bool},
    {opcode::shift_right, "shift_right", 2, op_kind::pointwise, op_domain::integers_and_bool},
    {opcode::equal, "equal", 2, op_kind::pointwise, op_domain::any},
    {opcode::not_equal, "not_equal", 2, op_kind::pointwise, op_domain::any},
    {opcode::less, "less", 2, op_kind::pointwise, op_domain::numbers},
    {opcode::less_equal, "less_equal", 2, op_kind::pointwise, op_domain::numbers},

    {opcode::select, "select", 3, op_kind::pointwise, op_domain::any},

    {opcode::broadcast, "broadcast", 1, op_kind::movement, op_domain::any},
    {opcode::reshape, "reshape", 1, op_kind::movement, op_domain::any},
    {opcode::permute, "permute", 1, op_kind::movement, op_domain::any},
    {opcode::slice, "slice", 1, op_kind::movement, op_domain::any},
    {opcode::stride_step, "stride_step", 1, op_kind::movement, op_domain::any},
    {opcode::pad, "pad", 2, op_kind::movement, op_domain::any},
    {opcode::concatenate, "concatenate", 2, op_kind::movement, op_domain::any},
    {opcode::flip, "flip", 1, op_kind::movement, op_domain::any},
    {opcode::check_index, "check_index", 1, op_kind::movement, op_domain::any},

    {opcode::reduce_sum, "reduce_sum", 1, op_kind::reduction, op_domain::numbers},
    {opcode::reduce_product, "reduce_product", 1, op_kind::reduction, op_domain::numbers},
    {opcode::reduce_max, "reduce_max", 1, op_kind::reduction, op_domain::numbers},
    {opcode::reduce_min, "reduce_min", 1, op_kind::reduction, op_domain::numbers},
    {opcode::reduce_any, "reduce_any", 1, op_kind::reduction, op_domain::any},
    {opcode::reduce_all, "reduce_all", 1, op_kind::reduction, op_domain::any},
    {opcode::argmax, "argmax", 1, op_kind::reduction, op_domain::numbers},
    {opcode::argmin, "argmin", 1, op_kind::reduction, op_domain::numbers},
    {opcode::reduce_deviation, "reduce_deviation", 1, op_kind::reduction, op_domain::floating},

    {opcode::scan_sum, "scan_sum", 1, op_kind::scan, op_domain::numbers},
    {opcode::scan_product, "scan_product", 1, op_kind::scan, op_domain::numbers},
    {opcode::scan_logsumexp, "scan_logsumexp", 1, op_kind::scan, op_domain::floating},

    {opcode::contract, "contract", 2, op_kind::contraction, op_domain::numbers},
    {opcode::gather, "gather", 2, op_kind::indexing, op_domain::any},
    {opcode::scatter_add, "scatter_add", 3, op_kind::indexing, op_domain::numbers},

    {opcode::sort, "sort", 1, op_kind::sorting, op_domain::any},
    {opcode::argsort, "argsort", 1, op_kind::sorting, op_domain::any},

    {opcode::gradient, "gradient", 2, op_kind::marker, op_domain::floating},
    {opcode::stop_gradient, "stop_gradient", 1, op_kind::marker, op_domain::any},

    {opcode::sigmoid, "sigmoid", 1, op_kind::composite, op_domain::floating},
    {opcode::silu, "silu", 1, op_kind::composite, op_domain::floating},
    {opcode::gelu, "gelu", 1, op_kind::composite, op_domain::floating},
    {opcode::gelu_tanh, "gelu_tanh", 1, op_kind::composite, op_domain::floating},
    {opcode::softplus, "softplus", 1, op_kind::composite, op_domain::floating},
    {opcode::softmax, "softmax", 1, op_kind::composite, op_domain::floating},
    {opcode::log_softmax, "log_softmax", 1, op_kind::composite, op_domain::floating},
    {opcode::logsumexp, "logsumexp", 1, op_kind::composite, op_domain::floating},
    {opcode::mean, "mean", 1, op_kind::composite, op_domain::floating},
    {opcode::variance, "variance", 1, op_kind::composite, op_domain::floating},
    {opcode::layer_norm, "layer_norm", 3, op_kind::composite, op_domain::floating},
    {opcode::rms_norm, "rms_norm", 2, op_kind::composite, op_domain::floating},
    {opcode::cross_entropy, "cross_entropy", 2, op_kind::composite, op_domain::floating},
    {opcode::topk, "topk", 1, op_kind::composite, op_domain::any},
    {opcode::bincount, "bincount", 2, op_kind::composite, op_domain::any},
};

namespace detail {
consteval bool opcode_table_is_in_order() {
  for (int i = 0; i < opcodes; ++i)
    if (int(opcode_table[i].code) != i) return false;
  return true;
}
}  // namespace detail
static_assert(detail::opcode_table_is_in_order(), "a row of opcode_table stands out of the order of the enumeration");

constexpr const opcode_row& row_of(opcode code) { return opcode_table[int(code)]; }
constexpr std::string_view name_of(opcode code) { return row_of(code).name; }

/// What a user calls an operation, for messages, where that is not the name of the primitive.
constexpr std::string_view spoken_name_of(opcode code) {
  switch (code) {
    case opcode::absolute: return "abs";
    case opcode::max: return "maximum";
    case opcode::min: return "minimum";
    case opcode::sub: return "subtract";
    case opcode::mul: return "multiply";
    case opcode::div: return "divide";
    case opcode::select: return "where";
    case opcode::broadcast: return "broadcast_to";
    case opcode::check_index: return "one_hot";  // the only one that checks indices without an opcode of its own
    case opcode::reduce_sum: return "sum";
    case opcode::reduce_product: return "product";
    case opcode::reduce_max: return "max";
    case opcode::reduce_min: return "min";
    case opcode::reduce_any: return "any";
    case opcode::reduce_all: return "all";
    case opcode::contract: return "matmul";
    case opcode::gather: return "take";
    case opcode::variance: return "var";
    default: return name_of(code);
  }
}
constexpr op_kind kind_of(opcode code) { return opcode_table[int(code)].kind; }
constexpr int operands_of(opcode code) { return opcode_table[int(code)].operands; }

constexpr bool is_primitive(opcode code) { return kind_of(code) != op_kind::marker && kind_of(code) != op_kind::composite; }
/// Whether an operation takes many times as long as an addition.
constexpr bool is_costly(opcode code) {
  return (code >= opcode::exp && code <= opcode::erf) || (code >= opcode::fmod && code <= opcode::hypot);
}
constexpr bool is_comparison(opcode code) { return code >= opcode::equal && code <= opcode::less_equal; }

}  // namespace tenon

#endif
