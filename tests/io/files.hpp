#ifndef TENON_TESTS_IO_FILES_HPP
#define TENON_TESTS_IO_FILES_HPP

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <type_traits>

#include "tenon/base/error.hpp"

namespace files {

/// A file that a foreign program wrote.
inline std::string foreign(const std::string& name) { return std::string(TENON_TEST_VALUES) + "/io/" + name; }

/// The i-th element of every array in them, as tests/values/generate_io.py says.
template <class T>
T counted(int i) {
  if constexpr (std::is_same_v<T, bool>) return i % 2 == 1;
  else if constexpr (std::is_floating_point_v<T>) return T(0.5) * T(i);
  else return T(i);
}

inline std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// An empty folder that is gone with its test.
class temporary {
 public:
  temporary() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    std::string name = testing::TempDir() + "/tenon_" + test->test_suite_name() + "_" + test->name() + "XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder: " + name);
    folder_ = name;
  }
  ~temporary() { std::filesystem::remove_all(folder_); }
  temporary(const temporary&) = delete;

  std::string operator/(const std::string& name) const { return folder_ + "/" + name; }

  /// Writes a file and returns its path.
  std::string with(const std::string& text, const std::string& name = "x") const {
    std::ofstream(*this / name, std::ios::binary) << text;
    return *this / name;
  }
  /// How many files are in the folder.
  int count() const { return int(std::distance(std::filesystem::directory_iterator(folder_), {})); }

 private:
  std::string folder_;
};

/// What the file_error that f throws says, without the path.
template <class F>
std::string error_of(const std::string& path, F f) {
  try {
    f();
  } catch (const tenon::file_error& error) {
    std::string text = error.what();
    if (const std::size_t place = text.find("'" + path + "' "); place != text.npos) text.erase(place, path.size() + 3);
    else text += " (does not name the file)";
    return text;
  }
  return "nothing was thrown";
}

}  // namespace files

#endif
