#ifndef TENON_PASSES_PIPELINE_HPP
#define TENON_PASSES_PIPELINE_HPP

#include "tenon/ir/frozen_graph.hpp"
#include "tenon/ir/verify.hpp"
#include "tenon/passes/decompose.hpp"
#include "tenon/passes/deduplicate.hpp"
#include "tenon/passes/differentiate.hpp"
#include "tenon/passes/fold.hpp"
#include "tenon/passes/materialize.hpp"
#include "tenon/passes/remove_dead.hpp"
#include "tenon/passes/simplify.hpp"

namespace tenon::passes {

struct pass {
  std::string_view name;
  graph (*run)(const graph&);
};

/// What happens to every graph between capture and planning, in this order.
inline constexpr pass pipeline[] = {
    {"decompose", decompose},
    {"fold", fold},
    {"simplify", simplify},
    {"deduplicate", deduplicate},
    {"remove_dead", remove_dead},
    {"differentiate", differentiate},
    {"simplify", simplify},
    {"fold", fold},
    {"deduplicate", deduplicate},
    {"remove_dead", remove_dead},
    {"materialize", materialize},
};
inline constexpr int pipeline_length = sizeof(pipeline) / sizeof(pass);

/// Runs all passes at run time. `after` is called with the name of each pass and the graph that it gave.
template <class Observer>
constexpr graph run_pipeline(graph g, Observer after) {
  for (const pass& p : pipeline) {
    g = p.run(g);
    after(p.name, g);
  }
  return g;
}
constexpr graph run_pipeline(graph g) {
  return run_pipeline(std::move(g), [](std::string_view, const graph&) {});
}

/// The graph after the first `Passes` passes, as a constant. Every pass is a constant of its own, since compilers bound the
/// steps of one constant evaluation. `Source` has a static frozen graph `captured`.
template <class Source, int Passes = pipeline_length>
struct stage {
  using before = stage<Source, Passes - 1>;
  struct make {
    constexpr graph operator()() const { return pipeline[Passes - 1].run(before::result.thaw()); }
  };
  using outcome = frozen<make, frozen_graph<before::size.with_room()>>;
  static constexpr graph_size size = outcome::size;
  static constexpr const auto& result = outcome::value;
};

template <class Source>
struct stage<Source, 0> {
  static constexpr graph_size size = Source::captured_size;
  static constexpr const auto& result = Source::captured;
};

}  // namespace tenon::passes

#endif
