#include "tenon/io/safetensors.hpp"

#include <sys/resource.h>

#include <csignal>
#include <cstdint>
#include <string>
#include <vector>

#include "files.hpp"

namespace {

using namespace tenon;

std::string load_error(const std::string& path) {
  return files::error_of(path, [&] { io::load_safetensors(path); });
}

std::string with_length(std::uint64_t length, const std::string& rest) {
  std::string text;
  for (int i = 0; i < 8; ++i) text.push_back(char(length >> (8 * i) & 0xFF));
  return text + rest;
}

/// A file with this header and so many bytes of elements.
std::string safetensors(const std::string& header, int bytes = 0) {
  return with_length(header.size(), header + std::string(std::size_t(bytes), '\0'));
}

template <class T>
void expect_counted(const io::tensor_file& file) {
  const auto x = io::get<T, 2, 3>(file, "of." + std::string(name_of(element_type_of<T>)));
  for (int i = 0; i < 6; ++i) EXPECT_EQ(x.data()[i], files::counted<T>(i));
}

TEST(safetensors, of_the_reference_implementation) {
  const io::tensor_file file = io::load_safetensors(files::foreign("all.safetensors"));
  ASSERT_EQ(file.tensors().size(), 9u);
  expect_counted<bool>(file);
  expect_counted<std::uint8_t>(file);
  expect_counted<std::int32_t>(file);
  expect_counted<std::int64_t>(file);
  expect_counted<float>(file);
  expect_counted<double>(file);
  EXPECT_EQ(io::get<float>(file, "scalar")(), 0.f);
  EXPECT_EQ((io::get<std::int64_t, dyn, 3>(file, "empty").extent(0)), 0);
  EXPECT_EQ(file.at("q\"\\/\n\té€😀").extents, std::vector<std::int64_t>{1});
  ASSERT_EQ(file.metadata().size(), 2u);
  EXPECT_EQ(file.metadata()[1], (std::pair<std::string, std::string>("made by", "numpy")));
  EXPECT_EQ(io::load_safetensors(files::foreign("none.safetensors")).tensors().size(), 0u);
}

TEST(safetensors, are_written_as_by_the_reference_implementation) {
  const files::temporary folder;
  for (const char* name : {"small.safetensors", "all.safetensors", "none.safetensors"}) {
    const io::tensor_file file = io::load_safetensors(files::foreign(name));
    io::save_safetensors(folder / name, file.tensors(), file.metadata());
    const io::tensor_file again = io::load_safetensors(folder / name);
    ASSERT_EQ(again.tensors().size(), file.tensors().size());
    for (const io::stored_tensor& t : file.tensors()) {
      const io::stored_tensor& same = again.at(t.name, t.type, t.extents);
      EXPECT_TRUE(std::equal(t.bytes.begin(), t.bytes.end(), same.bytes.begin(), same.bytes.end())) << t.name;
    }
    EXPECT_TRUE(std::equal(file.metadata().begin(), file.metadata().end(), again.metadata().begin(), again.metadata().end()));
  }
  for (const char* name : {"small.safetensors", "none.safetensors"})
    EXPECT_EQ(files::content(folder / name), files::content(files::foreign(name)));
}

TEST(safetensors, are_aligned_in_any_order) {
  const files::temporary folder;
  const tensor<std::uint8_t, 3> a{1, 2, 3};
  const tensor<double, 2> b{4., 5.};
  const tensor<bool, 1> c{true};
  const tensor<float, 2, 1> d{{6.f}, {7.f}};
  io::save_safetensors(folder / "x", std::vector{io::stored("a", a), io::stored("b", b), io::stored("c", c), io::stored("d", d)});
  const io::tensor_file file = io::load_safetensors(folder / "x");
  std::string order;
  for (const io::stored_tensor& t : file.tensors()) {
    order += t.name;
    EXPECT_EQ((t.bytes.data() - file.bytes().data()) % size_of(t.type), 0) << t.name;
  }
  EXPECT_EQ(order, "bdac");
  EXPECT_EQ((io::get<std::uint8_t, 3>(file, "a")), a);
  EXPECT_EQ((io::get<double, dyn>(file, "b")), b);
  EXPECT_EQ((io::get<bool, 1>(file, "c")), c);
  EXPECT_EQ((io::get<float, 2, 1>(file, "d")), d);
  EXPECT_EQ(folder.count(), 1) << "something beside the file is left over";
}

TEST(safetensors, survive_being_moved) {
  io::tensor_file file = io::load_safetensors(files::foreign("small.safetensors"));
  const io::tensor_file moved = std::move(file);
  EXPECT_EQ((io::get<float, 2>(moved, "a")), (tensor<float, 2>{0.f, 0.5f}));
}

TEST(safetensors, names_are_escaped) {
  const files::temporary folder;
  const float x = 1;
  std::string name;
  for (int c = 1; c < 128; ++c) name.push_back(char(c));
  io::save_safetensors(folder / "x", std::vector{io::stored_tensor{name, element_type::f32, {}, std::as_bytes(std::span(&x, 1))}});
  EXPECT_EQ(io::load_safetensors(folder / "x").tensors()[0].name, name);
  const std::string escaped = R"({"\u0041\u00e9\u20AC\ud83d\ude00\/\b\f\r":{"dtype":"F32","shape":[],"data_offsets":[0,4]}})";
  EXPECT_EQ(io::load_safetensors(folder.with(safetensors(escaped, 4))).tensors()[0].name, "Aé€😀/\b\f\r");
}

TEST(safetensors_errors, files) {
  const files::temporary folder;
  EXPECT_EQ(load_error(folder / "absent"), "load_safetensors: cannot be opened: No such file or directory");
  EXPECT_EQ(load_error(folder.with("abc")), "load_safetensors: is no safetensors file: it has 3 bytes, expected at least 8");
  EXPECT_EQ(load_error(folder.with("a text that is no model at all")),
            "load_safetensors: is no safetensors file: its header would be longer than the 100000000 bytes that one can have");
  EXPECT_NE(load_error(folder.with(with_length(~0ull, "{}"))).find("its header would be longer"), std::string::npos);
  EXPECT_EQ(load_error(folder.with(with_length(20, "{}"))), "load_safetensors: is truncated: its header has 20 bytes, but 2 are there");
  EXPECT_EQ(load_error(files::foreign("half.safetensors")),
            "load_safetensors: holds tensor 'half' with dtype 'F16', expected one of BOOL, U8, I32, I64, F32, F64");
}

TEST(safetensors_errors, tensors) {
  const files::temporary folder;
  const auto error = [&](const std::string& header, int bytes) { return load_error(folder.with(safetensors(header, bytes))); };
  const std::string a = R"("a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]})";
  EXPECT_EQ(error("{" + a + "}", 8), "nothing was thrown");
  EXPECT_EQ(error("{" + a + "," + a + "}", 8), "load_safetensors: holds tensor 'a' twice, expected different names");
  EXPECT_EQ(error("{" + a + "}", 7),
            "load_safetensors: holds tensor 'a' from byte 0 to 8 of its data, expected it from byte 0 to at most 7");
  EXPECT_EQ(error("{" + a + "}", 9), "load_safetensors: has 9 bytes of data, expected 8");
  EXPECT_EQ(error("{" + a + R"(,"b":{"dtype":"U8","shape":[4],"data_offsets":[6,10]}})", 10),
            "load_safetensors: holds tensor 'b' from byte 6 to 10 of its data, expected it from byte 8 to at most 10");
  EXPECT_EQ(error("{" + a + R"(,"b":{"dtype":"U8","shape":[1],"data_offsets":[9,10]}})", 10),
            "load_safetensors: holds tensor 'b' from byte 9 to 10 of its data, expected it from byte 8 to at most 10");
  EXPECT_EQ(error(R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,8]}})", 8),
            "load_safetensors: holds tensor 'a' of u8 [4] in 8 bytes, expected as many as its elements have");
  EXPECT_EQ(error(R"({"a":{"dtype":"U8","shape":[4294967296,4294967296],"data_offsets":[0,0]}})", 0),
            "load_safetensors: holds tensor 'a' of u8 [4294967296, 4294967296] in 0 bytes, expected as many as its elements have");
  EXPECT_EQ(error(R"({"a":{"dtype":"U8","shape":[0],"data_offsets":[8,0]}})", 8),
            "load_safetensors: holds tensor 'a' from byte 8 to 0 of its data, expected it from byte 0 to at most 8");
  EXPECT_EQ(load_error(folder.with(safetensors(R"({"a":{"dtype":"BOOL","shape":[1],"data_offsets":[0,1]}})") + "\7")),
            "load_safetensors: holds tensor 'a' with a bool that is 7, expected 0 or 1");
}

