#include "support/loops.hpp"
#include "tenon/tenon.hpp"

/// The sanitizer's allocator returns null instead of ending the program.
extern "C" const char* __asan_default_options() { return "allocator_may_return_null=1"; }

namespace {

using namespace tenon;
using namespace tenon::test;

constexpr std::int64_t huge = std::int64_t(1) << 30;

TEST(allocation_errors, of_results) {
  const tensor<float, 1> one{3};
  const auto x = one.broadcast_to(huge, huge), y = one.broadcast_to(huge, huge);
  tensor<float, dyn, dyn> z(2, 2);
  EXPECT_EQ(thrown<std::bad_alloc>([&] { z = x + y; }), "tensor<f32, dyn, dyn> of shape [1073741824, 1073741824]: its bytes exceed what can be addressed");
  EXPECT_EQ(z.extent(0), 2);
  EXPECT_EQ(thrown<std::bad_alloc>([&] { compile([](value a) { return a * 2.f; })(x); }), "tensor<f32, dyn, dyn> of shape [1073741824, 1073741824]: its bytes exceed what can be addressed");
}

TEST(allocation_errors, of_temporaries) {
  const tensor<float, 1> one{3};
  const auto f = compile([](value a, value b) { return sum(matmul(exp(a), exp(b))); });
  tensor<float> y(7);
  const auto refused = [&](std::int64_t n) { return thrown<allocation_error>([&] { f.into(y, one.broadcast_to(n, n), one.broadcast_to(n, n)); }); };
  EXPECT_NE(refused(huge).find("a compiled function could not get "), std::string::npos);
  EXPECT_NE(refused(huge * 2).find("a compiled function could not get "), std::string::npos);
  EXPECT_EQ(y.item(), 7);
  f.into(y, one.broadcast_to(std::int64_t(2), std::int64_t(2)), one.broadcast_to(std::int64_t(2), std::int64_t(2)));
  EXPECT_NEAR(y.item(), 8 * std::exp(6.0), 0.1);
}

}  // namespace
