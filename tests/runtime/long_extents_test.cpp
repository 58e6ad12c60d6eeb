// More than 2^31 elements: addresses and places are 64-bit numbers. The memory is mapped and never touched but for a few pages.

#if defined(__linux__)

#include <gtest/gtest.h>
#include <sys/mman.h>

#include "support/loops.hpp"
#include "tenon/tenon.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

constexpr std::int64_t count = (std::int64_t(1) << 31) + 100, far = (std::int64_t(1) << 31) + 7;

/// Zeros that take no memory until they are written.
template <class T>
class lazy_zeros {
 public:
  lazy_zeros() : memory_(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {}
  ~lazy_zeros() {
    if (exists()) munmap(memory_, bytes);
  }
  lazy_zeros(const lazy_zeros&) = delete;
  lazy_zeros& operator=(const lazy_zeros&) = delete;

  bool exists() const { return memory_ != MAP_FAILED; }
  T* data() { return static_cast<T*>(memory_); }

 private:
  static constexpr std::size_t bytes = std::size_t(count) * sizeof(T);
  void* memory_;
};

class long_extents : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!TENON_KEEPS_MEMORY) GTEST_SKIP() << "sanitizers take as much memory again";
    if (!bytes.exists()) GTEST_SKIP() << "no room for " << count << " bytes";
    bytes.data()[3] = 2;
    bytes.data()[far] = 5;
  }

  lazy_zeros<std::uint8_t> bytes;
  view<std::uint8_t, dyn> x{bytes.data(), count};
};

TEST_F(long_extents, are_reduced) {
  EXPECT_EQ(max(x).item(), 5);
  EXPECT_EQ(argmax(x, axes<0>).item(), far);
  EXPECT_EQ(sum(cast<std::int64_t>(x)).item(), 7);
}

TEST_F(long_extents, are_cut_and_turned) {
  const tensor<std::uint8_t, dyn> part = x.slice(0, far - 3, far + 3) + std::uint8_t(1);
  EXPECT_TRUE(has(part, [](auto i) { return i == 3 ? 6 : 1; }));
  const view<std::uint8_t, 2, dyn> rows(bytes.data(), 2, count / 2);  // far is in the second row
  const tensor<std::int64_t, 2> places = argmax(rows, axes<1>);
  EXPECT_EQ(places(0), 3);
  EXPECT_EQ(places(1), far - count / 2);
  const tensor<std::uint8_t, dyn, dyn> across = transpose(rows.slice(1, far - count / 2 - 1, far - count / 2 + 2));
  EXPECT_TRUE(has(across, [](auto i, auto j) { return i == 1 && j == 1 ? 5 : 0; }));
}

TEST_F(long_extents, are_indexed) {
  const tensor<std::int64_t, 3> at{far, 3, count - 1};
  const tensor<std::uint8_t, 3> taken = take(x, at);
  EXPECT_EQ(taken, (tensor<std::uint8_t, 3>{5, 2, 0}));
  EXPECT_THROW((tensor<std::uint8_t, 1>(take(x, tensor<std::int64_t, 1>{count}))), index_error);
}

TEST_F(long_extents, are_written) {
  x.slice(0, far, far + 2) = x.slice(0, far, far + 2) * std::uint8_t(3) + std::uint8_t(4);
  EXPECT_EQ(bytes.data()[far], 19);
  EXPECT_EQ(bytes.data()[far + 1], 4);
  EXPECT_EQ(bytes.data()[far + 2], 0);
}

}  // namespace

#endif
