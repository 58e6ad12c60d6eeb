#ifndef TENON_TENSOR_SIGNATURE_HPP
#define TENON_TENSOR_SIGNATURE_HPP

#include <array>
#include <tuple>

#include "tenon/ir/graph.hpp"
#include "tenon/ir/tensor_ref.hpp"
#include "tenon/ops/operand.hpp"
#include "tenon/tensor/tensor.hpp"
#include "tenon/tensor/view.hpp"

namespace tenon {

/// What capture knows of an argument: all that its type says. Arguments of one signature share everything that is compiled.
template <element_type Type, auto Specs, bool Contiguous>
struct argument_signature {
  static constexpr element_type type = Type;
  static constexpr auto specs = Specs;
  static constexpr bool contiguous = Contiguous;
  static constexpr int rank = int(Specs.size());
};

namespace detail {

template <class A>
struct signature;
template <tensor_like A>
struct signature<A> {
  using type = argument_signature<element_type_of<value_type_of<A>>, A::specs, A::is_contiguous || rank_of<A> == 0>;
};
template <element A>
struct signature<A> {
  using type = argument_signature<element_type_of<A>, std::array<extent_spec, 0>{}, true>;
};

/// Two extents of one name can never be equal.
constexpr void note_disjoint_bounds(graph& g, const symbol& first, const extent_spec& second, int input, int axis) {
  if (g.failed()) return;
  g.error << "extent " << first.b << " of argument " << first.a << " and extent " << axis << " of argument " << input << " are both "
          << first.name.view() << ", but the bounds [" << first.min << ", " << first.max << "] and [" << second.minimum << ", " << second.maximum
          << "] have no extent in common";
}

/// An extent of an argument as the graph knows it. A name that another argument has is the same extent.
constexpr extent capture_extent(graph& g, const extent_spec& spec, int input, int axis) {
  if (spec.is_fixed()) return {spec.minimum};
  if (spec.is_named())
    for (int i = 0; i < g.symbols.size(); ++i)
      if (g.symbols[i].kind == symbol_kind::input_extent && g.symbols[i].name == spec.name) {
        if (spec.maximum < g.symbols[i].min || g.symbols[i].max < spec.minimum) note_disjoint_bounds(g, g.symbols[i], spec, input, axis);
        return extent::of_symbol(i);
      }
  return g.arithmetic().intern({symbol_kind::input_extent, input, axis, spec.minimum, spec.maximum, spec.name});
}

template <class Signature>
constexpr int capture_input(graph& g, input_kind kind) {
  shape s{};
  const int input = g.inputs.size();
  for (int axis = 0; axis < Signature::rank; ++axis) s.push_back(capture_extent(g, Signature::specs[std::size_t(axis)], input, axis));
  return g.add_input({kind, Signature::type, Signature::contiguous, g.intern(s)});
}

/// One value for each signature.
template <class Signature>
using value_for = value;

/// Calls `f` with a new input for each of the signatures, in their order.
template <class... Signature, class F>
constexpr decltype(auto) with_arguments(graph& g, const F& f) {
  const std::array<value, sizeof...(Signature)> arguments{value{&g, capture_input<Signature>(g, input_kind::argument)}...};
  return std::apply(f, arguments);
}

}  // namespace detail

/// An argument type, a tensor, a view or a number, without references.
template <class A>
using signature_of = typename detail::signature<std::remove_cvref_t<A>>::type;

/// What a compiled function takes: tensors, views, and C++ numbers.
template <class A>
concept argument = tensor_like<A> || element<std::remove_cvref_t<A>>;

/// Where the elements of an argument are. Throws index_error if it was moved from, but its type says that it has elements.
template <argument A>
TENON_INLINE void* data_of(A& a) {
  if constexpr (!tensor_like<A>) {
    return const_cast<void*>(static_cast<const void*>(&a));
  } else {
    if (a.empty() && a.size() != 0) detail::throw_no_elements("argument", detail::container_of<std::remove_cvref_t<A>>());
    return const_cast<void*>(static_cast<const void*>(a.data()));
  }
}

/// The run-time description of an argument. Throws like data_of.
template <argument A>
tensor_ref ref_of(A& a) {
  tensor_ref r;
  r.data = data_of(a);
  if constexpr (tensor_like<A>)
    for (int i = 0; i < rank_of<A>; ++i) r.extents[i] = a.extent(i), r.strides[i] = a.stride(i);
  return r;
}

namespace detail {

/// The run-time description of a tensor that a net describes: row-major, all extents known.
template <class Description>
tensor_ref ref_of_description(const Description& d, void* data) {
  tensor_ref r{.data = data};
  std::int64_t step = 1;
  for (int i = d.shape.rank; i-- > 0;) {
    r.extents[i] = d.shape[i].code;
    r.strides[i] = step;
    step *= r.extents[i];
  }
  return r;
}

}  // namespace detail

/// What a type says of an extent of a graph: a number, a name with its bounds, or that it is dynamic.
template <class Graph>
constexpr extent_spec spec_of_extent(const Graph& g, extent e) {
  if (e.is_static()) return spec_of(e.code);
  const symbol& s = g.symbols[e.symbol()];
  if (s.kind == symbol_kind::input_extent && !s.name.empty()) return {extent_kind::named, s.min, s.max, s.name};
  return {};
}

namespace detail {

template <const auto& Graph, int Node>
consteval auto specs_of_node() {
  constexpr int rank = Graph.shapes[Graph.nodes[Node].shape].rank;
  std::array<extent_spec, std::size_t(rank)> specs{};
  for (int i = 0; i < rank; ++i) specs[std::size_t(i)] = spec_of_extent(Graph, Graph.shapes[Graph.nodes[Node].shape].axes[i]);
  return specs;
}

template <class T, auto Specs, class>
struct tensor_with_specs;
template <class T, auto Specs, std::size_t... I>
struct tensor_with_specs<T, Specs, std::index_sequence<I...>> {
  using type = tensor<T, spelled<Specs[I]>()...>;
};

}  // namespace detail

/// The tensor that holds a node of a frozen graph.
template <const auto& Graph, int Node>
using tensor_of_node = typename detail::tensor_with_specs<storage_of<Graph.nodes[Node].type>, detail::specs_of_node<Graph, Node>(),
                                                          std::make_index_sequence<detail::specs_of_node<Graph, Node>().size()>>::type;

}  // namespace tenon

#endif
