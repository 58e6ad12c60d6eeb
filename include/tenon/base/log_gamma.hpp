#ifndef TENON_BASE_LOG_GAMMA_HPP
#define TENON_BASE_LOG_GAMMA_HPP

#include <cmath>

namespace tenon::detail {

/// ln|Gamma(x)|. std::lgamma writes a sign to a variable that all threads share, and that of double is off by more than 4 ULP
/// near some of its zeros.
inline double log_gamma(double x) {
#if defined(__GLIBC__) && defined(__USE_MISC)
  int sign = 0;
  return double(::lgammal_r(x, &sign));
#else
  return std::lgamma(x);
#endif
}

}  // namespace tenon::detail

#endif
