#ifndef TENON_TESTS_PASSES_GRADIENTS_HPP
#define TENON_TESTS_PASSES_GRADIENTS_HPP

#include <set>

#include "support/compare.hpp"
#include "support/run_reference.hpp"
#include "tenon/ops/composite.hpp"
#include "tenon/ops/contraction.hpp"
#include "tenon/ops/gradient.hpp"

/// Functions and their derivatives against PyTorch's values, and against central differences.
namespace tenon::test {

/// (arguments..., weight) -> the sum of f's elements times their weights.
template <class F>
struct weighted {
  template <std::size_t... I, class Tuple>
  static constexpr value apply(std::index_sequence<I...>, const Tuple& all) {
    return sum(multiply(F{}(std::get<I>(all)...), std::get<sizeof...(I)>(all)));
  }
  template <class... V>
  constexpr value operator()(V... all) const {
    return apply(std::make_index_sequence<sizeof...(V) - 1>{}, std::make_tuple(all...));
  }
};

/// (arguments..., weight, second weight) -> the weighted sum of the derivative of weighted<F> by the first argument.
template <class F>
struct derived {
  template <std::size_t... I, class Tuple>
  static constexpr value apply(std::index_sequence<I...>, const Tuple& all) {
    return sum(multiply(grad<0>(weighted<F>{})(std::get<I>(all)...), std::get<sizeof...(I)>(all)));
  }
  template <class... V>
  constexpr value operator()(V... all) const {
    return apply(std::make_index_sequence<sizeof...(V) - 1>{}, std::make_tuple(all...));
  }
};

/// (arguments..., weight) -> f's value, the weighted sum, and its derivatives by the first `Differentiated` arguments.
template <int Differentiated, class F>
struct with_derivatives {
  template <std::size_t... I, std::size_t... By, class Tuple>
  static constexpr auto apply(std::index_sequence<I...>, std::index_sequence<By...>, const Tuple& all) {
    return std::tuple_cat(std::make_tuple(F{}(std::get<I>(all)...)), std::apply(value_and_grad<By...>(weighted<F>{}), all));
  }
  template <class... V>
  constexpr auto operator()(V... all) const {
    return apply(std::make_index_sequence<sizeof...(V) - 1>{}, std::make_index_sequence<Differentiated>{}, std::make_tuple(all...));
  }
};

inline const examples& gradients() {
  static const examples all("gradients.txt");
  return all;
}

/// The operations through which derivatives were checked so far.
inline std::set<opcode>& differentiated() {
  static std::set<opcode> all;
  return all;
}

/// How far the derivatives of an example are from central differences of the weighted sum.
inline void expect_central_differences(const graph& goal, const example& e, int differentiated) {
  std::vector<array> inputs = e.inputs;
  const auto at = [&] { return *run_reference(goal, inputs)[0].as<double>(); };
  for (int k = 0; k < differentiated; ++k)
    for (std::int64_t i = 0; i < inputs[std::size_t(k)].count(); ++i) {
      double& x = inputs[std::size_t(k)].as<double>()[i];
      const double here = x, h = 1e-5;
      x = here + h;
      const double above = at();
      x = here - h;
      const double below = at();
      x = here;
      const double slope = (above - below) / (2 * h), expected = e.outputs[std::size_t(2 + k)].as<double>()[i];
      EXPECT_NEAR(slope, expected, 1e-6 * std::fmax(1, std::fabs(expected))) << e.name << ", argument " << k << ", element " << i;
    }
}

enum class differences { central, none };

/// Runs f and its derivatives on the examples of a name; `Arguments` is what f takes, the first `Differentiated` of them floating.
template <int Differentiated, int Arguments = Differentiated, class F>
void check_first(const std::string& name, F f, differences also = differences::central) {
  using function = with_derivatives<Differentiated, F>;
  for (const example& e : gradients().of(name))
    for (const extents_as how : {extents_as::numbers, extents_as::symbols}) {
      for (const node& n : passes::decompose(capture<Arguments + 1>(weighted<F>{}, e.inputs, how)).nodes) differentiated().insert(n.code);
      const std::string which = name + (how == extents_as::numbers ? ", static extents" : ", dynamic extents");
      const auto got = run_reference(lowered(capture<Arguments + 1>(function{}, e.inputs, how)), e.inputs);
      ASSERT_EQ(got.size(), e.outputs.size()) << which;
      for (std::size_t i = 0; i < got.size(); ++i) {
        ASSERT_EQ(got[i].extents, e.outputs[i].extents) << which << ", output " << i;
        EXPECT_TRUE(match(got[i], e.outputs[i], e.within)) << which << ", output " << i;
      }
      if (also == differences::central)
        expect_central_differences(lowered(capture<Arguments + 1>(weighted<F>{}, e.inputs, how)), e, Differentiated);
    }
  (void)f;
}

/// The same, and the derivatives of the derivative by the first argument.
template <int Differentiated, int Arguments = Differentiated, class F>
void check(const std::string& name, F f) {
  check_first<Differentiated, Arguments>(name, f);
  check_first<Differentiated, Arguments + 2>("second." + name, derived<F>{});
}

}  // namespace tenon::test

#endif
