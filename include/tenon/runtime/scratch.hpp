#ifndef TENON_RUNTIME_SCRATCH_HPP
#define TENON_RUNTIME_SCRATCH_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "tenon/base/config.hpp"
#include "tenon/base/error.hpp"
#include "tenon/base/memory.hpp"

namespace tenon {

/// Memory that grows and is kept: after the first use with given sizes nothing is allocated any more. Aligned to 64 bytes.
class scratch {
 public:
  scratch() = default;
  scratch(scratch&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  scratch& operator=(scratch other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~scratch() { release(); }

  /// At least `bytes` bytes, whose contents are lost when it has to grow.
  std::byte* reserve(std::size_t bytes) {
    if (bytes > size_) grow(bytes);
    return data_;
  }
  std::size_t size() const { return size_; }

 private:
  void release() { detail::release_bytes(data_, size_); }

  void grow(std::size_t bytes) {
    auto* fresh = static_cast<std::byte*>(detail::allocate_bytes(bytes));
    if (fresh == nullptr) throw allocation_error("a compiled function could not get " + std::to_string(bytes) + " bytes for its temporaries");
    release();
    data_ = fresh;
    size_ = bytes;
  }

  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Scratch of which the first `Near` bytes stand in the object: what is small needs no allocation, and no page that a first call
/// would be the first to touch. Moving it does not move contents.
template <std::size_t Near>
class near_scratch {
 public:
  near_scratch() = default;
  near_scratch(near_scratch&& other) noexcept : far_(std::move(other.far_)) {}
  near_scratch& operator=(near_scratch&& other) noexcept {
    far_ = std::move(other.far_);
    return *this;
  }

  /// At least `bytes` bytes, whose contents are lost when it has to grow.
  std::byte* reserve(std::size_t bytes) { return bytes <= Near ? near_ : far_.reserve(bytes); }

 private:
  alignas(64) std::byte near_[Near] = {};
  scratch far_;
};

/// What a single kernel works in.
using kernel_scratch = near_scratch<512>;

/// The memory of one compiled function: temporaries that the plan placed, the workspace of single kernels, and outputs that
/// cannot be written in place.
struct execution_memory {
  near_scratch<4096> arena;
  kernel_scratch workspace, aside;
};

namespace detail {

/// Where the next part begins behind one of `bytes` bytes, at a multiple of 64. Sizes that no memory has stay so great that
/// they are refused.
constexpr std::size_t offset_behind(std::size_t offset, std::int64_t bytes) {
  constexpr std::size_t most = SIZE_MAX / 2 / 64 * 64;
  return std::size_t(bytes) > most - offset ? most : offset + (std::size_t(bytes) + 63) / 64 * 64;
}

}  // namespace detail

/// Called where a compiled function is made, so that its first call does not wait for the system: touches the stack that calls
/// use, and by running at all the code around it, which is what every call runs.
TENON_NOINLINE TENON_HOT inline void touch_what_calls_use() {
  constexpr int page = 4096, used = 3 * page;
  [[maybe_unused]] volatile char stack[used];
  for (int i = 0; i < used; i += page) stack[i] = 0;
}

/// Lends an execution_memory to one call at a time, from when it is first asked for; calls that come meanwhile from other threads
/// get fresh memory of their own.
class memory_lease {
 public:
  struct lender {
    execution_memory memory;
    std::atomic_flag taken;

    lender() = default;
    lender(lender&& other) noexcept : memory(std::move(other.memory)) {}
    lender& operator=(lender&& other) noexcept {
      memory = std::move(other.memory);
      return *this;
    }
  };

  explicit memory_lease(lender& from) : from_(from) {}
  ~memory_lease() {
    if (memory_ == &from_.memory) from_.taken.clear(std::memory_order_release);
  }
  memory_lease(const memory_lease&) = delete;
  memory_lease& operator=(const memory_lease&) = delete;

  execution_memory& operator*() {
    if (memory_ == nullptr) memory_ = take();
    return *memory_;
  }
  execution_memory* operator->() { return &**this; }

 private:
  execution_memory* take() {
    if (!from_.taken.test_and_set(std::memory_order_acquire)) return &from_.memory;
    own_.reset(new (std::nothrow) execution_memory);
    if (own_ == nullptr) throw allocation_error("a compiled function that runs on several threads at once could not get memory of its own");
    return own_.get();
  }

  lender& from_;
  execution_memory* memory_ = nullptr;
  std::unique_ptr<execution_memory> own_;  // rarely there, and would be most of the stack of a call
};

}  // namespace tenon

#endif
