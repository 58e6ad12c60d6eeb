#ifndef TENON_TENSOR_DESCRIBE_HPP
#define TENON_TENSOR_DESCRIBE_HPP

#include <concepts>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include "tenon/base/config.hpp"
#include "tenon/base/error.hpp"
#include "tenon/base/text.hpp"
#include "tenon/tensor/concepts.hpp"

// The sentences of the containers' exceptions. All of it is cold and, but for thin wrappers, no template.
namespace tenon::detail {

using extent_span = std::span<const std::int64_t>;
using spec_list = std::span<const extent_spec>;

/// A type for a message: tensor<f32, batch in [1, 512], 3>.
struct container_type {
  std::string_view name;
  element_type type;
  spec_list specs;
};

template <tensor_like X>
constexpr container_type container_of() {
  return {X::type_name, element_type_of<value_type_of<X>>, X::specs};
}

constexpr void describe(text_builder& text, std::string_view part) { text << part; }
constexpr void describe(text_builder& text, std::integral auto number) { text << std::int64_t(number); }
constexpr void describe(text_builder& text, extent_span numbers) {
  text << '[';
  for (std::size_t i = 0; i < numbers.size(); ++i) text << (i > 0 ? ", " : "") << numbers[i];
  text << ']';
}

constexpr void describe_bounds(text_builder& text, const extent_spec& spec) {
  text << '[' << spec.minimum << ", ";
  if (spec.maximum == unbounded) text << "unbounded]";
  else text << spec.maximum << ']';
}

constexpr void describe(text_builder& text, const extent_spec& spec) {
  if (spec.is_fixed()) text << spec.minimum;
  else if (!spec.is_named()) text << "dyn";
  else {
    text << spec.name.view();
    if (spec.minimum == 0 && spec.maximum == unbounded) return;
    text << " in ";
    describe_bounds(text, spec);
  }
}

constexpr void describe(text_builder& text, const container_type& container) {
  text << container.name << '<' << name_of(container.type);
  for (const extent_spec& spec : container.specs) {
    text << ", ";
    describe(text, spec);
  }
  text << '>';
}

/// The parts (texts, numbers, lists, types) one after the other.
template <class... Parts>
TENON_NOINLINE std::string sentence(const Parts&... parts) {
  text_builder text;
  (describe(text, parts), ...);
  return std::string(text.view());
}

template <class... Parts>
[[noreturn]] TENON_NOINLINE void throw_shape_error(const Parts&... parts) {
  throw shape_error(sentence(parts...));
}

/// Says what is wrong with the extents of one axis.
[[noreturn]] inline void throw_extent_breach(const container_type& container, int axis, std::int64_t given) {
  const extent_spec& spec = container.specs[std::size_t(axis)];
  text_builder rule;
  if (spec.is_fixed()) rule << "is not the " << spec.minimum << " of the type";
  else if (!spec.is_named()) rule << "is negative";
  else {
    rule << "is outside of " << spec.name.view() << "'s bounds ";
    describe_bounds(rule, spec);
  }
  throw_shape_error(container, ": extent ", given, " of axis ", axis, " ", rule.view());
}

/// Whether two axes of one name differ; writes which.
constexpr bool names_disagree(spec_list specs, extent_span extents, int& first, int& second) {
  for (std::size_t i = 0; i < specs.size(); ++i)
    for (std::size_t j = i + 1; j < specs.size() && specs[i].is_named(); ++j)
      if (specs[j].is_named() && specs[i].name == specs[j].name && extents[i] != extents[j]) {
        first = int(i), second = int(j);
        return true;
      }
  return false;
}

/// Throws shape_error unless the container can have these extents.
constexpr void check_extents(const container_type& container, extent_span extents) {
  for (std::size_t i = 0; i < extents.size(); ++i)
    if (!container.specs[i].admits(extents[i])) throw_extent_breach(container, int(i), extents[i]);
  int a = 0, b = 0;
  if (names_disagree(container.specs, extents, a, b))
    throw_shape_error(container, ": axes ", a, " and ", b, " are both ", container.specs[std::size_t(a)].name.view(), " but have extents ",
                      extents[std::size_t(a)], " and ", extents[std::size_t(b)]);
}

/// The bytes of so many elements, or -1 where they exceed what a pointer difference can hold.
constexpr std::int64_t checked_bytes(extent_span extents, std::int64_t element_bytes) {
  for (std::int64_t e : extents)
    if (e == 0) return 0;
  std::int64_t bytes = element_bytes;
  for (std::int64_t e : extents) {
    if (e > std::numeric_limits<std::ptrdiff_t>::max() / 2 / bytes) return -1;
    bytes *= e;
  }
  return bytes;
}

[[noreturn]] TENON_NOINLINE inline void throw_allocation_error(const container_type& container, extent_span extents) {
  const std::int64_t bytes = checked_bytes(extents, size_of(container.type));
  if (bytes < 0) throw allocation_error(sentence(container, " of shape ", extents, ": its bytes exceed what can be addressed"));
  throw allocation_error(sentence(container, " of shape ", extents, ": ", bytes, " bytes could not be allocated"));
}

[[noreturn]] TENON_NOINLINE inline void throw_index_error(const container_type& container, int axis, std::int64_t index, std::int64_t size) {
  throw index_error(sentence("at: index ", index, " is outside of axis ", axis, " of extent ", size, " of ", container));
}

[[noreturn]] TENON_NOINLINE inline void throw_no_elements(std::string_view operation, const container_type& container) {
  throw index_error(sentence(operation, ": ", container, " was moved from and has no elements"));
}

/// Ends the program with a sentence, as the assertions of a standard library do. Constant evaluation ends at the call.
[[noreturn]] TENON_NOINLINE inline void index_is_out_of_range(std::string_view operation, const container_type& container, extent_span extents,
                                                              extent_span indices) {
  std::fputs(sentence(operation, ": index ", indices, " is outside of ", container, " of shape ", extents, "\n").c_str(), stderr);
  std::abort();
}

}  // namespace tenon::detail

#endif
