#ifndef TENON_TENSOR_MEMBERS_HPP
#define TENON_TENSOR_MEMBERS_HPP

#include <array>
#include <cstdint>

#include "tenon/tensor/concepts.hpp"
#include "tenon/tensor/describe.hpp"
#include "tenon/tensor/layout.hpp"
#include "tenon/tensor/strided_iterator.hpp"

namespace tenon::detail {

/// The row-major layout of X, or the one that its strides give.
template <tensor_like X>
constexpr layout<X::specs.size()> layout_of(const X& x) noexcept {
  return {x.extents(), x.strides(), 0};
}

template <auto Specs, class T, std::size_t R>
constexpr auto at_layout(T* data, const layout<R>& where) {
  const std::int64_t offset = product(where.extents) == 0 ? 0 : where.offset;  // without elements data may be null
  return strided_view_with<T, Specs>(unchecked_t{}, data + offset, where.extents, where.strides);
}

/// Axis i becomes specification order[i].
template <std::size_t R>
consteval std::array<extent_spec, R> permuted_specs(const std::array<extent_spec, R>& specs, const std::array<std::int64_t, R>& order) {
  std::array<extent_spec, R> result{};
  for (std::size_t i = 0; i < R; ++i) result[i] = specs[std::size_t(order[i] < 0 ? order[i] + std::int64_t(R) : order[i])];
  return result;
}

template <std::size_t R>
consteval std::array<std::int64_t, R> last_two_swapped() {
  std::array<std::int64_t, R> order{};
  for (std::size_t i = 0; i < R; ++i) order[i] = std::int64_t(i);
  if (R >= 2) order[R - 1] = R - 2, order[R - 2] = R - 1;
  return order;
}

template <std::size_t R>
consteval std::array<extent_spec, R> with_dynamic_axis(std::array<extent_spec, R> specs, int axis) {
  specs[std::size_t(axis < 0 ? axis + int(R) : axis)] = {};
  return specs;
}

template <std::size_t R>
consteval std::array<extent_spec, R - 1> without_first(const std::array<extent_spec, R>& specs) {
  std::array<extent_spec, R - 1> result{};
  for (std::size_t i = 1; i < R; ++i) result[i - 1] = specs[i];
  return result;
}

template <class A>
constexpr auto without_first(const A& list) {
  std::array<std::int64_t, std::tuple_size_v<A> - 1> result{};
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = list[i + 1];
  return result;
}

/// What is common to tensors and views: D says where its elements are by data(), extent(axis) and stride(axis).
/// A tensor's elements are const where the tensor is; those of a view are as its element type says.
template <class D>
class members {
 public:
  /// The number of axes.
  static constexpr int rank() noexcept { return int(D::specs.size()); }

  /// The number of elements.
  constexpr std::int64_t size() const noexcept {
    std::int64_t n = 1;
    for (int i = 0; i < rank(); ++i) n *= self().extent(i);
    return n;
  }
  /// Whether there is no element: an extent is 0, or the tensor was moved from.
  constexpr bool empty() const noexcept {
    if constexpr (requires { requires D::is_inline; }) return size() == 0;
    else return size() == 0 || self().data() == nullptr;
  }

  constexpr auto extents() const noexcept {
    std::array<std::int64_t, D::specs.size()> list{};
    for (int i = 0; i < rank(); ++i) list[std::size_t(i)] = self().extent(i);
    return list;
  }
  /// The distance of neighbours along each axis, in elements.
  constexpr auto strides() const noexcept {
    std::array<std::int64_t, D::specs.size()> list{};
    for (int i = 0; i < rank(); ++i) list[std::size_t(i)] = self().stride(i);
    return list;
  }

  /// The element at these indices, which only TENON_CHECKED checks.
  template <index_number... I>
    requires(sizeof...(I) == D::specs.size())
  constexpr auto& operator()(I... i) noexcept {
    if constexpr (TENON_CHECKS_INDICES) assert_indices("operator()", i...);
    return self().data()[place(i...)];
  }
  template <index_number... I>
    requires(sizeof...(I) == D::specs.size())
  constexpr auto& operator()(I... i) const noexcept {
    if constexpr (TENON_CHECKS_INDICES) assert_indices("operator()", i...);
    return self().data()[place(i...)];
  }

