#include <thread>

#include "support/loops.hpp"
#include "tenon/compile.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

using matrix = tensor<float, dyn, dyn>;

/// Reductions in all directions, rows that are used again, a product, a scatter: the bits of all of it.
struct mixture {
  constexpr auto operator()(value x, value w, value at) const {
    const value h = matmul(x, w);
    return std::tuple(sum(x), sum(exp(x), 0), softmax(h, 1), mean(x * x, 1), argmax(x), scatter_add(x * 0.f, at, h), h - mean(h, 0));
  }
};

template <class F>
class run {
 public:
  auto operator()() const { return f_(x_, w_, at_); }

 private:
  F f_{};
  matrix x_ = numbered<matrix>(0, 700, 130), w_ = numbered<matrix>(3, 130, 130);
  tensor<std::int64_t, dyn> at_ = [] {
    tensor<std::int64_t, dyn> at(700);
    for (int i = 0; i < 700; ++i) at(i) = i * 31 % 97;
    return at;
  }();
};
using mixture_run = run<decltype(compile(mixture()))>;

template <class A, class B>
bool same(const A& a, const B& b) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) { return (same_bits(std::get<I>(a), std::get<I>(b)) && ...); }(std::make_index_sequence<std::tuple_size_v<A>>());
}

TEST(threads, any_number_gives_the_same_bits) {
  const mixture_run f;
  set_num_threads(1);
  const auto alone = f();
  for (int n : {2, 3, 7}) {
    set_num_threads(n);
    EXPECT_EQ(num_threads(), n);
    for (int i = 0; i < 5; ++i) EXPECT_TRUE(same(f(), alone)) << n;
  }
  set_num_threads(0);
  EXPECT_TRUE(same(f(), alone));
}

TEST(threads, an_arena_of_the_user) {
  const mixture_run f;
  const auto before = f();
  oneapi::tbb::task_arena arena(3);
  {
    const thread_scope scope(arena);
    EXPECT_EQ(num_threads(), 3);
    EXPECT_TRUE(same(f(), before));
  }
  EXPECT_TRUE(same(f(), before));
}

TEST(threads, nested_in_a_parallel_loop) {
  const mixture_run f;
  const auto before = f();
  std::atomic<int> equal = 0;
  oneapi::tbb::parallel_for(0, 12, [&](int) { equal += same(f(), before); });
  EXPECT_EQ(equal, 12);
}

TEST(threads, concurrent_calls_of_one_function) {
  const mixture_run f;
  const auto before = f();
  std::atomic<int> equal = 0;
  std::vector<std::thread> all;
  for (int t = 0; t < 4; ++t)
    all.emplace_back([&] {
      for (int i = 0; i < 5; ++i) equal += same(f(), before);
    });
  for (std::thread& t : all) t.join();
  EXPECT_EQ(equal, 20);
}

TEST(threads, changed_while_others_compute) {
  const mixture_run f;
  const auto before = f();
  std::atomic<bool> stop = false;
  std::thread changes([&] {
    for (int i = 0; !stop; ++i) set_num_threads(1 + i % 3);
  });
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(same(f(), before));
  stop = true;
  changes.join();
  set_num_threads(0);
}

TEST(threads, long_reductions) {
  const auto f = compile([](value x) { return std::tuple(sum(x), sum(x, 0), sum(x, 1), softmax(x), mean(square(x), 0)); });
  for (auto [n, m] : {std::pair{3, 200'003}, {100'003, 5}, {1, 1'000'003}}) {
    const auto x = numbered<matrix>(0, n, m);
    set_num_threads(1);
    const auto alone = f(x);
    for (int threads : {2, 3}) {
      set_num_threads(threads);
      EXPECT_TRUE(same(f(x), alone)) << n << ' ' << m << ' ' << threads;
    }
  }
  set_num_threads(0);
}

TEST(threads, errors_leave_the_function_usable) {
  const auto f = compile([](value x, value at) { return std::tuple(exp(x), take(x, at + 1)); });
  const auto x = numbered<matrix>(0, 300, 300);
  tensor<std::int64_t, dyn> at(1);
  const auto before = f(x, at);
  at(0) = 299;
  EXPECT_EQ(thrown<index_error>([&] { f(x, at); }), "take: index 300 at [0] is outside of [0, 300)");
  at(0) = 0;
  EXPECT_TRUE(same(f(x, at), before));
}

}  // namespace
