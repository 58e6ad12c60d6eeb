// flags: -DTENON_CHECKED
// expect: index_is_out_of_range

#include "tenon/tensor/tensor.hpp"

using namespace tenon;

constexpr tensor<int, 2, 3> x{{1, 2, 3}, {4, 5, 6}};
constexpr int beyond_the_row = x(0, 3);

int main() {}
