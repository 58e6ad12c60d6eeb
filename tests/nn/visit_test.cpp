#include "tenon/nn/visit.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tenon/nn/nn.hpp"

namespace {

using namespace tenon;

struct block {
  nn::linear<8, 32> up;
  nn::gelu activation;
  nn::linear<32, 8, nn::without_bias> down;
};

struct function_base {};
struct function_object : function_base {};

/// Everything a model may hold: modules, arrays, tuples, numbers, functions and function objects.
struct net {
  nn::embedding<27, 8> tokens;
  int heads = 4;
  std::array<block, 12> blocks;
  float scale = 0.5f;
  std::tuple<nn::layer_norm<8>, nn::rms_norm<8>> norms;
  double (*function)(double) = nullptr;
  function_object operation;
  std::pair<nn::linear<2, 3>, int> pair;
  nn::sequential<nn::linear<8, 8>, nn::relu, nn::linear<8, 2>> head;
  nn::parameter<double> temperature = nn::constant(2);
};

TEST(names, are_spelled_as_in_state_dict) {
  std::vector<std::string> names{"tokens.weight"};
  for (int i = 0; i < 12; ++i)
    for (const char* name : {".up.weight", ".up.bias", ".down.weight"}) names.push_back("blocks." + std::to_string(i) + name);
  for (const char* name : {"norms.0.weight", "norms.0.bias", "norms.1.weight", "pair.0.weight", "pair.0.bias", "head.0.weight",
                           "head.0.bias", "head.2.weight", "head.2.bias", "temperature"})
    names.push_back(name);
  static_assert(nn::parameter_count<net> == 1 + 12 * 3 + 10);
  static_assert(nn::parameter_names<net>[5] == "blocks.1.up.bias" && nn::parameter_names<net>.back() == "temperature");
  EXPECT_EQ(std::vector<std::string>(nn::parameter_names<net>.begin(), nn::parameter_names<net>.end()), names);
}

TEST(names, visit_gives_the_parameter_itself) {
  net n;
  n.blocks[3].up.bias = nn::ones;
  int seen = 0;
  nn::visit_parameters(n, [&](std::string_view name, const auto& p) {
    ++seen;
    if (name == "blocks.3.up.bias") {
      EXPECT_EQ(static_cast<const void*>(&p), &n.blocks[3].up.bias);
      EXPECT_EQ(p.initial, nn::ones);
    }
    if (name == "head.2.weight") {
      EXPECT_EQ(static_cast<const void*>(&p), &std::get<2>(n.head.modules).weight);
    }
  });
  EXPECT_EQ(seen, nn::parameter_count<net>);
}

consteval bool addresses_differ() {
  net n{};
  list<const void*> addresses;
  bool differ = true;
  nn::visit_parameters(n, [&](std::string_view, const auto& p) {
    differ = differ && !addresses.contains(&p);
    addresses.push_back(&p);
  });
  return differ;
}
static_assert(addresses_differ());

struct nothing {};
struct only_numbers {
  int a = 1;
  float b = 2;
};
struct one {
  nn::parameter<float, 3> p;
};
static_assert(nn::parameter_count<nothing> == 0 && nn::parameter_count<only_numbers> == 0 && nn::parameter_count<nn::relu> == 0);
static_assert(nn::parameter_count<one> == 1 && nn::parameter_names<one>[0] == "p" && nn::parameter_elements<nothing> == 0);
static_assert(nn::parameter_names<nn::sequential<one, nothing, one>>[1] == "2.p");
static_assert(nn::parameter_names<std::array<one, 11>>[10] == "10.p");
static_assert(nn::parameter_count<std::array<one, 0>> == 0);

using p1 = nn::parameter<float, 1>;
struct widest {
  p1 f00, f01, f02, f03, f04, f05, f06, f07, f08, f09, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25,
      f26, f27, f28, f29, f30, f31;
};
static_assert(nn::parameter_count<widest> == 32);
static_assert(nn::parameter_names<widest>[0] == "f00" && nn::parameter_names<widest>[31] == "f31");

template <int N>
struct in_a_template {
  struct inner {
    nn::parameter<float, N> under_score_;
  } member;
};
static_assert(nn::parameter_names<in_a_template<3>>[0] == "member.under_score_");

struct with_base : one {
  nn::parameter<float, 3> q;
};
static_assert(nn::detail::has_base<with_base> && !nn::detail::has_base<one> && !nn::detail::has_base<net>);
static_assert(nn::detail::without_parameters<function_object>, "function objects have bases and are passed over");

constexpr auto of_net = nn::parameter_descriptions<net>;
static_assert(of_net[0].shape == shape{2, {{27}, {8}}} && of_net[0].type == element_type::f32 && of_net[0].initial == nn::normal(1));
static_assert(of_net[1].shape == shape{2, {{32}, {8}}}, "[out, in] as in PyTorch");
static_assert(of_net.back().type == element_type::f64 && of_net.back().shape.rank == 0 && of_net.back().initial == nn::constant(2));
static_assert(nn::parameter_elements<block> == 8 * 32 + 32 + 32 * 8 && nn::parameter_elements<nn::parameter<float>> == 1);

}  // namespace
