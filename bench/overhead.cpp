// What a call costs beside the computation: 16 floats into a tensor that exists; and the very first call of a process beside
// the thousandth, for a small network.

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>

#include "tenon/compile.hpp"
#include "timing.hpp"

namespace {

using namespace tenon;
using bench::seconds_of;

constexpr double us = 1e6, ns = 1e9;

void network() {
  tensor<float, dim<"batch", 1, 1024>, 784> x(1, 784);
  tensor<float, 128, 784> w1;
  tensor<float, 10, 128> w2;
  tensor<float, 128> b1;
  tensor<float, 10> b2;
  tensor<float, dim<"batch", 1, 1024>, 10> y(1, 10);
  bench::randomize(x);
  bench::randomize(w1, 1 / std::sqrt(784.0));
  bench::randomize(w2, 1 / std::sqrt(128.0));
  const auto f = compile([](value v, value a, value c, value b, value d) { return linear(relu(linear(v, a, c)), b, d); });
  std::vector<double> calls;
  calls.reserve(1100);
  seconds_of([] {});  // the clock has a first call too
  for (int i = 0; i < 1100; ++i) calls.push_back(seconds_of([&] { f.into(y, x, w1, b1, w2, b2); }));
  const double thousandth = bench::median({calls.begin() + 900, calls.end()});
  std::printf("mlp_784_128_10/1, first call of the process  %8.2f us\n", calls[0] * us);
  std::printf("mlp_784_128_10/1, around the thousandth      %8.2f us, ratio %.2f\n", thousandth * us, calls[0] / thousandth);
}

void sixteen_floats() {
  tensor<float, 16> x, y;
  tensor<float, dyn> a(16), b(16);
  const auto f = compile([](value v) { return v * 2 + 1; });
  benchmark::DoNotOptimize(x.data());
  benchmark::DoNotOptimize(y.data());
  const auto measure = [](const char* name, auto call) {  // what it computes must be in memory after each call
    constexpr int repeated = 1000;
    std::vector<double> samples;
    for (int i = 0; i < 1000; ++i)
      samples.push_back(seconds_of([&] {
        for (int k = 0; k < repeated; ++k) call(), benchmark::ClobberMemory();
      }) / repeated);
    std::printf("%s %8.2f ns a call\n", name, bench::median(samples) * ns);
  };
  measure("16 floats into an existing tensor, static    ", [&] { f.into(y, x); });
  measure("16 floats into an existing tensor, dynamic   ", [&] { f.into(b, a); });
}

}  // namespace

int main() {
  network();  // first, so that its first call is that of the process
  sixteen_floats();
}
