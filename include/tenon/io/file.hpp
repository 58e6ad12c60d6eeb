#ifndef TENON_IO_FILE_HPP
#define TENON_IO_FILE_HPP

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "tenon/base/error.hpp"
#include "tenon/tensor/describe.hpp"

#if __has_include(<unistd.h>)
#include <fcntl.h>
#include <unistd.h>
#endif

namespace tenon::io::detail {

static_assert(std::endian::native == std::endian::little, "files hold little-endian elements, which are copied as they are");

using tenon::detail::sentence;

/// What a file is read or written for, for messages: `load_npy: 'weights.npy' cannot be opened: No such file or directory`.
struct file_task {
  std::string_view operation;
  const std::string& path;

  /// Throws file_error with the sentence that begins with the file and goes on with the parts.
  template <class... Parts>
  [[noreturn]] void fail(const Parts&... parts) const {
    throw file_error(sentence(operation, ": '", std::string_view(path), "' ", parts...));
  }
  [[noreturn]] void fail_with_errno(std::string_view what) const {
    fail(what, ": ", std::string_view(std::generic_category().message(errno)));
  }
};

/// One byte more than the file has, so that its end is seen, where that is known. Only for what could be read from: folders
/// have sizes as well.
inline std::size_t size_hint(std::FILE* file) {
  const long here = std::ftell(file);
  if (here < 0 || std::fseek(file, 0, SEEK_END) != 0) return 0;
  const long size = std::ftell(file);
  std::fseek(file, here, SEEK_SET);
  return size < 0 ? 0 : std::size_t(size) + 1;
}

/// The whole file.
inline std::vector<std::byte> read_file(const file_task& task) {
  std::FILE* file = std::fopen(task.path.c_str(), "rb");
  if (file == nullptr) task.fail_with_errno("cannot be opened");
  const struct closing {
    std::FILE* what;
    ~closing() { std::fclose(what); }
  } close_at_end{file};
  std::vector<std::byte> bytes;
  std::size_t used = 0;
  do {
    bytes.resize(used == 0 ? std::size_t{1} << 16 : std::max(2 * used, size_hint(file)));
    used += std::fread(bytes.data() + used, 1, bytes.size() - used, file);
  } while (used == bytes.size());
  if (std::ferror(file)) task.fail_with_errno("cannot be read");
  bytes.resize(used);
  return bytes;
}

/// A file that appears with all of its content or not at all: it is written beside its place, brought to the disk, and then takes
/// the place of what was there. Without commit() nothing remains of it.
class atomic_file {
 public:
  explicit atomic_file(const file_task& task) : task_(task) {
    for (int i = 0; file_ == nullptr; ++i) {
      beside_ = task.path + ".part" + std::to_string(i);
      file_ = std::fopen(beside_.c_str(), "wbx");
      if (file_ == nullptr && (errno != EEXIST || i == most_attempts)) task.fail_with_errno("cannot be written");
    }
  }
  atomic_file(const atomic_file&) = delete;
  atomic_file& operator=(const atomic_file&) = delete;
  ~atomic_file() {
    if (file_ != nullptr) std::fclose(file_);
    if (!beside_.empty()) std::remove(beside_.c_str());
  }

  void write(std::span<const std::byte> bytes) {
    if (bytes.empty()) return;
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) task_.fail_with_errno("cannot be written");
  }
  void write(std::string_view text) { write(std::as_bytes(std::span(text))); }

  void commit() {
    if (std::fflush(file_) != 0 || !synchronize()) task_.fail_with_errno("cannot be written");
    if (std::fclose(std::exchange(file_, nullptr)) != 0) task_.fail_with_errno("cannot be written");
    if (std::rename(beside_.c_str(), task_.path.c_str()) != 0) task_.fail_with_errno("cannot be replaced");
    beside_.clear();
    synchronize_folder();
  }

 private:
  static constexpr int most_attempts = 1000;  // files that stand beside it already, of writers that live or were killed

#if __has_include(<unistd.h>)
  bool synchronize() { return ::fsync(::fileno(file_)) == 0 || errno == EINVAL; }  // a pipe cannot
  /// So that the new name lasts as well; not every file system can, and the content is safe without.
  void synchronize_folder() {
    const std::size_t slash = task_.path.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : task_.path.substr(0, slash + 1);
    const int descriptor = ::open(folder.c_str(), O_RDONLY);
    if (descriptor < 0) return;
    ::fsync(descriptor);
    ::close(descriptor);
  }
#else
  bool synchronize() { return true; }
  void synchronize_folder() {}
#endif

  file_task task_;
  std::FILE* file_ = nullptr;
  std::string beside_;  // empty once it took its place
};

}  // namespace tenon::io::detail

#endif
