#ifndef TENON_SIMD_PACK_HPP
#define TENON_SIMD_PACK_HPP

#include "tenon/simd/memory.hpp"

namespace tenon::simd {

namespace detail {

/// The register of packs of T. Masks have 32-bit lanes wherever a pack of floats of that length exists.
template <class T, int L>
struct pack_register {
  using type = xsimd::batch<word_of<T>>;
};
template <int L>
struct pack_register<bool, L> {
  using type = std::conditional_t<L % word_lanes == 0, float_mask, double_mask>;
};

}  // namespace detail

/// L elements of type T in registers: `parts` native registers. Bytes stand in 32-bit lanes as 0 to 255, bools as masks.
template <element T, int L>
struct pack {
  using element = T;
  using register_type = typename detail::pack_register<T, L>::type;
  using memory = detail::memory<T, register_type>;
  static constexpr int lanes = L;
  static constexpr int width = int(register_type::size);
  static constexpr int parts = L / width;
  static_assert(L > 0 && (L & (L - 1)) == 0, "the lanes of a pack are a power of two");
  static_assert(parts > 0, "a pack fills at least one register: use word_lanes, or wide_lanes for eight-byte elements only");

  register_type part[parts];

  /// Calls make(i) for each register.
  template <class F>
  TENON_INLINE static pack each(F make) {
    if constexpr (parts == 1) {
      return {{make(0)}};
    } else if constexpr (parts == 2) {
      return {{make(0), make(1)}};
    } else {
      pack r;
      for (int i = 0; i < parts; ++i) r.part[i] = make(i);
      return r;
    }
  }

  TENON_INLINE static pack broadcast(T x) {
    return each([x](int) TENON_LAMBDA_INLINE { return register_type(word(x)); });
  }
  /// start, start + step, start + 2 step, ...
  TENON_INLINE static pack iota(T start, T step) requires(!std::is_same_v<T, bool>) {
    return each([=](int i) TENON_LAMBDA_INLINE {
      const register_type place = register_type::load_aligned(detail::count_up<word, L>.value + i * width);
      const register_type value = place * register_type(word(step)) + register_type(word(start));
      if constexpr (std::is_same_v<T, std::uint8_t>) return register_type(value & register_type(word(255)));
      else return value;
    });
  }

  TENON_INLINE static pack load(const T* p) {
    return each([p](int i) TENON_LAMBDA_INLINE { return memory::load(p + i * width); });
  }
  /// Reads n elements, 0 <= n <= L, and no memory beyond them; the other lanes are 0.
  TENON_INLINE static pack load_partial(const T* p, int n) {
    return each([=](int i) TENON_LAMBDA_INLINE { return memory::load_partial(p + i * width, within(n, i)); });
  }
  /// Lane i is p[i * stride].
  TENON_INLINE static pack load_strided(const T* p, std::ptrdiff_t stride) { return load_strided_partial(p, stride, L); }
  TENON_INLINE static pack load_strided_partial(const T* p, std::ptrdiff_t stride, int n) {
    return each([=](int i) TENON_LAMBDA_INLINE { return memory::load_strided(p + i * width * stride, stride, within(n, i)); });
  }
  /// Lane i is base[offsets[i]].
  TENON_INLINE static pack gather(const T* base, pack<std::int64_t, L> offsets) { return gather_partial(base, offsets, L); }
  TENON_INLINE static pack gather_partial(const T* base, pack<std::int64_t, L> offsets, int n) {
    alignas(64) std::int64_t place[L];
    offsets.store(place);
    return each([&](int i) TENON_LAMBDA_INLINE { return memory::gather(base, place + i * width, within(n, i)); });
  }

  TENON_INLINE void store(T* p) const {
    if constexpr (parts == 1) memory::store(p, part[0]);
    else
      for (int i = 0; i < parts; ++i) memory::store(p + i * width, part[i]);
  }
  /// Writes the first n lanes, 0 <= n <= L, and no memory beyond them.
  TENON_INLINE void store_partial(T* p, int n) const {
    if constexpr (parts == 1) memory::store_partial(p, part[0], n);
    else
      for (int i = 0; i < parts; ++i) memory::store_partial(p + i * width, part[i], within(n, i));
  }
  TENON_INLINE void store_strided(T* p, std::ptrdiff_t stride) const { store_strided_partial(p, stride, L); }
  TENON_INLINE void store_strided_partial(T* p, std::ptrdiff_t stride, int n) const {
    for (int i = 0; i < parts; ++i) memory::store_strided(p + i * width * stride, stride, part[i], within(n, i));
  }

  TENON_INLINE T first() const {
    if constexpr (std::is_same_v<T, bool>) return extract(0);
    else return T(detail::first_lane(part[0]));
  }
  TENON_INLINE T extract(int lane) const {
    T lane_values[L];
    store(lane_values);
    return lane_values[lane];
  }

  /// How many of n lanes register i has.
  TENON_INLINE static int within(int n, int i) {
    if constexpr (parts == 1) return n;
    const int rest = n - i * width;
    return rest < 0 ? 0 : rest > width ? width : rest;
  }

 private:
  using word = std::conditional_t<std::is_same_v<T, bool>, bool, detail::word_of<T>>;
};

namespace detail {

/// The i-th register of a mask for numbers of type W.
template <class W, int L>
TENON_INLINE xsimd::batch_bool<W> mask_part(pack<bool, L> m, int i) {
  using held = lane_of<typename pack<bool, L>::register_type>;
  if constexpr (sizeof(held) == sizeof(W)) return detail::mask_cast<W>(m.part[i]);
  else return detail::mask_cast<W>(i % 2 == 0 ? detail::low_half(m.part[i / 2]) : detail::high_half(m.part[i / 2]));
}

/// The pack of bools whose i-th register of masks for numbers of type W is make(i).
template <class W, int L, class F>
TENON_INLINE pack<bool, L> join_masks(F make) {
  using held = lane_of<typename pack<bool, L>::register_type>;
  return pack<bool, L>::each([make](int i) TENON_LAMBDA_INLINE {
    if constexpr (sizeof(held) == sizeof(W)) return detail::mask_cast<held>(make(i));
    else return detail::join(detail::mask_cast<double>(make(2 * i)), detail::mask_cast<double>(make(2 * i + 1)));
  });
}

}  // namespace detail

/// Lanes 0 to n - 1 are true.
template <int L>
TENON_INLINE pack<bool, L> first_lanes(int n) {
  using result = pack<bool, L>;
  using mask = typename result::register_type;
  return result::each([n](int i) TENON_LAMBDA_INLINE { return detail::first_lanes_of<mask>(result::within(n, i)); });
}

}  // namespace tenon::simd

#endif