  /// The element at these indices; throws index_error if there is none.
  template <index_number... I>
    requires(sizeof...(I) == D::specs.size())
  constexpr auto& at(I... i) {
    check(i...);
    return self().data()[place(i...)];
  }
  template <index_number... I>
    requires(sizeof...(I) == D::specs.size())
  constexpr auto& at(I... i) const {
    check(i...);
    return self().data()[place(i...)];
  }

  /// The i-th element of a vector, otherwise a view of the i-th part along the first axis; only TENON_CHECKED checks i.
  constexpr decltype(auto) operator[](index_number auto i) & noexcept
    requires(D::specs.size() > 0)
  {
    return part(self(), std::int64_t(i));
  }
  constexpr decltype(auto) operator[](index_number auto i) const& noexcept
    requires(D::specs.size() > 0)
  {
    return part(self(), std::int64_t(i));
  }
  constexpr auto operator[](index_number auto i) && noexcept
    requires(D::owns_elements && D::specs.size() == 1)
  {
    return part(self(), std::int64_t(i));
  }
  void operator[](index_number auto i) && requires(D::owns_elements && D::specs.size() > 1) = delete;

  /// The only element; throws shape_error if there are more or none.
  constexpr auto item() const {
    if (size() != 1 || empty()) throw_shape_error("item: ", container_of<D>(), " of shape ", extent_span(extents()), " does not have one element");
    return *self().data();
  }

  /// The elements in row-major order.
  constexpr auto begin() noexcept { return first(self()); }
  constexpr auto begin() const noexcept { return first(self()); }
  constexpr auto end() noexcept { return last(self()); }
  constexpr auto end() const noexcept { return last(self()); }

  // Views of the same elements. All take constant time and no memory. Negative axes count from the end. They are deleted for
  // a tensor that is about to end, which they would outlive.

  /// All of it: a view, or a strided_view of a strided_view.
  constexpr auto as_view() & noexcept { return whole(self()); }
  constexpr auto as_view() const& noexcept { return whole(self()); }
  void as_view() && requires(D::owns_elements) = delete;

  /// Elements begin, begin + step, ... before end along an axis; negative begin and end count from the axis' end.
  /// Throws shape_error unless 0 <= begin <= end <= extent and step >= 1.
  constexpr auto slice(int axis, std::int64_t begin, std::int64_t end = to_end, std::int64_t step = 1) & {
    return at_layout<dynamic_specs<D::specs.size()>>(self().data(), sliced(layout_of(self()), axis, begin, end, step));
  }
  constexpr auto slice(int axis, std::int64_t begin, std::int64_t end = to_end, std::int64_t step = 1) const& {
    return at_layout<dynamic_specs<D::specs.size()>>(self().data(), sliced(layout_of(self()), axis, begin, end, step));
  }
  void slice(int axis, std::int64_t begin, std::int64_t end = to_end, std::int64_t step = 1) && requires(D::owns_elements) = delete;

  /// The same, where the type keeps what it says of the other axes.
  template <int Axis>
  constexpr auto slice(std::int64_t begin, std::int64_t end = to_end, std::int64_t step = 1) & {
    return slice_at<Axis>(self(), begin, end, step);
  }
  template <int Axis>
  constexpr auto slice(std::int64_t begin, std::int64_t end = to_end, std::int64_t step = 1) const& {
    return slice_at<Axis>(self(), begin, end, step);
  }
  template <int Axis>
    requires(D::owns_elements)
  void slice(std::int64_t begin, std::int64_t end = to_end, std::int64_t step = 1) && = delete;

  /// The last two axes exchanged; a vector or a single number stays as it is.
  constexpr auto transpose() & noexcept { return permute_as<last_two_swapped<D::specs.size()>()>(self()); }
  constexpr auto transpose() const& noexcept { return permute_as<last_two_swapped<D::specs.size()>()>(self()); }
  void transpose() && requires(D::owns_elements) = delete;

