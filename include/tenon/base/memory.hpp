#ifndef TENON_BASE_MEMORY_HPP
#define TENON_BASE_MEMORY_HPP

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <new>

#include "tenon/base/config.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace tenon {

/// Memory of tensors and of compiled functions begins at a multiple of this and is as long as one: a cache line, the widest
/// vector.
inline constexpr std::size_t storage_alignment = 64;

namespace detail {

/// Blocks of memory that are kept when they are freed. The system gives memory page by page, at the first touch and filled with
/// zeros, which takes longer than most loops over it; a block that was used before has its pages. For small blocks the search
/// for aligned memory takes longer than a loop. Blocks of 2 MiB and more ask for huge pages. Nobody waits for another thread:
/// whoever finds the cache in use goes to the system.
class block_cache {
 public:
  /// Never destroyed, since tensors may be destroyed after anything else.
  static block_cache& instance() {
    static block_cache& cache = *new block_cache;
    return cache;
  }

  /// At least `bytes` bytes, or null.
  void* take(std::size_t bytes) noexcept {
    const size_class c(bytes);
    if (const std::unique_lock lock(mutex_, std::try_to_lock); lock) {
      if (block* first = free_[c.place]; first != nullptr) {
        free_[c.place] = first->next;
        kept_ -= c.bytes;
        return first;
      }
    }
    void* fresh = allocate(c);
    if (fresh == nullptr) {  // what is kept may be what is missing
      shrink(0);
      fresh = allocate(c);
    }
    return fresh;
  }

  /// Takes back what `take(bytes)` gave.
  void give(void* memory, std::size_t bytes) noexcept {
    const size_class c(bytes);
    if (const std::unique_lock lock(mutex_, std::try_to_lock); lock && kept_ + c.bytes <= limit_) {
      free_[c.place] = new (memory) block{free_[c.place]};
      kept_ += c.bytes;
      return;
    }
    release(memory, c);
  }

  std::size_t kept() noexcept {
    const std::lock_guard lock(mutex_);
    return kept_;
  }
  std::size_t limit() noexcept {
    const std::lock_guard lock(mutex_);
    return limit_;
  }
  void set_limit(std::size_t bytes) noexcept {
    {
      const std::lock_guard lock(mutex_);
      limit_ = bytes;
    }
    shrink(bytes);
  }

  /// Gives blocks back to the system, the largest first, until no more than `bytes` are kept.
  void shrink(std::size_t bytes) noexcept {
    const std::lock_guard lock(mutex_);
    for (int place = classes; place-- > 0;)
      while (kept_ > bytes && free_[place] != nullptr) {
        block* first = free_[place];
        free_[place] = first->next;
        const size_class c = size_class::at(place);
        kept_ -= c.bytes;
        release(first, c);
      }
  }

 private:
  struct block {
    block* next;
  };

  static constexpr int classes = 4 * 64;
  static constexpr std::size_t huge_page = 2 << 20;

  /// Sizes are rounded up to four steps for each power of two, so that tensors of about one size share blocks.
  struct size_class {
    int place;
    std::size_t bytes;

    explicit size_class(std::size_t wanted) {
      if (wanted < storage_alignment) wanted = storage_alignment;
      const int power = std::bit_width(wanted - 1) - 3;
      const std::size_t steps = ((wanted - 1) >> power) + 1;  // 5 to 8
      place = 4 * power + int(steps) - 5;
      bytes = ((steps << power) + storage_alignment - 1) / storage_alignment * storage_alignment;
    }
    static size_class at(int place) { return size_class((std::size_t(place % 4) + 5) << (place / 4)); }
    std::align_val_t alignment() const { return std::align_val_t(bytes < huge_page ? storage_alignment : huge_page); }
  };

  static void* allocate(const size_class& c) noexcept {
    void* memory = ::operator new(c.bytes, c.alignment(), std::nothrow);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (memory != nullptr && c.bytes >= huge_page) madvise(memory, c.bytes / huge_page * huge_page, MADV_HUGEPAGE);
#endif
    return memory;
  }
  static void release(void* memory, const size_class& c) noexcept { ::operator delete(memory, c.alignment()); }

  std::mutex mutex_;
  block* free_[classes] = {};
  std::size_t kept_ = 0;
  std::size_t limit_ = TENON_KEEPS_MEMORY ? std::size_t(1) << 30 : 0;
};

// All heap memory of tensors and of compiled functions comes from this pair of functions.

/// At least `bytes` bytes, or null.
inline void* allocate_bytes(std::size_t bytes) noexcept {
  return bytes <= SIZE_MAX / 4 ? block_cache::instance().take(bytes) : nullptr;
}
/// Releases what allocate_bytes gave for as many bytes, or null.
inline void release_bytes(void* memory, std::size_t bytes) noexcept {
  if (memory != nullptr) block_cache::instance().give(memory, bytes);
}

}  // namespace detail

/// How many bytes of freed memory are kept to be used again.
inline std::size_t kept_memory() { return detail::block_cache::instance().kept(); }

/// The most bytes of freed memory that are kept, 1 GiB unless set. What is kept beyond it is given back to the system at once.
inline void set_kept_memory_limit(std::size_t bytes) { detail::block_cache::instance().set_limit(bytes); }
inline std::size_t kept_memory_limit() { return detail::block_cache::instance().limit(); }

/// Gives all kept memory back to the system.
inline void release_kept_memory() { detail::block_cache::instance().shrink(0); }

}  // namespace tenon

#endif
