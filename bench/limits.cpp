// What this machine can do, for the limits of cases: bandwidth of memory at a footprint, and rate of multiply-adds. Questions are
// lines of standard input, and answers repeat them:
//
//   triad BYTES THREADS   a = b + s c on arrays of that many bytes in all, with ordinary or streaming stores: what is faster
//   read BYTES THREADS    one array of that many bytes
//   fma SIZE THREADS      multiply-adds of floats (SIZE 4) or doubles (SIZE 8) in registers
//
// The answer is the question <TAB> rate <TAB> 0; the rate is in bytes or multiply-adds a nanosecond. SECONDS says how long to measure.
// Each thread stays on a processor and repeats its own piece of the arrays, without waiting for others.

#include <barrier>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#if defined(__SSE2__)
#include <immintrin.h>
#endif
#if defined(__linux__)
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#endif

#include "timing.hpp"

namespace {

#if defined(__AVX512F__)
using vector = __m512;
void stream(vector* to, vector x) { _mm512_stream_ps(reinterpret_cast<float*>(to), x); }
#elif defined(__AVX__)
using vector = __m256;
void stream(vector* to, vector x) { _mm256_stream_ps(reinterpret_cast<float*>(to), x); }
#elif defined(__SSE2__)
using vector = __m128;
void stream(vector* to, vector x) { _mm_stream_ps(reinterpret_cast<float*>(to), x); }
#else
typedef float vector __attribute__((vector_size(16)));
void stream(vector* to, vector x) { *to = x; }
#endif
typedef double double_vector __attribute__((vector_size(sizeof(vector))));

void fence() { asm volatile("" ::: "memory"); }

struct release {
  void operator()(void* p) const { std::free(p); }
};

/// Memory on huge pages where there are any, with zeros in it.
class array {
 public:
  explicit array(std::int64_t count) : count_(count) {
    const std::size_t page = 2u << 20, bytes = (std::size_t(count) * sizeof(vector) + page) / page * page;
    memory_.reset(std::aligned_alloc(page, bytes));
#if defined(__linux__)
    madvise(memory_.get(), bytes, MADV_HUGEPAGE);
#endif
    for (std::int64_t i = 0; i < count; ++i) data()[i] = vector{};
  }

  vector* data() const { return static_cast<vector*>(memory_.get()); }
  /// Where the piece of a thread begins, and where that of the thread before it ends.
  vector* piece(int thread, int threads) const { return data() + count_ * thread / threads; }

