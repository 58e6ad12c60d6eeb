#include "tenon/ir/extent_spec.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace {

using namespace tenon;

constexpr auto specs = extent_specs<3, dyn, dim<"batch", 1, 512>>;
static_assert(specs[0].is_fixed() && specs[0].minimum == 3 && specs[0].maximum == 3 && specs[0].name.empty());
static_assert(specs[1].kind == extent_kind::dynamic && specs[1].minimum == 0 && specs[1].maximum == unbounded);
static_assert(specs[2].is_named() && specs[2].name.view() == "batch" && specs[2].minimum == 1 && specs[2].maximum == 512);
static_assert(extent_specs<dim<"n">>[0].minimum == 0 && extent_specs<dim<"n">>[0].maximum == unbounded);
static_assert(extent_specs<>.empty());

// The type of a number does not matter.
static_assert(extent_specs<3> == extent_specs<std::size_t{3}> && extent_specs<3> == extent_specs<std::int64_t{3}>);

static_assert(is_extent<0> && is_extent<3u> && is_extent<dyn> && is_extent<dim<"a">>);
static_assert(!is_extent<-1> && !is_extent<true> && !is_extent<1.0>);

static_assert(spelled<specs[0]>() == 3 && spelled<specs[1]>() == dyn && spelled<specs[2]>() == dim<"batch", 1, 512>);
static_assert(std::is_same_v<decltype(spelled<spec_of(std::size_t{3})>()), int>);
static_assert(std::is_same_v<decltype(spelled<spec_of(std::int64_t{1} << 40)>()), std::int64_t>);

static_assert(always_fits(specs[0], specs[1]) && always_fits(specs[2], specs[1]) && always_fits(specs[0], specs[2]));
static_assert(!always_fits(specs[1], specs[0]) && !always_fits(specs[1], specs[2]));
static_assert(!always_fits(spec_of(dim<"a">), spec_of(dim<"b">)) && !never_fits(spec_of(dim<"a">), spec_of(dim<"b">)));
static_assert(always_fits(spec_of(dim<"a", 2, 3>), spec_of(dim<"a", 1, 4>)) && !always_fits(spec_of(dim<"a", 1, 4>), spec_of(dim<"a", 2, 3>)));
static_assert(never_fits(spec_of(3), spec_of(4)) && never_fits(spec_of(dim<"a", 1, 2>), spec_of(dim<"a", 3, 4>)));

static_assert(specs[2].admits(1) && specs[2].admits(512) && !specs[2].admits(0) && !specs[2].admits(513));

TEST(extent_spec, names_of_23_characters) {
  constexpr auto spec = spec_of(dim<"a_name_of_23_characters">);
  EXPECT_EQ(spec.name.view(), "a_name_of_23_characters");
}

}  // namespace
