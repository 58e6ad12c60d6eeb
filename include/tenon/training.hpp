#ifndef TENON_TRAINING_HPP
#define TENON_TRAINING_HPP

#include "tenon/model.hpp"
#include "tenon/optim/optim.hpp"

namespace tenon {
namespace detail {

/// Forward, loss, backward and update as one graph. Inputs: arguments, parameters, their states, the optimizer's numbers.
/// Outputs: the loss, new parameters, new states.
template <class Net, class Objective, auto Optimizer, class... S>
struct capture_training {
  constexpr graph operator()() const {
    graph g;
    with_arguments<S...>(g, [&](const auto&... x) {
      const Net net{};
      capture_parameters(g, net);
      list<value> state, scalars;
      for (int i = 0; i < g.parameters.size(); ++i)
        for (int k = 0; k < states; ++k) state.push_back(state_of(g, g.parameters[i].id));
      for (int i = 0; i < Optimizer.scalar_count; ++i) scalars.push_back({&g, g.add_input({input_kind::state, element_type::f64, true, 0})});
      constexpr bool called = std::is_invocable_r_v<value, const Objective&, const Net&, decltype(x)...>;
      static_assert(called, "the objective must take the net and one tenon::value for each argument of the step, and return one tenon::value");
      if constexpr (called) finish(g, Objective{}(net, x...), state, scalars);
      else finish(g, constant_bits(g, element_type::f32, 0), state, scalars);
    });
    return finished(std::move(g));
  }

 private:
  static constexpr int states = Optimizer.states();

  static constexpr value state_of(graph& g, int parameter) {
    return {&g, g.add_input({input_kind::state, g.type_of(parameter), true, g.nodes[parameter].shape})};
  }

  static constexpr void finish(graph& g, value loss, const list<value>& state, const list<value>& scalars) {
    list<int> new_parameters, new_states;
    list<value> gradients;
    for (const parameter_slot& p : g.parameters) gradients.push_back(gradient_of(loss, {&g, p.id}));
    if (g.failed()) return;
    for (int i = 0; i < g.parameters.size(); ++i) {
      const auto updated = Optimizer.update(value{&g, g.parameters[i].id}, gradients[i], state.begin() + i * states, scalars.begin());
      new_parameters.push_back(updated.parameter.id);
      for (int k = 0; k < states; ++k) new_states.push_back(updated.state[k].id);
    }
    g.outputs.push_back(loss.id);
    for (int id : new_parameters) g.outputs.push_back(id);
    for (int id : new_states) g.outputs.push_back(id);
  }
};

}  // namespace detail

/// Trains a model: every step computes the objective, its derivatives by all parameters, and the update, as one compiled
/// program. Keeps the optimizer's state; the parameters stay with the model, which must outlive the trainer.
template <class Net, class Objective, auto Optimizer, class Options>
class trainer {
 public:
  using optimizer_type = std::remove_cv_t<decltype(Optimizer)>;
  static_assert(optim::optimizer<optimizer_type>);
  static_assert(Optimizer.complaint().empty(), "the optimizer's numbers are outside of their ranges");
  static_assert(std::is_empty_v<Objective>, "the objective takes the net and the arguments, and captures nothing");

  template <class O>
  explicit trainer(model<Net, O>& m) : states_(state_descriptions()) {
    for (int i = 0; i < parameters; ++i) parameters_[std::size_t(i)] = m.data(i);
    touch_what_calls_use();
  }

  template <class... A>
  using program_for = program<detail::capture_training<Net, Objective, Optimizer, signature_of<A>...>, Options>;

  /// One step on the given arguments; returns the objective before it, a number of rank 0. Allocates nothing from the second
  /// call with the same extents on.
  template <argument... A>
  TENON_HOT auto step(const A&... arguments) {
    using program = program_for<A...>;
    const inputs<int(sizeof...(A))> in(*this, arguments...);
    const typename program::call call(in.refs);
    storage_of<program::output_type(0)> loss;
    tensor_ref out[program::outputs];
    out[0].data = &loss;
    for (int i = 1; i < program::outputs; ++i) out[i] = in.refs[int(sizeof...(A)) + i - 1];  // in place
    program::run(call, in.refs, out, memory_);
    ++steps_;  // an argument that is refused is no step
    return loss;
  }

  /// What the program of a step is given: the arguments, parameters, states, and the optimizer's numbers for the next step.
  template <int Arguments>
  struct inputs {
    std::array<double, std::size_t(optimizer_type::scalar_count)> numbers;
    tensor_ref refs[Arguments + nn::parameter_count<Net> * (1 + Optimizer.states()) + optimizer_type::scalar_count];

    template <class... A>
    explicit inputs(const trainer& t, const A&... arguments) : numbers(t.optimizer_.scalars(t.steps_ + 1)), refs{ref_of(arguments)...} {
      tensor_ref* next = refs + Arguments;
      for (int i = 0; i < parameters; ++i) *next++ = detail::ref_of_description(descriptions[std::size_t(i)], t.parameters_[std::size_t(i)]);
      for (int i = 0; i < parameters * states; ++i)
        *next++ = detail::ref_of_description(descriptions[std::size_t(i / states)], t.states_.data(i));
      for (double& x : numbers) (next++)->data = &x;
    }
    inputs(const inputs&) = delete;
  };

  /// The numbers of the optimizer, which may change between steps; which terms it has may not.
  const optimizer_type& optimizer() const { return optimizer_; }
  /// Throws std::invalid_argument when a number is out of range, or when a term that was compiled away is asked for.
  void set_optimizer(const optimizer_type& o) {
    if (!o.complaint().empty()) throw std::invalid_argument(std::string(o.complaint()));
    if (o.structure() != Optimizer.structure())
      throw std::invalid_argument("set_optimizer: the optimizer has other terms (momentum, weight decay) than the compiled one; only its numbers may change");
    optimizer_ = o;
  }
  void set_learning_rate(double rate) {
    optimizer_type o = optimizer_;
    o.learning_rate = rate;
    set_optimizer(o);
  }
  std::int64_t steps() const { return steps_; }

 private:
  static constexpr int parameters = nn::parameter_count<Net>, states = Optimizer.states(), scalars = optimizer_type::scalar_count;
  static constexpr const auto& descriptions = nn::parameter_descriptions<Net>;

  static std::vector<nn::parameter_description> state_descriptions() {
    std::vector<nn::parameter_description> all;
    for (const auto& p : descriptions)
      for (int k = 0; k < states; ++k) all.push_back(p);
    return all;
  }

  std::array<void*, std::size_t(parameters)> parameters_;
  mutable tensor_block states_;
  optimizer_type optimizer_ = Optimizer;
  std::int64_t steps_ = 0;
  memory_lease::lender memory_;
};

/// A trainer for a model: `compile_training<optim::adam{.learning_rate = 1e-3}>(m, objective)`. The objective is a captureless
/// function of the net and the arguments of a step: `[](const auto& net, value x, value y) { return mse_loss(net(x), y); }`.
template <auto Optimizer, class Options = default_options, class Net, class O, class Objective>
auto compile_training(model<Net, O>& m, Objective) {
  return trainer<Net, Objective, Optimizer, Options>(m);
}
/// The same with the optimizer's usual numbers: `compile_training<optim::adam>(m, objective)`.
template <optim::optimizer Optimizer, class Options = default_options, class Net, class O, class Objective>
auto compile_training(model<Net, O>& m, Objective) {
  return trainer<Net, Objective, Optimizer{}, Options>(m);
}

}  // namespace tenon

#endif
