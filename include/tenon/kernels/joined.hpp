#ifndef TENON_KERNELS_JOINED_HPP
#define TENON_KERNELS_JOINED_HPP

#include <cstddef>
#include <cstdint>

namespace tenon::kernels {

/// Several runs of one kernel of a single phase as one: its tasks are those of the first run, then those of the second, and so
/// on. What is too little work for a second thread alone may be enough together.
template <class Kernel>
class joined_kernel {
 public:
  struct arguments {
    const typename Kernel::arguments* parts;
    int count;
    bool streams;  // whether any of the parts does
  };

  static int phases(const arguments&) { return 1; }
  static std::int64_t tasks(const arguments& a, int phase, int workers) {
    std::int64_t n = 0;
    for (int i = 0; i < a.count; ++i) n += Kernel::tasks(a.parts[i], phase, workers);
    return n;
  }
  static double cost(const arguments& a, int phase) {
    double ns = 0;
    for (int i = 0; i < a.count; ++i) ns += Kernel::cost(a.parts[i], phase);
    return ns;
  }
  static std::size_t shared_bytes(const arguments&) { return 0; }
  static std::size_t worker_bytes(const arguments&) { return 0; }

  static void run(const arguments& a, int phase, int workers, std::int64_t first, std::int64_t last, std::byte* shared, std::byte* own) {
    for (int i = 0; i < a.count && last > 0; ++i) {
      const std::int64_t n = Kernel::tasks(a.parts[i], phase, workers);
      if (first < n) Kernel::run(a.parts[i], phase, workers, first > 0 ? first : 0, last < n ? last : n, shared, own);
      first -= n, last -= n;
    }
  }
};

}  // namespace tenon::kernels

#endif
