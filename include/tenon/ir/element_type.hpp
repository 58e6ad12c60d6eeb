#ifndef TENON_IR_ELEMENT_TYPE_HPP
#define TENON_IR_ELEMENT_TYPE_HPP

#include <concepts>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace tenon {

/// The types an element of a tensor can have, in the order of promotion: of two, the later wins.
enum class element_type : std::uint8_t { boolean, u8, i32, i64, f32, f64 };

enum class element_category : std::uint8_t { boolean, integer, floating };

struct element_row {
  element_type type;
  std::string_view name;
  element_category category;
  int size;  // bytes in memory
};

/// Everything the library knows of an element type stands in this table and in `element_storage` below.
inline constexpr element_row element_table[] = {
    {element_type::boolean, "bool", element_category::boolean, 1},
    {element_type::u8, "u8", element_category::integer, 1},
    {element_type::i32, "i32", element_category::integer, 4},
    {element_type::i64, "i64", element_category::integer, 8},
    {element_type::f32, "f32", element_category::floating, 4},
    {element_type::f64, "f64", element_category::floating, 8},
};
using element_storage = std::tuple<bool, std::uint8_t, std::int32_t, std::int64_t, float, double>;

inline constexpr int element_types = sizeof(element_table) / sizeof(element_row);
static_assert(std::tuple_size_v<element_storage> == element_types);

constexpr const element_row& row_of(element_type type) { return element_table[int(type)]; }
constexpr std::string_view name_of(element_type type) { return row_of(type).name; }
constexpr int size_of(element_type type) { return row_of(type).size; }
constexpr bool is_floating(element_type type) { return row_of(type).category == element_category::floating; }
constexpr bool is_integer(element_type type) { return row_of(type).category == element_category::integer; }
constexpr bool is_boolean(element_type type) { return row_of(type).category == element_category::boolean; }

/// The C++ type that holds an element.
template <element_type E>
using storage_of = std::tuple_element_t<std::size_t(E), element_storage>;

namespace detail {
template <class T, int I = 0>
consteval int element_index() {
  if constexpr (I == element_types) return -1;
  else if constexpr (std::same_as<T, std::tuple_element_t<std::size_t(I), element_storage>>) return I;
  else return element_index<T, I + 1>();
}
}  // namespace detail

/// A C++ type that a tensor can hold.
template <class T>
concept element = detail::element_index<std::remove_cv_t<T>>() >= 0;

template <element T>
inline constexpr element_type element_type_of = element_type(detail::element_index<std::remove_cv_t<T>>());

/// The type of a result computed from both, as NumPy and PyTorch promote: bool < integers < floating, then the wider.
constexpr element_type promote(element_type a, element_type b) { return a < b ? b : a; }

/// The type in which a C++ number of category `number` meets a tensor of type `tensor`: it never widens the tensor,
/// only lifts its category (an integer tensor plus 0.5 is f32).
constexpr element_type promote_scalar(element_type tensor, element_category number) {
  if (row_of(tensor).category >= number) return tensor;
  return number == element_category::floating ? element_type::f32 : element_type::i64;
}

}  // namespace tenon

#endif
