#include "backends/conform.hpp"

namespace {

using namespace tenon;

/// Whether the domain of an operation has the type, in examples: bool is what any and all are for, and bool has no bits to shift.
bool must_run(const opcode_row& row, element_type type) {
  if (row.code == opcode::constant || row.code == opcode::extent) return false;  // part of other examples
  if (row.code == opcode::random_bits) return type == element_type::i64;
  if (row.code == opcode::check_index) return is_integer(type);
  if (row.code == opcode::reduce_any || row.code == opcode::reduce_all) return is_boolean(type);
  if (row.code == opcode::contract) return size_of(type) >= 4;
  if (row.code == opcode::shift_left || row.code == opcode::shift_right) return is_integer(type);
  return detail::in_domain(type, row.domain);
}

/// When all tests ran: every primitive ran in every element type of its domain.
class coverage : public ::testing::Environment {
  void TearDown() override {
    if (::testing::UnitTest::GetInstance()->test_to_run_count() != ::testing::UnitTest::GetInstance()->total_test_count()) return;
    for (const opcode_row& row : opcode_table)
      for (const element_row& type : element_table)
        if (is_primitive(row.code) && must_run(row, type.type)) {
          EXPECT_TRUE(test::seen().contains({row.code, type.type})) << "no example runs " << row.name << " in " << type.name;
        }
  }
};

const auto* const registered = ::testing::AddGlobalTestEnvironment(new coverage);

TEST(conformance, covers_every_primitive) { EXPECT_NE(registered, nullptr); }

}  // namespace