  /// Axis i of the result is axis axes[i] of this: `x.permute(2, 0, 1)`. Throws shape_error unless they are an order of all axes.
  template <index_number... I>
    requires(sizeof...(I) == D::specs.size())
  constexpr auto permute(I... axes) & {
    return at_layout<dynamic_specs<D::specs.size()>>(self().data(), permuted(layout_of(self()), numbers(axes...)));
  }
  template <index_number... I>
    requires(sizeof...(I) == D::specs.size())
  constexpr auto permute(I... axes) const& {
    return at_layout<dynamic_specs<D::specs.size()>>(self().data(), permuted(layout_of(self()), numbers(axes...)));
  }
  template <index_number... I>
    requires(D::owns_elements)
  void permute(I... axes) && = delete;

  /// The same with the order in the type, which keeps what the type says of the axes: `x.permute<2, 0, 1>()`.
  template <int... Axes>
    requires(sizeof...(Axes) == D::specs.size() && sizeof...(Axes) > 0)
  constexpr auto permute() & {
    return permute_as<numbers(Axes...)>(self());
  }
  template <int... Axes>
    requires(sizeof...(Axes) == D::specs.size() && sizeof...(Axes) > 0)
  constexpr auto permute() const& {
    return permute_as<numbers(Axes...)>(self());
  }
  template <int... Axes>
    requires(D::owns_elements && sizeof...(Axes) > 0)
  void permute() && = delete;

  /// An axis backwards.
  constexpr auto flip(int axis) & { return at_layout<D::specs>(self().data(), flipped(layout_of(self()), axis)); }
  constexpr auto flip(int axis) const& { return at_layout<D::specs>(self().data(), flipped(layout_of(self()), axis)); }
  void flip(int axis) && requires(D::owns_elements) = delete;

  /// The same elements in row-major order in another shape; one extent may be -1, what remains. Throws shape_error where the
  /// number of elements differs, or those of a strided_view do not stand one after the other.
  template <index_number... I>
  constexpr auto reshape(I... extents) & {
    return reshape_to<dynamic_specs<sizeof...(I)>>(self(), numbers(extents...));
  }
  template <index_number... I>
  constexpr auto reshape(I... extents) const& {
    return reshape_to<dynamic_specs<sizeof...(I)>>(self(), numbers(extents...));
  }
  template <index_number... I>
    requires(D::owns_elements)
  void reshape(I... extents) && = delete;

  /// The same with the shape in the type; one extent may be dyn, what remains: `x.reshape<dyn, 4>()`.
  template <auto... E>
    requires(is_extent<E> && ... && (sizeof...(E) > 0))
  constexpr auto reshape() & {
    return reshape_to<extent_specs<E...>>(self(), open_extents<E...>());
  }
  template <auto... E>
    requires(is_extent<E> && ... && (sizeof...(E) > 0))
  constexpr auto reshape() const& {
    return reshape_to<extent_specs<E...>>(self(), open_extents<E...>());
  }
  template <auto... E>
    requires(D::owns_elements && sizeof...(E) > 0)
  void reshape() && = delete;

  /// Axes of one element repeated, and axes added in front, to this shape. Its elements cannot be written: many are one.
  /// Throws shape_error where an extent is neither 1 nor the wanted one.
  template <index_number... I>
    requires(sizeof...(I) >= D::specs.size())
  constexpr auto broadcast_to(I... extents) const& {
    return broadcast<dynamic_specs<sizeof...(I)>>(numbers(extents...));
  }
  template <index_number... I>
    requires(D::owns_elements)
  void broadcast_to(I... extents) && = delete;

  /// The same with a fixed shape in the type.
  template <auto... E>
    requires(spec_of(E).is_fixed() && ... && (sizeof...(E) > 0))
  constexpr auto broadcast_to() const& {
    return broadcast<extent_specs<E...>>(numbers(E...));
  }
  template <auto... E>
    requires(D::owns_elements && sizeof...(E) > 0)
  void broadcast_to() && = delete;

 private:
  constexpr D& self() noexcept { return static_cast<D&>(*this); }
  constexpr const D& self() const noexcept { return static_cast<const D&>(*this); }

  template <class... I>
  constexpr std::int64_t place(I... indices) const noexcept {
    std::int64_t sum = 0;
    [[maybe_unused]] int axis = 0;
    ((sum += std::int64_t(indices) * self().stride(axis), ++axis), ...);
    return sum;
  }