 private:
  std::int64_t count_;
  std::unique_ptr<void, release> memory_;
};

template <bool Streaming>
void triad(vector* a, vector* end, const vector* b, const vector* c) {
  const vector s = vector{} + 3.f;
  for (; a < end; ++a, ++b, ++c) {
    if constexpr (Streaming) stream(a, *b + s * *c);
    else *a = *b + s * *c;
  }
}

void read(const vector* a, const vector* end) {
  vector x0{}, x1{}, x2{}, x3{}, x4{}, x5{}, x6{}, x7{};
  for (; a + 8 <= end; a += 8) x0 += a[0], x1 += a[1], x2 += a[2], x3 += a[3], x4 += a[4], x5 += a[5], x6 += a[6], x7 += a[7];
  for (; a < end; ++a) x0 += *a;
  [[maybe_unused]] const volatile float used = (((x0 + x1) + (x2 + x3)) + ((x4 + x5) + (x6 + x7)))[0];
}

constexpr int chains = 12, steps = 1000;  // enough chains for any latency, and not more than there are registers

template <class Vector>
void multiply_add() {
  const volatile float factor = 0.5f, summand = 1.f;
  const Vector m = Vector{} + factor, s = Vector{} + summand;
  Vector x[chains];  // all different, so that none is computed once for two
  for (int i = 0; i < chains; ++i) x[i] = s * float(i);
  for (int i = 0; i < steps; ++i)
    for (Vector& chain : x) chain = chain * m + s;
  for (int i = 1; i < chains; ++i) x[0] += x[i];
  [[maybe_unused]] const volatile double used = x[0][0];
}

void stay_on_processor(int thread) {
#if defined(__linux__)
  cpu_set_t allowed, one;
  sched_getaffinity(0, sizeof allowed, &allowed);
  thread %= CPU_COUNT(&allowed);
  for (int processor = 0; processor < CPU_SETSIZE; ++processor)
    if (CPU_ISSET(processor, &allowed) && thread-- == 0) {
      CPU_ZERO(&one);
      CPU_SET(processor, &one);
      pthread_setaffinity_np(pthread_self(), sizeof one, &one);
      return;
    }
#endif
}

/// Seconds until all threads have called work(thread) so often.
template <class Work>
double seconds_of_all(int threads, std::int64_t repeated, const Work& work) {
  std::barrier together(threads);
  std::vector<double> seconds(std::size_t(threads), 0.);
  std::vector<std::jthread> running;
  for (int thread = 0; thread < threads; ++thread)
    running.emplace_back([&, thread] {
      stay_on_processor(thread);
      work(thread);
      together.arrive_and_wait();
      seconds[std::size_t(thread)] = tenon::bench::seconds_of([&] {
        for (std::int64_t i = 0; i < repeated; ++i) {
          work(thread);
          fence();
        }
      });
    });
  running.clear();
  return *std::max_element(seconds.begin(), seconds.end());
}

/// The fewest seconds of one call on all threads.
template <class Work>
double best_seconds(int threads, double budget, const Work& work) {
  std::int64_t repeated = 1;
  double sample = seconds_of_all(threads, repeated, work);
  while (sample < std::min(0.01, budget)) sample = seconds_of_all(threads, repeated *= 2, work);
  double best = sample, total = 0;
  for (int samples = 0; total < budget || samples < 3; ++samples) {
    sample = seconds_of_all(threads, repeated, work);
    total += sample;
    best = std::min(best, sample);
  }
  return best / double(repeated);
}

double rate(const std::string& what, std::int64_t bytes, int threads, double budget) {
  if (what == "fma") {
    const double adds = double(threads) * chains * steps * double(std::int64_t(sizeof(vector)) / bytes);
    return adds / (best_seconds(threads, budget, [&](int) { bytes == 8 ? multiply_add<double_vector>() : multiply_add<vector>(); }) * 1e9);
  }
  const int arrays = what == "triad" ? 3 : 1;
  const std::int64_t count = std::max<std::int64_t>(threads, bytes / arrays / std::int64_t(sizeof(vector)));
  const array a(count), b(arrays == 3 ? count : 1), c(arrays == 3 ? count : 1);
  const auto measured = [&](auto body) {
    return double(arrays * count) * sizeof(vector) / (best_seconds(threads, budget / (arrays == 3 ? 2 : 1), body) * 1e9);
  };
  if (what == "read") return measured([&](int t) { read(a.piece(t, threads), a.piece(t + 1, threads)); });
  return std::max(measured([&](int t) { triad<false>(a.piece(t, threads), a.piece(t + 1, threads), b.piece(t, threads), c.piece(t, threads)); }),
                  measured([&](int t) { triad<true>(a.piece(t, threads), a.piece(t + 1, threads), b.piece(t, threads), c.piece(t, threads)); }));
}

}  // namespace

int main() {
  const char* seconds = std::getenv("SECONDS");
  const double budget = seconds != nullptr ? std::atof(seconds) : 1;
  std::string what;
  std::int64_t bytes = 0;
  int threads = 0;
  while (std::cin >> what >> bytes >> threads) {
    std::printf("%s %lld %d\t%.4f\t0\n", what.c_str(), static_cast<long long>(bytes), threads, rate(what, bytes, threads, budget));
    std::fflush(stdout);
  }
}
