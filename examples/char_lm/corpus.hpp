#ifndef CHAR_LM_CORPUS_HPP
#define CHAR_LM_CORPUS_HPP

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "tenon/tenon.hpp"

inline constexpr int window = 16;       // characters that the model sees
inline constexpr int characters = 128;  // ASCII; all else is read as '?'

/// A text as numbers, the last tenth of it held out.
class corpus {
 public:
  explicit corpus(const std::string& text) {
    if (text.size() < 100 * window) throw std::runtime_error("the text is too short to learn from: give at least a few thousand characters");
    for (char c : text) codes_.push_back(static_cast<unsigned char>(c) < characters ? c : '?');
    split_ = codes_.size() * 9 / 10;
  }

  std::size_t size() const { return codes_.size(); }
  std::size_t training_places() const { return split_ - window; }
  std::size_t held_out_places() const { return codes_.size() - split_ - window; }

  /// Windows that start at the given places, and the characters that follow them.
  template <class Contexts, class Targets>
  void fill(Contexts& contexts, Targets& targets, auto place_of) const {
    for (std::int64_t i = 0; i < targets.size(); ++i) {
      const std::size_t place = place_of(i);
      for (int k = 0; k < window; ++k) contexts(i, k) = codes_[place + std::size_t(k)];
      targets(i) = codes_[place + window];
    }
  }
  std::size_t held_out(std::size_t i) const { return split_ + i; }

 private:
  std::vector<std::int32_t> codes_;
  std::size_t split_ = 0;
};

inline std::string read_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in && !in.eof()) throw std::runtime_error("cannot read " + path.string());
  return text;
}

/// The files given; without any, the licences that Debian systems carry, elsewhere the project's own documents.
inline std::vector<std::filesystem::path> files_to_learn(int argc, char** argv) {
  namespace fs = std::filesystem;
  std::vector<fs::path> files(argv + 1, argv + argc);
  const auto add_folder = [&](const fs::path& folder) {
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder, none))
      if (entry.is_regular_file() && !entry.is_symlink()) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
  };
  if (files.empty()) add_folder("/usr/share/common-licenses");
  if (files.empty()) add_folder(fs::path(TENON_SOURCE_DIR) / "docs");
  return files;
}

#endif
