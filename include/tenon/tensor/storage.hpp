#ifndef TENON_TENSOR_STORAGE_HPP
#define TENON_TENSOR_STORAGE_HPP

#include <bit>
#include <cstdint>
#include <utility>

#include "tenon/base/memory.hpp"

namespace tenon {

/// The tag of constructors that leave elements without a value: `tensor<float, dyn> t(uninitialized, n)`.
struct uninitialized_t {
  explicit uninitialized_t() = default;
};
inline constexpr uninitialized_t uninitialized{};

/// Tensors of static extents of up to so many bytes hold their elements in themselves.
inline constexpr std::size_t inline_storage_bytes = 512;

namespace detail {

/// Elements on the heap. Moving from it leaves it without memory.
template <class T>
class heap_storage {
 public:
  heap_storage() = default;
  heap_storage(heap_storage&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), capacity_(std::exchange(other.capacity_, 0)) {}
  heap_storage& operator=(heap_storage&& other) noexcept {
    heap_storage taken(std::move(other));
    std::swap(data_, taken.data_);
    std::swap(capacity_, taken.capacity_);
    return *this;
  }
  ~heap_storage() { release_bytes(data_, std::size_t(capacity_) * sizeof(T)); }

  T* data() noexcept { return data_; }
  const T* data() const noexcept { return data_; }

  /// Makes room for `count` elements, whose values are then not specified if there was less. False: no memory, nothing changed.
  [[nodiscard]] bool provide(std::int64_t count) noexcept {
    if (count <= capacity_) return true;
    void* memory = allocate_bytes(std::size_t(count) * sizeof(T));
    if (memory == nullptr) return false;
    release_bytes(data_, std::size_t(capacity_) * sizeof(T));
    data_ = static_cast<T*>(memory);
    capacity_ = count;
    return true;
  }

 private:
  T* data_ = nullptr;
  std::int64_t capacity_ = 0;  // elements
};

/// N elements in the object itself. Up to 16 elements have room for the next power of two, so that vectors of as many can be
/// loaded and stored whole.
template <class T, std::size_t N>
class inline_storage {
 public:
  constexpr inline_storage() noexcept : elements_{} {}
  constexpr explicit inline_storage(uninitialized_t) noexcept {}

  constexpr T* data() noexcept { return elements_; }
  constexpr const T* data() const noexcept { return elements_; }
  [[nodiscard]] constexpr bool provide(std::int64_t) noexcept { return true; }

 private:
  static constexpr std::size_t room = N == 0 ? 1 : N <= 16 ? std::bit_ceil(N) : N;
  static constexpr std::size_t alignment = std::bit_ceil(room * sizeof(T));
  alignas(alignment < storage_alignment ? alignment : storage_alignment) T elements_[room];
};

}  // namespace detail
}  // namespace tenon

#endif
