#include "reference.hpp"

#include <memory>

namespace {

using namespace tenon;
using namespace tenon::simd;

template <class T>
struct memory : testing::Test {
  /// Exactly n elements, so that a sanitizer sees any access beyond them.
  static std::unique_ptr<T[]> counted(int n) {
    auto r = std::make_unique<T[]>(std::size_t(n));
    for (int i = 0; i < n; ++i) r[std::size_t(i)] = T(i % 5 == 0 ? 0 : i);
    return r;
  }
};
using all_types = testing::Types<bool, std::uint8_t, std::int32_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(memory, all_types);

TYPED_TEST(memory, load_and_store) {
  using T = TypeParam;
  for_each_length<T>([]<int L>(std::integral_constant<int, L>) {
    const auto from = memory<T>::counted(L + 1), to = memory<T>::counted(L + 1);
    pack<T, L>::load(&from[1]).store(&to[0]);
    for (int i = 0; i < L; ++i) ASSERT_EQ(to[i], from[i + 1]);
    ASSERT_EQ((pack<T, L>::load(&from[1]).first()), from[1]);
    ASSERT_EQ((pack<T, L>::load(&from[1]).extract(L - 1)), from[L]);
  });
}

TYPED_TEST(memory, partial_access_keeps_to_its_lanes) {
  using T = TypeParam;
  for_each_length<T>([]<int L>(std::integral_constant<int, L>) {
    for (int n = 0; n <= L; ++n) {
      const auto from = memory<T>::counted(n), to = memory<T>::counted(L);
      const auto x = pack<T, L>::load_partial(from.get(), n);
      for (int i = 0; i < L; ++i) ASSERT_EQ(x.extract(i), i < n ? from[i] : T(0)) << "lane " << i << " of " << n;
      pack<T, L>::broadcast(T(1)).store_partial(to.get(), n);
      for (int i = 0; i < L; ++i) ASSERT_EQ(to[i], i < n ? T(1) : T(i % 5 == 0 ? 0 : i));
      pack<T, L>::broadcast(T(1)).store_partial(from.get(), n);
    }
  });
}

TYPED_TEST(memory, strided_access) {
  using T = TypeParam;
  for_each_length<T>([]<int L>(std::integral_constant<int, L>) {
    for (int stride : {0, 1, 2, 7, -3})
      for (int n = 0; n <= L; ++n) {
        const int size = std::abs(stride) * std::max(n - 1, 0) + 1, first = stride < 0 ? size - 1 : 0;
        const auto from = memory<T>::counted(size);
        const auto x = pack<T, L>::load_strided_partial(&from[first], stride, n);
        for (int i = 0; i < L; ++i) ASSERT_EQ(x.extract(i), i < n ? from[first + i * stride] : T(0));
        if (stride == 0) continue;
        const auto to = memory<T>::counted(size);
        x.store_strided_partial(&to[first], stride, n);
        for (int i = 0; i < n; ++i) ASSERT_EQ(to[first + i * stride], from[first + i * stride]);
        if (n < L) continue;
        ASSERT_TRUE((all(apply<opcode::equal>(x, pack<T, L>::load_strided(&from[first], stride)))));
        pack<T, L>::broadcast(T(1)).store_strided(&to[first], stride);
        for (int i = 0; i < size; ++i) ASSERT_EQ(to[i], i % std::abs(stride) == 0 ? T(1) : from[i]);
      }
  });
}

TYPED_TEST(memory, gather) {
  using T = TypeParam;
  for_each_length<T>([]<int L>(std::integral_constant<int, L>) {
    const auto from = memory<T>::counted(3 * L);
    std::int64_t offsets[L];
    for (int i = 0; i < L; ++i) offsets[i] = (i * 7 + 2) % (3 * L) - L;
    for (int n = 0; n <= L; ++n) {
      const auto x = pack<T, L>::gather_partial(&from[L], pack<std::int64_t, L>::load(offsets), n);
      for (int i = 0; i < L; ++i) ASSERT_EQ(x.extract(i), i < n ? from[L + offsets[i]] : T(0));
    }
    const auto x = pack<T, L>::gather(&from[L], pack<std::int64_t, L>::load(offsets));
    for (int i = 0; i < L; ++i) ASSERT_EQ(x.extract(i), from[L + offsets[i]]);
  });
}

TEST(bool_memory, any_byte_but_zero_is_true_and_is_stored_as_one) {
  constexpr int L = word_lanes;
  unsigned char bytes[L];
  for (int i = 0; i < L; ++i) bytes[i] = static_cast<unsigned char>(i % 2 == 0 ? 0 : 0x80 + i);
  bool* const p = reinterpret_cast<bool*>(bytes);
  pack<bool, L>::load(p).store(p);
  for (int i = 0; i < L; ++i) EXPECT_EQ(bytes[i], i % 2);
}

TEST(iota, counts) {
  constexpr int L = word_lanes;
  const auto x = pack<std::uint8_t, L>::iota(250, 3);
  const auto y = pack<std::int64_t, L>::iota(-5, 1LL << 40);
  const auto z = pack<double, L>::iota(0.5, 0.25);
  for (int i = 0; i < L; ++i) {
    EXPECT_EQ(x.extract(i), std::uint8_t(250 + 3 * i));
    EXPECT_EQ(y.extract(i), -5 + (std::int64_t(i) << 40));
    EXPECT_EQ(z.extract(i), 0.5 + 0.25 * i);
  }
}

}  // namespace
