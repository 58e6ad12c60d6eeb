#ifndef TENON_TENSOR_STRIDED_ITERATOR_HPP
#define TENON_TENSOR_STRIDED_ITERATOR_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

#include "tenon/tensor/layout.hpp"

namespace tenon::detail {

/// Goes over strided elements in row-major order.
template <class T, std::size_t R>
class strided_iterator {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = std::remove_cv_t<T>;
  using difference_type = std::ptrdiff_t;
  using reference = T&;
  using pointer = T*;

  constexpr strided_iterator() noexcept = default;
  constexpr strided_iterator(T* data, const layout<R>& where, std::int64_t position) noexcept
      : data_(data), where_(where), position_(position) {}

  constexpr T& operator*() const noexcept { return data_[where_.offset]; }
  constexpr T* operator->() const noexcept { return data_ + where_.offset; }

  constexpr strided_iterator& operator++() noexcept {
    ++position_;
    for (std::size_t axis = R; axis-- > 0;) {
      where_.offset += where_.strides[axis];
      if (++index_[axis] < where_.extents[axis]) break;
      where_.offset -= index_[axis] * where_.strides[axis];
      index_[axis] = 0;
    }
    return *this;
  }
  constexpr strided_iterator operator++(int) noexcept {
    strided_iterator before = *this;
    ++*this;
    return before;
  }

  /// Only for iterators of one view.
  friend constexpr bool operator==(const strided_iterator& a, const strided_iterator& b) noexcept { return a.position_ == b.position_; }

 private:
  T* data_ = nullptr;
  layout<R> where_{};
  std::array<std::int64_t, R> index_{};
  std::int64_t position_ = 0;
};

}  // namespace tenon::detail

#endif
