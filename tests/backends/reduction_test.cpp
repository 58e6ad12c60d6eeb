#include "backends/conform.hpp"

namespace {

using namespace tenon::test;
using tenon::opcode;

/// A reduction in the element type of its operand, over the axes of a mask.
template <opcode Code, int Mask>
constexpr auto reduce = [](auto x) { return tenon::detail::reduce(Code, x, Mask); };

template <class Types, opcode Code>
void reductions(const std::string& name) {
  conform_each<Types, 3>(name + ".s0", reduce<Code, 1>);
  conform_each<Types, 3>(name + ".s1", reduce<Code, 2>);
  conform_each<Types, 3>(name + ".s2", reduce<Code, 4>);
  conform_each<Types, 3>(name + ".s02", reduce<Code, 5>);
  conform_each<Types, 3>(name + ".s12", reduce<Code, 6>);
  conform_each<Types, 3>(name + ".all", reduce<Code, 7>);
}

TEST(conformance, sums) { reductions<numbers, opcode::reduce_sum>("reduce_sum"); }
TEST(conformance, products) { reductions<numbers, opcode::reduce_product>("reduce_product"); }
TEST(conformance, greatest) { reductions<numbers, opcode::reduce_max>("reduce_max"); }
TEST(conformance, least) { reductions<numbers, opcode::reduce_min>("reduce_min"); }
TEST(conformance, deviations) { reductions<floating, opcode::reduce_deviation>("reduce_deviation"); }
TEST(conformance, any) { reductions<types<boolean>, opcode::reduce_any>("reduce_any"); }
TEST(conformance, all) { reductions<types<boolean>, opcode::reduce_all>("reduce_all"); }

template <opcode Code>
void places(const std::string& name) {
  conform_each<numbers, 3>(name + ".s0", reduce<Code, 1>);
  conform_each<numbers, 3>(name + ".s1", reduce<Code, 2>);
  conform_each<numbers, 3>(name + ".s2", reduce<Code, 4>);
}
TEST(conformance, argmax) { places<opcode::argmax>("argmax"); }
TEST(conformance, argmin) { places<opcode::argmin>("argmin"); }

template <opcode Code, int Axis>
constexpr auto scan = [](auto x) { return tenon::detail::scan_axis(Code, x, Axis); };

template <class Types, opcode Code>
void scans(const std::string& name) {
  conform_each<Types, 3>(name + ".s0", scan<Code, 0>);
  conform_each<Types, 3>(name + ".s1", scan<Code, 1>);
  conform_each<Types, 3>(name + ".s2", scan<Code, 2>);
}
TEST(conformance, running_sums) { scans<numbers, opcode::scan_sum>("scan_sum"); }
TEST(conformance, running_products) { scans<numbers, opcode::scan_product>("scan_product"); }
TEST(conformance, running_logsumexp) { scans<floating, opcode::scan_logsumexp>("scan_logsumexp"); }

}  // namespace
