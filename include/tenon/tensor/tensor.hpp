#ifndef TENON_TENSOR_TENSOR_HPP
#define TENON_TENSOR_TENSOR_HPP

#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "tenon/tensor/compare.hpp"
#include "tenon/tensor/nested_list.hpp"
#include "tenon/tensor/storage.hpp"
#include "tenon/tensor/view.hpp"

namespace tenon {

/// A container of elements in row-major order. An extent is a number, `dyn`, or `dim<"name", min, max>`:
///
///   tensor<float, 2, 2> a{{1, 2}, {3, 4}};             all extents fixed; elements in the object itself up to 512 bytes
///   tensor<float, dyn, 3> b(5, 3);                     extents at run time in parentheses, as of std::vector; zeros
///   tensor<float, dim<"batch", 1, 512>, 784> c(32, 784);
///
/// Values go into braces, one level of them an axis, extents into parentheses, all of them in order, fixed ones too. A
/// tensor that was default-constructed or moved from has no elements: what its type does not fix is 0, below the bounds of a
/// dim as well. A tensor of fixed extents beyond 512 bytes that was moved from keeps its shape but no elements, empty() is
/// true and data() null, until something is assigned to it. Where an operation throws, the tensor is as it was.
template <element T, auto... E>
class tensor : public detail::members<tensor<T, E...>> {
  static_assert(!std::is_const_v<T> && !std::is_volatile_v<T>, "the elements of a tensor can be changed: make the tensor const");
  static_assert((is_extent<E> && ...), "an extent is a number of at least 0, tenon::dyn, or tenon::dim<\"name\", min, max>");

  using holder = detail::extents_holder<E...>;

  static consteval std::int64_t fixed_size() {
    if constexpr (holder::is_static) return holder().size();
    else return -1;
  }
  static consteval auto storage_for() {
    if constexpr (is_inline) return std::type_identity<detail::inline_storage<T, std::size_t(fixed_size())>>();
    else return std::type_identity<detail::heap_storage<T>>();
  }

 public:
  using element_type = T;
  using value_type = T;
  using extents_type = typename holder::list;
  static constexpr auto specs = holder::specs;
  static constexpr bool is_contiguous = true;
  static constexpr bool owns_elements = true;
  static constexpr bool is_static = holder::is_static;
  /// Whether the elements are in the object itself: no allocation, and moving copies them.
  static constexpr bool is_inline = is_static && fixed_size() <= std::int64_t(inline_storage_bytes / sizeof(T));
  static constexpr std::string_view type_name = "tensor";

  /// Fixed extents: zeros. Otherwise no elements, and no allocation.
  constexpr tensor() noexcept(is_inline || !is_static) {
    if constexpr (is_static && !is_inline) {
      resize_for_overwrite(extents_type(holder().extents()));
      fill(T{});
    }
  }

  /// Zeros in a shape. Throws shape_error for an extent out of its bounds, allocation_error.
  template <index_number... I>
    requires(!is_static && sizeof...(I) == sizeof...(E))
  explicit tensor(I... extents) : tensor(uninitialized, extents...) {
    fill(T{});
  }

  /// Elements without a value, in a shape; with no extents where all are fixed.
  template <index_number... I>
    requires(sizeof...(I) == sizeof...(E) || (is_static && sizeof...(I) == 0))
  explicit tensor(uninitialized_t tag, I... extents) : tensor(tag, list_of(extents...)) {}
  tensor(uninitialized_t, const extents_type& extents)
    requires(!is_inline)
  {
    resize_for_overwrite(extents);
  }
  tensor(uninitialized_t tag, const extents_type& extents)
    requires(is_inline)
      : storage_(tag) {
    resize_for_overwrite(extents);
  }

  /// Values: `{1, 2, 3}`, `{{1, 2}, {3, 4}}`; of rank 0 one value. Throws shape_error unless the lists are as long as the type
  /// says and all of one level are equally long.
  constexpr tensor(detail::nested_list<T, sizeof...(E)> values) {
    resize_for_overwrite(detail::extents_of_list(detail::container_of<tensor>(), values, specs));
    detail::copy_list<sizeof...(E)>(values, data());
  }

  /// Copies the elements of another kind of tensor or a view. Throws shape_error where its extents are not ones of this type;
  /// implicit where they always are.
  template <class X>
    requires(!std::same_as<X, tensor> && detail::may_become<X, tensor>)
  constexpr explicit(!detail::always_becomes<X, tensor>) tensor(const X& x) {
    resize_for_overwrite(x.extents());
    detail::copy_elements(this->as_view(), x);
  }

  /// The value of an expression.
  template <class X>
    requires detail::evaluates_into<X, tensor>
  TENON_INLINE tensor(const X& x) {
    x.evaluate_into(*this);
  }

  constexpr tensor(const tensor&) requires(is_inline) = default;
  tensor(const tensor& other) requires(!is_inline) { copy_from(other); }

  constexpr tensor(tensor&&) noexcept requires(is_inline) = default;
  tensor(tensor&& other) noexcept requires(!is_inline)
      : storage_(std::move(other.storage_)), extents_(std::exchange(other.extents_, holder())) {}

  constexpr tensor& operator=(const tensor&) requires(is_inline) = default;
  tensor& operator=(const tensor& other) requires(!is_inline) {
    copy_from(other);
    return *this;
  }

  constexpr tensor& operator=(tensor&&) noexcept requires(is_inline) = default;
  tensor& operator=(tensor&& other) noexcept requires(!is_inline) {
    tensor taken(std::move(other));
    std::swap(storage_, taken.storage_);
    std::swap(extents_, taken.extents_);
    return *this;
  }