TEST(safetensors_errors, headers) {
  const files::temporary folder;
  const auto error = [&](const std::string& header) { return load_error(folder.with(safetensors(header))); };
  const std::string begin = "load_safetensors: has a malformed header: expected ";
  EXPECT_EQ(error(""), begin + "'{' at its byte 0");
  EXPECT_EQ(error("[]"), begin + "'{' at its byte 0");
  EXPECT_EQ(error("{"), begin + "'\"' at its byte 1");
  EXPECT_EQ(error("{} {}"), begin + "nothing more at its byte 3");
  EXPECT_EQ(error(R"({"a":{}})"), begin + R"("dtype", "shape" and "data_offsets" once each before that at its byte 7)");
  EXPECT_EQ(error(R"({"a":{"dtype":"F32","dtype":"F32"}})"),
            begin + R"("dtype", "shape" and "data_offsets" once each before that at its byte 28)");
  EXPECT_EQ(error(R"({"a":{"shape":[1.5]}})"), begin + "']' at its byte 16");
  EXPECT_EQ(error(R"({"a":{"shape":[-1]}})"), begin + "an integer of at least 0 at its byte 15");
  EXPECT_EQ(error(R"({"a":{"shape":[1,]}})"), begin + "an integer of at least 0 at its byte 17");
  EXPECT_EQ(error(R"({"a":{"data_offsets":[0]}})"), begin + "two offsets before that at its byte 24");
  EXPECT_EQ(error(R"({"a":{"data_offsets":[0,99999999999999999999]}})"), begin + "an integer below 2^63 at its byte 42");
  EXPECT_EQ(error(R"({"\x":{}})"), begin + "an escaped character before that at its byte 4");
  EXPECT_EQ(error(R"({"\u00g0":{}})"), begin + "four hexadecimal digits before that at its byte 7");
  EXPECT_EQ(error(R"({"\ud800":{}})"), begin + "a low surrogate before that at its byte 9");
  EXPECT_EQ(error(R"({"\udc00":{}})"), begin + "a high surrogate before that at its byte 8");
  EXPECT_EQ(error("{\"\n\":{}}"), begin + "a printable character before that at its byte 3");
  EXPECT_EQ(error(R"({"__metadata__":{"a":1}})"), begin + "'\"' at its byte 21");
  EXPECT_EQ(error(std::string(100000, '{')), begin + "'\"' at its byte 1");
}

