#ifndef TENON_KERNELS_SCAN_HPP
#define TENON_KERNELS_SCAN_HPP

#include <algorithm>

#include "tenon/kernels/loop_cost.hpp"
#include "tenon/kernels/loop_space.hpp"

namespace tenon::kernels {

/// A loop nest whose last loop is run through in order, because running sums or products along it are among its instructions;
/// what is computed before and after them is in the same loop. A running value stays in its register from step to step.
///
/// Lanes lie along the scanned loop (a task is a row) or along the last of the others (a task is a block of columns). Where
/// tasks are few and long, they are cut into chunks: one phase computes what each chunk adds up to, a second one starts every
/// chunk from what those before it add up to. Where chunks begin depends on the extents alone, and so do the bits of results.
template <auto D>
class scan_kernel {
 public:
  using body = loop_body<D>;
  using arguments = typename body::arguments;

  static int phases(const arguments& a) { return chunks(a) > 1 ? 2 : 1; }
  static std::int64_t tasks(const arguments& a, int, int) { return units(a) * chunks(a); }
  static double cost(const arguments& a, int) {
    return double(units(a)) * (10 + double(a.extents[scanned]) * (along ? 1 : block) * detail::element_cost<D>());
  }
  static std::size_t shared_bytes(const arguments& a) { return chunks(a) > 1 ? std::size_t(units(a) * chunks(a)) * sizeof(unit_registers) : 0; }
  static std::size_t worker_bytes(const arguments&) { return 0; }

  TENON_HOT static void run(const arguments& a, int phase, int, std::int64_t first, std::int64_t last, std::byte* shared, std::byte*) {
    const std::int64_t each = chunks(a);
    auto* totals = reinterpret_cast<unit_registers*>(shared);
    for (std::int64_t task = first; task < last; ++task) {
      const std::int64_t chunk = task % each;
      unit_registers r{};
      for (registers& x : r.vector) body::reset_scans(x);
      if (phase + 1 < phases(a)) {
        if (chunk + 1 == each) continue;  // nothing follows it
        run_chunk<false>(a, task / each, chunk, r);
        totals[task] = r;
        continue;
      }
      for (std::int64_t before = task - chunk; before < task; ++before) join(r, totals[before]);
      run_chunk<true>(a, task / each, chunk, r);
    }
  }

 private:
  static constexpr bool along = D.lanes == loop_lanes::reduced;
  static constexpr int scanned = D.rank - 1, lanes = body::lanes;
  static constexpr int width = along ? 1 : D.instructions <= 8 ? 4 : D.instructions <= 20 ? 2 : 1;  // vectors of a task, side by side
  static constexpr int block = lanes * width;

  using rows = detail::odometer<body, 0, along ? scanned : scanned - 1>;
  using position = typename body::position;
  using registers = typename body::registers;

  struct unit_registers {
    registers vector[width];
  };

  static std::int64_t blocks(const arguments& a) { return along ? 1 : (a.extents[body::lane_loop] + block - 1) / block; }
  static std::int64_t units(const arguments& a) { return rows::steps(a) * blocks(a); }

  /// Steps of the scanned loop in a chunk: whole vectors.
  static std::int64_t chunk_length(const arguments& a) {
    constexpr std::int64_t least = along ? 16384 : 512, most_chunks = 64;
    return std::max(least, (a.extents[scanned] / most_chunks + lanes) / lanes * lanes);
  }
  static std::int64_t chunks(const arguments& a) {
    const std::int64_t n = a.extents[scanned], length = chunk_length(a);
    const bool few = units(a) > 0 && units(a) < 16 && cost(a, 0) > 50'000;
    return few && n > length ? (n + length - 1) / length : 1;
  }

  /// Joins the scans of a later chunk to those of earlier ones.
  static void join(unit_registers& r, const unit_registers& next) {
    for (int v = 0; v < width; ++v)
      body::each([&]<int I>(std::integral_constant<int, I>) TENON_LAMBDA_INLINE {
        if constexpr (D.body[I].is_scan()) {
          constexpr auto code = opcode(D.body[I].code);
          auto& sofar = detail::get<I>(r.vector[v]);
          const auto& more = detail::get<I>(next.vector[v]);
          if constexpr (along) sofar = simd::scan_step<code>(sofar, more.broadcast(more.extract(lanes - 1)));
          else sofar = simd::scan_step<code>(sofar, more);
        }
      });
  }

  template <bool Stores>
  static void run_chunk(const arguments& a, std::int64_t unit, std::int64_t chunk, unit_registers& r) {
    const std::int64_t n = a.extents[scanned], first = chunk * chunk_length(a);
    const std::int64_t last = chunk + 1 == chunks(a) ? n : first + chunk_length(a);
    position p = rows(a, detail::start_of<body>(a), unit / blocks(a)).at();
    if constexpr (along) run_row<Stores>(a, p, r.vector[0], first, last);
    else {
      for (int i = 0; i < body::accesses; ++i) p.at[i] += first * a.step[i][scanned];
      const std::int64_t lane = unit % blocks(a) * block, count = std::min<std::int64_t>(block, a.extents[body::lane_loop] - lane);
      if (count == block) run_columns<Stores, false>(a, p, r, lane, count, last - first);
      else run_columns<Stores, true>(a, p, r, lane, count, last - first);
    }
  }

  template <bool Stores>
  static void run_row(const arguments& a, const position& p, registers& r, std::int64_t begin, std::int64_t end) {
    body::template outer<0, false>(r, a, p, 0, lanes);
    std::int64_t i = begin;
    for (; i + lanes <= end; i += lanes) step<Stores, false>(r, a, p, i, lanes);
    if (i < end) step<Stores, true>(r, a, p, i, int(end - i));
  }

  template <bool Stores, bool Partial>
  static void run_columns(const arguments& a, position p, unit_registers& r, std::int64_t lane, std::int64_t count, std::int64_t steps) {
    const auto in_vector = [=](int v) { return int(std::clamp<std::int64_t>(count - v * lanes, 0, lanes)); };
    for (int v = 0; v < width && in_vector(v) > 0; ++v) body::template outer<0, Partial>(r.vector[v], a, p, lane + v * lanes, in_vector(v));
    for (std::int64_t s = 0; s < steps; ++s) {
      for (int v = 0; v < width; ++v) {
        if (Partial && in_vector(v) == 0) break;
        step<Stores, Partial>(r.vector[v], a, p, lane + v * lanes, in_vector(v));
      }
      for (int i = 0; i < body::accesses; ++i) p.at[i] += a.step[i][scanned];
    }
  }

  template <bool Stores, bool Partial>
  TENON_INLINE static void step(registers& r, const arguments& a, const position& p, std::int64_t lane, int n) {
    if constexpr (Stores) body::template inner<0, Partial>(r, a, p, lane, n);
    else body::template compute_inner<0, Partial>(r, a, p, lane, n);
  }
};

}  // namespace tenon::kernels

#endif
