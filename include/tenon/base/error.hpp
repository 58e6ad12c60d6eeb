#ifndef TENON_BASE_ERROR_HPP
#define TENON_BASE_ERROR_HPP

#include <cstddef>
#include <new>
#include <stdexcept>
#include <string_view>

namespace tenon {

// What a user can cause. Each what() is one sentence that names the operation, its arguments and what was expected.

/// Shapes or types of arguments that do not go together, or an extent out of its bounds.
class shape_error : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// An index outside of its axis.
class index_error : public std::out_of_range {
 public:
  using std::out_of_range::out_of_range;
};

/// A file that cannot be read or written, or does not hold what it should.
class file_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Memory that could not be had.
class allocation_error : public std::bad_alloc {
 public:
  /// Keeps the first 255 characters: in itself it must not need memory.
  explicit allocation_error(std::string_view sentence) noexcept {
    const std::size_t length = sentence.size() < sizeof text_ ? sentence.size() : sizeof text_ - 1;
    for (std::size_t i = 0; i < length; ++i) text_[i] = sentence[i];
  }
  const char* what() const noexcept override { return text_; }

 private:
  char text_[256] = {};
};

}  // namespace tenon

#endif
