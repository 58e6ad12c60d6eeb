#ifndef TENON_IO_NPY_HPP
#define TENON_IO_NPY_HPP

#include <string>
#include <string_view>

#include "tenon/io/cursor.hpp"
#include "tenon/io/element_names.hpp"
#include "tenon/io/typed.hpp"

// NumPy's format, versions 1 to 3: numpy.org/doc/stable/reference/generated/numpy.lib.format.html. Elements in row-major order
// and little-endian only.
namespace tenon::io {
namespace detail {

inline constexpr std::string_view npy_magic = "\x93NUMPY";
inline constexpr std::size_t npy_alignment = 64;

struct npy_header {
  std::string descr;
  bool column_major = false;
  std::vector<std::int64_t> shape;
};

/// A Python string without escapes.
inline std::string python_string(cursor& at) {
  const std::string_view quote = at.take("\"") ? "\"" : "'";
  if (quote == "'") at.expect("'");
  std::string text;
  for (char c = at.next("the end of a string"); c != quote[0]; c = at.next("the end of a string")) text.push_back(c);
  return text;
}

inline bool python_bool(cursor& at) {
  if (at.take("True")) return true;
  at.expect("False");
  return false;
}

/// {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }, in any order.
inline npy_header parse_npy_header(cursor at) {
  npy_header header;
  int seen = 0;
  at.expect("{");
  while (!at.take("}")) {
    const std::string key = python_string(at);
    const int bit = key == "descr" ? 1 : key == "fortran_order" ? 2 : key == "shape" ? 4 : 0;
    if (bit == 0 || seen & bit) at.fail("'descr', 'fortran_order' and 'shape' once each before that");
    seen |= bit;
    at.expect(":");
    if (bit == 1) header.descr = python_string(at);
    else if (bit == 2) header.column_major = python_bool(at);
    else header.shape = at.integers("(", ")", true);
    if (at.take(",")) continue;
    at.expect("}");
    break;
  }
  at.skip_space();
  if (!at.at_end()) at.fail("nothing more");
  if (seen != 7) at.fail("'descr', 'fortran_order' and 'shape' before that");
  return header;
}

/// How many bytes the length of the header has, by the version of the format.
inline std::size_t npy_length_bytes(const file_task& task, std::span<const std::byte> bytes) {
  if (!text_of(bytes).starts_with(npy_magic) || bytes.size() < npy_magic.size() + 2)
    task.fail("is no npy file: it does not begin as one");
  const int version = int(bytes[npy_magic.size()]);
  if (version < 1 || version > 3) task.fail("is an npy file of version ", version, ", expected 1, 2 or 3");
  return version == 1 ? 2 : 4;
}

inline std::string npy_dictionary(const stored_tensor& t) {
  std::string text = "{'descr': '";
  text += npy_name(t.type);
  text += "', 'fortran_order': False, 'shape': (";
  for (std::int64_t e : t.extents) text += std::to_string(e) + (t.extents.size() == 1 ? "," : ", ");
  if (t.extents.size() > 1) text.resize(text.size() - 2);
  return text += "), }";
}

/// Everything before the elements, which begin at a multiple of 64 bytes.
inline std::string npy_preamble(const stored_tensor& t) {
  std::string dictionary = npy_dictionary(t);
  const std::size_t length_bytes = dictionary.size() + 2 * npy_alignment < 65536 ? 2 : 4;
  std::string text = std::string(npy_magic) + (length_bytes == 2 ? '\1' : '\2') + '\0';
  while ((text.size() + length_bytes + dictionary.size() + 1) % npy_alignment != 0) dictionary.push_back(' ');
  dictionary.push_back('\n');
  for (std::size_t i = 0; i < length_bytes; ++i) text.push_back(char(dictionary.size() >> (8 * i) & 0xFF));
  return text + dictionary;
}

/// Reads the file's one tensor, whose name is empty.
inline void parse_npy(tensor_file& file) {
  const file_task task = file.task();
  std::span<const std::byte> rest = file.bytes();
  const std::size_t length_bytes = npy_length_bytes(task, rest);
  rest = rest.subspan(npy_magic.size() + 2);
  if (rest.size() < length_bytes) task.fail("is truncated: it ends within the length of its header");
  const std::uint64_t length = little_endian(rest.first(length_bytes));
  rest = rest.subspan(length_bytes);
  if (rest.size() < length) task.fail("is truncated: its header has ", length, " bytes, but ", rest.size(), " are there");
  npy_header header = parse_npy_header(cursor(task, text_of(rest.first(length))));
  rest = rest.subspan(length);

  element_type type{};
  if (!find_element_type(header.descr, npy_name, type) || header.descr.empty())
    task.fail("holds elements '", std::string_view(header.descr), "', expected one of ",
              std::string_view(all_element_types(npy_name)));
  if (header.column_major && header.shape.size() > 1) task.fail("holds elements in column-major order, expected row-major order");
  const std::int64_t bytes = tenon::detail::checked_bytes(header.shape, size_of(type));
  if (bytes < 0 || rest.size() != std::size_t(bytes))
    task.fail(bytes < 0 || rest.size() < std::size_t(bytes) ? "is truncated: " : "is too long: ", name_of(type), " ",
              std::span<const std::int64_t>(header.shape), " does not have ", rest.size(), " bytes");
  file.add({"", type, std::move(header.shape), rest});
}

}  // namespace detail

/// What an npy file holds, as the one tensor with an empty name. Throws file_error.
inline tensor_file load_npy(const std::string& path) {
  tensor_file file("load_npy", path);
  file.read();
  detail::parse_npy(file);
  return file;
}

/// The same as a tensor: `auto x = io::load_npy<float, dyn, 3>("x.npy")`. Throws file_error also for other elements or extents.
template <element T, auto... E>
tensor<T, E...> load_npy(const std::string& path) {
  return get<T, E...>(load_npy(path), "");
}

/// Writes an npy file, replacing what was there once all is written. Throws file_error.
inline void save_npy(const std::string& path, const stored_tensor& t) {
  const detail::file_task task{"save_npy", path};
  if (detail::npy_name(t.type).empty()) task.fail("cannot hold ", name_of(t.type), ", for which NumPy has no name");
  detail::atomic_file file(task);
  file.write(detail::npy_preamble(t));
  file.write(t.bytes);
  file.commit();
}

template <tensor_like X>
void save_npy(const std::string& path, const X& x) {
  if constexpr (contiguous_tensor_like<X>) save_npy(path, stored("", x));
  else save_npy(path, tensor(x));
}

}  // namespace tenon::io

#endif
