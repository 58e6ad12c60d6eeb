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

/// Sums over products of two operands as the formula says: an axis of both that is in the result is a batch axis, one that is
/// not is contracted; an axis of one operand alone is free or, when the result lacks it, summed first. Extents must be equal;
/// the letters of one operand must be different.
struct einsum_operation {
  constexpr value operator()(std::string_view formula, operand first, operand second) const {
    const einsum_formula f(formula);
    contraction_operands c = contraction_pair("einsum", first, second);
    if (!c.valid()) return c.invalid();
    if (!f.well_formed || f.count[0] != c.a.rank() || f.count[1] != c.b.rank())
      return c.reject("the formula must name each axis once, as in \"bij,bjk->bik\"");
    list<char> left, right;
    c.a = without_lonely(c.a, f, 0, left);
    c.b = without_lonely(c.b, f, 1, right);
    return combined(c, f, left, right);
  }

 private:
  static constexpr int find(const list<char>& letters, char letter) {
    for (int i = 0; i < letters.size(); ++i)
      if (letters[i] == letter) return i;
    return -1;
  }

  /// Sums over the axes that neither the other operand nor the result names.
  static constexpr value without_lonely(value v, const einsum_formula& f, int part, list<char>& kept) {
    std::int64_t mask = 0;
    for (int i = 0; i < f.count[part]; ++i) {
      const char letter = f.letters[part][i];
      if (f.find(2, letter) < 0 && f.find(1 - part, letter) < 0) mask |= std::int64_t(1) << i;
      else kept.push_back(letter);
    }
    return mask == 0 ? v : reduce(opcode::reduce_sum, v, mask);
  }

  static constexpr value letter_mismatch(const contraction_operands& c, char letter, extent a, extent b) {
    text_builder reason;
    reason << letter << " is ";
    print(reason, c.owner(), a);
    reason << " in a and ";
    print(reason, c.owner(), b);
    reason << " in b";
    return c.reject(reason.view());
  }

  static constexpr value combined(contraction_operands c, const einsum_formula& f, const list<char>& left, const list<char>& right) {
    contraction_axes axes;
    list<char> order;      // letters of the contraction's result
    axis_list paired{};    // axes of b in the order in which a has them, then its own
    for (int i = 0; i < left.size(); ++i) {
      const int other = find(right, left[i]);
      if (other < 0) continue;
      if (!agree(c.owner(), opcode::contract, c.a.shape()[i], c.b.shape()[other])) return letter_mismatch(c, left[i], c.a.shape()[i], c.b.shape()[other]);
      paired.axes[paired.count++] = other;
      const bool kept = f.find(2, left[i]) >= 0;
      axes.set_a(i, kept ? contraction_axes::batch : contraction_axes::contracted);
      axes.set_b(paired.count - 1, kept ? contraction_axes::batch : contraction_axes::contracted);
      if (kept) order.push_back(left[i]);
    }
    for (int i = 0; i < left.size(); ++i)
      if (find(right, left[i]) < 0) order.push_back(left[i]);
    for (int i = 0; i < right.size(); ++i)
      if (find(left, right[i]) < 0) order.push_back(right[i]), paired.axes[paired.count++] = i;
    const value product = contract(c.a, permuted(c.b, paired), axes);
    axis_list result{};
    for (int i = 0; i < f.count[2]; ++i) result.axes[result.count++] = find(order, f.letters[2][i]);
    return permuted(product, result);
  }

  static constexpr value permuted(value v, const axis_list& order) {
    for (int i = 0; i < order.count; ++i)
      if (order.axes[i] != i) return permute(v, order);
    return v;
  }
};

}  // namespace detail

/// Sums over products of two operands as the formula says, `"bij,bjk->bik"`: an axis of both that is in the result is a batch
/// axis, one that is not is contracted; an axis of one operand alone is free or, when the result lacks it, summed first.
/// Extents of a letter must be equal; the letters of one operand must be different.
constexpr value einsum(std::string_view formula, operand a, operand b) { return detail::einsum_operation{}(formula, a, b); }

}  // namespace tenon

#endif