  template <class... I>
  constexpr void check([[maybe_unused]] I... indices) const {
    [[maybe_unused]] int axis = 0;
    (check_index(axis++, std::int64_t(indices)), ...);
    if (empty()) throw_no_elements("at", container_of<D>());
  }
  constexpr void check_index(int axis, std::int64_t index) const {
    if (index < 0 || index >= self().extent(axis)) throw_index_error(container_of<D>(), axis, index, self().extent(axis));
  }

  /// Aborts unless there is an element or part at these indices of the first axes.
  template <class... I>
  constexpr void assert_indices(std::string_view operation, I... indices) const noexcept {
    [[maybe_unused]] int axis = 0;
    const bool exists = ((std::int64_t(indices) >= 0 && std::int64_t(indices) < self().extent(axis++)) && ...) && !empty();
    if (!exists) index_is_out_of_range(operation, container_of<D>(), extents(), numbers(indices...));
  }

  template <class S>
  static constexpr decltype(auto) part(S& self, std::int64_t i) noexcept {
    if constexpr (TENON_CHECKS_INDICES) self.assert_indices("operator[]", i);
    auto* data = self.data() + i * self.stride(0);
    using T = std::remove_pointer_t<decltype(data)>;
    if constexpr (rank() == 1) return *data;
    else if constexpr (D::is_contiguous) return view_with<T, without_first(D::specs)>(unchecked_t{}, data, without_first(self.extents()));
    else return strided_view_with<T, without_first(D::specs)>(unchecked_t{}, data, without_first(self.extents()), without_first(self.strides()));
  }

  template <class S>
  static constexpr auto whole(S& self) noexcept {
    using T = std::remove_pointer_t<decltype(self.data())>;
    if constexpr (D::is_contiguous) return view_with<T, D::specs>(unchecked_t{}, self.data(), self.extents());
    else return self;
  }

  template <class S>
  static constexpr auto first(S& self) noexcept {
    using T = std::remove_pointer_t<decltype(self.data())>;
    if constexpr (D::is_contiguous) return self.data();
    else return strided_iterator<T, D::specs.size()>(self.data(), layout_of(self), 0);
  }
  template <class S>
  static constexpr auto last(S& self) noexcept {
    using T = std::remove_pointer_t<decltype(self.data())>;
    const std::int64_t count = self.empty() ? 0 : self.size();
    if constexpr (D::is_contiguous) return self.data() + count;
    else return strided_iterator<T, D::specs.size()>(self.data(), layout_of(self), count);
  }

  template <int Axis, class S>
  static constexpr auto slice_at(S& self, std::int64_t begin, std::int64_t end, std::int64_t step) {
    static_assert(Axis >= -rank() && Axis < rank(), "slice: there is no such axis");
    return at_layout<with_dynamic_axis(D::specs, Axis)>(self.data(), sliced(layout_of(self), Axis, begin, end, step));
  }

  template <auto Order, class S>
  static constexpr auto permute_as(S& self) {
    return at_layout<permuted_specs(D::specs, Order)>(self.data(), permuted(layout_of(self), Order));
  }

  template <auto... E>
  static constexpr auto open_extents() {
    return numbers((spec_of(E).is_fixed() ? spec_of(E).minimum : -1)...);
  }

  template <auto Specs, class S, std::size_t R>
  static constexpr auto reshape_to(S& self, const std::array<std::int64_t, R>& wanted) {
    using T = std::remove_pointer_t<decltype(self.data())>;
    if constexpr (!D::is_contiguous)
      if (!is_row_major(self.extents(), self.strides()))
        throw_shape_error("reshape: the elements of a view of shape ", extent_span(self.extents()), " with strides ", extent_span(self.strides()),
                          " do not stand one after the other: copy them into a tensor first");
    using result = view_with<T, Specs>;
    return result(self.data(), reshaped(self.extents(), wanted));
  }

  template <auto Specs, std::size_t R>
  constexpr auto broadcast(const std::array<std::int64_t, R>& wanted) const {
    using T = std::remove_pointer_t<decltype(self().data())>;
    return at_layout<Specs>(static_cast<const T*>(self().data()), broadcasted(layout_of(self()), wanted));
  }
};

}  // namespace tenon::detail

#endif
