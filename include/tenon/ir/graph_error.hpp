#ifndef TENON_IR_GRAPH_ERROR_HPP
#define TENON_IR_GRAPH_ERROR_HPP

#include <utility>

#include "tenon/base/config.hpp"
#include "tenon/base/text.hpp"

namespace tenon {

/// Never defined: the compiler's error names it, and so gives the reason why a computation is ill-formed.
template <text... Reason>
struct ill_formed_computation;

namespace detail {

/// Where the piece ends that begins at `begin`: at a space, so that the compiler prints all of it.
constexpr std::size_t end_of_piece(std::string_view reason, std::size_t begin) {
  if (reason.size() - begin <= TENON_PRINTED_TEXT) return reason.size();
  const std::size_t space = reason.rfind(' ', begin + TENON_PRINTED_TEXT);
  return space == std::string_view::npos || space <= begin ? begin + TENON_PRINTED_TEXT : space;
}

/// Piece number I of a reason, or with I = -1 the number of pieces in `first`.
struct piece_range {
  std::size_t first = 0, last = 0;
};
constexpr piece_range piece_of(std::string_view reason, int i) {
  std::size_t begin = 0;
  for (int k = 0;; ++k) {
    if (begin >= reason.size()) return {std::size_t(k), 0};
    const std::size_t end = end_of_piece(reason, begin);
    if (k == i) return {begin, end};
    begin = end + (end < reason.size() && reason[end] == ' ');
  }
}

template <text Reason, piece_range Range>
consteval auto piece() {
  text<Range.last - Range.first + 1> result;
  for (std::size_t i = Range.first; i < Range.last; ++i) result.characters[i - Range.first] = Reason.characters[i];
  result.characters[Range.last - Range.first] = 0;  // clang only prints a text whose last character was written
  return result;
}

template <text... Pieces>
struct reported : ill_formed_computation<Pieces...> {
  static constexpr bool ok = false;
};
template <>
struct reported<> {
  static constexpr bool ok = true;
};

template <text Reason, class = std::make_integer_sequence<int, int(piece_of(Reason.view(), -1).first)>>
struct error_report;
/// `ok` without a reason; otherwise to ask for it is the one error.
template <text Reason, int... I>
struct error_report<Reason, std::integer_sequence<int, I...>> : reported<piece<Reason, piece_of(Reason.view(), I)>()...> {};

}  // namespace detail
}  // namespace tenon

#endif
