#ifndef TENON_RUNTIME_SCHEDULE_HPP
#define TENON_RUNTIME_SCHEDULE_HPP

#include "tenon/runtime/scratch.hpp"
#include "tenon/runtime/threads.hpp"

namespace tenon::runtime {

/// Nanoseconds of work below which threads cost more than they save: waking one takes a few microseconds.
inline constexpr double parallel_threshold = 20'000;

/// Nanoseconds that one range of tasks should take at least.
inline constexpr double range_cost = 5'000;

namespace detail {

template <class Kernel>
double total_cost(const typename Kernel::arguments& a) {
  double cost = 0;
  for (int phase = 0; phase < Kernel::phases(a); ++phase) cost += Kernel::cost(a, phase);
  return cost;
}

template <class Kernel>
void run_alone(const typename Kernel::arguments& a, scratch& workspace) {
  const std::size_t shared = Kernel::shared_bytes(a);
  std::byte* memory = workspace.reserve(shared + Kernel::worker_bytes(a));
  for (int phase = 0; phase < Kernel::phases(a); ++phase) Kernel::run(a, phase, 1, 0, Kernel::tasks(a, phase, 1), memory, memory + shared);
}

template <class Kernel>
void run_shared(const typename Kernel::arguments& a, scratch& workspace, int workers) {
  const std::size_t shared = Kernel::shared_bytes(a), each = Kernel::worker_bytes(a);
  std::byte* memory = workspace.reserve(shared + each * std::size_t(workers));
  for (int phase = 0; phase < Kernel::phases(a); ++phase) {
    const std::int64_t tasks = Kernel::tasks(a, phase, workers);
    const double cost = Kernel::cost(a, phase);
    if (tasks < 2 || cost < parallel_threshold) {
      Kernel::run(a, phase, workers, 0, tasks, memory, memory + shared);
      continue;
    }
    const double grain = double(tasks) * range_cost / cost;
    tenon::detail::parallel_tasks(tasks, grain < 1 ? 1 : std::int64_t(grain), [&](std::int64_t first, std::int64_t last, int worker) {
      Kernel::run(a, phase, workers, first, last, memory, memory + shared + each * std::size_t(worker));
    });
  }
}

}  // namespace detail

/// Runs a kernel: all of its phases, on as many threads as its work is worth. Small work never touches the scheduler.
template <class Kernel>
void run(const typename Kernel::arguments& a, scratch& workspace) {
  if (detail::total_cost<Kernel>(a) < parallel_threshold) return detail::run_alone<Kernel>(a, workspace);
  tenon::detail::in_arena([&] {
    const int workers = oneapi::tbb::this_task_arena::max_concurrency();
    if (workers < 2) detail::run_alone<Kernel>(a, workspace);
    else detail::run_shared<Kernel>(a, workspace, workers);
  });
}

}  // namespace tenon::runtime

#endif
