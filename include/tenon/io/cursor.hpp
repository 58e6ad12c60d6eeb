#ifndef TENON_IO_CURSOR_HPP
#define TENON_IO_CURSOR_HPP

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "tenon/io/file.hpp"

namespace tenon::io::detail {

/// Reads a header from front to back. All that is not as expected throws file_error with the place.
class cursor {
 public:
  cursor(const file_task& task, std::string_view text) : task_(task), text_(text) {}

  const file_task& task() const { return task_; }
  bool at_end() const { return place_ == text_.size(); }

  [[noreturn]] void fail(std::string_view expected) const {
    task_.fail("has a malformed header: expected ", expected, " at its byte ", place_);
  }

  void skip_space() {
    while (!at_end() && std::string_view(" \n\t\r").find(text_[place_]) != std::string_view::npos) ++place_;
  }

  /// The next character, which becomes the last one read.
  char next(std::string_view expected) {
    if (at_end()) fail(expected);
    return text_[place_++];
  }

  /// Goes over the symbol, and space before it, if it is next.
  bool take(std::string_view symbol) {
    skip_space();
    if (!text_.substr(place_).starts_with(symbol)) return false;
    place_ += symbol.size();
    return true;
  }
  void expect(std::string_view symbol) {
    if (!take(symbol)) fail(sentence("'", symbol, "'"));
  }

  /// An integer of at least 0 in decimals.
  std::int64_t integer() {
    skip_space();
    const std::size_t begin = place_;
    std::int64_t n = 0;
    for (; !at_end() && '0' <= text_[place_] && text_[place_] <= '9'; ++place_) {
      const int digit = text_[place_] - '0';
      if (n > (std::numeric_limits<std::int64_t>::max() - digit) / 10) fail("an integer below 2^63");
      n = n * 10 + digit;
    }
    if (place_ == begin) fail("an integer of at least 0");
    return n;
  }

  /// `open 1, 2, 3 close`; a comma behind the last one where the format has it.
  std::vector<std::int64_t> integers(std::string_view open, std::string_view close, bool last_comma) {
    std::vector<std::int64_t> list;
    expect(open);
    if (take(close)) return list;
    do {
      if (last_comma && !list.empty() && take(close)) return list;
      list.push_back(integer());
    } while (take(","));
    expect(close);
    return list;
  }

 private:
  file_task task_;
  std::string_view text_;
  std::size_t place_ = 0;
};

/// The text of bytes.
inline std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The unsigned integer of the first bytes, little-endian.
inline std::uint64_t little_endian(std::span<const std::byte> bytes) {
  std::uint64_t n = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) n = n << 8 | std::uint64_t(bytes[i]);
  return n;
}

}  // namespace tenon::io::detail

#endif
