#include "passes/gradients.hpp"

namespace {

using namespace tenon;

/// When all tests ran: every primitive that has a derivative was differentiated.
class coverage : public ::testing::Environment {
  void TearDown() override {
    if (::testing::UnitTest::GetInstance()->test_to_run_count() != ::testing::UnitTest::GetInstance()->total_test_count()) return;
    for (const opcode_row& row : opcode_table)
      if (passes::has_derivative(row.code)) {
        EXPECT_TRUE(test::differentiated().contains(row.code)) << "no example differentiates " << row.name;
      }
  }
};

const auto* const registered = ::testing::AddGlobalTestEnvironment(new coverage);

TEST(differentiate, covers_every_primitive) { EXPECT_NE(registered, nullptr); }

}  // namespace
