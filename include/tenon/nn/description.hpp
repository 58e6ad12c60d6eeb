#ifndef TENON_NN_DESCRIPTION_HPP
#define TENON_NN_DESCRIPTION_HPP

#include <array>
#include <concepts>
#include <cstdint>
#include <string_view>

#include "tenon/ir/element_type.hpp"
#include "tenon/ir/extent.hpp"
#include "tenon/nn/initializer.hpp"
#include "tenon/nn/visit.hpp"

namespace tenon::nn {

/// What is known of a parameter of a model while compiling. All extents are numbers.
struct parameter_description {
  std::string_view name;  // lasts as long as the program
  element_type type{};
  tenon::shape shape{};
  initializer initial{};

  /// The number of elements.
  constexpr std::int64_t size() const {
    std::int64_t n = 1;
    for (int i = 0; i < shape.rank; ++i) n *= shape[i].code;
    return n;
  }
};

/// A model by its type: it begins as `Net{}`, in constant evaluation too.
template <class Net>
concept module_type = std::default_initializable<Net>;

namespace detail {

/// How many parameters there are, and how many characters their names have together.
struct parameter_census {
  int parameters = 0;
  std::size_t characters = 0;
};

template <module_type Net>
consteval parameter_census census() {
  parameter_census found;
  visit_parameters(Net{}, [&](std::string_view name, const auto&) { ++found.parameters, found.characters += name.size(); });
  return found;
}

template <module_type Net>
inline constexpr parameter_census census_of = census<Net>();

/// The names of all parameters one behind the other.
template <module_type Net>
consteval auto joined_names() {
  std::array<char, census_of<Net>.characters + 1> all{};
  std::size_t used = 0;
  visit_parameters(Net{}, [&](std::string_view name, const auto&) {
    for (char c : name) all[used++] = c;
  });
  return all;
}

template <module_type Net>
inline constexpr auto names_of = joined_names<Net>();

template <module_type Net>
consteval auto descriptions() {
  std::array<parameter_description, std::size_t(census_of<Net>.parameters)> all{};
  std::size_t place = 0, used = 0;
  visit_parameters(Net{}, [&](std::string_view name, const auto& parameter) {
    all[place++] = {{names_of<Net>.data() + used, name.size()}, parameter.type, parameter.shape, parameter.initial};
    used += name.size();
  });
  return all;
}

}  // namespace detail

/// How many parameters (tensors, not elements) a module has.
template <module_type Net>
inline constexpr int parameter_count = detail::census_of<Net>.parameters;

/// The parameters of a module in the order of declaration, as a constant std::array.
template <module_type Net>
inline constexpr auto parameter_descriptions = detail::descriptions<Net>();

/// Their names, as a constant std::array of std::string_view that last as long as the program.
template <module_type Net>
inline constexpr auto parameter_names = [] {
  std::array<std::string_view, std::size_t(parameter_count<Net>)> names{};
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = parameter_descriptions<Net>[i].name;
  return names;
}();

/// How many numbers a module learns.
template <module_type Net>
inline constexpr std::int64_t parameter_elements = [] {
  std::int64_t n = 0;
  for (const parameter_description& p : parameter_descriptions<Net>) n += p.size();
  return n;
}();

}  // namespace tenon::nn

#endif
