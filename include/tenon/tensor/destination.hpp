#ifndef TENON_TENSOR_DESTINATION_HPP
#define TENON_TENSOR_DESTINATION_HPP

#include "tenon/ir/graph_error.hpp"
#include "tenon/tensor/describe.hpp"

namespace tenon::detail {

/// Builds the sentence why a Result cannot be written to a tensor or view To, or nothing. An output of `into` is counted by
/// Place; the destination of an assignment has the place -1.
template <class Result, class To, int Place>
struct destination_complaint {
  static constexpr bool is_output = Place >= 0;

  static constexpr std::string_view reason() {
    if (!std::is_same_v<value_type_of<To>, value_type_of<Result>>) return "the element types must be equal, and cast<T> converts";
    if (rank_of<To> != rank_of<Result>) return "they have different numbers of axes";
    if (!may_become<Result, To>) return "their extents can never be equal";
    if (is_output && !contiguous_tensor_like<To>) return "only tensors and contiguous views can be outputs";
    return "";
  }
  constexpr text_builder operator()() const {
    text_builder out;
    if (reason().empty()) return out;
    if (is_output) out << "into: output " << Place;
    else out << "assignment: the destination";
    out << " is a ";
    describe(out, container_of<To>());
    out << ", the result a ";
    describe(out, container_of<Result>());
    return out << ": " << reason();
  }
};

/// Whether a Result may be written to To; where it may not, the one error says why.
template <class Result, class To, int Place = -1>
struct destination_check {
  using complaint = destination_complaint<Result, To, Place>;
  static constexpr bool ok = complaint::reason().empty();
  static_assert(error_report<text_of<complaint>()>::ok || !ok);
};
template <class Result, class To, int Place = -1>
inline constexpr bool goes_to = destination_check<Result, To, Place>::ok;

/// Whether the type of a tensor or view says where each element is behind the first.
template <class To>
inline constexpr bool has_fixed_extents = contiguous_tensor_like<To> && [] {
  for (const extent_spec& e : To::specs)
    if (!e.is_fixed()) return false;
  return true;
}();

/// Whether the elements of a tensor, or of all tensors of an expression, are in inline_storage. Numbers are no obstacle.
template <class A>
inline constexpr bool is_inline_tensor = [] {
  if constexpr (requires { A::is_inline; }) return A::is_inline;
  else return !tensor_like<A>;
}();

/// Where the elements of such a destination go.
template <class To>
TENON_INLINE void* fixed_destination(To& to) {
  if constexpr (To::owns_elements) {
    if (to.empty()) to.resize_for_overwrite(to.extents());  // it may have been moved from
  }
  return to.data();
}

}  // namespace tenon::detail

#endif
