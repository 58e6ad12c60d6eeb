#include <gtest/gtest.h>

#include <string>

#include "tenon/ops/einsum.hpp"
#include "tenon/ops/gradient.hpp"
#include "tenon/passes/pipeline.hpp"

namespace {

using namespace tenon;

constexpr value goal(value x, value y) {
  const value scores = einsum("ij,kj->ik", x, gelu(y));
  return sum(softmax(scores) * pow(abs(scores) + 1, 2.5)) + mean(logsumexp(x, 1)) + sum(var(slice(y, 0, 1), 1));
}

/// Numbers whose product is no number of their type: constant evaluation may neither compute it nor fail.
constexpr value overflowing(graph& g) {
  const value big = detail::constant(g, element_type::f64, 1.7e308);
  return big * big - big / 0.0;
}

/// A graph of two matrices. With derivatives, a compiler's order of evaluation is also the order in which they are summed.
template <bool Derivatives>
struct make {
  constexpr graph operator()() const {
    graph g;
    const auto input = [&](extent columns) {
      const int place = g.inputs.size();
      const extent rows = g.arithmetic().intern({.kind = symbol_kind::input_extent, .a = place, .b = 0});
      return value{&g, g.add_input({.type = element_type::f32, .shape = g.intern({2, {rows, columns}})})};
    };
    const value x = input({4}), y = input({4});
    if constexpr (Derivatives) {
      const auto [at, dx, dy] = value_and_grad<0, 1>([](value a, value b) { return goal(a, b); })(x, y);
      for (value v : {at, dx, dy}) g.outputs.push_back(v.id);
    } else {
      for (value v : {goal(x, y), overflowing(g)}) g.outputs.push_back(v.id);
    }
    return g;
  }
};

template <bool Derivatives>
struct source {
  using capture = frozen<make<Derivatives>, frozen_graph<graph_size{.nodes = 200, .shapes = 20, .symbols = 16, .inputs = 2, .outputs = 3, .assumptions = 4}>>;
  static constexpr graph_size captured_size = capture::size;
  static constexpr const auto& captured = capture::value;
};

/// The nodes that outputs need, in an order that does not depend on the order in which a compiler evaluates the arguments of a
/// call: operands first, from the first to the last.
class canonical {
 public:
  explicit canonical(const graph& g) : in_(g), out_(g.without_nodes()), place_(g.nodes.size(), -1) {
    for (int i = 0; i < g.inputs.size(); ++i) visit(i);
    for (int id : g.outputs) out_.outputs.push_back(visit(id));
  }
  std::string text() const { return std::string(to_text(out_).view()); }

 private:
  int visit(int id) {
    if (place_[id] >= 0) return place_[id];
    node n = in_.nodes[id];
    for (int k = 0; k < operands_of(n.code); ++k) n.operands[k] = visit(n.operands[k]);
    return place_[id] = out_.append(n);
  }

  const graph& in_;
  graph out_;
  list<int> place_;
};

template <int Passes>
void expect_same(const graph& at_run_time) {
  const graph in_constant_evaluation = passes::stage<source<false>, Passes>::result.thaw();
  EXPECT_EQ(canonical(in_constant_evaluation).text(), canonical(at_run_time).text()) << "after pass " << Passes;
}

TEST(passes, give_the_same_graph_in_constant_evaluation_and_at_run_time) {
  graph g = make<false>{}();
  expect_same<0>(g);
  [&]<int... I>(std::integer_sequence<int, I...>) {
    ((g = passes::pipeline[I].run(g), expect_same<I + 1>(g)), ...);
  }(std::make_integer_sequence<int, passes::pipeline_length>{});
}

TEST(passes, differentiate_in_constant_evaluation) {
  const graph g = passes::stage<source<true>>::result.thaw();
  EXPECT_TRUE(verify(g).empty()) << verify(g).view();
  EXPECT_FALSE(g.failed()) << g.error.view();
  for (const node& n : g.nodes) EXPECT_TRUE(is_primitive(n.code)) << name_of(n.code);
}

}  // namespace
