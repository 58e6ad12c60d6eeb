// Products of matrices through the contraction kernel, results stored by a plain copy, on one core.
//   squares, products of small networks and their gradients. Arguments: m, n, k, layout of A and of B:
//   0: the last axis is contiguous; 1: transposed.

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <cstring>
#include <memory>

#include "tenon/kernels/gemm.hpp"

namespace {

struct release {
  void operator()(void* p) const { std::free(p); }
};
using space = std::unique_ptr<std::byte, release>;

space room(std::size_t bytes) { return space(static_cast<std::byte*>(std::aligned_alloc(64, bytes / 64 * 64 + 64))); }

template <class T>
space filled(std::int64_t elements) {
  space s = room(std::size_t(elements) * sizeof(T));
  for (std::int64_t i = 0; i < elements; ++i) reinterpret_cast<T*>(s.get())[i] = T(i % 7 - 3);
  return s;
}

struct output {
  std::byte* data;
  std::int64_t row_bytes;
  std::int64_t element;
};

void copy(const void* context, const std::int64_t*, std::int64_t row, std::int64_t column, int rows, int columns,
          const void* tile, std::int64_t tile_stride) {
  const auto& out = *static_cast<const output*>(context);
  const std::byte* from = static_cast<const std::byte*>(tile);
  for (int i = 0; i < rows; ++i)
    std::memcpy(out.data + (row + i) * out.row_bytes + column * out.element, from + i * tile_stride * out.element,
                std::size_t(columns * out.element));
}

template <class T>
void product(benchmark::State& state) {
  using kernel = tenon::kernels::gemm<T>;
  const std::int64_t m = state.range(0), n = state.range(1), k = state.range(2);
  const bool a_transposed = state.range(3) != 0, b_transposed = state.range(4) != 0;
  const space a = filled<T>(m * k), b = filled<T>(k * n), c = filled<T>(m * n);
  const output out{c.get(), n * std::int64_t(sizeof(T)), sizeof(T)};

  tenon::kernels::gemm_arguments g;
  g.m = m, g.n = n, g.k = k;
  g.a = a.get(), g.a_row = a_transposed ? 1 : k, g.a_column = a_transposed ? m : 1;
  g.b = b.get(), g.b_row = b_transposed ? 1 : n, g.b_column = b_transposed ? k : 1;
  g.store = copy, g.context = &out;
  const space shared = room(kernel::shared_bytes(g)), worker = room(kernel::worker_bytes(g));
  for (auto _ : state)
    for (int phase = 0; phase < kernel::phases(g); ++phase)
      kernel::run(g, phase, 1, 0, kernel::tasks(g, phase, 1), shared.get(), worker.get());

  const double rounds = double(state.iterations());
  state.counters["flops"] = benchmark::Counter(rounds * 2.0 * double(m * n * k), benchmark::Counter::kIsRate);
  state.counters["B_bytes"] = benchmark::Counter(rounds * double(n * k) * sizeof(T), benchmark::Counter::kIsRate);
}

void shapes(benchmark::internal::Benchmark* b) {
  b->ArgNames({"m", "n", "k", "At", "Bt"});
  for (int n : {32, 64, 128, 256, 512, 1024, 2048})
    for (int bt : {0, 1}) b->Args({n, n, n, 0, bt});
  for (int bt : {0, 1}) {
    b->Args({1, 3072, 768, 0, bt});
    b->Args({1, 128, 784, 0, bt});
    b->Args({4, 128, 784, 0, bt});
    b->Args({8, 128, 784, 0, bt});
    b->Args({16, 128, 784, 0, bt});
    b->Args({64, 128, 784, 0, bt});
    b->Args({64, 10, 128, 0, bt});
  }
  b->Args({784, 128, 64, 1, 0});
  b->Args({128, 784, 64, 1, 0});
  b->Args({64, 784, 128, 0, 0});
  b->Args({1000, 1000, 1000, 0, 0});
  b->Args({1000, 1000, 1000, 1, 0});
  b->Args({2048, 1, 2048, 0, 0});
  b->Args({2048, 2048, 2048, 1, 0});
  b->Args({1024, 1024, 1024, 1, 0});
  b->Args({64, 4096, 4096, 0, 0});
  b->Args({4096, 64, 4096, 0, 0});
  b->Args({4096, 64, 4096, 1, 0});
  b->Args({512, 768, 768, 0, 0});
}

BENCHMARK_TEMPLATE(product, float)->Apply(shapes);
BENCHMARK_TEMPLATE(product, double)->Apply(shapes);

}  // namespace

BENCHMARK_MAIN();
