// One statement on tensors.

#include "tenon/tenon.hpp"

void gelu_of_sum(tenon::tensor<float, tenon::dyn>& y, const tenon::tensor<float, tenon::dyn>& x, const tenon::tensor<float, tenon::dyn>& b) {
  y = gelu(x * 2.f + b);
}
