#ifndef TENON_IO_SAFETENSORS_HPP
#define TENON_IO_SAFETENSORS_HPP

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "tenon/io/element_names.hpp"
#include "tenon/io/json.hpp"
#include "tenon/io/typed.hpp"

// The format of github.com/huggingface/safetensors: the length of the header as 8 bytes, the header in JSON, the elements.
namespace tenon::io {
namespace detail {

inline constexpr std::uint64_t longest_safetensors_header = 100'000'000;  // bytes, as in the reference implementation
inline constexpr std::string_view metadata_key = "__metadata__";

/// A tensor as the header describes it; begin and end are counted from the first element of the file.
struct safetensors_entry {
  std::string name, dtype;
  std::vector<std::int64_t> shape;
  std::int64_t begin = 0, end = 0;
};

/// {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, in any order.
inline safetensors_entry parse_safetensors_entry(cursor& at, std::string name) {
  constexpr std::string_view expected = "\"dtype\", \"shape\" and \"data_offsets\" once each before that";
  safetensors_entry entry;
  entry.name = std::move(name);
  int seen = 0;
  json_object(at, [&](const std::string& key) {
    const int bit = key == "dtype" ? 1 : key == "shape" ? 2 : key == "data_offsets" ? 4 : 0;
    if (bit == 0 || seen & bit) at.fail(expected);
    seen |= bit;
    if (bit == 1) entry.dtype = json_string(at);
    else if (bit == 2) entry.shape = at.integers("[", "]", false);
    else {
      const auto offsets = at.integers("[", "]", false);
      if (offsets.size() != 2) at.fail("two offsets before that");
      entry.begin = offsets[0], entry.end = offsets[1];
    }
  });
  if (seen != 7) at.fail(expected);
  return entry;
}

inline std::vector<safetensors_entry> parse_safetensors_header(cursor at, tensor_file& file) {
  std::vector<safetensors_entry> entries;
  json_object(at, [&](std::string key) {
    if (key != metadata_key) entries.push_back(parse_safetensors_entry(at, std::move(key)));
    else json_object(at, [&](std::string name) { file.add_metadata(std::move(name), json_string(at)); });
  });
  at.skip_space();
  if (!at.at_end()) at.fail("nothing more");
  return entries;
}

inline element_type safetensors_type(const file_task& task, const safetensors_entry& entry) {
  element_type type{};
  if (!find_element_type(entry.dtype, safetensors_name, type))
    task.fail("holds tensor '", std::string_view(entry.name), "' with dtype '", std::string_view(entry.dtype),
              "', expected one of ", std::string_view(all_element_types(safetensors_name)));
  return type;
}

/// The names must differ.
inline void check_names(const file_task& task, std::vector<std::string_view> names) {
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end()) task.fail("holds tensor '", *twice, "' twice, expected different names");
}

/// The elements must follow each other without gaps or overlaps, from the first byte to the last. Entries are sorted by that.
inline void check_offsets(const file_task& task, std::vector<safetensors_entry>& entries, std::int64_t size) {
  std::sort(entries.begin(), entries.end(),
            [](const auto& a, const auto& b) { return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name); });
  std::int64_t end = 0;
  for (const safetensors_entry& e : entries) {
    if (e.begin != end || e.end < e.begin || e.end > size)
      task.fail("holds tensor '", std::string_view(e.name), "' from byte ", e.begin, " to ", e.end,
                " of its data, expected it from byte ", end, " to at most ", size);
    end = e.end;
  }
  if (end != size) task.fail("has ", size, " bytes of data, expected ", end);
}

inline void check_size(const file_task& task, const safetensors_entry& e, element_type type) {
  if (tenon::detail::checked_bytes(e.shape, size_of(type)) != e.end - e.begin)
    task.fail("holds tensor '", std::string_view(e.name), "' of ", name_of(type), " ", std::span<const std::int64_t>(e.shape),
              " in ", e.end - e.begin, " bytes, expected as many as its elements have");
}

