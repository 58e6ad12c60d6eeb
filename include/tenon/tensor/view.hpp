#ifndef TENON_TENSOR_VIEW_HPP
#define TENON_TENSOR_VIEW_HPP

#include <array>
#include <cstdint>
#include <span>

#include "tenon/tensor/copy.hpp"
#include "tenon/tensor/extents_holder.hpp"
#include "tenon/tensor/members.hpp"

namespace tenon {

// Views do not own elements: they are valid as long as the memory is, and copying one copies no elements. Assignment is the
// opposite: it writes elements, `x.slice(0, 0, 2) = y`, so that it means the same on a tensor and on a part of one; `rebind`
// makes a view refer to something else. Constness of the elements is in the element type: `view<const float, dyn>`.

namespace detail {

/// The strides of a view that knows them by its extents.
struct no_strides {};

/// What is common to views: D is a view or strided_view of T with extents E.
template <class D, class Strides, class T, auto... E>
class view_members : public members<D> {
 public:
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  using extents_type = typename extents_holder<E...>::list;
  static constexpr auto specs = extents_holder<E...>::specs;
  static constexpr bool owns_elements = false;

  /// Writes the elements; throws shape_error unless the shapes are equal.
  template <class X>
    requires(!std::is_const_v<T> && may_become<X, D>)
  constexpr D& operator=(const X& x) {
    return assign_elements(static_cast<D&>(*this), x);
  }
  template <class X>
    requires(!std::is_const_v<T> && evaluates_into<X, D>)
  constexpr D& operator=(const X& x) {
    D& self = static_cast<D&>(*this);
    x.evaluate_into(self);
    return self;
  }

  constexpr void fill(const value_type& value) const
    requires(!std::is_const_v<T>)
  {
    fill_elements(static_cast<const D&>(*this), value);
  }

  constexpr void rebind(const D& other) noexcept {
    data_ = other.data_;
    extents_ = other.extents_;
    strides_ = other.strides_;
  }

  constexpr T* data() const noexcept { return data_; }
  constexpr std::int64_t extent(int axis) const noexcept { return extents_.extent(axis); }
  constexpr std::int64_t stride(int axis) const noexcept {
    if constexpr (D::is_contiguous) return extents_.row_major_stride(axis);
    else return strides_[std::size_t(axis)];
  }

  constexpr view_members(unchecked_t, T* data, const extents_type& extents, const Strides& strides = {}) noexcept
      : data_(data), extents_(extents), strides_(strides) {}

 protected:
  constexpr view_members() noexcept = default;
  constexpr view_members(const view_members&) noexcept = default;
  void operator=(const view_members&) requires(std::is_const_v<T>) = delete;  // instead of rebinding

 private:
  T* data_ = nullptr;
  [[no_unique_address]] extents_holder<E...> extents_;
  [[no_unique_address]] Strides strides_{};
};

}  // namespace detail

/// A view of row-major elements without gaps.
template <element T, auto... E>
class view : public detail::view_members<view<T, E...>, detail::no_strides, T, E...> {
  using base = detail::view_members<view, detail::no_strides, T, E...>;
  using holder = detail::extents_holder<E...>;

 public:
  using typename base::extents_type;
  static constexpr bool is_contiguous = true;
  static constexpr std::string_view type_name = "view";

  /// No elements; extents that the type does not fix are 0.
  constexpr view() noexcept = default;

  /// The elements from `data` on. Throws shape_error for extents that the type does not admit.
  constexpr view(T* data, const extents_type& extents) : base(detail::unchecked_t{}, data, extents) {
    detail::check_extents(detail::container_of<view>(), extents);
  }
  /// The same with the extents one by one; with none where the type fixes all of them.
  template <index_number... I>
    requires(sizeof...(I) == sizeof...(E) || (sizeof...(I) == 0 && holder::is_static))
  constexpr explicit view(T* data, I... extents) : view(data, list_of(extents...)) {}

