#ifndef TENON_OPS_EINSUM_HPP
#define TENON_OPS_EINSUM_HPP

#include "tenon/ops/contraction.hpp"

namespace tenon {
namespace detail {

/// `"bij,bjk->bik"` taken apart. A letter names an axis; spaces are skipped.
struct einsum_formula {
  char letters[3][max_rank + 1] = {};
  int count[3] = {};
  bool well_formed = true;

  constexpr explicit einsum_formula(std::string_view source) {
    int part = 0;
    for (std::size_t i = 0; i < source.size(); ++i) {
      const char c = source[i];
      if (c == ' ') continue;
      if (c == ',' && part == 0) part = 1;
      else if (c == '-' && part == 1 && i + 1 < source.size() && source[i + 1] == '>') part = 2, ++i;
      else if (((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) && count[part] < max_rank) add(part, c);
      else well_formed = false;
    }
    well_formed = well_formed && part == 2;
    for (int i = 0; i < count[2]; ++i) well_formed = well_formed && (find(0, letters[2][i]) >= 0 || find(1, letters[2][i]) >= 0);
  }

  constexpr int find(int part, char letter) const {
    for (int i = 0; i < count[part]; ++i)
      if (letters[part][i] == letter) return i;
    return -1;
  }

 private:
  constexpr void add(int part, char letter) {
    if (find(part, letter) >= 0) well_formed = false;
    letters[part][count[part]++] = letter;
  }
};

constexpr int place_of(char letter, const list<char>& letters) {
  for (int i = 0; i < letters.size(); ++i)
    if (letters[i] == letter) return i;
  return -1;
}

/// Sums over the axes that neither the other operand nor the result names.
constexpr value without_lonely_axes(value v, const einsum_formula& f, int part, list<char>& kept) {
  std::int64_t mask = 0;
  for (int i = 0; i < f.count[part]; ++i) {
    const char letter = f.letters[part][i];
    if (f.find(2, letter) < 0 && f.find(1 - part, letter) < 0) mask |= std::int64_t(1) << i;
    else kept.push_back(letter);
  }
  return mask == 0 ? v : reduce(opcode::reduce_sum, v, mask);
}

constexpr value letter_mismatch(const contraction_operands& c, char letter, extent a, extent b) {
  text_builder reason;
  reason << letter << " is ";
  print(reason, c.owner(), a);
  reason << " in a and ";
  print(reason, c.owner(), b);
  reason << " in b";
  return c.reject(reason.view());
}

constexpr value with_axes_in_order(value v, const axis_list& order) {
  for (int i = 0; i < order.count; ++i)
    if (order.axes[i] != i) return permute(v, order);
  return v;
}

/// The contraction that is left when the lonely axes are gone; `left` and `right` name the axes of the operands.
constexpr value contract_letters(const contraction_operands& c, const einsum_formula& f, const list<char>& left,
                                 const list<char>& right) {
  contraction_axes axes;
  list<char> order;    // letters of the contraction's result
  axis_list paired{};  // axes of b in the order in which a has them, then its own
  for (int i = 0; i < left.size(); ++i) {
    const int other = place_of(left[i], right);
    if (other < 0) continue;
    const extent in_a = c.a.shape()[i], in_b = c.b.shape()[other];
    if (!agree(c.owner(), opcode::contract, in_a, in_b)) return letter_mismatch(c, left[i], in_a, in_b);
    paired.axes[paired.count++] = other;
    const bool kept = f.find(2, left[i]) >= 0;
    axes.set_a(i, kept ? contraction_axes::batch : contraction_axes::contracted);
    axes.set_b(paired.count - 1, kept ? contraction_axes::batch : contraction_axes::contracted);
    if (kept) order.push_back(left[i]);
  }
  for (int i = 0; i < left.size(); ++i)
    if (place_of(left[i], right) < 0) order.push_back(left[i]);
  for (int i = 0; i < right.size(); ++i)
    if (place_of(right[i], left) < 0) order.push_back(right[i]), paired.axes[paired.count++] = i;
  const value product = contract(c.a, with_axes_in_order(c.b, paired), axes);
  axis_list result{};
  for (int i = 0; i < f.count[2]; ++i) result.axes[result.count++] = place_of(f.letters[2][i], order);
  return with_axes_in_order(product, result);
}

}  // namespace detail

/// Sums over products of two operands as the formula says, `"bij,bjk->bik"`: an axis of both that is in the result is a batch
/// axis, one that is not is contracted; an axis of one operand alone is free or, when the result lacks it, summed first.
/// Extents of a letter must be equal; the letters of one operand must be different.
constexpr value einsum(std::string_view formula, operand a, operand b) {
  const detail::einsum_formula f(formula);
  detail::contraction_operands c = detail::contraction_pair("einsum", a, b);
  if (!c.valid()) return c.invalid();
  if (!f.well_formed || f.count[0] != c.a.rank() || f.count[1] != c.b.rank())
    return c.reject("the formula must name each axis once, as in \"bij,bjk->bik\"");
  list<char> left, right;
  c.a = detail::without_lonely_axes(c.a, f, 0, left);
  c.b = detail::without_lonely_axes(c.b, f, 1, right);
  return detail::contract_letters(c, f, left, right);
}

}  // namespace tenon

#endif
