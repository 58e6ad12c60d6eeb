#ifndef TENON_MODEL_HPP
#define TENON_MODEL_HPP

#include <span>
#include <string>

#include "tenon/compile.hpp"
#include "tenon/io/safetensors.hpp"
#include "tenon/nn/nn.hpp"

namespace tenon {
namespace detail {

/// Makes every parameter of a model an input, behind the arguments.
template <class Net>
constexpr void capture_parameters(graph& g, const Net& net) {
  nn::visit_parameters(net, [&](std::string_view, const auto& p) {
    g.parameters.push_back({&p, g.add_input({input_kind::parameter, p.type, true, g.intern(p.shape)})});
  });
}

/// The computation of a model's operator() for arguments of the given signatures.
template <class Net, class... S>
struct capture_model {
  constexpr graph operator()() const {
    graph g;
    with_arguments<S...>(g, [&](const auto&... x) {
      const Net net{};
      capture_parameters(g, net);
      capture_call(g, net, x...);
    });
    return finished(std::move(g));
  }
};

template <class Net>
consteval int parameter_by_name(std::string_view name) {
  for (int i = 0; i < nn::parameter_count<Net>; ++i)
    if (nn::parameter_names<Net>[std::size_t(i)] == name) return i;
  return -1;
}

/// A typed view of a parameter: its extents are numbers.
template <class Net, int I, class>
struct parameter_view;
template <class Net, int I, std::size_t... Axis>
struct parameter_view<Net, I, std::index_sequence<Axis...>> {
  static constexpr const nn::parameter_description& description = nn::parameter_descriptions<Net>[std::size_t(I)];
  using type = view<storage_of<description.type>, std::int64_t(description.shape.axes[Axis].code)...>;
};

inline std::vector<std::int64_t> extents_of(const nn::parameter_description& p) {
  std::vector<std::int64_t> extents;
  for (int i = 0; i < p.shape.rank; ++i) extents.push_back(p.shape[i].code);
  return extents;
}

}  // namespace detail

/// The memory of tensors that are described at compile time: one block, every tensor at a multiple of 64 bytes.
class tensor_block {
 public:
  /// All bytes are 0. Throws allocation_error.
  explicit tensor_block(std::span<const nn::parameter_description> described) {
    std::size_t bytes = 0;
    for (const auto& p : described) {
      offsets_.push_back(bytes);
      bytes += (std::size_t(p.size()) * std::size_t(size_of(p.type)) + 63) / 64 * 64;
    }
    if (bytes != 0) std::memset(memory_.reserve(bytes), 0, bytes);
  }
  void* data(int i) { return memory_.reserve(0) + offsets_[std::size_t(i)]; }

 private:
  scratch memory_;
  std::vector<std::size_t> offsets_;
};

/// A net, a plain aggregate of modules with a constexpr operator(), together with the elements of its parameters. Calling it
/// runs the net compiled for the argument types. Not copied; moving keeps the parameters where they are.
template <class Net, class Options = default_options>
class model {
 public:
  using net_type = Net;
  static constexpr int parameters = nn::parameter_count<Net>;
  static constexpr const auto& descriptions = nn::parameter_descriptions<Net>;

  /// Parameters start as their modules say, with random numbers that depend on the seed alone.
  explicit model(std::uint64_t seed = 0) : values_(descriptions) {
    for (int i = 0; i < parameters; ++i) initialize(i, seed);
    touch_what_calls_use();
  }
  model(model&&) noexcept = default;
  model& operator=(model&&) noexcept = default;

  template <class... A>
  using program_for = program<detail::capture_model<Net, signature_of<A>...>, Options>;

  /// The output, or a tuple of outputs.
  template <argument... A>
  TENON_HOT auto operator()(const A&... arguments) const {
    detail::result_of<program_for<A...>> result;
    detail::run_program<program_for<A...>>(inputs<int(sizeof...(A))>(*this, arguments...).refs, result, true, memory_);
    return result;
  }

  /// Writes the output to `out`, which must have its extents; several outputs to a std::tie.
  template <class Out, argument... A>
  TENON_HOT void into(Out&& out, const A&... arguments) const {
    detail::run_program<program_for<A...>>(inputs<int(sizeof...(A))>(*this, arguments...).refs, out, false, memory_);
  }

  /// What the program of a call is given: the arguments and the parameters.
  template <int Arguments>
  struct inputs {
    tensor_ref refs[Arguments + nn::parameter_count<Net> + 1];

    template <class... A>
    explicit inputs(const model& m, const A&... arguments) : refs{ref_of(arguments)...} {
      for (int i = 0; i < parameters; ++i) refs[Arguments + i] = detail::ref_of_description(descriptions[std::size_t(i)], m.data(i));
    }
  };

  /// How many numbers the model has learned.
  static constexpr std::int64_t size() { return nn::parameter_elements<Net>; }

  /// A parameter by its name, `m.parameter<"fc1.weight">()`, as a view that may be written.
  template <text Name>
  auto parameter() {
    constexpr int found = detail::parameter_by_name<Net>(Name.view()), i = found < 0 ? 0 : found;
    static_assert(found >= 0, "the model has no parameter of this name; names are spelled as in PyTorch's state_dict, fc1.weight");
    using view_type = typename detail::parameter_view<Net, i, std::make_index_sequence<std::size_t(descriptions[std::size_t(i)].shape.rank)>>::type;
    return view_type(static_cast<typename view_type::element_type*>(values_.data(i)));
  }

  /// Writes all parameters in the safetensors format, the file whole or not at all. Throws file_error.
  void save(const std::string& path) const {
    std::vector<io::stored_tensor> tensors;
    for (int i = 0; i < parameters; ++i) {
      const auto& p = descriptions[std::size_t(i)];
      const auto* data = static_cast<const std::byte*>(values_.data(i));
      tensors.push_back({std::string(p.name), p.type, detail::extents_of(p), {data, bytes_of(i)}});
    }
    io::save_safetensors(path, tensors);
  }

  /// Reads all parameters; a file that lacks one, or holds it with another shape or type, throws file_error and changes nothing.
  void load(const std::string& path) {
    const io::tensor_file file = io::load_safetensors(path);
    std::vector<const io::stored_tensor*> found;
    for (const auto& p : descriptions) found.push_back(&file.at(p.name, p.type, detail::extents_of(p)));
    for (int i = 0; i < parameters; ++i) std::memcpy(values_.data(i), found[std::size_t(i)]->bytes.data(), bytes_of(i));
  }

  /// The elements of parameter i in the order of `descriptions`.
  void* data(int i) const { return values_.data(i); }

 private:
  static std::size_t bytes_of(int i) {
    return std::size_t(descriptions[std::size_t(i)].size()) * std::size_t(size_of(descriptions[std::size_t(i)].type));
  }

  void initialize(int i, std::uint64_t seed) {
    const auto& p = descriptions[std::size_t(i)];
    if (p.type == element_type::f32) nn::initialize(static_cast<float*>(values_.data(i)), p.size(), p.initial, seed, std::uint64_t(i));
    else nn::initialize(static_cast<double*>(values_.data(i)), p.size(), p.initial, seed, std::uint64_t(i));
  }

  mutable tensor_block values_;
  mutable memory_lease::lender memory_;
};

}  // namespace tenon

#endif
