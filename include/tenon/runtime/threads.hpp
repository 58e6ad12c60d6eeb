#ifndef TENON_RUNTIME_THREADS_HPP
#define TENON_RUNTIME_THREADS_HPP

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>

#include <atomic>
#include <cstdint>
#include <memory>

namespace tenon {
namespace detail {

/// The threads that set_num_threads asked for; null: all that oneTBB gives.
inline std::atomic<std::shared_ptr<oneapi::tbb::task_arena>>& own_arena() {
  static std::atomic<std::shared_ptr<oneapi::tbb::task_arena>> arena;
  return arena;
}

/// The arena that a thread_scope of this thread asked for.
inline oneapi::tbb::task_arena*& borrowed_arena() {
  thread_local oneapi::tbb::task_arena* arena = nullptr;
  return arena;
}

}  // namespace detail

/// How many threads kernels may use from now on, at least 1; 0 goes back to oneTBB's default. May be called at any time and
/// from any thread. Results do not depend on it.
inline void set_num_threads(int count) {
  detail::own_arena().store(count > 0 ? std::make_shared<oneapi::tbb::task_arena>(count) : nullptr);
}

/// How many threads a kernel started by this thread would use.
inline int num_threads() {
  if (auto* borrowed = detail::borrowed_arena()) return borrowed->max_concurrency();
  if (const auto own = detail::own_arena().load()) return own->max_concurrency();
  return oneapi::tbb::this_task_arena::max_concurrency();
}

/// While it lives, kernels started by this thread run in the given arena.
class thread_scope {
 public:
  explicit thread_scope(oneapi::tbb::task_arena& arena) : before_(detail::borrowed_arena()) { detail::borrowed_arena() = &arena; }
  ~thread_scope() { detail::borrowed_arena() = before_; }
  thread_scope(const thread_scope&) = delete;
  thread_scope& operator=(const thread_scope&) = delete;

 private:
  oneapi::tbb::task_arena* before_;
};

namespace detail {

/// Calls f inside of the arena in which kernels run.
template <class F>
void in_arena(F f) {
  if (auto* borrowed = borrowed_arena()) borrowed->execute(f);
  else if (const auto own = own_arena().load()) own->execute(f);
  else f();
}

/// Runs tasks [0, count) in ranges: run(first, last, worker), worker being less than num_threads(). `fixed`: each thread gets the
/// same range in every call, so that it finds its part in its own caches again; otherwise threads that are done help others.
template <class F>
void parallel_tasks(std::int64_t count, std::int64_t grain, bool fixed, F run) {
  using range = oneapi::tbb::blocked_range<std::int64_t>;
  const range all(0, count, std::size_t(grain));
  const auto body = [&](const range& r) { run(r.begin(), r.end(), oneapi::tbb::this_task_arena::current_thread_index()); };
  if (fixed) oneapi::tbb::parallel_for(all, body, oneapi::tbb::static_partitioner());
  else oneapi::tbb::parallel_for(all, body);
}

}  // namespace detail
}  // namespace tenon

#endif
