#ifndef TENON_BASE_FROZEN_HPP
#define TENON_BASE_FROZEN_HPP

#include <array>
#include <bit>

#include "tenon/base/list.hpp"

// A constant may hold no allocated memory. What outlives its evaluation is frozen into arrays whose sizes are part of its type.
namespace tenon {

/// An array that may be empty and can be part of a constant.
template <class T, int N>
struct frozen_list {
  T items[N > 0 ? N : 1]{};

  static constexpr int size() { return N; }
  constexpr const T& operator[](int i) const { return items[i]; }
  constexpr const T* begin() const { return items; }
  constexpr const T* end() const { return items + N; }

  /// As many items of a list or frozen_list as there is room for.
  template <class List>
  static constexpr frozen_list from(const List& source) {
    frozen_list f;
    const T* const first = source.begin();
    const int count = source.size() < N ? source.size() : N;
    for (int i = 0; i < count; ++i) f.items[i] = first[i];
    return f;
  }
  constexpr list<T> thaw() const { return thaw(N); }
  /// The first `count` items.
  constexpr list<T> thaw(int count) const {
    list<T> l(count);
    for (int i = 0; i < count; ++i) l[i] = items[i];
    return l;
  }
};

namespace detail {

/// Whether every count of `needed`, a struct of ints, is at most that of `room`.
template <class Size>
constexpr bool fits(const Size& needed, const Size& room) {
  using counts = std::array<int, sizeof(Size) / sizeof(int)>;
  const auto some = std::bit_cast<counts>(needed), most = std::bit_cast<counts>(room);
  for (std::size_t i = 0; i < some.size(); ++i)
    if (some[i] > most[i]) return false;
  return true;
}

}  // namespace detail

/// What `Make{}()` gives, as a constant of exact size. Only its evaluation tells the size, so it is made once if it fits into
/// `Room`, a frozen type of guessed size, and again if not. `Room::from` takes over as much as there is room for.
template <class Make, class Room>
struct frozen {
 private:
  using size_type = typename Room::size_type;
  struct guessed {
    size_type size;
    Room value;

    template <class Made>
    static constexpr guessed from(const Made& made) { return {size_type::of(made), Room::from(made)}; }
  };
  static constexpr guessed attempt = guessed::from(Make{}());
  using exact = typename Room::template of_size<attempt.size>;
  static constexpr exact cut() {
    if constexpr (detail::fits(attempt.size, Room::size)) return exact::from(attempt.value);
    else return exact::from(Make{}());
  }

 public:
  static constexpr size_type size = attempt.size;
  static constexpr exact value = cut();
};

}  // namespace tenon

#endif
