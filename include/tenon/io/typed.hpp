#ifndef TENON_IO_TYPED_HPP
#define TENON_IO_TYPED_HPP

#include <cstring>
#include <string>

#include "tenon/io/stored_tensor.hpp"
#include "tenon/tensor/tensor.hpp"

namespace tenon::io {

/// A tensor for a file; it must outlive what is returned. Throws shape_error if it was moved from.
template <contiguous_tensor_like X>
stored_tensor stored(std::string name, const X& x) {
  const auto extents = x.extents();
  if (x.size() != 0 && x.empty())
    tenon::detail::throw_shape_error(tenon::detail::container_of<X>(), " has no elements to be saved: it was moved from");
  return {std::move(name), element_type_of<value_type_of<X>>, {extents.begin(), extents.end()},
          std::as_bytes(std::span(x.data(), std::size_t(x.size())))};
}

/// The tensor of that name. Throws file_error if there is none, or none with such elements and extents.
template <element T, auto... E>
tensor<T, E...> get(const tensor_file& file, std::string_view name) {
  const stored_tensor& found = file.at(name);
  const std::span<const std::int64_t> extents = found.extents;
  const auto reject = [&] {
    const bool named = !name.empty();
    file.task().fail("holds ", named ? "tensor '" : "", name, named ? "' of " : "", name_of(found.type), " ", extents, ", expected ",
                     tenon::detail::container_of<tensor<T, E...>>());
  };
  if (found.type != element_type_of<T> || extents.size() != sizeof...(E)) reject();
  typename tensor<T, E...>::extents_type wanted{};
  for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i] = extents[i];
  try {
    tensor<T, E...> result(uninitialized, wanted);
    if (!found.bytes.empty()) std::memcpy(result.data(), found.bytes.data(), found.bytes.size());
    return result;
  } catch (const shape_error&) {
    reject();
    throw;
  }
}

}  // namespace tenon::io

#endif
