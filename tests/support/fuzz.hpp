#ifndef TENON_TESTS_SUPPORT_FUZZ_HPP
#define TENON_TESTS_SUPPORT_FUZZ_HPP

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "tenon/backends/reference.hpp"
#include "tenon/compile.hpp"

/// Runs a function on both backends, on tensors of many shapes, and compares.
namespace tenon::test {

/// An argument: a letter for each axis, and which axes may be of extent 1 whatever the letter is.
struct argument_axes {
  std::string letters;
  std::vector<bool> may_be_one;
};

struct reference_options {
  using backend = backends::reference;
};

template <int Rank>
inline constexpr auto any_extents = detail::dynamic_specs<std::size_t(Rank)>;
template <int Rank>
using dynamic_tensor = typename detail::tensor_with_specs<float, any_extents<Rank>, std::make_index_sequence<std::size_t(Rank)>>::type;
template <int Rank>
using dynamic_view = detail::strided_view_with<const float, any_extents<Rank>>;

/// A row-major argument, and one whose axes lie in memory in the opposite order.
template <int Rank>
struct plain {
  static constexpr int rank = Rank;
  using storage = dynamic_tensor<Rank>;
  storage elements;

  explicit plain(const std::array<std::int64_t, std::size_t(Rank)>& extents) { elements.resize_for_overwrite(extents); }
  const storage& get() const { return elements; }
};
template <int Rank>
struct turned {
  static constexpr int rank = Rank;
  using storage = dynamic_tensor<Rank>;
  storage elements;

  explicit turned(std::array<std::int64_t, std::size_t(Rank)> extents) {
    std::reverse(extents.begin(), extents.end());
    elements.resize_for_overwrite(extents);
  }
  dynamic_view<Rank> get() const {
    std::array<std::int64_t, std::size_t(Rank)> extents, strides;
    for (int i = 0; i < Rank; ++i) extents[std::size_t(i)] = elements.extent(Rank - 1 - i), strides[std::size_t(i)] = elements.stride(Rank - 1 - i);
    return {elements.data(), extents, strides};
  }
};

/// How many shapes a function is run on: TENON_FUZZ_RUNS, or 25.
inline int fuzz_runs() {
  const char* runs = std::getenv("TENON_FUZZ_RUNS");
  return runs == nullptr ? 25 : std::atoi(runs);
}

template <class X>
bool is_near(const X& simd, const X& reference, std::string& where) {
  if (simd.extents() != reference.extents()) return where = "the extents", false;
  for (std::int64_t i = 0; i < simd.size(); ++i) {
    const double a = double(simd.data()[i]), b = double(reference.data()[i]);
    if (std::isnan(a) && std::isnan(b)) continue;
    if (a == b || std::fabs(a - b) <= 1e-3 * std::fmax(1, std::fabs(b))) continue;
    where = "element " + std::to_string(i) + ", " + std::to_string(a) + " instead of " + std::to_string(b);
    return false;
  }
  return true;
}

/// The results, or an empty optional where the call throws for these shapes.
template <class F, class... A>
auto outcome(const F& f, const A&... arguments) -> std::optional<decltype(f(arguments...))> {
  try {
    return f(arguments...);
  } catch (const shape_error&) {
    return std::nullopt;
  }
}

template <class... Arguments, class F>
void fuzz(int seed, F f, std::vector<argument_axes> described) {
  const auto simd = compile(f);
  const auto reference = compile<reference_options>(f);
  std::mt19937 random{unsigned(seed)};
  constexpr int sizes[] = {1, 2, 1, 4, 5, 7, 1, 15, 16, 17, 31, 33, 40, 64, 65, 0};
  int ran = 0;
  for (int run = 0; run < fuzz_runs(); ++run) {
    std::map<char, std::int64_t> extent;
    std::string shapes;
    for (char letter : std::string("ABC")) {
      extent[letter] = sizes[random() % (run % 8 == 7 ? 16 : 15)];  // sometimes nothing at all
      shapes += letter + std::string("=") + std::to_string(extent[letter]) + " ";
    }
    std::size_t next = 0;
    const auto make = [&]<class A>(std::type_identity<A>) {
      const argument_axes& axes = described[next++];
      std::array<std::int64_t, std::size_t(A::rank)> extents;
      for (std::size_t i = 0; i < extents.size(); ++i) {
        extents[i] = axes.may_be_one[i] && random() % 2 == 0 ? 1 : extent[axes.letters[i]];
        shapes += std::to_string(extents[i]) + (i + 1 < extents.size() ? "x" : " ");
      }
      A argument(extents);
      for (auto& e : argument.elements) e = float(int(random() % 33) - 16) / 8;
      return argument;
    };
    const std::tuple<Arguments...> arguments{make(std::type_identity<Arguments>())...};
    std::apply([&](const auto&... a) {
      const auto got = outcome(simd, a.get()...), expected = outcome(reference, a.get()...);
      ASSERT_EQ(got.has_value(), expected.has_value()) << "seed " << seed << ", run " << run << ", " << shapes;
      if (!got) return;
      ++ran;
      const auto compare = [&](const auto& x, const auto& y, int output) {
        std::string where;
        ASSERT_TRUE(is_near(x, y, where)) << "seed " << seed << ", run " << run << ", " << shapes << ", output " << output << ": " << where;
      };
      if constexpr (tensor_like<std::remove_cvref_t<decltype(*got)>>) compare(*got, *expected, 0);
      else
        [&]<std::size_t... I>(std::index_sequence<I...>) { (compare(std::get<I>(*got), std::get<I>(*expected), int(I)), ...); }(
            std::make_index_sequence<std::tuple_size_v<std::remove_cvref_t<decltype(*got)>>>());
    }, arguments);
    if (::testing::Test::HasFatalFailure()) return;
  }
  EXPECT_TRUE(ran > 0 || fuzz_runs() == 0) << "no shapes fit function " << seed;
}

}  // namespace tenon::test

#endif
