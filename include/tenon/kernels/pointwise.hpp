#ifndef TENON_KERNELS_POINTWISE_HPP
#define TENON_KERNELS_POINTWISE_HPP

#include "tenon/kernels/loop_cost.hpp"
#include "tenon/kernels/loop_space.hpp"

namespace tenon::kernels {

/// A loop nest without reductions: the last loop runs along the vectors, the others are rows. A task is a piece of a row.
template <auto D>
class pointwise_kernel {
 public:
  using body = loop_body<D>;
  using arguments = typename body::arguments;

  static int phases(const arguments&) { return 1; }
  static std::int64_t tasks(const arguments& a, int, int) { return rows::steps(a) * pieces(a); }
  static double cost(const arguments& a, int) {
    return double(rows::steps(a)) * (3 + double(a.extents[D.rank - 1]) * detail::element_cost<D>());
  }
  static std::size_t shared_bytes(const arguments&) { return 0; }
  static std::size_t worker_bytes(const arguments&) { return 0; }

  static void run(const arguments& from, int, int, std::int64_t first, std::int64_t last, std::byte*, std::byte*) {
    const arguments a = from;  // a copy that no store can change
    const bool tiled = is_tiled(a);
    const std::int64_t n = a.extents[D.rank - 1], length = piece_length(a);
    const std::int64_t outer = tiled ? pieces(a) : rows::steps(a), inner = tiled ? rows::steps(a) : pieces(a);
    if (n == 0 || outer == 0 || first >= last) return;
    const detail::split_place place(first, inner);
    rows row(a, detail::start_of<body>(a), tiled ? place.inner : place.outer);
    for (std::int64_t piece = tiled ? place.outer : place.inner; first < last; ++first) {
      const std::int64_t begin = piece * length;
      run_row(a, row.at(), begin, begin + length < n ? begin + length : n);
      if (tiled) {
        row.next();
        if ((first + 1) % inner == 0) ++piece;
      } else if (++piece == inner) {
        piece = 0;
        row.next();
      }
    }
  }

 private:
  using rows = detail::odometer<body, 0, D.rank - 1>;
  using registers = typename body::registers;

  /// An operand that is not contiguous along the lanes takes a cache line for each element; rows are then cut into short pieces,
  /// and the same piece of all rows is done first, so that neighbouring rows find the lines again.
  static bool is_tiled(const arguments& a) {
    bool strided = false;
    body::each_access([&]<int A>(std::integral_constant<int, A>) TENON_LAMBDA_INLINE {
      constexpr std::intptr_t size = size_of(D.access[A].type);
      if constexpr (D.rank > 1 && D.access[A].lane == lane_step::other) strided = strided || a.step[A][D.rank - 1] > size || a.step[A][D.rank - 1] < -size;
    });
    return strided;
  }
  static std::int64_t piece_length(const arguments& a) { return is_tiled(a) ? 2 * body::lanes : 8192; }
  static std::int64_t pieces(const arguments& a) { return (a.extents[D.rank - 1] + piece_length(a) - 1) / piece_length(a); }

  static void run_row(const arguments& a, const typename body::position& p, std::int64_t begin, std::int64_t end) {
    registers r;
    body::template outer<0, false>(r, a, p, 0, body::lanes);
    std::int64_t i = begin;
    for (; i + body::lanes <= end; i += body::lanes) body::template inner<0, false>(r, a, p, i, body::lanes);
    if (i < end) body::template inner<0, true>(r, a, p, i, int(end - i));
  }
};

}  // namespace tenon::kernels

#endif
