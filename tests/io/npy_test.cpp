#include "tenon/io/npy.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "files.hpp"

namespace {

using namespace tenon;

std::string load_error(const std::string& path) {
  return files::error_of(path, [&] { io::load_npy(path); });
}

/// A file of version 1 with this dictionary and elements.
std::string npy(const std::string& dictionary, const std::string& elements) {
  return std::string("\x93NUMPY\1\0", 8) + char(dictionary.size() & 0xFF) + char(dictionary.size() >> 8) + dictionary + elements;
}

/// Loads what NumPy wrote, then writes the same file byte by byte.
template <class T>
void expect_same_as_numpy(const std::string& name) {
  const files::temporary folder;
  const auto x = io::load_npy<T, 2, 3>(files::foreign(name));
  for (int i = 0; i < 6; ++i) EXPECT_EQ(x.data()[i], files::counted<T>(i)) << name;
  io::save_npy(folder / name, x);
  EXPECT_EQ(files::content(folder / name), files::content(files::foreign(name)));
}

TEST(npy, of_every_element_type) {
  expect_same_as_numpy<bool>("bool.npy");
  expect_same_as_numpy<std::uint8_t>("u8.npy");
  expect_same_as_numpy<std::int32_t>("i32.npy");
  expect_same_as_numpy<std::int64_t>("i64.npy");
  expect_same_as_numpy<float>("f32.npy");
  expect_same_as_numpy<double>("f64.npy");
}

TEST(npy, of_every_rank) {
  const files::temporary folder;
  const auto scalar = io::load_npy<float>(files::foreign("scalar.npy"));
  EXPECT_EQ(scalar(), 0.f);
  io::save_npy(folder / "scalar.npy", scalar);
  EXPECT_EQ(files::content(folder / "scalar.npy"), files::content(files::foreign("scalar.npy")));

  const auto vector = io::load_npy<float, dyn>(files::foreign("vector.npy"));
  EXPECT_EQ(vector, (tensor<float, 5>{0.f, 0.5f, 1.f, 1.5f, 2.f}));
  io::save_npy(folder / "vector.npy", vector);
  EXPECT_EQ(files::content(folder / "vector.npy"), files::content(files::foreign("vector.npy")));

  const auto empty = io::load_npy<float, dyn, 3>(files::foreign("empty.npy"));
  EXPECT_EQ(empty.extents(), (std::array<std::int64_t, 2>{0, 3}));
  io::save_npy(folder / "empty.npy", empty);
  EXPECT_EQ(files::content(folder / "empty.npy"), files::content(files::foreign("empty.npy")));
}

TEST(npy, untyped) {
  const io::tensor_file file = io::load_npy(files::foreign("version2.npy"));
  ASSERT_EQ(file.tensors().size(), 1u);
  const io::stored_tensor& t = file.at("");
  EXPECT_EQ(t.type, element_type::f32);
  EXPECT_EQ(t.extents, (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(t.bytes.size(), 24u);
}

TEST(npy, of_views_and_large_tensors) {
  const files::temporary folder;
  tensor<float, dyn, dyn> x(301, 407);
  for (std::int64_t i = 0; i < x.size(); ++i) x.data()[i] = float(i);
  x(3, 4) = std::numeric_limits<float>::quiet_NaN(), x(0, 0) = -std::numeric_limits<float>::infinity();
  io::save_npy(folder / "x", x);
  const auto same = io::load_npy<float, dim<"rows", 1, 512>, 407>(folder / "x");
  EXPECT_EQ(std::memcmp(same.data(), x.data(), std::size_t(x.size()) * 4), 0);
  io::save_npy(folder / "x", x.transpose());
  EXPECT_EQ((io::load_npy<float, 407, 301>(folder / "x"))(405, 300), x(300, 405));
  EXPECT_EQ(folder.count(), 1) << "something beside the file is left over";
}

TEST(npy, longer_headers_need_version_2) {
  const files::temporary folder;
  const float one = 1;
  io::save_npy(folder / "x", io::stored_tensor{"", element_type::f32, std::vector<std::int64_t>(30000, 1), std::as_bytes(std::span(&one, 1))});
  EXPECT_EQ(files::content(folder / "x")[6], 2);
  EXPECT_EQ(io::load_npy(folder / "x").at("").extents.size(), 30000u);
}

TEST(npy, dictionaries_of_other_writers) {
  const files::temporary folder;
  for (const char* dictionary :
       {"{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2)}", "{\"shape\":(1,2,),\"fortran_order\":False,\"descr\":\"<f4\",}\n",
        " { 'shape' : ( 1 , 2 ) , 'descr' : '<f4' , 'fortran_order' : False } \n"})
    EXPECT_EQ((io::load_npy<float, 1, 2>(folder.with(npy(dictionary, std::string(8, '\0'))))), (tensor<float, 1, 2>{})) << dictionary;
  const auto vector = npy("{'descr': '<f4', 'fortran_order': True, 'shape': (2,)}", std::string(8, '\0'));
  EXPECT_EQ((io::load_npy<float, 2>(folder.with(vector))), (tensor<float, 2>{})) << "one axis has both orders";
}

TEST(npy_errors, files) {
  const files::temporary folder;
  EXPECT_EQ(load_error(folder / "absent"), "load_npy: cannot be opened: No such file or directory");
  EXPECT_EQ(load_error(folder / "."), "load_npy: cannot be read: Is a directory");
  EXPECT_EQ(load_error(folder.with("")), "load_npy: is no npy file: it does not begin as one");
  EXPECT_EQ(load_error(folder.with("PK\3\4 something else")), "load_npy: is no npy file: it does not begin as one");
  EXPECT_EQ(load_error(folder.with(std::string("\x93NUMPY\4\0\0\0", 10))), "load_npy: is an npy file of version 4, expected 1, 2 or 3");
  EXPECT_EQ(load_error(files::foreign("big_endian.npy")),
            "load_npy: holds elements '>f4', expected one of |b1, |u1, <i4, <i8, <f4, <f8");
  EXPECT_EQ(load_error(files::foreign("half.npy")), "load_npy: holds elements '<f2', expected one of |b1, |u1, <i4, <i8, <f4, <f8");
  EXPECT_EQ(load_error(files::foreign("column_major.npy")), "load_npy: holds elements in column-major order, expected row-major order");
}

TEST(npy_errors, typed) {
  const std::string path = files::foreign("f32.npy");
  EXPECT_EQ(files::error_of(path, [&] { io::load_npy<double, 2, 3>(path); }), "load_npy: holds f32 [2, 3], expected tensor<f64, 2, 3>");
  EXPECT_EQ(files::error_of(path, [&] { io::load_npy<float, 2, 4>(path); }), "load_npy: holds f32 [2, 3], expected tensor<f32, 2, 4>");
  EXPECT_EQ(files::error_of(path, [&] { io::load_npy<float, dyn>(path); }), "load_npy: holds f32 [2, 3], expected tensor<f32, dyn>");
  EXPECT_EQ(files::error_of(path, [&] { io::load_npy<float, dim<"n", 3>, dyn>(path); }),
            "load_npy: holds f32 [2, 3], expected tensor<f32, n in [3, unbounded], dyn>");
  EXPECT_EQ(files::error_of(path, [&] { io::load_npy<float, dim<"n">, dim<"n">>(path); }),
            "load_npy: holds f32 [2, 3], expected tensor<f32, n, n>");
}

TEST(npy_errors, headers) {
  const files::temporary folder;
  const std::string four(4, '\0');
  const auto error = [&](const std::string& dictionary) { return load_error(folder.with(npy(dictionary, four))); };
  EXPECT_EQ(error(""), "load_npy: has a malformed header: expected '{' at its byte 0");
  EXPECT_EQ(error("{}"), "load_npy: has a malformed header: expected 'descr', 'fortran_order' and 'shape' before that at its byte 2");
  EXPECT_EQ(error("{'descr': '<f4', 'descr': '<f4'}"),
            "load_npy: has a malformed header: expected 'descr', 'fortran_order' and 'shape' once each before that at its byte 24");
  EXPECT_EQ(error("{'descr': '<f4', 'fortran_order': 0}"), "load_npy: has a malformed header: expected 'False' at its byte 34");
  EXPECT_EQ(error("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}"),
            "load_npy: has a malformed header: expected an integer of at least 0 at its byte 51");
  EXPECT_EQ(error("{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775808,)}"),
            "load_npy: has a malformed header: expected an integer below 2^63 at its byte 69");
  EXPECT_EQ(error("{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}"),
            "load_npy: is truncated: f32 [4294967296, 4294967296] does not have 4 bytes");
  EXPECT_EQ(error("{'descr': '<f4', 'fortran_order': False, 'shape': (0, 4294967296)}"),
            "load_npy: is too long: f32 [0, 4294967296] does not have 4 bytes");
  EXPECT_EQ(error("{'descr': '<f4', 'fortran_order': False, 'shape': ()} import os"),
            "load_npy: has a malformed header: expected nothing more at its byte 54");
  EXPECT_EQ(error("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': ()}"),
            "load_npy: has a malformed header: expected ''' at its byte 10");
  EXPECT_EQ(load_error(folder.with(npy("{'descr': '|b1', 'fortran_order': False, 'shape': (2,)}", "\1\2"))),
            "load_npy: holds tensor '' with a bool that is 2, expected 0 or 1");
}

TEST(npy_errors, truncation_and_excess) {
  const files::temporary folder;
  for (const char* name : {"f32.npy", "version2.npy", "scalar.npy", "bool.npy"}) {
    const std::string whole = files::content(files::foreign(name));
    for (std::size_t n = 0; n < whole.size(); ++n)
      EXPECT_NE(load_error(folder.with(whole.substr(0, n))), "nothing was thrown") << name << " cut to " << n << " bytes";
    EXPECT_NE(load_error(folder.with(whole + "x")), "nothing was thrown");
  }
}

/// Any change of one byte is an error or other elements, never a crash.
TEST(npy_errors, corruption) {
  const files::temporary folder;
  const std::string whole = files::content(files::foreign("f32.npy"));
  int errors = 0;
  for (std::size_t i = 0; i < whole.size(); ++i)
    for (char c : {'\0', '\xFF', '9', ' ', '\'', '(', '}', '\\'}) {
      std::string changed = whole;
      changed[i] = c;
      errors += load_error(folder.with(changed)) != "nothing was thrown";
    }
  EXPECT_GT(errors, 400);
}

TEST(npy_errors, writing) {
  const files::temporary folder;
  const tensor<float, 2> x{1.f, 2.f};
  const std::string path = folder / "absent/x";
  EXPECT_EQ(files::error_of(path, [&] { io::save_npy(path, x); }), "save_npy: cannot be written: No such file or directory");
  std::filesystem::create_directory(folder / "taken");
  EXPECT_EQ(files::error_of(folder / "taken", [&] { io::save_npy(folder / "taken", x); }), "save_npy: cannot be replaced: Is a directory");
  EXPECT_EQ(folder.count(), 1) << "something beside the file is left over";
  tensor<float, 1000> moved_from;
  const auto taken = std::move(moved_from);
  EXPECT_THROW(io::save_npy(folder / "x", moved_from), shape_error);
  folder.with("of another writer", "x.part0");
  io::save_npy(folder / "x", x);
  EXPECT_EQ((io::load_npy<float, 2>(folder / "x")), x);
  EXPECT_EQ(files::content(folder / "x.part0"), "of another writer");
}

}  // namespace
