#ifndef TENON_IO_JSON_HPP
#define TENON_IO_JSON_HPP

#include <cstdint>
#include <string>
#include <string_view>

#include "tenon/io/cursor.hpp"

// The part of JSON that a header of safetensors has: objects, texts, lists of integers.
namespace tenon::io::detail {

inline int hexadecimal_digit(char c) {
  if ('0' <= c && c <= '9') return c - '0';
  const char lower = char(c | 0x20);
  return 'a' <= lower && lower <= 'f' ? lower - 'a' + 10 : -1;
}

inline std::uint32_t json_code_unit(cursor& at) {
  std::uint32_t unit = 0;
  for (int i = 0; i < 4; ++i) {
    const int digit = hexadecimal_digit(at.next("four hexadecimal digits"));
    if (digit < 0) at.fail("four hexadecimal digits before that");
    unit = unit << 4 | std::uint32_t(digit);
  }
  return unit;
}

/// What stands behind \u, which is two code units for characters beyond 16 bits.
inline std::uint32_t json_code_point(cursor& at) {
  const std::uint32_t unit = json_code_unit(at);
  if (unit < 0xD800 || unit > 0xDFFF) return unit;
  if (unit > 0xDBFF) at.fail("a high surrogate before that");
  if (at.next("a low surrogate") != '\\' || at.next("a low surrogate") != 'u') at.fail("a low surrogate before that");
  const std::uint32_t low = json_code_unit(at);
  if (low < 0xDC00 || low > 0xDFFF) at.fail("a low surrogate before that");
  return 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
}

inline void append_utf8(std::string& text, std::uint32_t point) {
  if (point < 0x80) {
    text.push_back(char(point));
    return;
  }
  const int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  text.push_back(char((0xFF00 >> (more + 1) & 0xFF) | point >> (6 * more)));
  for (int i = more; i-- > 0;) text.push_back(char(0x80 | (point >> (6 * i) & 0x3F)));
}

inline void append_json_escape(std::string& text, cursor& at) {
  constexpr std::string_view from = "\"\\/bfnrt", to = "\"\\/\b\f\n\r\t";
  const char c = at.next("an escaped character");
  if (c == 'u') append_utf8(text, json_code_point(at));
  else if (const std::size_t place = from.find(c); place != from.npos) text.push_back(to[place]);
  else at.fail("an escaped character before that");
}

inline std::string json_string(cursor& at) {
  std::string text;
  at.expect("\"");
  for (char c = at.next("the end of a text"); c != '"'; c = at.next("the end of a text")) {
    if (c == '\\') append_json_escape(text, at);
    else if (static_cast<unsigned char>(c) < 0x20) at.fail("a printable character before that");
    else text.push_back(c);
  }
  return text;
}

/// An object: member(key) reads the value of each key.
template <class F>
void json_object(cursor& at, F member) {
  at.expect("{");
  if (at.take("}")) return;
  do {
    std::string key = json_string(at);
    at.expect(":");
    member(std::move(key));
  } while (at.take(","));
  at.expect("}");
}

inline std::string quoted_json(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') quoted += {'\\', c};
    else if (static_cast<unsigned char>(c) < 0x20) quoted += {'\\', 'u', '0', '0', digits[std::size_t(c) >> 4], digits[c & 15]};
    else quoted += c;
  }
  return quoted + '"';
}

}  // namespace tenon::io::detail

#endif
