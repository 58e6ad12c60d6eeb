#ifndef TENON_RUNTIME_SCHEDULE_HPP
#define TENON_RUNTIME_SCHEDULE_HPP

#include "tenon/base/config.hpp"
#include "tenon/runtime/scratch.hpp"
#include "tenon/runtime/threads.hpp"
#include "tenon/simd/streaming.hpp"

namespace tenon::runtime {

/// Nanoseconds of work below which threads cost more than they save: waking one takes a few microseconds.
inline constexpr double parallel_threshold = 20'000;

/// Nanoseconds that one range of tasks should take at least.
inline constexpr double range_cost = 5'000;

/// Nanoseconds of work up to which each thread always gets the same tasks: what it works on may still be in its caches.
inline constexpr double fixed_threshold = 200'000;

namespace detail {

template <class Kernel>
double total_cost(const typename Kernel::arguments& a) {
  double cost = 0;
  for (int phase = 0; phase < Kernel::phases(a); ++phase) cost += Kernel::cost(a, phase);
  return cost;
}

template <class Kernel>
TENON_NOINLINE TENON_HOT void run_range(const void* a, int phase, int workers, std::int64_t first, std::int64_t last, std::byte* shared, std::byte* own) {
  const auto& arguments = *static_cast<const typename Kernel::arguments*>(a);
  Kernel::run(arguments, phase, workers, first, last, shared, own);
  if constexpr (requires { arguments.streams; })
    if (arguments.streams) simd::streaming_fence();
}

/// Memory for a kernel to work in; most need none.
inline std::byte* workspace(memory_lease& memory, std::size_t bytes) { return bytes == 0 ? nullptr : memory->workspace.reserve(bytes); }

template <class Kernel>
TENON_HOT void run_alone(const typename Kernel::arguments& a, memory_lease& memory) {
  const std::size_t shared = Kernel::shared_bytes(a);
  std::byte* space = workspace(memory, shared + Kernel::worker_bytes(a));
  for (int phase = 0; phase < Kernel::phases(a); ++phase) run_range<Kernel>(&a, phase, 1, 0, Kernel::tasks(a, phase, 1), space, space + shared);
}

/// A kernel without its type, so that the code that shares work out exists once.
struct kernel_table {
  int (*phases)(const void*);
  std::size_t (*shared_bytes)(const void*);
  std::size_t (*worker_bytes)(const void*);
  std::int64_t (*tasks)(const void*, int, int);
  double (*cost)(const void*, int);
  void (*run)(const void*, int, int, std::int64_t, std::int64_t, std::byte*, std::byte*);
};

template <class Kernel, class A = typename Kernel::arguments>
inline constexpr kernel_table table_of = {
    [](const void* a) { return Kernel::phases(*static_cast<const A*>(a)); },
    [](const void* a) { return Kernel::shared_bytes(*static_cast<const A*>(a)); },
    [](const void* a) { return Kernel::worker_bytes(*static_cast<const A*>(a)); },
    [](const void* a, int phase, int workers) { return Kernel::tasks(*static_cast<const A*>(a), phase, workers); },
    [](const void* a, int phase) { return Kernel::cost(*static_cast<const A*>(a), phase); },
    run_range<Kernel>,
};

inline void run_phases(const kernel_table& k, const void* a, memory_lease& memory, int workers) {
  const std::size_t shared = k.shared_bytes(a), each = k.worker_bytes(a);
  std::byte* space = workspace(memory, shared + each * std::size_t(workers));
  for (int phase = 0; phase < k.phases(a); ++phase) {
    const std::int64_t tasks = k.tasks(a, phase, workers);
    const double cost = k.cost(a, phase);
    if (workers < 2 || tasks < 2 || cost < parallel_threshold) {
      k.run(a, phase, workers, 0, tasks, space, space + shared);
      continue;
    }
    const double grain = double(tasks) * range_cost / cost;
    tenon::detail::parallel_tasks(tasks, grain < 1 ? 1 : std::int64_t(grain), cost < fixed_threshold, [&](std::int64_t first, std::int64_t last, int worker) {
      k.run(a, phase, workers, first, last, space, space + shared + each * std::size_t(worker));
    });
  }
}

TENON_NOINLINE inline void run_shared(const kernel_table& k, const void* a, memory_lease& memory) {
  tenon::detail::in_arena([&] { run_phases(k, a, memory, oneapi::tbb::this_task_arena::max_concurrency()); });
}

}  // namespace detail

/// Runs a kernel: all of its phases, on as many threads as its work is worth. Small work never touches the scheduler.
template <class Kernel>
void run(const typename Kernel::arguments& a, memory_lease& memory) {
  if (detail::total_cost<Kernel>(a) < parallel_threshold) detail::run_alone<Kernel>(a, memory);
  else detail::run_shared(detail::table_of<Kernel>, &a, memory);
}

/// Makes sure that a later run with these arguments finds its memory there.
template <class Kernel>
void reserve_for(const typename Kernel::arguments& a, memory_lease& memory) {
  detail::workspace(memory, Kernel::shared_bytes(a) + Kernel::worker_bytes(a) * std::size_t(num_threads()));
}

}  // namespace tenon::runtime

#endif
