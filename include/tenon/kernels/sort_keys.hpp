#ifndef TENON_KERNELS_SORT_KEYS_HPP
#define TENON_KERNELS_SORT_KEYS_HPP

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "tenon/base/config.hpp"

// What is sorted instead of elements: signed integers in the order of the elements, for all element types alike.

namespace tenon::kernels {

/// The key of elements T: bytes and 32-bit elements have keys of 32 bits.
template <class T>
using sort_key = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;

/// The key of an element. Zeros have one key, and so have all NaN, which is the greatest. All bits of it are turned, and with
/// them the order, where `turn` is -1 instead of 0.
template <class T>
TENON_INLINE sort_key<T> key_of(T x, sort_key<T> turn) {
  using key = sort_key<T>;
  if constexpr (std::is_floating_point_v<T>) {
    constexpr key greatest = std::numeric_limits<key>::max();
    const key bits = std::bit_cast<key>(x + T(0));  // -0.0 becomes 0.0
    const key ordered = bits ^ ((bits >> (8 * sizeof(T) - 1)) & greatest);
    return (x == x ? ordered : greatest) ^ turn;
  } else {
    return key(x) ^ turn;
  }
}

template <class T>
TENON_INLINE T element_of(sort_key<T> k, sort_key<T> turn) {
  using key = sort_key<T>;
  k ^= turn;
  if constexpr (std::is_floating_point_v<T>) return std::bit_cast<T>(key(k ^ ((k >> (8 * sizeof(T) - 1)) & std::numeric_limits<key>::max())));
  else return T(k);
}

/// A key of 64 bits and a place, where both do not fit into one integer.
struct key_and_place {
  std::int64_t key, place;

  friend bool operator<(const key_and_place& a, const key_and_place& b) { return a.key < b.key || (a.key == b.key && a.place < b.place); }
};

/// What is moved while sorting: a key, or a key in front of its place. No two places are equal, so their order is that of a
/// stable sort, whatever sorts them.
template <class T, class Item>
struct sort_item {
  using key = sort_key<T>;
  static constexpr bool has_place = sizeof(Item) > sizeof(key);

  TENON_INLINE static Item make(T x, std::int64_t place, key turn) {
    const key k = key_of(x, turn);
    if constexpr (std::is_same_v<Item, key_and_place>) return {k, place};
    else if constexpr (has_place) return Item(std::uint64_t(std::int64_t(k)) << 32 | std::uint32_t(place));
    else return k;
  }
  TENON_INLINE static T element(const Item& x, key turn) {
    if constexpr (std::is_same_v<Item, key_and_place>) return element_of<T>(key(x.key), turn);
    else if constexpr (has_place) return element_of<T>(key(x >> 32), turn);
    else return element_of<T>(x, turn);
  }
  TENON_INLINE static std::int64_t place(const Item& x) {
    if constexpr (std::is_same_v<Item, key_and_place>) return x.place;
    else if constexpr (has_place) return x & std::int64_t(0xffffffff);
    else return 0;
  }
};

}  // namespace tenon::kernels

#endif
