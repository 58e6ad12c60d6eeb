#ifndef TENON_IO_ELEMENT_NAMES_HPP
#define TENON_IO_ELEMENT_NAMES_HPP

#include <string>
#include <string_view>

#include "tenon/ir/element_type.hpp"

// How files spell element types. Both spellings follow from the names of element_table: a new type needs no line here.
namespace tenon::io::detail {

/// safetensors: the name in capitals, as BOOL, U8, F32.
inline std::string safetensors_name(element_type type) {
  std::string name(name_of(type));
  for (char& c : name)
    if ('a' <= c && c <= 'z') c = char(c - 'a' + 'A');
  return name;
}

/// npy: order of bytes, kind, bytes, as |b1, |u1, <i4, <f8. NumPy has no name for types whose names have two letters, as bf16:
/// then none.
inline std::string npy_name(element_type type) {
  const std::string_view name = name_of(type);
  if (!is_boolean(type) && !('0' <= name[1] && name[1] <= '9')) return {};
  return {size_of(type) == 1 ? '|' : '<', name[0], char('0' + size_of(type))};
}

/// The type that a format spells so, or false.
template <class Spelling>
bool find_element_type(std::string_view name, Spelling spelling, element_type& found) {
  for (const element_row& row : element_table)
    if (spelling(row.type) == name) {
      found = row.type;
      return true;
    }
  return false;
}

/// All spellings, for messages: `BOOL, U8, I32`.
template <class Spelling>
std::string all_element_types(Spelling spelling) {
  std::string all;
  for (const element_row& row : element_table)
    if (const std::string name = spelling(row.type); !name.empty()) all += (all.empty() ? "" : ", ") + name;
  return all;
}

}  // namespace tenon::io::detail

#endif
