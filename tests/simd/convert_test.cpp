#include "reference.hpp"

namespace {

using namespace tenon;
using namespace tenon::simd;

/// What opcode::cast gives, where it says so: false for what does not fit.
template <class To, class From>
bool fits(From x) {
  if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To> && !std::is_same_v<To, bool>)
    return x > -1 && x < From(255.5);
  return true;
}
template <class To, class From>
To reference(From x) {
  if constexpr (std::is_same_v<To, bool>) return x != 0;
  else return To(x);
}

template <class To, class From>
void expect_conversion() {
  for_each_length<From>([]<int L>(std::integral_constant<int, L>) {
    if constexpr (L >= word_lanes || sizeof(To) == 8 || std::is_same_v<To, bool>) {
      const std::vector<From> values = telling_values<From>();
      for (std::size_t start = 0; start < values.size(); ++start) {
        From x[L];
        To y[L];
        for (int i = 0; i < L; ++i) x[i] = values[(start + std::size_t(i)) % values.size()];
        convert<To>(pack<From, L>::load(x)).store(y);
        for (int i = 0; i < L; ++i)
          ASSERT_TRUE(!fits<To>(x[i]) || same(y[i], reference<To>(x[i])))
              << +x[i] << " as " << name_of(element_type_of<To>) << " is " << +y[i];
      }
    }
  });
}

template <class From, class... To>
void expect_conversions(std::tuple<To...>*) {
  (expect_conversion<To, From>(), ...);
}

template <class T>
struct conversion : testing::Test {};
using all_types = testing::Types<bool, std::uint8_t, std::int32_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(conversion, all_types);

TYPED_TEST(conversion, to_every_type) { expect_conversions<TypeParam>(static_cast<element_storage*>(nullptr)); }

TEST(conversion_of_large_numbers, truncates) {
  constexpr int L = word_lanes;
  EXPECT_EQ((convert<std::int64_t>(pack<double, L>::broadcast(-9007199254740991.0)).extract(L - 1)), -9007199254740991);
  EXPECT_EQ((convert<std::int64_t>(pack<float, L>::broadcast(-1e18f)).extract(L - 1)), std::int64_t(-1e18f));
  EXPECT_EQ((convert<std::int32_t>(pack<double, L>::broadcast(-2147483647.75)).extract(L - 1)), -2147483647);
  EXPECT_EQ((convert<std::int32_t>(pack<float, L>::broadcast(-2147483648.f)).extract(L - 1)), -2147483648);
}

}  // namespace
