#include <gtest/gtest.h>

#include "tenon/ir/verify.hpp"
#include "tenon/nn/nn.hpp"

namespace {

using namespace tenon;

/// Captures a module on one input, its parameters being the next inputs in the order of declaration.
template <class Module>
constexpr graph captured(const Module& module, element_type type, const shape& input) {
  graph g;
  const int x = g.add_input({.kind = input_kind::argument, .type = type, .shape = g.intern(input)});
  nn::visit_parameters(module, [&](std::string_view, const auto& p) {
    const int id = g.add_input({.kind = input_kind::parameter, .type = p.type, .shape = g.intern(p.shape)});
    g.parameters.push_back({&p, id});
  });
  g.outputs.push_back(module(value{&g, x}).id);
  return g;
}

template <class Module>
constexpr graph captured(const Module& module, const shape& input) {
  return captured(module, element_type::f32, input);
}

constexpr bool gives(const graph& g, const shape& expected) { return !g.failed() && g.shape_of(g.outputs[0]) == expected; }

constexpr opcode last(const graph& g) { return g.nodes[g.outputs[0]].code; }

constexpr shape s3{1, {{3}}}, s53{2, {{5}, {3}}}, s57{2, {{5}, {7}}}, s253{3, {{2}, {5}, {3}}};

static_assert(gives(captured(nn::linear<3, 7>{}, s53), s57));
static_assert(gives(captured(nn::linear<3, 7>{}, s3), shape{1, {{7}}}));
static_assert(gives(captured(nn::linear<3, 7>{}, s253), shape{3, {{2}, {5}, {7}}}));
static_assert(gives(captured(nn::linear<3, 7, nn::without_bias>{}, s53), s57));
static_assert(last(captured(nn::linear<3, 7>{}, s53)) == opcode::add);
static_assert(last(captured(nn::linear<3, 7, nn::without_bias>{}, s53)) == opcode::contract);
static_assert(gives(captured(nn::embedding<9, 4>{}, element_type::i32, s53), shape{3, {{5}, {3}, {4}}}));
static_assert(gives(captured(nn::layer_norm<3>{}, s53), s53) && last(captured(nn::layer_norm<3>{}, s53)) == opcode::layer_norm);
static_assert(gives(captured(nn::layer_norm<3, nn::without_bias>{}, s53), s53));
static_assert(gives(captured(nn::rms_norm<3>{}, s53), s53) && last(captured(nn::rms_norm<3>{}, s53)) == opcode::rms_norm);
static_assert(gives(captured(nn::flatten<>{}, s253), shape{2, {{2}, {15}}}));
static_assert(gives(captured(nn::flatten<0>{}, s253), shape{1, {{30}}}));
static_assert(last(captured(nn::gelu{}, s53)) == opcode::gelu && last(captured(nn::gelu_tanh{}, s53)) == opcode::gelu_tanh);
static_assert(last(captured(nn::tanh{}, s53)) == opcode::tanh && last(captured(nn::sigmoid{}, s53)) == opcode::sigmoid);
static_assert(last(captured(nn::silu{}, s53)) == opcode::silu && last(captured(nn::softmax<>{}, s53)) == opcode::softmax);
static_assert(last(captured(nn::relu{}, s53)) == opcode::select && last(captured(nn::softplus{}, s53)) == opcode::softplus);

using mlp = nn::sequential<nn::linear<3, 16>, nn::relu, nn::linear<16, 7>>;
static_assert(gives(captured(mlp{}, s53), s57));
static_assert(gives(captured(nn::sequential{nn::flatten<>{}, nn::linear<15, 7>{}, nn::gelu{}}, s253), shape{2, {{2}, {7}}}));
static_assert(gives(captured(nn::sequential<>{}, s53), s53));

/// An output layer that shares the embedding's weight: one parameter, used twice.
struct tied {
  nn::embedding<9, 4> tokens;
  constexpr value operator()(operand x) const { return linear(tokens(x), tokens.weight); }
};
static_assert(nn::parameter_count<tied> == 1 && gives(captured(tied{}, element_type::i32, s3), shape{2, {{3}, {9}}}));

struct deep {
  std::array<nn::linear<8, 8>, 50> layers;
  constexpr value operator()(operand x) const {
    value v = x.of;
    for (const auto& layer : layers) v = relu(layer(v));
    return v;
  }
};
static_assert(gives(captured(deep{}, shape{2, {{5}, {8}}}), shape{2, {{5}, {8}}}));

TEST(modules, errors_name_the_line_of_the_use) {
  const nn::linear<3, 7> fc;
  graph g;
  const value x{&g, g.add_input({.type = element_type::f32, .shape = g.intern(shape{2, {{5}, {4}}})})};
  nn::visit_parameters(fc, [&](std::string_view, const auto& p) {
    g.parameters.push_back({&p, g.add_input({.kind = input_kind::parameter, .type = p.type, .shape = g.intern(p.shape)})});
  });
  const int line = __LINE__ + 1;
  fc(x);
  EXPECT_EQ(g.error.view(),
            "linear(a, b) at line " + std::to_string(line) + ": a is [5, 4], b is [7, 3]; the last extents must be equal");
}

TEST(modules, a_copy_is_no_member_of_the_model) {
  const nn::linear<3, 7> fc, copy = fc;
  graph g = captured(fc, s53);
  copy(value{&g, 0});
  EXPECT_NE(g.error.view().find("a parameter is used that is no member of the model"), std::string_view::npos);
}

}  // namespace