TEST(safetensors_errors, truncation_and_excess) {
  const files::temporary folder;
  for (const char* name : {"small.safetensors", "all.safetensors"}) {
    const std::string whole = files::content(files::foreign(name));
    for (std::size_t n = 0; n < whole.size(); ++n)
      EXPECT_NE(load_error(folder.with(whole.substr(0, n))), "nothing was thrown") << name << " cut to " << n << " bytes";
    EXPECT_NE(load_error(folder.with(whole + "x")), "nothing was thrown");
  }
}

/// Any change of one byte is an error or other elements, never a crash.
TEST(safetensors_errors, corruption) {
  const files::temporary folder;
  const std::string whole = files::content(files::foreign("small.safetensors"));
  int errors = 0;
  for (std::size_t i = 0; i < whole.size(); ++i)
    for (char c : {'\0', '\xFF', '9', ' ', '"', '[', '}', '\\'}) {
      std::string changed = whole;
      changed[i] = c;
      errors += load_error(folder.with(changed)) != "nothing was thrown";
    }
  EXPECT_GT(errors, 700);
}

TEST(safetensors_errors, look_up) {
  const std::string path = files::foreign("small.safetensors");
  const io::tensor_file file = io::load_safetensors(path);
  const std::int64_t three[] = {3};
  const auto error = [&](auto f) { return files::error_of(path, f); };
  EXPECT_EQ(file.find("c"), nullptr);
  EXPECT_EQ(error([&] { file.at("c"); }), "load_safetensors: holds no tensor 'c'");
  EXPECT_EQ(error([&] { file.at("c", element_type::f32, three); }), "load_safetensors: holds no tensor 'c', expected one of f32 [3]");
  EXPECT_EQ(error([&] { file.at("a", element_type::f32, three); }), "load_safetensors: holds tensor 'a' of f32 [2], expected f32 [3]");
  EXPECT_EQ(error([&] { file.at("b", element_type::i32, three); }), "load_safetensors: holds tensor 'b' of u8 [3], expected i32 [3]");
  EXPECT_EQ(error([&] { io::get<float, 3>(file, "a"); }), "load_safetensors: holds tensor 'a' of f32 [2], expected tensor<f32, 3>");
  EXPECT_EQ(&file.at("b", element_type::u8, three), file.find("b"));
}

TEST(safetensors_errors, writing) {
  const files::temporary folder;
  const tensor<float, 1> x{1.f};
  const std::string path = folder.with("kept");
  const auto error = [&](const std::vector<io::stored_tensor>& tensors) {
    return files::error_of(path, [&] { io::save_safetensors(path, tensors); });
  };
  EXPECT_EQ(error({io::stored("a", x), io::stored("b", x), io::stored("a", x)}),
            "save_safetensors: holds tensor 'a' twice, expected different names");
  EXPECT_EQ(error({io::stored("__metadata__", x)}),
            "save_safetensors: cannot hold a tensor '__metadata__': the format keeps that name");
  EXPECT_EQ(files::content(path), "kept");
  EXPECT_EQ(folder.count(), 1);
}

/// Files of this process end at so many bytes, as on a full disk.
class limited_file_size {
 public:
  explicit limited_file_size(rlim_t bytes) {
    before_ = std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit_);
    const rlimit low{bytes, limit_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &low);
  }
  ~limited_file_size() {
    setrlimit(RLIMIT_FSIZE, &limit_);
    std::signal(SIGXFSZ, before_);
  }
  limited_file_size(const limited_file_size&) = delete;

 private:
  rlimit limit_{};
  void (*before_)(int);
};

TEST(safetensors_errors, a_full_disk_leaves_what_was_there) {
  const files::temporary folder;
  const tensor<float, dyn> x(100000);
  const std::string path = folder.with("kept");
  const auto error = [&] {
    const limited_file_size limit(65536);
    return files::error_of(path, [&] { io::save_safetensors(path, std::vector{io::stored("a", x)}); });
  }();
  EXPECT_EQ(error, "save_safetensors: cannot be written: File too large");
  EXPECT_EQ(files::content(path), "kept");
  EXPECT_EQ(folder.count(), 1) << "something beside the file is left over";
}

}  // namespace
