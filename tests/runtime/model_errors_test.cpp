#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "support/loops.hpp"
#include "tenon/model.hpp"
#include "tenon/tensor/expression.hpp"

namespace {

using namespace tenon;
using namespace tenon::test;

struct small {
  nn::linear<3, 4> fc1;
  nn::linear<4, 2> fc2;
  constexpr value operator()(value x) const { return fc2(relu(fc1(x))); }
};
struct wider {
  nn::linear<3, 5> fc1;
  nn::linear<5, 2> fc2;
  constexpr value operator()(value x) const { return fc2(relu(fc1(x))); }
};
struct other {
  nn::linear<3, 4> up;
  constexpr value operator()(value x) const { return up(x); }
};

class model_errors : public ::testing::Test {
 protected:
  std::string path(const char* name) const { return (directory_ / name).string(); }
  void SetUp() override { std::filesystem::create_directories(directory_); }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  /// What loading says; no parameter may change.
  static std::string refusal(model<small>& m, const std::string& file) {
    const tensor<float, dyn, dyn> w1 = m.parameter<"fc1.weight">() * 1.f, w2 = m.parameter<"fc2.weight">() * 1.f;
    const std::string text = thrown<file_error>([&] { m.load(file); });
    EXPECT_EQ(m.parameter<"fc1.weight">(), w1);
    EXPECT_EQ(m.parameter<"fc2.weight">(), w2);
    return text;
  }

 private:
  const std::filesystem::path directory_ = std::filesystem::temp_directory_path() / ("tenon_model_errors_" + std::to_string(::getpid()));
};

TEST_F(model_errors, saved_and_loaded) {
  model<small> a(1), b(2);
  a.save(path("a"));
  b.load(path("a"));
  const auto x = numbered<tensor<float, dyn, 3>>(0, 5, 3);
  EXPECT_TRUE(same_bits(a(x), b(x)));
}

TEST_F(model_errors, absent_file) {
  model<small> m;
  EXPECT_NE(refusal(m, path("absent")).find("absent"), std::string::npos);
}

TEST_F(model_errors, truncated_file) {
  model<small> a(1), m(2);
  a.save(path("a"));
  const auto size = std::filesystem::file_size(path("a"));
  for (const std::uintmax_t length : {size - 1, size / 2, std::uintmax_t(20), std::uintmax_t(7), std::uintmax_t(0)}) {
    std::filesystem::resize_file(path("a"), length);
    EXPECT_NE(refusal(m, path("a")), "nothing thrown") << length;
  }
}

TEST_F(model_errors, foreign_file) {
  model<small> m;
  std::ofstream(path("text")) << "This is not a file of weights but a sentence that is long enough to be mistaken for one.";
  EXPECT_NE(refusal(m, path("text")), "nothing thrown");
}

TEST_F(model_errors, file_of_another_model) {
  model<small> m;
  model<wider>(1).save(path("wider"));
  model<other>(1).save(path("other"));
  EXPECT_NE(refusal(m, path("wider")).find("fc1.weight"), std::string::npos);
  EXPECT_NE(refusal(m, path("other")).find("fc1.weight"), std::string::npos);
}

TEST_F(model_errors, argument_of_other_width) {
  const model<small> m;
  EXPECT_EQ(thrown<shape_error>([&] { m(tensor<float, dyn, dyn>(2, 4)); }), "matmul: extent 1 of argument 0 is 4, which must be 3");
}

}  // namespace
