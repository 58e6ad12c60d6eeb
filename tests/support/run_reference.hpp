#ifndef TENON_TESTS_SUPPORT_RUN_REFERENCE_HPP
#define TENON_TESTS_SUPPORT_RUN_REFERENCE_HPP

#include "support/capture.hpp"
#include "tenon/backends/reference.hpp"
#include "tenon/passes/pipeline.hpp"

namespace tenon::test {

/// Runs all passes, each verified.
inline graph lowered(const graph& captured) {
  return passes::run_pipeline(captured, [](std::string_view pass, const graph& g) {
    if (const text_builder fault = verify(g); !fault.empty()) throw std::logic_error(std::string(pass) + ": " + std::string(fault.view()));
    if (g.failed()) throw std::logic_error(std::string(pass) + ": " + std::string(g.error.view()));
  });
}

inline std::vector<tensor_ref> refs_of(std::vector<array>& arrays) {
  std::vector<tensor_ref> refs;
  for (array& a : arrays) refs.push_back(a.ref());
  return refs;
}

/// Runs a graph of primitives; the shapes of the outputs are found from those of the inputs.
inline std::vector<array> run_reference(const graph& g, std::vector<array> inputs) {
  const auto in = refs_of(inputs);
  std::vector<std::int64_t> symbols(std::size_t(g.symbols.size()));
  check_entry(g, in.data(), symbols.data());
  std::vector<array> outputs;
  for (int id : g.outputs) {
    std::vector<std::int64_t> extents;
    for (int i = 0; i < g.rank_of(id); ++i) extents.push_back(resolve(g.shape_of(id)[i], symbols.data()));
    outputs.emplace_back(g.type_of(id), extents);
  }
  const auto out = refs_of(outputs);
  reference::execute(g, in.data(), out.data());
  return outputs;
}

}  // namespace tenon::test

#endif
