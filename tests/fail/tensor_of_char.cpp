// expect: element

#include "tenon/tenon.hpp"

int main() { tenon::tensor<char, 3> x; }
