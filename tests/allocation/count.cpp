#include "allocation/count.hpp"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::int64_t> count = 0;

void* allocate(std::size_t bytes, std::size_t alignment) {
  ++count;
  return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}
void* allocate_or_throw(std::size_t bytes, std::size_t alignment) {
  void* memory = allocate(bytes == 0 ? 1 : bytes, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

constexpr std::size_t usual = alignof(std::max_align_t);

}  // namespace

std::int64_t tenon::test::allocations() { return count; }

void* operator new(std::size_t bytes) { return allocate_or_throw(bytes, usual); }
void* operator new[](std::size_t bytes) { return allocate_or_throw(bytes, usual); }
void* operator new(std::size_t bytes, std::align_val_t alignment) { return allocate_or_throw(bytes, std::size_t(alignment)); }
void* operator new[](std::size_t bytes, std::align_val_t alignment) { return allocate_or_throw(bytes, std::size_t(alignment)); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return allocate(bytes, usual); }
void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept { return allocate(bytes, std::size_t(alignment)); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
