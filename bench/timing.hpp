#ifndef TENON_BENCH_TIMING_HPP
#define TENON_BENCH_TIMING_HPP

#include <algorithm>
#include <chrono>
#include <random>
#include <vector>

namespace tenon::bench {

/// Seconds that one call takes.
template <class Call>
double seconds_of(Call&& call) {
  const auto start = std::chrono::steady_clock::now();
  call();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

inline double median(std::vector<double> samples) {
  const auto middle = samples.begin() + std::ptrdiff_t(samples.size() / 2);
  std::nth_element(samples.begin(), middle, samples.end());
  return *middle;
}

/// Fills a tensor with normal numbers of the given deviation, the same ones in every run.
template <class Tensor>
void randomize(Tensor& t, double deviation = 1) {
  static std::mt19937 generator(0);
  std::normal_distribution<float> normal(0, float(deviation));
  for (auto& element : t) element = normal(generator);
}

}  // namespace tenon::bench

#endif
