#ifndef TENON_TESTS_EXPRESSION_FIXED_HPP
#define TENON_TESTS_EXPRESSION_FIXED_HPP

#include "support/fuzz.hpp"
#include "support/loops.hpp"

/// Programs that become part of their caller: all sizes in the types, and small. The reference backend says what they should give.
namespace tenon::test {

/// Whether f, which returns a tuple, gives for these tensors what it gives on the reference backend, and becomes part of its caller.
template <class F, class... X>
void agrees(const char* name, F f, const X&... x) {
  static_assert(program_of<default_options, F, X...>::is_fixed(), "this is no fixed program");
  const auto got = compile(f)(x...);
  const auto expected = compile<reference_options>(f)(x...);
  const auto compare = [&](const auto& a, const auto& b, std::size_t result) {
    std::string where;
    EXPECT_TRUE(is_near(a, b, where)) << name << ", result " << result << ": " << where;
  };
  [&]<std::size_t... I>(std::index_sequence<I...>) { (compare(std::get<I>(got), std::get<I>(expected), I), ...); }(std::make_index_sequence<std::tuple_size_v<std::remove_cvref_t<decltype(got)>>>());
}

template <class T, int... E>
tensor<T, E...> made(int seed) {
  tensor<T, E...> x;
  return set_numbers(x, seed);
}

}  // namespace tenon::test

#endif
