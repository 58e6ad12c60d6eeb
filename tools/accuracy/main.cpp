// accuracy [STEP [FILE]]: measures the worst error of every function against references with more digits, and its speed.
// Of functions of one float it takes every STEP-th of the 2^32 floats (1: all of them), of the others samples of all sizes and of
// the range where the function has its detail. The table goes to FILE or to the screen. Ends with 1 if a function breaks the
// bound of its tier.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

#include "exact.hpp"
#include "tenon/simd/simd.hpp"

namespace {

using namespace tenon;
using namespace tenon::simd;

constexpr int lanes = word_lanes;

template <class T>
using bits_of = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

struct settings {
  std::uint64_t step = 1;
  std::FILE* out = stdout;
  bool ok = true;
};

/// The distance in units of the last place of the exact result; infinite where one is NaN or infinite alone.
template <class T, class X>
double ulp_error(T got, X exact) {
  using limits = std::numeric_limits<T>;
  const T rounded = T(exact);
  if (exact != exact || got != got) return exact != exact && got != got ? 0 : INFINITY;
  if (rounded == got) return 0;
  if (std::isinf(got) || std::isinf(rounded)) return INFINITY;
  const int exponent = rounded == 0 ? limits::min_exponent - 1 : std::max(std::ilogb(rounded), limits::min_exponent - 1);
  const X unit = X(std::ldexp(T(1), exponent - limits::digits / 2)) * X(std::ldexp(T(1), limits::digits / 2 - (limits::digits - 1)));
  const X distance = X(got) - exact;
  return double((distance < 0 ? -distance : distance) / unit);
}

/// The worst error so far and where it was.
template <class T>
struct record {
  double ulp = 0;
  T x = 0, y = 0;
  void note(double error, T a, T b = 0) {
    if (error > ulp) ulp = error, x = a, y = b;
  }
};

/// A function of one or two arguments: where it has its detail, and where it is measured at all.
struct function {
  opcode code;
  double scale;
  double lowest = -INFINITY;
  const char* range = "all";
};

template <math_tier Tier, opcode Op, class... X>
auto result(X... x) {
  return apply<Op, Tier>(x...);
}
constexpr const char* tier_names[] = {"standard", "strict", "fast"};
constexpr double bounds[] = {4, 1, INFINITY};

/// Nanoseconds an element, over an array in the first-level cache.
template <math_tier Tier, opcode Op, class T, int Operands>
double speed(double scale) {
  static T in[2][2048], out[2048];
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> any(0.05, scale);
  for (auto& row : in)
    for (T& x : row) x = T(any(random));
  double best = 1e9;
  for (int repeat = 0; repeat < 15; ++repeat) {
    const auto start = std::chrono::steady_clock::now();
    for (int k = 0; k < 4; ++k) {
      for (int i = 0; i < 2048; i += lanes) {
        const auto x = pack<T, lanes>::load(in[0] + i);
        if constexpr (Operands == 1) result<Tier, Op>(x).store(out + i);
        else result<Tier, Op>(x, pack<T, lanes>::load(in[1] + i)).store(out + i);
      }
      asm volatile("" ::"r"(out) : "memory");
    }
    best = std::min(best, std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count() / (4 * 2048));
  }
  return best;
}

template <math_tier Tier, class T>
void print(settings& s, const function& f, const record<T>& worst, int operands, double ns) {
  char at[80];
  if (operands == 1) std::snprintf(at, sizeof at, "%.9g", double(worst.x));
  else std::snprintf(at, sizeof at, "%.9g, %.9g", double(worst.x), double(worst.y));
  const bool good = worst.ulp <= bounds[int(Tier)];
  s.ok = s.ok && good;
  std::fprintf(s.out, "| %s | %s | %s | %.3g%s | %s | %s | %.2f |\n", std::string(name_of(f.code)).c_str(), sizeof(T) == 4 ? "f32" : "f64",
               tier_names[int(Tier)], worst.ulp,
               good ? "" : " (!)", worst.ulp == 0 ? "-" : at, f.range, ns);
  std::fflush(s.out);
}

template <math_tier Tier, opcode Op, class T, class F>
void measure_one(settings& s, const function& f, F exact) {
  using X = typename exact::wider<T>::type;
  record<T> worst;
  T x[lanes], y[lanes];
  const auto check = [&] {
    result<Tier, Op>(pack<T, lanes>::load(x)).store(y);
    for (int j = 0; j < lanes; ++j)
      if (!(double(x[j]) < f.lowest)) worst.note(ulp_error(y[j], X(exact(X(x[j])))), x[j]);
  };
  constexpr std::uint64_t every = std::uint64_t(1) << 32;
  const std::uint64_t step = sizeof(T) == 4 ? s.step : s.step * 4096 + 1;  // of the first 32 bits of 64
  for (std::uint64_t i = 0; i < every; i += step * lanes) {
    for (int j = 0; j < lanes; ++j) {
      const std::uint64_t at = (i + std::uint64_t(j) * step) % every;
      x[j] = std::bit_cast<T>(bits_of<T>(sizeof(T) == 4 ? at : at << 32 | (at * 2654435761u & 0xFFFFFFFF)));
    }
    check();
  }
  if (sizeof(T) == 8 || s.step > 1) {
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> near(-f.scale, f.scale);
    const std::uint64_t count = std::uint64_t(4e6) / s.step + 20000;
    for (std::uint64_t i = 0; i < count; i += lanes) {
      for (T& v : x) v = T(near(random));
      check();
    }
  }
  print<Tier>(s, f, worst, 1, speed<Tier, Op, T, 1>(Op == opcode::acosh ? 9 : std::min(1.0, f.scale)));
}

template <math_tier Tier, opcode Op, class T, class F>
void measure_two(settings& s, const function& f, F exact) {
  using X = typename exact::wider<T>::type;
  record<T> worst;
  T x[lanes], y[lanes], r[lanes];
  std::mt19937_64 random(9);
  std::uniform_real_distribution<double> near(-f.scale, f.scale);
  const std::uint64_t count = std::uint64_t(8e6) / s.step + 40000;
  for (std::uint64_t i = 0; i < count; i += lanes) {
    for (int j = 0; j < lanes; ++j) {
      const bool wild = j % 2 == 0;
      x[j] = wild ? std::bit_cast<T>(bits_of<T>(random())) : T(near(random));
      y[j] = wild && i % 64 < 32 ? std::bit_cast<T>(bits_of<T>(random())) : T(near(random));
      if (Op == opcode::pow && i % 128 < 96) x[j] = std::fabs(x[j]);
    }
    result<Tier, Op>(pack<T, lanes>::load(x), pack<T, lanes>::load(y)).store(r);
    for (int j = 0; j < lanes; ++j) worst.note(ulp_error(r[j], X(exact(X(x[j]), X(y[j])))), x[j], y[j]);
  }
  print<Tier>(s, f, worst, 2, speed<Tier, Op, T, 2>(2));
}

/// Both types in the tiers in which they differ.
template <opcode Op, class F>
void measure(settings& s, const function& f, F exact) {
  const auto in = [&]<math_tier Tier, class T>(std::integral_constant<math_tier, Tier>, T) {
    if constexpr (operands_of(Op) == 1) measure_one<Tier, Op, T>(s, f, exact);
    else measure_two<Tier, Op, T>(s, f, exact);
  };
  constexpr std::integral_constant<math_tier, math_tier::standard> standard;
  constexpr std::integral_constant<math_tier, math_tier::strict> strict;
  constexpr std::integral_constant<math_tier, math_tier::fast> fast;
  in(standard, 0.f), in(standard, 0.0);
  in(strict, 0.f), in(strict, 0.0);
  if constexpr (simd::fast::has<Op, float>) in(fast, 0.f);
}

#define TENON_ONE(name, ...) measure<opcode::name>(s, {opcode::name, __VA_ARGS__}, [](auto x) { return exact::name(x); });
#define TENON_TWO(name, ...) measure<opcode::name>(s, {opcode::name, __VA_ARGS__}, [](auto x, auto y) { return exact::name(x, y); });

void measure_all(settings& s) {
  std::fprintf(s.out, "| function | type | tier | worst ULP | at | range | ns |\n|---|---|---|---|---|---|---|\n");
  TENON_ONE(exp, 110) TENON_ONE(exp2, 150) TENON_ONE(expm1, 5)
  TENON_ONE(log, 3) TENON_ONE(log2, 3) TENON_ONE(log10, 3) TENON_ONE(log1p, 2)
  TENON_ONE(sin, 40) TENON_ONE(cos, 40) TENON_ONE(tan, 40)
  TENON_ONE(asin, 1) TENON_ONE(acos, 1) TENON_ONE(atan, 4)
  TENON_ONE(sinh, 3) TENON_ONE(cosh, 90) TENON_ONE(tanh, 10)
  TENON_ONE(asinh, 3) TENON_ONE(acosh, 4) TENON_ONE(atanh, 1)
  TENON_ONE(erf, 6) TENON_ONE(erfc, 10) TENON_ONE(erfinv, 1) TENON_ONE(normal_cdf, 15)
  TENON_ONE(lgamma, 30) TENON_ONE(digamma, 30, 0, "from 0 on")
  TENON_ONE(cbrt, 3) TENON_ONE(rsqrt, 9)
  TENON_TWO(pow, 30) TENON_TWO(atan2, 3) TENON_TWO(hypot, 3) TENON_TWO(fmod, 100)
}

}  // namespace

int main(int count, char** arguments) {
  settings s;
  if (count > 1) s.step = std::strtoull(arguments[1], nullptr, 10);
  if (s.step == 0 || count > 3) {
    std::fprintf(stderr, "accuracy [STEP [FILE]]: STEP is a whole number from 1 on.\n");
    return 2;
  }
  if (count > 2) s.out = std::fopen(arguments[2], "w");
  if (s.out == nullptr) {
    std::fprintf(stderr, "accuracy: cannot write to %s.\n", arguments[2]);
    return 2;
  }
  std::fprintf(s.out, "%s, every %llu%s float:\n\n", xsimd::default_arch::name(), static_cast<unsigned long long>(s.step), s.step == 1 ? "st" : "th");
  measure_all(s);
  if (s.out != stdout) std::fclose(s.out);
  return s.ok ? 0 : 1;
}
