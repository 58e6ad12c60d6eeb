// Times named workloads, one line a case: name <TAB> median ms <TAB> first call ms. Cases are arguments or, without any, lines of
// standard input; `--list` names them. THREADS sets the thread count. Results go to tensors that exist.
//
// Extents are named and dynamic: one instantiation serves all sizes of a family.

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <memory>
#include <string>

#include "tenon/training.hpp"
#include "timing.hpp"

namespace {

using namespace tenon;
using bench::seconds_of;

using call = std::function<void()>;
using vector = tensor<float, dim<"n">>;
using matrix = tensor<float, dim<"rows">, dim<"columns">>;
using columns = tensor<float, dim<"columns">>;

template <class Tensor, class... I>
Tensor filled(double deviation, I... extents) {
  Tensor t(uninitialized, extents...);
  bench::randomize(t, deviation);
  return t;
}

/// A call of a compiled function that owns its arguments and its result.
template <class F, class Out, class... In>
call bound(F, Out out, In... in) {
  struct state {
    compiled<F> f;
    Out out;
    std::tuple<In...> in;
  };
  const auto s = std::make_shared<state>(state{{}, std::move(out), {std::move(in)...}});
  return [s] { std::apply([&](const auto&... arguments) { s->f.into(s->out, arguments...); }, s->in); };
}

// ---- the workloads

call gelu_chain(std::int64_t n) {
  return bound([](value a, value b, value c) { return gelu(a * b + c, by_tanh) * sigmoid(a) + b; }, vector(n), filled<vector>(1, n),
               filled<vector>(1, n), filled<vector>(1, n));
}

call axpby(std::int64_t n) {
  return bound([](value a, value b) { return a * 2 + b * 3; }, vector(n), filled<vector>(1, n), filled<vector>(1, n));
}

call sum_sq_diff(std::int64_t n) {
  return bound([](value a, value b) { return sum(square(a - b)); }, tensor<float>(), filled<vector>(1, n), filled<vector>(1, n));
}

call exp_sin_log(std::int64_t n) {
  return bound([](value a) { return sin(a) * exp(-a * a) + log1p(a * a); }, vector(n), filled<vector>(1, n));
}

call soft(std::int64_t m, std::int64_t n) {
  return bound([](value a) { return softmax(a); }, matrix(m, n), filled<matrix>(1, m, n));
}

call layernorm_gelu(std::int64_t m, std::int64_t n) {
  return bound([](value a, value w, value b) { return gelu(layer_norm(a, w, b)); }, matrix(m, n), filled<matrix>(1, m, n),
               filled<columns>(1, n), filled<columns>(1, n));
}

call col_sum(std::int64_t m, std::int64_t n) {
  return bound([](value a) { return sum(a, 0); }, columns(n), filled<matrix>(1, m, n));
}

call broadcast_outer(std::int64_t m, std::int64_t n) {
  return bound([](value a, value b) { return tanh(unsqueeze(a, 1) + unsqueeze(b, 0)); }, matrix(m, n), filled<tensor<float, dim<"rows">>>(1, m),
               filled<columns>(1, n));
}

call transpose_add(std::int64_t n) {
  using square_matrix = tensor<float, dim<"n">, dim<"n">>;
  return bound([](value a, value b) { return a + transpose(b); }, square_matrix(n, n), filled<square_matrix>(1, n, n), filled<square_matrix>(1, n, n));
}

call linear_gelu(std::int64_t m, std::int64_t k, std::int64_t n) {
  const double deviation = 1 / std::sqrt(double(k));
  return bound([](value x, value w, value b) { return gelu(linear(x, w, b)); }, tensor<float, dim<"m">, dim<"n">>(m, n),
               filled<tensor<float, dim<"m">, dim<"k">>>(1, m, k), filled<tensor<float, dim<"n">, dim<"k">>>(deviation, n, k),
               filled<tensor<float, dim<"n">>>(deviation, n));
}

call mlp(std::int64_t m) {
  constexpr auto batch = dim<"batch", 1, 4096>;
  return bound([](value x, value a, value c, value b, value d) { return linear(relu(linear(x, a, c)), b, d); }, tensor<float, batch, 10>(m, 10),
               filled<tensor<float, batch, 784>>(1, m, 784), filled<tensor<float, 128, 784>>(0.036), filled<tensor<float, 128>>(0.036),
               filled<tensor<float, 10, 128>>(0.088), filled<tensor<float, 10>>(0.088));
}

struct mlp_net {
  nn::linear<784, 128> fc1;
  nn::linear<128, 10> fc2;
  constexpr value operator()(operand x) const { return fc2(relu(fc1(x))); }
};

/// Forward, cross entropy, backward and Adam.
call train_mlp_adam(std::int64_t m) {
  constexpr auto batch = dim<"batch", 1, 4096>;
  struct objective {
    constexpr value operator()(const mlp_net& net, value x, value y) const { return cross_entropy(net(x), y); }
  };
  struct job {
    model<mlp_net> net;
    trainer<mlp_net, objective, optim::adam{}, default_options> training{net};
    tensor<float, batch, 784> x;
    tensor<std::int64_t, batch> y;
  };
  auto j = std::make_shared<job>();
  j->x = filled<tensor<float, batch, 784>>(1, m, 784);
  j->y = tensor<std::int64_t, batch>::with_extents({m});
  for (std::int64_t i = 0; i < m; ++i) j->y(i) = i % 10;
  return [j] { j->training.step(j->x, j->y); };
}

struct workload {
  std::string name;
  std::function<call()> make;
};

std::vector<workload> all_workloads() {
  std::vector<workload> all;
  for (const std::int64_t n : {1'000, 10'000, 100'000, 1'000'000, 16'000'000}) {
    const std::string size = std::to_string(n);
    all.push_back({"gelu_chain/" + size, [n] { return gelu_chain(n); }});
    all.push_back({"axpby/" + size, [n] { return axpby(n); }});
    all.push_back({"sum_sq_diff/" + size, [n] { return sum_sq_diff(n); }});
  }
  all.push_back({"exp_sin_log/1000000", [] { return exp_sin_log(1'000'000); }});
  all.push_back({"softmax/4096x1024", [] { return soft(4096, 1024); }});
  all.push_back({"layernorm_gelu/4096x768", [] { return layernorm_gelu(4096, 768); }});
  all.push_back({"col_sum/4096x1024", [] { return col_sum(4096, 1024); }});
  all.push_back({"broadcast_outer/2048x2048", [] { return broadcast_outer(2048, 2048); }});
  all.push_back({"transpose_add/2048x2048", [] { return transpose_add(2048); }});
  for (const std::array<int, 3> mkn : {std::array{1, 768, 3072}, {16, 768, 3072}, {128, 768, 3072}, {1024, 1024, 1024}, {2048, 2048, 2048}})
    all.push_back({"linear_gelu/" + std::to_string(mkn[0]) + "x" + std::to_string(mkn[1]) + "x" + std::to_string(mkn[2]),
                   [mkn] { return linear_gelu(mkn[0], mkn[1], mkn[2]); }});
  for (const int batch : {1, 64}) all.push_back({"mlp_784_128_10/" + std::to_string(batch), [batch] { return mlp(batch); }});
  all.push_back({"train_mlp_adam/64", [] { return train_mlp_adam(64); }});
  return all;
}

// ---- timing

struct timing {
  double median_ms, first_ms;
};

/// The median of samples of about 10 ms each, gathered for a second after four calls to warm up.
timing measure(const call& f) {
  const double first = seconds_of(f);
  for (int i = 0; i < 3; ++i) f();
  const int repeated = std::max(1, int(0.01 / std::max(seconds_of(f), 1e-7)));
  std::vector<double> samples;
  for (double total = 0; total < 1 || samples.size() < 5; total += samples.back() * repeated)
    samples.push_back(seconds_of([&] {
      for (int i = 0; i < repeated; ++i) f();
    }) / repeated);
  return {bench::median(samples) * 1e3, first * 1e3};
}

void run(const std::vector<workload>& all, const std::string& name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const workload& w) { return w.name == name; });
  if (found == all.end()) {
    std::printf("%s\terror\tthere is no workload of this name\n", name.c_str());
  } else {
    const timing t = measure(found->make());
    std::printf("%s\t%.5f\t%.3f\n", name.c_str(), t.median_ms, t.first_ms);
  }
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
  const char* threads = std::getenv("THREADS");
  if (threads != nullptr) set_num_threads(std::atoi(threads));
  const std::vector<workload> all = all_workloads();
  const std::vector<std::string> names(arguments + 1, arguments + count);
  if (names == std::vector<std::string>{"--list"}) {
    for (const workload& w : all) std::puts(w.name.c_str());
    return 0;
  }
  for (const std::string& name : names) run(all, name);
  if (!names.empty()) return 0;
  for (std::string name; std::getline(std::cin, name);)
    if (!name.empty()) run(all, name);
}
