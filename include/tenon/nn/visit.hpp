#ifndef TENON_NN_VISIT_HPP
#define TENON_NN_VISIT_HPP

#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "tenon/base/list.hpp"
#include "tenon/base/text.hpp"
#include "tenon/nn/fields.hpp"
#include "tenon/ops/operand.hpp"

namespace tenon::nn {
namespace detail {

/// The names on the way from the model to a member: `blocks.3.up`.
class member_path {
 public:
  constexpr std::string_view view() const { return {characters_.begin(), std::size_t(characters_.size())}; }

  /// Calls f with one more name on the path.
  template <class F>
  constexpr void with(std::string_view name, F&& f) {
    const int before = characters_.size();
    if (before != 0) characters_.push_back('.');
    for (char c : name) characters_.push_back(c);
    f();
    while (characters_.size() > before) characters_.pop_back();
  }

 private:
  list<char> characters_;
};

/// std::array, std::tuple, nn::sequential: the members are named "0", "1", ...
template <class M>
concept tuple_like = requires { std::tuple_size<M>::value; };

/// Holds nothing that is learned: numbers, functions, function objects, and classes that hide their members.
template <class M>
concept without_parameters = !std::is_aggregate_v<M> || std::is_empty_v<M>;

template <class M, class F>
constexpr void visit_module(const M& module, member_path& path, F& f);

template <std::size_t I, class M, class F>
constexpr void visit_element(const M& module, member_path& path, F& f) {
  using std::get;
  text_builder index;
  index << std::int64_t(I);
  path.with(index.view(), [&] { visit_module(get<I>(module), path, f); });
}

template <class M, class F>
constexpr void visit_elements(const M& module, member_path& path, F& f) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (visit_element<I>(module, path, f), ...);
  }(std::make_index_sequence<std::tuple_size_v<M>>());
}

template <class M, std::size_t I, class Member, class F>
constexpr void visit_field(const Member& member, member_path& path, F& f) {
  if constexpr (captured_parameter<Member> || tuple_like<Member> || !without_parameters<Member>)
    path.with(field_name<M, I>, [&] { visit_module(member, path, f); });
}

template <class M, class F>
constexpr void visit_fields(const M& module, member_path& path, F& f) {
  static_assert(!has_base<M>, "a module has no base class: make what it shares with others a member");
  with_fields(module, [&]<class... Member>(const Member&... members) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (visit_field<M, I>(members, path, f), ...);
    }(std::index_sequence_for<Member...>());
  });
}

template <class M, class F>
constexpr void visit_module(const M& module, member_path& path, F& f) {
  if constexpr (captured_parameter<M>) f(path.view(), module);
  else if constexpr (tuple_like<M>) visit_elements(module, path, f);
  else if constexpr (!without_parameters<M>) visit_fields(module, path, f);
}

}  // namespace detail

/// Calls f(name, parameter) for each parameter of a module, in the order of declaration. A module is a plain aggregate of
/// parameters, other modules and std::arrays and tuples of them; everything else in it is passed over. Names are spelled as in
/// PyTorch's state_dict: `fc1.weight`, `blocks.3.up.bias`. A name lasts until f returns.
template <class Module, class F>
constexpr void visit_parameters(const Module& module, F&& f) {
  detail::member_path path;
  detail::visit_module(module, path, f);
}

}  // namespace tenon::nn

#endif