inline void parse_safetensors(tensor_file& file) {
  const file_task task = file.task();
  const std::span<const std::byte> bytes = file.bytes();
  if (bytes.size() < 8) task.fail("is no safetensors file: it has ", bytes.size(), " bytes, expected at least 8");
  const std::uint64_t length = little_endian(bytes.first(8));
  if (length > longest_safetensors_header)
    task.fail("is no safetensors file: its header would be longer than the ", longest_safetensors_header, " bytes that one can have");
  if (length > bytes.size() - 8)
    task.fail("is truncated: its header has ", length, " bytes, but ", bytes.size() - 8, " are there");
  const std::span<const std::byte> data = bytes.subspan(8 + length);

  std::vector<safetensors_entry> entries = parse_safetensors_header(cursor(task, text_of(bytes.subspan(8, length))), file);
  std::vector<std::string_view> names;
  for (const safetensors_entry& e : entries) names.push_back(e.name);
  check_names(task, std::move(names));
  check_offsets(task, entries, std::int64_t(data.size()));
  for (safetensors_entry& e : entries) {
    const element_type type = safetensors_type(task, e);
    check_size(task, e, type);
    file.add({std::move(e.name), type, std::move(e.shape), data.subspan(std::size_t(e.begin), std::size_t(e.end - e.begin))});
  }
}

using text_pairs = std::span<const std::pair<std::string, std::string>>;

/// The header of tensors that follow each other in this order, padded so that the first is aligned.
inline std::string safetensors_header(std::span<const stored_tensor* const> tensors, text_pairs metadata) {
  std::string header = "{", separator;
  if (!metadata.empty()) {
    header += quoted_json(metadata_key) + ":{";
    for (const auto& [key, text] : metadata) header += std::exchange(separator, ",") + quoted_json(key) + ":" + quoted_json(text);
    header += "}";
  }
  std::size_t end = 0;
  for (const stored_tensor* t : tensors) {
    header += std::exchange(separator, ",") + quoted_json(t->name);
    header += ":{\"dtype\":";
    header += quoted_json(safetensors_name(t->type));
    header += ",\"shape\":[";
    for (std::int64_t e : t->extents) header += std::to_string(e) + ",";
    if (!t->extents.empty()) header.pop_back();
    header += "],\"data_offsets\":[";
    header += std::to_string(end) + ",";
    end += t->bytes.size();
    header += std::to_string(end) + "]}";
  }
  header += "}";
  header.resize((header.size() + 7) / 8 * 8, ' ');
  return header;
}

}  // namespace detail

/// All tensors of a safetensors file. Throws file_error unless the whole file is as it should be.
inline tensor_file load_safetensors(const std::string& path) {
  tensor_file file("load_safetensors", path);
  file.read();
  detail::parse_safetensors(file);
  return file;
}

/// Writes a safetensors file, replacing what was there once all is written. Tensors of wider elements come first, so that all
/// are aligned, otherwise the order is kept. Throws file_error, also for a name that is there twice.
inline void save_safetensors(const std::string& path, std::span<const stored_tensor> tensors, detail::text_pairs metadata = {}) {
  const detail::file_task task{"save_safetensors", path};
  std::vector<const stored_tensor*> order;
  std::vector<std::string_view> names;
  for (const stored_tensor& t : tensors) {
    if (t.name == detail::metadata_key) task.fail("cannot hold a tensor '", detail::metadata_key, "': the format keeps that name");
    names.push_back(t.name);
  }
  detail::check_names(task, std::move(names));
  for (int size = 8; size > 0; size /= 2)
    for (const stored_tensor& t : tensors)
      if (size_of(t.type) == size) order.push_back(&t);

  const std::string header = detail::safetensors_header(order, metadata);
  const std::uint64_t length = header.size();
  detail::atomic_file file(task);
  file.write(std::as_bytes(std::span(&length, 1)));
  file.write(header);
  for (const stored_tensor* t : order) file.write(t->bytes);
  file.commit();
}

}  // namespace tenon::io

#endif
