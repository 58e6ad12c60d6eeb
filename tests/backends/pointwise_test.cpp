#include "backends/conform.hpp"

namespace {

using namespace tenon::test;

TEST(conformance, rounding) {
  conform_each<floating, 1>("floor", [](auto... x) { return tenon::floor(x...); });
  conform_each<floating, 1>("ceil", [](auto... x) { return tenon::ceil(x...); });
  conform_each<floating, 1>("round", [](auto... x) { return tenon::round(x...); });
  conform_each<floating, 1>("trunc", [](auto... x) { return tenon::trunc(x...); });
}

TEST(conformance, functions) {
  conform_each<floating, 1>("sqrt", [](auto... x) { return tenon::sqrt(x...); });
  conform_each<floating, 1>("rsqrt", [](auto... x) { return tenon::rsqrt(x...); });
  conform_each<floating, 1>("exp", [](auto... x) { return tenon::exp(x...); });
  conform_each<floating, 1>("expm1", [](auto... x) { return tenon::expm1(x...); });
  conform_each<floating, 1>("log", [](auto... x) { return tenon::log(x...); });
  conform_each<floating, 1>("log1p", [](auto... x) { return tenon::log1p(x...); });
  conform_each<floating, 1>("sin", [](auto... x) { return tenon::sin(x...); });
  conform_each<floating, 1>("cos", [](auto... x) { return tenon::cos(x...); });
  conform_each<floating, 1>("tan", [](auto... x) { return tenon::tan(x...); });
  conform_each<floating, 1>("tanh", [](auto... x) { return tenon::tanh(x...); });
  conform_each<floating, 1>("erf", [](auto... x) { return tenon::erf(x...); });
  conform_each<floating, 1, 1>("pow", [](auto... x) { return tenon::power(x...); });
}

TEST(conformance, further_functions) {
  conform_each<floating, 1>("exp2", [](auto... x) { return tenon::exp2(x...); });
  conform_each<floating, 1>("log2", [](auto... x) { return tenon::log2(x...); });
  conform_each<floating, 1>("log10", [](auto... x) { return tenon::log10(x...); });
  conform_each<floating, 1>("asin", [](auto... x) { return tenon::asin(x...); });
  conform_each<floating, 1>("acos", [](auto... x) { return tenon::acos(x...); });
  conform_each<floating, 1>("atan", [](auto... x) { return tenon::atan(x...); });
  conform_each<floating, 1>("sinh", [](auto... x) { return tenon::sinh(x...); });
  conform_each<floating, 1>("cosh", [](auto... x) { return tenon::cosh(x...); });
  conform_each<floating, 1>("asinh", [](auto... x) { return tenon::asinh(x...); });
  conform_each<floating, 1>("acosh", [](auto... x) { return tenon::acosh(x...); });
  conform_each<floating, 1>("atanh", [](auto... x) { return tenon::atanh(x...); });
  conform_each<floating, 1>("cbrt", [](auto... x) { return tenon::cbrt(x...); });
  conform_each<floating, 1>("erfc", [](auto... x) { return tenon::erfc(x...); });
  conform_each<floating, 1>("erfinv", [](auto... x) { return tenon::erfinv(x...); });
  conform_each<floating, 1>("normal_cdf", [](auto... x) { return tenon::normal_cdf(x...); });
  conform_each<floating, 1>("lgamma", [](auto... x) { return tenon::lgamma(x...); });
  conform_each<floating, 1>("digamma", [](auto... x) { return tenon::digamma(x...); });
  conform_each<floating, 1, 1>("atan2", [](auto... x) { return tenon::atan2(x...); });
  conform_each<floating, 1, 1>("hypot", [](auto... x) { return tenon::hypot(x...); });
}

TEST(conformance, signs) {
  conform_each<numbers, 1>("negate", [](auto... x) { return tenon::negate(x...); });
  conform_each<numbers, 1>("absolute", [](auto... x) { return tenon::abs(x...); });
  conform_each<numbers, 1>("sign", [](auto... x) { return tenon::sign(x...); });
}

TEST(conformance, arithmetic) {
  conform_each<numbers, 1, 1>("add", [](auto... x) { return tenon::add(x...); });
  conform_each<numbers, 1, 1>("sub", [](auto... x) { return tenon::subtract(x...); });
  conform_each<numbers, 1, 1>("mul", [](auto... x) { return tenon::multiply(x...); });
  conform_each<numbers, 1, 1>("div", [](auto... x) { return tenon::trunc_divide(x...); });
  conform_each<numbers, 1, 1>("fmod", [](auto... x) { return tenon::fmod(x...); });
  conform_each<numbers, 1, 1>("max", [](auto... x) { return tenon::maximum(x...); });
  conform_each<numbers, 1, 1>("min", [](auto... x) { return tenon::minimum(x...); });
}

TEST(conformance, bits) {
  conform_each<integers_and_bool, 1>("bit_not", [](auto... x) { return tenon::bit_not(x...); });
  conform_each<integers_and_bool, 1, 1>("bit_and", [](auto... x) { return tenon::bit_and(x...); });
  conform_each<integers_and_bool, 1, 1>("bit_or", [](auto... x) { return tenon::bit_or(x...); });
  conform_each<integers_and_bool, 1, 1>("bit_xor", [](auto... x) { return tenon::bit_xor(x...); });
  conform_each<integers, 1, 1>("shift_left", [](auto... x) { return tenon::shift_left(x...); });
  conform_each<integers, 1, 1>("shift_right", [](auto... x) { return tenon::shift_right(x...); });
}

TEST(conformance, comparisons) {
  conform_each<all_types, 1, 1>("equal", [](auto... x) { return tenon::equal(x...); });
  conform_each<all_types, 1, 1>("not_equal", [](auto... x) { return tenon::not_equal(x...); });
  conform_each<numbers, 1, 1>("less", [](auto... x) { return tenon::less(x...); });
  conform_each<numbers, 1, 1>("less_equal", [](auto... x) { return tenon::less_equal(x...); });
}

template <tenon::element_type... T>
void selects(types<T...>) {
  (conform<argument<boolean, 1>, argument<T, 1>, argument<T, 1>>("select." + std::string(tenon::name_of(T)), [](auto... x) { return tenon::where(x...); }), ...);
}
TEST(conformance, select) { selects(all_types{}); }

template <tenon::element_type From, tenon::element_type... To>
void casts_from(types<To...>) {
  (conform<argument<From, 1>>("cast." + std::string(tenon::name_of(From)) + '.' + std::string(tenon::name_of(To)), [](auto x) { return tenon::cast<tenon::storage_of<To>>(x); }), ...);
}
template <tenon::element_type... From>
void casts(types<From...>) {
  (casts_from<From>(all_types{}), ...);
}
TEST(conformance, cast) { casts(all_types{}); }

template <int A, int B>
void broadcasts() {
  conform_each<types<f32, i64>, A, B>("broadcast" + std::to_string(A) + std::to_string(B), [](auto... x) { return tenon::subtract(x...); });
}
TEST(conformance, broadcasting) {
  broadcasts<0, 0>();
  broadcasts<0, 2>();
  broadcasts<1, 0>();
  broadcasts<1, 1>();
  broadcasts<2, 0>();
  broadcasts<2, 1>();
  broadcasts<2, 2>();
  broadcasts<3, 2>();
  broadcasts<3, 3>();
}

}  // namespace
