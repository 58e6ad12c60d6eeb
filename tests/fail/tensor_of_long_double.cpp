// expect: element

#include "tenon/tenon.hpp"

int main() { tenon::tensor<long double, 3> x; }
