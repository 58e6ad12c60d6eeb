#ifndef TENON_BASE_MACHINE_HPP
#define TENON_BASE_MACHINE_HPP

#if defined(__linux__)
#include <unistd.h>
#endif

namespace tenon {

/// Results of loops over less than this are never streamed.
inline constexpr double least_streaming_bytes = 4 << 20;

/// Bytes of operands and results from which a loop's results are better written past the caches: what stood there before would
/// be read first, and what is written would not be found again. That is the third-level cache, measured where it has 32 MiB.
/// One of hundreds of megabytes is shared by many cores over a mesh, and writes to it are slower than those past it: measured with
/// 260 MiB, it pays as soon as the second-level caches are full.
inline double streaming_bytes() {
  static const double bytes = [] {
    double third = 0;
#if defined(__linux__) && defined(_SC_LEVEL3_CACHE_SIZE)
    third = double(sysconf(_SC_LEVEL3_CACHE_SIZE));
#endif
    if (third > (128 << 20)) return least_streaming_bytes;
    return third > least_streaming_bytes ? third : double(32 << 20);
  }();
  return bytes;
}

}  // namespace tenon

#endif
