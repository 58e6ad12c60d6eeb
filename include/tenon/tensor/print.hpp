#ifndef TENON_TENSOR_PRINT_HPP
#define TENON_TENSOR_PRINT_HPP

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "tenon/tensor/concepts.hpp"
#include "tenon/tensor/describe.hpp"

// Tensors as text, as NumPy writes them: nested brackets, columns aligned, long tensors cut to the beginning and end of each axis.
// One printer serves all types: only what reads an element knows the element type.
namespace tenon {
namespace detail {

inline constexpr std::int64_t print_whole = 1000;  // elements; longer tensors are cut
inline constexpr std::int64_t print_edge = 3;      // elements kept at each end of a cut axis
inline constexpr std::size_t print_line = 80;      // characters, after which a row goes on in the next line
inline constexpr int print_decimals = 4;

/// How the floating numbers of one tensor are written: all with the same number of decimals.
struct number_style {
  std::chars_format format = std::chars_format::fixed;
  int decimals = 0;
};

inline std::string number_text(double number, number_style style) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number < 0 ? "-inf" : "inf";
  char buffer[64];  // fixed numbers are below 1e6
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, number, style.format, style.decimals).ptr;
  std::string text(buffer, end);
  if (style.decimals == 0) text.insert(std::min(text.find('e'), text.size()), 1, '.');
  return text;
}

/// How many decimals of a number, out of print_decimals, are not trailing zeros.
inline int decimals_of(double number, std::chars_format format) {
  const std::string text = number_text(number, {format, print_decimals});
  std::size_t end = std::min(text.find('e'), text.size());
  const std::size_t point = text.find('.');
  while (text[end - 1] == '0') --end;
  return int(end - point) - 1;
}

/// The style in which these numbers keep their leading digits: scientific where one is large or small.
inline number_style style_of(const std::vector<double>& numbers) {
  number_style style;
  for (double x : numbers)
    if (std::isfinite(x) && x != 0 && (std::abs(x) >= 1e6 || std::abs(x) < 1e-4)) style.format = std::chars_format::scientific;
  for (double x : numbers)
    if (std::isfinite(x)) style.decimals = std::max(style.decimals, decimals_of(x, style.format));
  return style;
}

template <class T>
std::vector<std::string> texts_of(const T* data, const std::vector<std::int64_t>& places) {
  std::vector<std::string> texts;
  if constexpr (std::is_floating_point_v<T>) {
    std::vector<double> numbers;
    for (std::int64_t place : places) numbers.push_back(double(data[place]));
    const number_style style = style_of(numbers);
    for (double x : numbers) texts.push_back(number_text(x, style));
  } else {
    for (std::int64_t place : places) {
      if constexpr (std::is_same_v<T, bool>) texts.push_back(data[place] ? "true" : "false");
      else texts.push_back(std::to_string(data[place]));
    }
  }
  return texts;
}

/// Writes the brackets; which elements are shown, and in what order, is decided here too.
class tensor_printer {
 public:
  tensor_printer(extent_span extents, extent_span strides) : extents_(extents), strides_(strides), cut_(product_of(extents) > print_whole) {}

  std::vector<std::int64_t> places() const {
    std::vector<std::int64_t> places;
    collect(0, 0, places);
    return places;
  }

  /// The whole text from those of the shown elements, in the order of places().
  std::string print(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) width_ = std::max(width_, text.size());
    texts_ = &texts;
    print_axis(0);
    return std::move(out_);
  }

 private:
  static std::int64_t product_of(extent_span extents) {
    std::int64_t n = 1;
    for (std::int64_t e : extents) n *= e;
    return n;
  }
  bool is_cut(std::size_t axis) const { return cut_ && extents_[axis] > 2 * print_edge; }

  void collect(std::size_t axis, std::int64_t place, std::vector<std::int64_t>& places) const {
    if (axis == extents_.size()) return places.push_back(place);
    for (std::int64_t i = 0; i < extents_[axis]; ++i) {
      if (is_cut(axis) && i == print_edge) i = extents_[axis] - print_edge;
      collect(axis + 1, place + i * strides_[axis], places);
    }
  }

  void print_axis(std::size_t axis) {
    if (axis == extents_.size()) return print_element();
    const bool last = axis + 1 == extents_.size();
    out_ += '[';
    for (std::int64_t i = 0; i < extents_[axis]; ++i) {
      if (i > 0) separate(axis, last);
      if (is_cut(axis) && i == print_edge) {
        out_ += "...";
        separate(axis, last);
        i = extents_[axis] - print_edge;
      }
      print_axis(axis + 1);
    }
    out_ += ']';
  }

  void print_element() {
    const std::string& text = (*texts_)[next_++];
    out_.append(extents_.empty() ? 0 : width_ - text.size(), ' ');
    out_ += text;
  }

  void separate(std::size_t axis, bool last) {
    out_ += ',';
    if (last && out_.size() - line_ + width_ + 1 < print_line) {
      out_ += ' ';
      return;
    }
    out_.append(last ? 1 : extents_.size() - axis - 1, '\n');  // blank lines between matrices and what is above them
    line_ = out_.size();
    out_.append(axis + 1, ' ');
  }

  extent_span extents_, strides_;
  bool cut_;
  std::size_t width_ = 0;
  const std::vector<std::string>* texts_ = nullptr;
  std::size_t next_ = 0;
  std::string out_;
  std::size_t line_ = 0;  // where the current line begins in out_
};

}  // namespace detail

/// The elements in nested brackets: `[[1., 2.], [3., 4.]]`, a row a line. Floating numbers have up to four decimals, which is
/// enough to read, not to read back. Beyond 1000 elements, three are shown at each end of an axis.
template <tensor_like X>
std::string to_string(const X& x) {
  if (x.empty()) return "[]";
  const auto extents = x.extents(), strides = x.strides();
  detail::tensor_printer printer(extents, strides);
  return printer.print(detail::texts_of<value_type_of<X>>(x.data(), printer.places()));
}

template <class Traits, tensor_like X>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& stream, const X& x) {
  const std::string text = to_string(x);
  return stream.write(text.data(), std::streamsize(text.size()));
}

}  // namespace tenon

#endif
