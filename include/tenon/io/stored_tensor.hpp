#ifndef TENON_IO_STORED_TENSOR_HPP
#define TENON_IO_STORED_TENSOR_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tenon/io/file.hpp"
#include "tenon/ir/element_type.hpp"

namespace tenon::io {

/// A tensor as files hold it: elements in row-major order without gaps, not necessarily aligned. Does not own them.
struct stored_tensor {
  std::string name;
  element_type type{};
  std::vector<std::int64_t> extents;
  std::span<const std::byte> bytes;
};

/// What a file held. It owns the elements, and its tensors refer to them.
class tensor_file {
 public:
  tensor_file(std::string_view operation, std::string path) : operation_(operation), path_(std::move(path)) {}
  tensor_file(tensor_file&&) noexcept = default;
  tensor_file& operator=(tensor_file&&) noexcept = default;

  /// In the order of the file.
  std::span<const stored_tensor> tensors() const { return tensors_; }

  /// Null if there is none of that name.
  const stored_tensor* find(std::string_view name) const {
    for (const stored_tensor& t : tensors_)
      if (t.name == name) return &t;
    return nullptr;
  }

  /// Throws file_error if there is none of that name.
  const stored_tensor& at(std::string_view name) const {
    const stored_tensor* found = find(name);
    if (found == nullptr) task().fail("holds no tensor '", name, "'");
    return *found;
  }

  /// Throws file_error unless there is one of that name with these elements and extents.
  const stored_tensor& at(std::string_view name, element_type type, std::span<const std::int64_t> extents) const {
    const stored_tensor* t = find(name);
    if (t == nullptr) task().fail("holds no tensor '", name, "', expected one of ", name_of(type), " ", extents);
    const std::span<const std::int64_t> have = t->extents;
    if (t->type != type || !std::equal(have.begin(), have.end(), extents.begin(), extents.end()))
      task().fail("holds tensor '", name, "' of ", name_of(t->type), " ", have, ", expected ", name_of(type), " ", extents);
    return *t;
  }

  /// What the file says beside the tensors, as pairs of key and text.
  std::span<const std::pair<std::string, std::string>> metadata() const { return metadata_; }

  // For the readers of formats.
  detail::file_task task() const { return {operation_, path_}; }
  void read() { bytes_ = detail::read_file(task()); }
  std::span<const std::byte> bytes() const { return bytes_; }
  void add_metadata(std::string key, std::string text) { metadata_.emplace_back(std::move(key), std::move(text)); }

  /// Adds a tensor that refers to bytes(). Throws file_error if a bool in it is neither 0 nor 1.
  void add(stored_tensor t) {
    if (t.type == element_type::boolean)
      for (std::byte b : t.bytes)
        if (b > std::byte{1})
          task().fail("holds tensor '", std::string_view(t.name), "' with a bool that is ", int(b), ", expected 0 or 1");
    tensors_.push_back(std::move(t));
  }

 private:
  std::string_view operation_;  // a literal
  std::string path_;
  std::vector<std::byte> bytes_;
  std::vector<stored_tensor> tensors_;
  std::vector<std::pair<std::string, std::string>> metadata_;
};

}  // namespace tenon::io

#endif
