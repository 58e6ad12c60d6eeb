#ifndef TENON_BENCH_YARDSTICK_TENON_HPP
#define TENON_BENCH_YARDSTICK_TENON_HPP

#include <tuple>

#include "tenon/training.hpp"
#include "yardstick/harness.hpp"

namespace tenon::bench {

inline void use_threads(int count) { set_num_threads(count); }

/// A tensor of the given extents, with numbers in it.
template <class Tensor>
Tensor filled(const filling& how, const typename Tensor::extents_type& extents) {
  Tensor t = Tensor::with_extents(extents);
  fill(t.data(), std::int64_t(t.size()), how);
  return t;
}

/// A call of a compiled function that owns its arguments and, unless results are made anew, its result.
template <class Out, class F, class... In>
call tenon_call(F, bool fresh, const typename Out::extents_type& extents, In... in) {
  struct state {
    compiled<F> f;
    std::tuple<In...> in;
    Out out;
  };
  const auto s = std::make_shared<state>(state{{}, {std::move(in)...}, Out::with_extents(extents)});
  if (!fresh) return [s] { std::apply([&](const auto&... arguments) { s->f.into(s->out, arguments...); }, s->in); };
  s->out = Out();
  return [s] { std::apply([&](const auto&... arguments) { mark_as_used(s->f(arguments...)); }, s->in); };
}

}  // namespace tenon::bench

#endif
