#ifndef TENON_TESTS_BACKENDS_CONFORM_HPP
#define TENON_TESTS_BACKENDS_CONFORM_HPP

#include <set>

#include "support/compare.hpp"
#include "support/run_reference.hpp"
#include "tenon/compile.hpp"

/// Runs functions over tenon::value through every backend and compares with values from elsewhere.
namespace tenon::test {

/// An argument as a compiled signature knows it: its element type and its rank.
template <element_type Type, int Rank>
struct argument {
  static constexpr element_type type = Type;
  static constexpr int rank = Rank;
};

/// A list of element types.
template <element_type... Types>
struct types {};

using enum element_type;
using all_types = types<boolean, u8, i32, i64, f32, f64>;
using numbers = types<u8, i32, i64, f32, f64>;
using integers = types<u8, i32, i64>;
using integers_and_bool = types<boolean, u8, i32, i64>;
using floating = types<f32, f64>;

/// The primitives that ran so far, with the element type of their first operand or, without one, of themselves.
inline std::set<std::pair<opcode, element_type>>& seen() {
  static std::set<std::pair<opcode, element_type>> all;
  return all;
}

inline std::vector<array> run_and_note(const graph& captured, const std::vector<array>& inputs) {
  const graph g = lowered(captured);
  for (const node& n : g.nodes) seen().emplace(n.code, operands_of(n.code) == 0 ? n.type : g.type_of(n.operands[n.code == opcode::select]));
  return run_reference(g, inputs);
}

/// A backend to be tested: a function object that captures f for arguments of the given types in its own way and runs it.
template <extents_as How>
struct reference_backend {
  static constexpr std::string_view name = How == extents_as::numbers ? "reference, static extents" : "reference, dynamic extents";

  template <class... Arguments, class F>
  static std::vector<array> run(F f, const std::vector<array>& inputs) {
    return run_and_note(capture<int(sizeof...(Arguments))>(f, inputs, How), inputs);
  }
};

template <int Rank>
inline constexpr std::array<extent_spec, std::size_t(Rank)> dynamic_extents{};

/// The backend of programs with these options, compiled for dynamic extents.
template <class Options>
struct compiled_backend {
  static constexpr std::string_view name = Options::backend::name;

  template <class... Arguments, class F>
  static std::vector<array> run(F, std::vector<array> inputs) {
    using captured = tenon::detail::capture_function<F, argument_signature<Arguments::type, dynamic_extents<Arguments::rank>, true>...>;
    using compiled = program<captured, Options>;
    const auto in = refs_of(inputs);
    const typename compiled::call call(in.data());
    std::vector<array> outputs;
    for (int i = 0; i < compiled::outputs; ++i) {
      std::int64_t extents[max_rank];
      call.output_extents(i, extents);
      outputs.emplace_back(compiled::output_type(i), std::vector<std::int64_t>(extents, extents + compiled::output_shape(i).rank));
    }
    const auto out = refs_of(outputs);
    memory_lease::lender memory;
    compiled::run(call, in.data(), out.data(), memory);
    return outputs;
  }
};

template <class... Backend>
struct backend_list {};

/// All backends, a row each.
using backends = backend_list<
    reference_backend<extents_as::numbers>,
    reference_backend<extents_as::symbols>,
    compiled_backend<default_options>>;

inline const examples& primitives() {
  static const examples all("primitives.txt");
  return all;
}

/// Whether results are what the example says, in type, shape and value.
inline void expect_match(std::string_view backend, const example& e, const std::vector<array>& got) {
  ASSERT_EQ(got.size(), e.outputs.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_EQ(name_of(got[i].type), name_of(e.outputs[i].type)) << e.name << " on " << backend;
    ASSERT_EQ(got[i].extents, e.outputs[i].extents) << e.name << " on " << backend;
    EXPECT_TRUE(match(got[i], e.outputs[i], e.within)) << e.name << " on " << backend;
  }
}

/// Runs f, a captureless function of values, on all examples of a name.
template <class... Arguments, class F>
void conform(const std::string& name, F f) {
  [&]<class... Backend>(backend_list<Backend...>) {
    for (const example& e : primitives().of(name)) (expect_match(Backend::name, e, Backend::template run<Arguments...>(f, e.inputs)), ...);
  }(backends{});
}

template <element_type T, int... Ranks, class F>
void conform_in(const std::string& name, F f) {
  conform<argument<T, Ranks>...>(name + '.' + std::string(name_of(T)), f);
}

/// The same for each element type, all arguments of the type and of the given ranks: examples `name.f32` and so on.
template <class Types, int... Ranks, class F>
void conform_each(const std::string& name, F f) {
  [&]<element_type... T>(types<T...>) {
    (conform_in<T, Ranks...>(name, f), ...);
  }(Types{});
}

}  // namespace tenon::test

#endif
