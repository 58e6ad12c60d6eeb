#ifndef TENON_NN_FIELDS_HPP
#define TENON_NN_FIELDS_HPP

#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>

// The data members of plain aggregates: how many, which, and their names.
namespace tenon::nn::detail {

inline constexpr int most_fields = 32;

struct anything {
  template <class T>
  constexpr operator T() const;
};

/// Becomes only what T derives from.
template <class T>
struct base_of_only {
  template <class B>
    requires(std::is_base_of_v<B, T> && !std::is_same_v<B, T>)
  constexpr operator B() const;
};

/// Bases are initialized before members, so the first initializer of an aggregate is for a base if there is one.
template <class T>
concept has_base = requires { T{base_of_only<T>{}}; };

/// How many members the aggregate T has, counted no further than one beyond what with_fields can do.
template <class T, class... A>
consteval int field_count() {
  if constexpr (sizeof...(A) > std::size_t(most_fields)) return sizeof...(A);
  else if constexpr (requires { T{A{}..., anything{}}; }) return field_count<T, A..., anything>();
  else return sizeof...(A);
}

/// f(members...) of an aggregate.
template <class T, class F>
constexpr decltype(auto) with_fields(T& x, F&& f) {
  constexpr int n = field_count<std::remove_const_t<T>>();
  static_assert(n <= most_fields, "a module has at most 32 members: group some of them into a module of their own");
  if constexpr (n == 0) return f();
  else if constexpr (n == 1) { auto& [a] = x; return f(a); }
  else if constexpr (n == 2) { auto& [a, b] = x; return f(a, b); }
  else if constexpr (n == 3) { auto& [a, b, c] = x; return f(a, b, c); }
  else if constexpr (n == 4) { auto& [a, b, c, d] = x; return f(a, b, c, d); }
  else if constexpr (n == 5) { auto& [a, b, c, d, e] = x; return f(a, b, c, d, e); }
  else if constexpr (n == 6) { auto& [a, b, c, d, e, g] = x; return f(a, b, c, d, e, g); }
  else if constexpr (n == 7) { auto& [a, b, c, d, e, g, h] = x; return f(a, b, c, d, e, g, h); }
  else if constexpr (n == 8) { auto& [a, b, c, d, e, g, h, i] = x; return f(a, b, c, d, e, g, h, i); }
  else if constexpr (n == 9) { auto& [a, b, c, d, e, g, h, i, j] = x; return f(a, b, c, d, e, g, h, i, j); }
  else if constexpr (n == 10) { auto& [a, b, c, d, e, g, h, i, j, k] = x; return f(a, b, c, d, e, g, h, i, j, k); }
  else if constexpr (n == 11) { auto& [a, b, c, d, e, g, h, i, j, k, l] = x; return f(a, b, c, d, e, g, h, i, j, k, l); }
  else if constexpr (n == 12) { auto& [a, b, c, d, e, g, h, i, j, k, l, m] = x; return f(a, b, c, d, e, g, h, i, j, k, l, m); }
  else if constexpr (n == 13) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o);
  }
  else if constexpr (n == 14) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o, p] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p);
  }
  else if constexpr (n == 15) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o, p, q] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p, q);
  }
  else if constexpr (n == 16) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r);
  }
  else if constexpr (n == 17) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s);
  }
  else if constexpr (n == 18) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t);
  }
  else if constexpr (n == 19) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u);
  }
  else if constexpr (n == 20) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v);
  }
  else if constexpr (n == 21) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w);
  }
  else if constexpr (n == 22) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, y] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, y);
  }
  else if constexpr (n == 23) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, y, z] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, y, z);
  }
  else if constexpr (n == 24) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, y, z, aa] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, y, z, aa);
  }
  else if constexpr (n == 25) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, y, z, aa, ab] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, y, z, aa, ab);
  }
  else if constexpr (n == 26) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, y, z, aa, ab, ac] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, y, z, aa, ab, ac);
  }
  else if constexpr (n == 27) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, y, z, aa, ab, ac, ad] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, y, z, aa, ab, ac, ad);
  }
  else if constexpr (n == 28) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, y, z, aa, ab, ac, ad, ae] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, y, z, aa, ab, ac, ad, ae);
  }
  else if constexpr (n == 29) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, y, z, aa, ab, ac, ad, ae, af] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, y, z, aa, ab, ac, ad, ae, af);
  }
  else if constexpr (n == 30) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, y, z, aa, ab, ac, ad, ae, af, ag] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, y, z, aa, ab, ac, ad, ae, af, ag);
  }
  else if constexpr (n == 31) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, y, z, aa, ab, ac, ad, ae, af, ag, ah] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, y, z, aa, ab, ac, ad, ae, af, ag, ah);
  }
  else if constexpr (n == 32) {
    auto& [a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, y, z, aa, ab, ac, ad, ae, af, ag, ah, ai] = x;
    return f(a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, y, z, aa, ab, ac, ad, ae, af, ag, ah, ai);
  }
}

/// An object whose members have addresses that can be template arguments.
template <class T>
inline constexpr T example{};

template <auto Address>
consteval std::string_view name_of_member() {
  const std::string_view s = __PRETTY_FUNCTION__;
#ifdef __clang__  // [Address = &example<net>.fc1]
  const std::size_t end = s.rfind(']'), begin = s.rfind('.', end) + 1;
#else  // [with auto Address = (& example<net>.net::fc1); ...]
  const std::size_t end = s.rfind(')'), begin = s.rfind("::", end) + 2;
#endif
  return s.substr(begin, end - begin);
}

template <class T, std::size_t I>
inline constexpr auto field_address =
    with_fields(example<T>, [](const auto&... members) { return std::get<I>(std::tuple(&members...)); });

/// The name of the I-th member of an aggregate.
template <class T, std::size_t I>
inline constexpr std::string_view field_name = name_of_member<field_address<T, I>>();

}  // namespace tenon::nn::detail

#endif