  /// The elements of a span, which must be as many; a vector may take its extent from the span.
  template <index_number... I>
    requires(sizeof...(I) == sizeof...(E) || (sizeof...(I) == 0 && (holder::is_static || sizeof...(E) == 1)))
  constexpr explicit view(std::span<T> elements, I... extents) : view(elements.data(), list_of_span(elements, extents...)) {
    if (this->size() != std::int64_t(elements.size()))
      detail::throw_shape_error(detail::container_of<view>(), " of shape ", detail::extent_span(this->extents()), " from a span: it has ",
                                elements.size(), " elements, not ", this->size());
  }

  /// A tensor or contiguous view. Throws shape_error for extents that the type does not admit; implicit where it cannot.
  template <contiguous_tensor_like X>
    requires(!std::same_as<std::remove_cvref_t<X>, view> && detail::may_become<X, view> && detail::can_be_viewed_as<X, T>)
  constexpr explicit(!detail::always_becomes<X, view>) view(X&& x) : view(x.data(), x.extents()) {}

  using base::base;

  constexpr view(const view&) noexcept = default;

  using base::operator=;
  constexpr view& operator=(const view& other)
    requires(!std::is_const_v<T>)
  {
    return detail::assign_elements(*this, other);
  }

 private:
  template <class... I>
  static constexpr extents_type list_of(I... extents) {
    if constexpr (sizeof...(I) == 0) return holder().extents();
    else return detail::numbers(extents...);
  }
  template <class... I>
  static constexpr extents_type list_of_span(std::span<T> elements, I... extents) {
    if constexpr (sizeof...(I) == 0 && !holder::is_static) return {std::int64_t(elements.size())};
    else return list_of(extents...);
  }
};

/// A view of elements at any regular distances, in elements: negative backwards, 0 for one element repeated.
template <element T, auto... E>
class strided_view : public detail::view_members<strided_view<T, E...>, std::array<std::int64_t, sizeof...(E)>, T, E...> {
  using base = detail::view_members<strided_view, std::array<std::int64_t, sizeof...(E)>, T, E...>;

 public:
  using typename base::extents_type;
  static constexpr bool is_contiguous = false;
  static constexpr std::string_view type_name = "strided_view";

  /// No elements; extents that the type does not fix are 0.
  constexpr strided_view() noexcept = default;

  /// `data` is the element at indices 0. Throws shape_error for extents that the type does not admit.
  constexpr strided_view(T* data, const extents_type& extents, const extents_type& strides)
      : base(detail::unchecked_t{}, data, extents, strides) {
    detail::check_extents(detail::container_of<strided_view>(), extents);
  }

  /// A tensor or view. Throws shape_error for extents that the type does not admit; implicit where it cannot.
  template <tensor_like X>
    requires(!std::same_as<std::remove_cvref_t<X>, strided_view> && detail::may_become<X, strided_view> && detail::can_be_viewed_as<X, T>)
  constexpr explicit(!detail::always_becomes<X, strided_view>) strided_view(X&& x) : strided_view(x.data(), x.extents(), x.strides()) {}

  using base::base;

  constexpr strided_view(const strided_view&) noexcept = default;

  using base::operator=;
  constexpr strided_view& operator=(const strided_view& other)
    requires(!std::is_const_v<T>)
  {
    return detail::assign_elements(*this, other);
  }
};

template <element T, auto... E>
view(tensor<T, E...>&) -> view<T, E...>;
template <element T, auto... E>
view(const tensor<T, E...>&) -> view<const T, E...>;
template <element T>
view(std::span<T>) -> view<T, dyn>;
template <element T, index_number... I>
view(T*, I...) -> view<T, detail::dyn_for<I>...>;

template <element T, auto... E>
strided_view(tensor<T, E...>&) -> strided_view<T, E...>;
template <element T, auto... E>
strided_view(const tensor<T, E...>&) -> strided_view<const T, E...>;
template <element T, auto... E>
strided_view(view<T, E...>) -> strided_view<T, E...>;

}  // namespace tenon

#endif
