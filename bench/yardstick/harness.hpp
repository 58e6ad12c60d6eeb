#ifndef TENON_BENCH_YARDSTICK_HARNESS_HPP
#define TENON_BENCH_YARDSTICK_HARNESS_HPP

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "timing.hpp"

namespace tenon::bench {

using call = std::function<void()>;

/// A case that can be timed: what makes the call, and how many independent computations one call does.
struct timed_case {
  std::function<call()> make;
  int computations = 1;
};

using table = std::map<std::string, timed_case>;

/// Keeps what `x` is, or points to, from being optimised away. The name is one that no library has as well.
template <class T>
void mark_as_used(const T& x) {
  asm volatile("" : : "g"(&x) : "memory");
}

/// Numbers to fill arguments with: normal ones, or integers in [0, below) where that is not 0.
struct filling {
  double scale, shift;
  std::int64_t below;
};

/// The same numbers in every engine. They repeat after 65,536, so that large arguments are made quickly.
template <class T>
void fill(T* data, std::int64_t count, const filling& how) {
  std::mt19937 generator(0);
  std::normal_distribution<double> normal(how.shift, how.scale > 0 ? how.scale : 1);
  std::vector<T> numbers(1 << 16);
  for (T& number : numbers) number = T(how.below > 0 ? double(std::int64_t(generator()) % how.below) : normal(generator));
  for (std::int64_t i = 0; i < count; ++i) data[i] = numbers[std::size_t(i) % numbers.size()];
}

/// A call that writes to a result that exists, or makes one anew each time. `make` gives a result without values and
/// `compute` assigns it.
template <class Make, class Compute>
call into_or_fresh(bool fresh, Make make, Compute compute) {
  if (fresh)
    return [=] {
      auto out = make();
      compute(out);
      mark_as_used(out);
    };
  const auto out = std::make_shared<std::invoke_result_t<Make>>(make());
  return [=] {
    compute(*out);
    mark_as_used(*out);
  };
}

/// Many computations on independent data, one after the other; `compute` assigns a result from an array of arguments.
template <class Out, class In, std::size_t Arguments, class Compute>
call many_calls(int count, Compute compute) {
  struct computation {
    std::array<In, Arguments> in;
    Out out;
  };
  const auto all = std::make_shared<std::vector<computation>>(std::size_t(count));
  for (computation& c : *all)
    for (In& x : c.in) fill(x.data(), std::int64_t(x.size()), {1, 0, 0});
  return [=] {
    for (computation& c : *all) compute(c.out, c.in);
    mark_as_used(*all);
  };
}

struct timing {
  double median_ms, first_ms;
};

/// The median of samples of about 10 ms each, gathered for some time after four calls to warm up.
inline timing measure(const call& f, double seconds) {
  const double first = seconds_of(f);
  for (int i = 0; i < 3; ++i) f();
  const int repeated = std::max(1, int(std::min(0.01, seconds) / std::max(seconds_of(f), 1e-9)));
  std::vector<double> samples;
  for (double total = 0; total < seconds || samples.size() < 5; total += samples.back() * repeated)
    samples.push_back(seconds_of([&] {
      for (int i = 0; i < repeated; ++i) f();
    }) / repeated);
  return {median(samples) * 1e3, first * 1e3};
}

inline double number_from_environment(const char* name, double otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::atof(text) : otherwise;
}

/// Answers names of cases on standard input, one line each: name <TAB> median ms <TAB> first call ms, or name <TAB> error <TAB> text.
inline int serve(const table& cases) {
  const double seconds = number_from_environment("SECONDS", 1);
  for (std::string name; std::getline(std::cin, name);) {
    const auto found = cases.find(name);
    if (found == cases.end()) {
      std::printf("%s\terror\tthere is no case of this name\n", name.c_str());
    } else {
      try {
        const timing t = measure(found->second.make(), seconds);
        std::printf("%s\t%.9f\t%.6f\n", name.c_str(), t.median_ms / found->second.computations, t.first_ms);
      } catch (const std::exception& error) {
        std::printf("%s\terror\t%s\n", name.c_str(), error.what());
      }
    }
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace tenon::bench

#endif
