#ifndef TENON_IR_MATH_TIER_HPP
#define TENON_IR_MATH_TIER_HPP

#include <cstdint>

#include "tenon/ir/opcode.hpp"

namespace tenon {

/// How exact functions are, and how fast.
enum class math_tier : std::uint8_t { standard, strict, fast };

/// The tiers as types, for the member `accuracy` of an options type.
namespace math {
/// At most 4 ULP, right at infinities, NaN, zeros and denormal numbers.
struct standard {
  static constexpr math_tier tier = math_tier::standard;
};
/// At most 1 ULP for every primitive. Slower: much of it is computed in a wider type.
struct strict {
  static constexpr math_tier tier = math_tier::strict;
};
/// Some functions are only right to about half of the digits, as docs/accuracy.md says for each; the others as `standard`.
struct fast {
  static constexpr math_tier tier = math_tier::fast;
};
}  // namespace math

/// Whether a primitive may give other bits in another tier.
constexpr bool depends_on_tier(opcode code) {
  return code == opcode::mul || code == opcode::rsqrt || (code >= opcode::exp && code <= opcode::erf) || (code >= opcode::pow && code <= opcode::hypot);
}

namespace detail {
/// The tier of an options type; one without the member `accuracy` means `standard`.
template <class Options>
constexpr math_tier tier_of() {
  if constexpr (requires { Options::accuracy::tier; }) return Options::accuracy::tier;
  else return math_tier::standard;
}
}  // namespace detail

}  // namespace tenon

#endif
