#include "accuracy_cases.hpp"

namespace {

using namespace tenon;
using namespace tenon::simd;

template <class T>
struct accuracy : accuracy_cases<T> {};
using floats = testing::Types<float, double>;
TYPED_TEST_SUITE(accuracy, floats);

TYPED_TEST(accuracy, exp) {
  TestFixture::template check<opcode::exp>(110, [](auto x) { return std::exp(x); });
}
TYPED_TEST(accuracy, expm1) {
  TestFixture::template check<opcode::expm1>(5, [](auto x) { return std::expm1(x); });
}
TYPED_TEST(accuracy, log) {
  TestFixture::template check<opcode::log>(3, [](auto x) { return std::log(x); });
}
TYPED_TEST(accuracy, log1p) {
  TestFixture::template check<opcode::log1p>(2, [](auto x) { return std::log1p(x); });
}
TYPED_TEST(accuracy, sin) {
  TestFixture::template check<opcode::sin>(40, [](auto x) { return std::sin(x); });
}
TYPED_TEST(accuracy, cos) {
  TestFixture::template check<opcode::cos>(40, [](auto x) { return std::cos(x); });
}
TYPED_TEST(accuracy, tan) {
  TestFixture::template check<opcode::tan>(40, [](auto x) { return std::tan(x); });
}
TYPED_TEST(accuracy, tanh) {
  TestFixture::template check<opcode::tanh>(10, [](auto x) { return std::tanh(x); });
}
TYPED_TEST(accuracy, erf) {
  TestFixture::template check<opcode::erf>(6, [](auto x) { return std::erf(x); });
}
TYPED_TEST(accuracy, rsqrt) {
  TestFixture::template check<opcode::rsqrt>(9, [](auto x) { return 1 / std::sqrt(x); });
}

TYPED_TEST(accuracy, pow) {
  using T = TypeParam;
  constexpr int L = word_lanes;
  for (double y : {2.0, 3.0, 0.5, -1.0, 0.1, 2.2, -7.7, 40.0, 300.0, 1e-3})
    for (int i = 0; i < 20000; i += L) {
      T r[L];
      const auto x = pack<T, L>::iota(T(1e-3 * (i + 1)), T(1e-3));
      apply<opcode::pow>(x, pack<T, L>::broadcast(T(y))).store(r);
      for (int j = 0; j < L; ++j) {
        using wide = typename wider<T>::type;
        ASSERT_LE(ulp_error(r[j], std::pow(wide(x.extract(j)), wide(T(y)))), 4)
            << "pow(" << x.extract(j) << ", " << y << ") = " << r[j];
      }
    }
}

}  // namespace
