#ifndef TENON_TESTS_SUPPORT_VALUES_HPP
#define TENON_TESTS_SUPPORT_VALUES_HPP

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tenon/backends/reference/array.hpp"

/// Reads the examples that tests/values/generate.py wrote: arrays, and what an independent library makes of them.
namespace tenon::test {

/// Elements with their extents, row-major.
struct array {
  element_type type{};
  std::vector<std::int64_t> extents;
  std::vector<std::byte> bytes;

  array() = default;
  array(element_type t, std::vector<std::int64_t> e) : type(t), extents(std::move(e)), bytes(std::size_t(count()) * std::size_t(size_of(t))) {}

  int rank() const { return int(extents.size()); }
  std::int64_t count() const {
    std::int64_t n = 1;
    for (std::int64_t e : extents) n *= e;
    return n;
  }
  template <class T>
  T* as() {
    return reinterpret_cast<T*>(bytes.data());
  }
  template <class T>
  const T* as() const {
    return reinterpret_cast<const T*>(bytes.data());
  }
  tensor_ref ref() {
    tensor_ref r{bytes.data(), {}, {}};
    std::int64_t step = 1;
    for (int i = rank(); i-- > 0; step *= r.extents[i]) r.extents[i] = extents[std::size_t(i)], r.strides[i] = step;
    return r;
  }
};

/// How close a result must be: `exact` to the bit (NaN is NaN), `ulp N`, or `near R`, relative to max(1, |expected|).
struct tolerance {
  enum kind { exact, ulp, near } what = exact;
  double bound = 0;
};

struct example {
  std::string name;
  tolerance within;
  std::vector<array> inputs, outputs;
};

/// All examples of a file by name.
class examples {
 public:
  explicit examples(const std::string& file) {
    std::ifstream in(std::string(TENON_TEST_VALUES "/") + file);
    if (!in) throw std::runtime_error("cannot read " + file);
    std::string line;
    while (std::getline(in, line)) read(line);
  }

  /// Those of one name, at least one.
  const std::vector<example>& of(const std::string& name) const {
    const auto found = by_name_.find(name);
    if (found == by_name_.end()) throw std::runtime_error("there is no example " + name);
    return found->second;
  }

 private:
  void read(const std::string& line) {
    std::istringstream words(line);
    std::string what, name;
    words >> what;
    if (what == "let") {
      words >> name;
      named_["@" + name] = read_array(words);
    } else if (what == "case") {
      words >> name;
      by_name_[name].push_back({name, read_tolerance(words), {}, {}});
      last_ = &by_name_[name].back();
    } else if (what == "in" || what == "out") {
      (what == "in" ? last_->inputs : last_->outputs).push_back(read_array(words));
    }
  }

  static tolerance read_tolerance(std::istringstream& words) {
    std::string what;
    double bound = 0;
    words >> what >> bound;
    return {what == "ulp" ? tolerance::ulp : what == "near" ? tolerance::near : tolerance::exact, bound};
  }

  static element_type type_named(const std::string& name) {
    for (const element_row& row : element_table)
      if (row.name == name) return row.type;
    throw std::runtime_error("there is no element type " + name);
  }

  array read_array(std::istringstream& words) const {
    std::string type, extents, word;
    words >> type;
    if (type[0] == '@') return named_.at(type);
    words >> extents;
    array a(type_named(type), extents_of(extents));
    reference::visit(a.type, [&]<class T>(T) {
      for (std::int64_t i = 0; i < a.count(); ++i) {
        words >> word;
        if constexpr (std::is_same_v<T, float>) a.as<T>()[i] = std::strtof(word.c_str(), nullptr);
        else if constexpr (std::is_same_v<T, double>) a.as<T>()[i] = std::strtod(word.c_str(), nullptr);
        else a.as<T>()[i] = T(std::strtoll(word.c_str(), nullptr, 10));
      }
    });
    return a;
  }

  static std::vector<std::int64_t> extents_of(std::string text) {
    std::vector<std::int64_t> extents;
    for (char& c : text)
      if (c == ',') c = ' ';
    std::istringstream words(text);
    for (std::int64_t e; words >> e;) extents.push_back(e);
    return extents;
  }

  std::map<std::string, array> named_;
  std::map<std::string, std::vector<example>> by_name_;
  example* last_ = nullptr;
};

}  // namespace tenon::test

#endif
