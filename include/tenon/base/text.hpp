#ifndef TENON_BASE_TEXT_HPP
#define TENON_BASE_TEXT_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tenon/base/config.hpp"
#include "tenon/base/list.hpp"

namespace tenon {

/// Characters that can be a template argument: `dim<"batch">`, `ill_formed_computation<"...">`. N counts the closing zero.
template <std::size_t N>
struct text {
  char characters[N]{};

  constexpr text() = default;
  constexpr text(const char (&source)[N]) {
    for (std::size_t i = 0; i < N; ++i) characters[i] = source[i];
  }
  constexpr std::string_view view() const { return {characters, N - 1}; }
  constexpr bool operator==(const text&) const = default;
};

/// Text that is put together in constant evaluation, where std::string is not to be had on every compiler.
class text_builder {
 public:
  // Not inlined: sentences are put together where something failed, and would be most of a small program's code.
  TENON_NOINLINE constexpr text_builder& operator<<(std::string_view s) {
    for (char c : s) characters_.push_back(c);
    return *this;
  }
  constexpr text_builder& operator<<(const char* s) { return *this << std::string_view(s); }
  TENON_NOINLINE constexpr text_builder& operator<<(char c) {
    characters_.push_back(c);
    return *this;
  }
  TENON_NOINLINE constexpr text_builder& operator<<(std::int64_t number) {
    if (number < 0) characters_.push_back('-');
    const std::uint64_t magnitude = number < 0 ? 0 - std::uint64_t(number) : std::uint64_t(number);
    return digits(magnitude);
  }
  constexpr text_builder& operator<<(int number) { return *this << std::int64_t(number); }

  /// A floating number with up to six significant decimals: enough to recognise it, not to read it back.
  TENON_NOINLINE constexpr text_builder& operator<<(double number) {
    if (number != number) return *this << "nan";
    if (number < 0) return *this << '-' << -number;
    if (number > 1.7e308) return *this << "inf";
    int exponent = 0;
    if (number != 0) {
      for (; number >= 1e6; number /= 10) ++exponent;
      if (number < 1e-4)
        for (; number < 1; number *= 10) --exponent;
    }
    std::uint64_t scale = 1;
    while (number * double(scale) < 1e5 && scale < 1000000000) scale *= 10;
    const auto scaled = std::uint64_t(number * double(scale) + 0.5);
    digits(scaled / scale);
    std::uint64_t fraction = scaled % scale;
    if (fraction != 0) {
      *this << '.';
      for (scale /= 10; fraction != 0; scale /= 10) {
        *this << char('0' + fraction / scale);
        fraction %= scale;
      }
    }
    if (exponent != 0) *this << 'e' << exponent;
    return *this;
  }

  constexpr std::string_view view() const { return {characters_.begin(), std::size_t(characters_.size())}; }
  constexpr int size() const { return characters_.size(); }
  constexpr bool empty() const { return characters_.empty(); }
  constexpr void clear() { characters_.clear(); }

 private:
  constexpr text_builder& digits(std::uint64_t magnitude) {
    std::uint64_t unit = 1;
    while (magnitude / unit >= 10) unit *= 10;
    for (; unit != 0; unit /= 10) characters_.push_back(char('0' + magnitude / unit % 10));
    return *this;
  }

  list<char> characters_;
};

/// The text that `Make{}()` builds, as a template argument.
template <class Make>
consteval auto text_of() {
  constexpr int size = Make{}().size();
  text<std::size_t(size) + 1> result;
  const text_builder built = Make{}();
  for (int i = 0; i < size; ++i) result.characters[i] = built.view()[std::size_t(i)];
  return result;
}

}  // namespace tenon

#endif