  constexpr ~tensor() = default;

  /// Takes extents and elements of another kind of tensor or a view, which may be one of this tensor. Memory is reused where it
  /// suffices. Throws shape_error where the extents are not ones of this type.
  template <class X>
    requires(!std::same_as<X, tensor> && detail::may_become<X, tensor>)
  constexpr tensor& operator=(const X& x) {
    if (!is_inline && x.extents() != this->extents() && detail::may_overlap(*this, x)) return *this = tensor(x);
    resize_for_overwrite(x.extents());
    detail::copy_elements(this->as_view(), x);
    return *this;
  }

  /// The value of an expression, which may use this tensor.
  template <class X>
    requires detail::evaluates_into<X, tensor>
  TENON_INLINE tensor& operator=(const X& x) {
    x.evaluate_into(*this);
    return *this;
  }

  /// Zeros in a shape given as a list; for code that does not know the rank.
  static tensor with_extents(const extents_type& extents) { return filled_list(T{}, extents); }

  /// Equal elements in a shape; with no extents where all are fixed.
  template <index_number... I>
    requires(sizeof...(I) == sizeof...(E) || (is_static && sizeof...(I) == 0))
  static constexpr tensor filled(const T& value, I... extents) {
    return filled_list(value, list_of(extents...));
  }

  constexpr void fill(const T& value) noexcept { detail::fill_elements(this->as_view(), value); }

  constexpr void swap(tensor& other) noexcept {
    tensor mine(std::move(*this));
    *this = std::move(other);
    other = std::move(mine);
  }
  friend constexpr void swap(tensor& a, tensor& b) noexcept { a.swap(b); }

  /// Changes the shape. An element whose indices both shapes have keeps its value, new ones are 0. Throws shape_error for an
  /// extent out of its bounds, allocation_error.
  template <index_number... I>
    requires(!is_static && sizeof...(I) == sizeof...(E))
  void resize(I... extents) {
    resize(detail::numbers(extents...));
  }
  void resize(const extents_type& extents)
    requires(!is_static)
  {
    if (extents == this->extents()) return;
    tensor resized = filled_list(T{}, extents);
    extents_type common = this->extents();
    for (std::size_t i = 0; i < common.size(); ++i) common[i] = common[i] < extents[i] ? common[i] : extents[i];
    if (!this->empty()) detail::copy_strided(resized.data(), resized.strides(), std::as_const(*this).data(), this->strides(), common);
    *this = std::move(resized);
  }

  /// Changes the shape and leaves the elements without a specified value, reusing memory where it suffices. Also gives elements
  /// back to a tensor of fixed extents that was moved from.
  constexpr void resize_for_overwrite(const extents_type& extents) {
    detail::check_extents(detail::container_of<tensor>(), extents);
    if constexpr (!is_inline) {
      const std::int64_t bytes = detail::checked_bytes(extents, sizeof(T));
      if (bytes < 0 || !storage_.provide(bytes / std::int64_t(sizeof(T))))
        detail::throw_allocation_error(detail::container_of<tensor>(), extents);
    }
    extents_ = holder(extents);
  }

  constexpr T* data() noexcept { return storage_.data(); }
  constexpr const T* data() const noexcept { return storage_.data(); }
  constexpr std::int64_t extent(int axis) const noexcept { return extents_.extent(axis); }
  constexpr std::int64_t stride(int axis) const noexcept { return extents_.row_major_stride(axis); }

 private:
  template <class... I>
  static constexpr extents_type list_of(I... extents) {
    if constexpr (sizeof...(I) == 0) return holder().extents();
    else return detail::numbers(extents...);
  }

  static constexpr tensor filled_list(const T& value, const extents_type& extents) {
    tensor result = unfilled(extents);
    result.fill(value);
    return result;
  }
  /// In constant evaluation, elements of the object itself begin as zeros: they must have a value to be copied.
  static constexpr tensor unfilled(const extents_type& extents) {
    if constexpr (is_inline) {
      tensor result;
      result.resize_for_overwrite(extents);
      return result;
    } else {
      return tensor(uninitialized, extents);
    }
  }

  void copy_from(const tensor& other) {
    if (other.empty()) {  // also without memory, and below the bounds of a dim
      tensor none(std::move(*this));
      extents_ = other.extents_;
      return;
    }
    resize_for_overwrite(other.extents());
    detail::copy_contiguous(data(), other.data(), other.size());
  }

  typename decltype(storage_for())::type storage_;
  [[no_unique_address]] holder extents_;
};

// `tensor t = {1.f, 2.f}` is tensor<float, 2>, `tensor t = {{1.f, 2.f}, {3.f, 4.f}}` is tensor<float, 2, 2>, and so on to rank 3.
template <element T, std::same_as<T>... More>
tensor(T, More...) -> tensor<T, int(1 + sizeof...(More))>;
template <element T, std::size_t First, std::size_t... More>
  requires((More == First) && ...)
tensor(const T (&)[First], const T (&... rows)[More]) -> tensor<T, int(1 + sizeof...(More)), int(First)>;
template <element T, std::size_t First, std::size_t Second, std::size_t... More>
tensor(const T (&)[First][Second], const T (&... parts)[More][Second]) -> tensor<T, int(1 + sizeof...(More)), int(First), int(Second)>;

// A copy of what a view refers to.
template <element T, auto... E>
tensor(view<T, E...>) -> tensor<std::remove_const_t<T>, E...>;
template <element T, auto... E>
tensor(strided_view<T, E...>) -> tensor<std::remove_const_t<T>, E...>;

}  // namespace tenon

#endif
