#ifndef TENON_BASE_LIST_HPP
#define TENON_BASE_LIST_HPP

#include <initializer_list>
#include <utility>

namespace tenon {

/// A growing array for constant evaluation and run time alike. Beside std::vector it costs a compiler a fraction of the
/// evaluation steps, which are what bounds the graphs that clang can capture. T is default constructible.
template <class T>
class list {
 public:
  constexpr list() = default;
  constexpr explicit list(int count) { reserve(count), size_ = count; }  // new elements are T{}
  constexpr list(int count, const T& value) { resize(count, value); }
  constexpr list(std::initializer_list<T> values) {
    reserve(int(values.size()));
    for (const T& v : values) push_back(v);
  }
  constexpr list(const list& other) {
    reserve(other.size_);
    for (int i = 0; i < other.size_; ++i) data_[i] = other.data_[i];
    size_ = other.size_;
  }
  constexpr list(list&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)), capacity_(std::exchange(other.capacity_, 0)) {}
  constexpr list& operator=(list other) noexcept {
    swap(other);
    return *this;
  }
  constexpr ~list() { delete[] data_; }

  constexpr void swap(list& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  constexpr int size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr T& operator[](int i) { return data_[i]; }
  constexpr const T& operator[](int i) const { return data_[i]; }
  constexpr T& back() { return data_[size_ - 1]; }
  constexpr const T& back() const { return data_[size_ - 1]; }
  constexpr T* begin() { return data_; }
  constexpr T* end() { return data_ + size_; }
  constexpr const T* begin() const { return data_; }
  constexpr const T* end() const { return data_ + size_; }

  constexpr void push_back(const T& value) {
    if (size_ == capacity_) {
      const T copy = value;  // `value` may be one of ours
      reserve(capacity_ == 0 ? 16 : 2 * capacity_);
      data_[size_++] = copy;
    } else {
      data_[size_++] = value;
    }
  }
  constexpr void pop_back() { --size_; }
  constexpr void clear() { size_ = 0; }

  constexpr void reserve(int count) {
    if (count <= capacity_) return;
    T* grown = new T[static_cast<unsigned>(count)]{};
    for (int i = 0; i < size_; ++i) grown[i] = std::move(data_[i]);
    delete[] data_;
    data_ = grown;
    capacity_ = count;
  }
  constexpr void resize(int count, const T& value = T{}) {
    reserve(count);
    for (int i = size_; i < count; ++i) data_[i] = value;
    size_ = count;
  }

  constexpr bool contains(const T& value) const {
    for (const T& v : *this)
      if (v == value) return true;
    return false;
  }

  friend constexpr bool operator==(const list& a, const list& b) {
    if (a.size_ != b.size_) return false;
    for (int i = 0; i < a.size_; ++i)
      if (!(a.data_[i] == b.data_[i])) return false;
    return true;
  }

 private:
  T* data_ = nullptr;
  int size_ = 0, capacity_ = 0;
};

}  // namespace tenon

#endif
