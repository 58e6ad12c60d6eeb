#!/usr/bin/env python3
"""fit.py: makes coefficients.hpp and upper_tail_tables.hpp of include/tenon/simd/math, the polynomials of functions; needs mpmath.

Each polynomial interpolates its function at Chebyshev nodes, which is within a factor of two of the best one of its degree. The degree
is the lowest whose relative error is below the target of the type. Those of tables are the best ones, by Remez's exchange: their
degree is what costs. All is computed with 50 digits; only the last step rounds.
"""

import pathlib
import struct
import sys

import mpmath as mp

mp.mp.dps = 50
TARGET = {"float": mp.mpf(2) ** -29, "double": mp.mpf(2) ** -58}


ROUGH = {"cbrt_start": mp.mpf(2) ** -9}  # Two of Halley's steps make it 2^-80, one 2^-27.


def monomials(values, low, high):
    """Coefficients in powers of x of the polynomial with these values at the Chebyshev nodes of [low, high]."""
    n = len(values)
    angles = [mp.pi * (k + mp.mpf(1) / 2) / n for k in range(n)]
    weights = [2 / mp.mpf(n) * mp.fsum(v * mp.cos(j * a) for v, a in zip(values, angles)) for j in range(n)]
    weights[0] /= 2
    scale, offset = 2 / (high - low), -(high + low) / (high - low)  # x -> scale x + offset is in [-1, 1]
    before, now = [mp.mpf(1)], [offset, scale]
    total = [mp.mpf(0)] * n
    for j in range(n):
        chebyshev = before if j == 0 else now
        if j > 1:
            doubled = [mp.mpf(0)] * (j + 1)
            for i, c in enumerate(now):
                doubled[i] += 2 * offset * c
                doubled[i + 1] += 2 * scale * c
            for i, c in enumerate(before):
                doubled[i] -= c
            before, now = now, doubled
            chebyshev = now
        for i, c in enumerate(chebyshev):
            total[i] += weights[j] * c
    return total


def fit(f, low, high, target):
    low, high = mp.mpf(low), mp.mpf(high)
    known = {}

    def at(x):
        if x not in known:
            known[x] = f(x)
        return known[x]

    probes = [low + (high - low) * (i + mp.mpf(1) / 3) / 150 for i in range(150)]
    for n in range(2, 60):
        nodes = [(high + low) / 2 + (high - low) / 2 * mp.cos(mp.pi * (k + mp.mpf(1) / 2) / n) for k in range(n)]
        c = monomials([f(x) for x in nodes], low, high)
        worst = max(abs(mp.polyval(c[::-1], x) / at(x) - 1) for x in probes)
        if worst < target:
            return c, worst
    raise ArithmeticError("no polynomial is close enough")


def near_zero(f, x, limit):
    return limit if x == 0 else f(x)


def erfinv_of_w(w):
    """erfinv(x) / x for w = -ln(1 - x^2)."""
    if w < mp.mpf(10) ** -30:
        return mp.sqrt(mp.pi) / 2
    x = mp.sqrt(-mp.expm1(-w))
    # A start near the value, then Halley's steps on erfc, which keeps its digits where x is near 1.
    away = mp.exp(-w) / (1 + x)  # 1 - x
    y = mp.sqrt(w) * mp.mpf("0.85") if w > 1 else x * mp.mpf("0.9")
    for _ in range(60):
        step = (mp.erfc(y) - away) / (2 / mp.sqrt(mp.pi) * mp.exp(-y * y))
        step = step / (1 + y * step)
        y += step
        if abs(step) < mp.mpf(10) ** -42 * abs(y):
            break
    return y / x


def scaled_erfc(middle):
    """(1 + 2 x) e^(x^2) erfc(x) for t = (x - middle) / (x + middle)."""
    def f(t):
        if t >= 1:
            return 2 / mp.sqrt(mp.pi)
        x = middle * (1 + t) / (1 - t)
        return (1 + 2 * x) * mp.exp(x * x) * mp.erfc(x)
    return f


def stirling(u):
    """x (ln Gamma(x) - ((x - 1/2) (ln(x) - 1) + ln(2 pi) / 2 - 1/2)) for u = 1 / x^2."""
    x = 1 / mp.sqrt(u)
    return x * (mp.loggamma(x) - ((x - 0.5) * (mp.log(x) - 1) + mp.log(2 * mp.pi) / 2 - 0.5))


def digamma_rest(u):
    """x^2 (ln(x) - 1 / (2 x) - digamma(x)) for u = 1 / x^2."""
    x = 1 / mp.sqrt(u)
    return x * x * (mp.log(x) - 1 / (2 * x) - mp.digamma(x))


DIGAMMA_ROOT = mp.findroot(mp.digamma, 1.4616)


def odd_rest(f, limit):
    """(f(x) / x - 1) / x^2 for u = x^2, of an odd f with f'(0) = 1."""
    def g(u):
        if u < mp.mpf(10) ** -30:
            return mp.mpf(limit)
        x = mp.sqrt(u)
        return (f(x) / x - 1) / u
    return g


LARGEST_ERFC = {"float": mp.mpf("10.1"), "double": mp.mpf("27.3")}
LARGEST_W = {"float": mp.mpf("16.7"), "double": mp.mpf("36.8")}  # of the number below 1

# Name, what it is, the function, where, and for which types; limits may depend on the type.
POLYNOMIALS = [
    ("exp2_tail", "(2^r - 1) / r for |r| <= 1/2", lambda r: near_zero(lambda v: mp.expm1(v * mp.log(2)) / v, r, mp.log(2)), -0.5, 0.5),
    ("sinh_tail", "(sinh(x) / x - 1) / x^2 as a polynomial of x^2 for |x| <= 1", odd_rest(mp.sinh, mp.mpf(1) / 6), 0, 1),
    ("atan_tail", "(atan(x) / x - 1) / x^2 as a polynomial of x^2 for |x| <= sqrt(2) - 1", odd_rest(mp.atan, -mp.mpf(1) / 3), 0, 3 - 2 * mp.sqrt(2)),
    ("asin_tail", "(asin(x) / x - 1) / x^2 as a polynomial of x^2 for |x| <= 1/2", odd_rest(mp.asin, mp.mpf(1) / 6), 0, 0.25),
    ("erfc_scaled", "(1 + 2 x) e^(x^2) erfc(x) as a polynomial of (x - 4) / (x + 4) for 0 <= x, as far as erfc(x) is not 0", scaled_erfc(4), -1,
     lambda t: (LARGEST_ERFC[t] - 4) / (LARGEST_ERFC[t] + 4)),
    ("erf_small", "erf(x) / x as a polynomial of x^2 for |x| <= 1/2", lambda u: 2 / mp.sqrt(mp.pi) if u == 0 else mp.erf(mp.sqrt(u)) / mp.sqrt(u), 0, 0.25),
    ("cbrt_start", "the cube root, for 0.375 <= x <= 3", lambda x: mp.cbrt(x), 0.375, 3),
    ("erfinv_near", "erfinv(x) / x as a polynomial of w - 3, w = -ln(1 - x^2), for w <= 6", lambda v: erfinv_of_w(v + 3), -3, 3),
    ("erfinv_middle", "the same as a polynomial of sqrt(w) - 3.25 for 6 <= w <= 16.5", lambda s: erfinv_of_w((s + mp.mpf("3.25")) ** 2),
     mp.sqrt(6) - mp.mpf("3.25"), lambda t: mp.sqrt(mp.mpf("16.7")) - mp.mpf("3.25")),
    ("erfinv_far", "the same as a polynomial of sqrt(w) - 5 for 16.5 <= w", lambda s: erfinv_of_w((s + 5) ** 2), mp.sqrt(mp.mpf("16.5")) - 5,
     mp.sqrt(LARGEST_W["double"]) - 5, "double"),
    ("lgamma_near", "ln(Gamma(2 + t)) / t for -0.65 <= t <= 0.35", lambda t: near_zero(lambda v: mp.loggamma(2 + v) / v, t, 1 - mp.euler), -0.65, 0.35, "double"),
    ("lgamma_far", "x (ln Gamma(x) - ((x - 1/2) (ln(x) - 1) + ln(2 pi) / 2 - 1/2)) as a polynomial of 1 / x^2 for 8 <= x", stirling, mp.mpf(10) ** -12,
     mp.mpf(1) / 64, "double"),
    ("digamma_near", "digamma(x) / (x - its zero) as a polynomial of x - 3/2 for 1 <= x <= 2", lambda v: mp.digamma(v + 1.5) / (v + 1.5 - DIGAMMA_ROOT), -0.5,
     0.5, "double"),
    ("digamma_far", "x^2 (ln(x) - 1 / (2 x) - digamma(x)) as a polynomial of 1 / x^2 for 5 <= x", digamma_rest, mp.mpf(10) ** -10, mp.mpf(1) / 25, "double"),
]



def literal(x, kind):
    if kind == "double":
        return repr(float(x))
    return mp.nstr(x, 10, strip_zeros=True) + "f"


def array(name, kind, c):
    head, line, lines = f"  static constexpr {kind} {name}[] = {{", "", []
    for text in (literal(x, kind) for x in c):
        if len(line) + len(text) > 110:
            lines.append(line.rstrip())
            line = ""
        line += text + ", "
    lines.append(line.rstrip(", "))
    return head + "\n      " + "\n      ".join(lines) + "};"


def in_powers(c, by):
    """The polynomial of x as one of x - by."""
    c = list(c)
    for i in range(len(c) - 1):
        for j in range(len(c) - 2, i - 1, -1):
            c[j] += by * c[j + 1]
    return c


def as_float(x):
    return mp.mpf(struct.unpack("f", struct.pack("f", float(x)))[0])


def minimax(f, weight, low, high, degree):
    """By Remez's exchange: coefficients of powers of x - (low + high) / 2 that make the largest weight(x) |p(x) - f(x)| least, and that."""
    middle, half, count = (low + high) / 2, (high - low) / 2, 40 * (degree + 2)
    grid = [-mp.cos(mp.pi * i / count) for i in range(count + 1)]
    values, weights = ([g(middle + half * s) for s in grid] for g in (f, weight))
    at = [round(i * count / (degree + 1)) for i in range(degree + 2)]
    for _ in range(6):
        rows = [[grid[i] ** j for j in range(degree + 1)] + [(-1) ** n / weights[i]] for n, i in enumerate(at)]
        c = list(mp.lu_solve(mp.matrix(rows), mp.matrix([values[i] for i in at])))[:-1]
        errors = [w * (mp.polyval(c[::-1], s) - v) for s, v, w in zip(grid, values, weights)]
        runs = [[0]]  # of errors with one sign
        for i in range(1, count + 1):
            if errors[i] * errors[i - 1] > 0:
                runs[-1].append(i)
            else:
                runs.append([i])
        if len(runs) != degree + 2:
            break
        at = [max(run, key=lambda i: abs(errors[i])) for run in runs]
    return [a / half**j for j, a in enumerate(c)], max(map(abs, errors))


def computed(c, x):
    """The polynomial at x as floats with fma give it."""
    r = as_float(c[-1])
    for a in c[-2::-1]:
        r = as_float(r * x + as_float(a))
    return r


def about_float(c, middle, near, reach, exact=None):
    """A float near `near` about which the coefficients are nearly floats, up to `reach` from it, and the polynomial about it. With floats it
    comes out exactly at (x, y), if that is given."""
    first = as_float(near)
    spacing = mp.mpf(2) ** (mp.floor(mp.log(first, 2)) - 23)
    choices = ((centre, in_powers(c, centre - middle)) for centre in (first + i * spacing for i in range(-200, 201)))
    if exact:
        choices = (choice for choice in choices if computed(choice[1], exact[0] - choice[0]) == as_float(exact[1]))
    return min(choices, key=lambda choice: sum(reach**j * abs(a - as_float(a)) for j, a in enumerate(choice[1])))


ROOT_DEGREE, SCALED_DEGREE = 8, 7

class Table:
    """Polynomials for the intervals of a function of 0 <= x <= end."""

    def __init__(self, f, weight, borders, degree, shift):
        self.centres, columns, self.worst = [], [], 0
        for low, high in borders:
            c, error = minimax(f, weight, low, high, degree)
            middle, half = (low + high) / 2, (high - low) / 2
            exact = (low, f(low)) if low == 0 else None
            centre, c = about_float(c, middle, middle + shift * half, (1 + shift) * half, exact)
            self.centres.append(centre)
            columns.append(c)
            self.worst = max(self.worst, error)
        self.rows = [list(row) for row in zip(*columns)]


def root_table(tail, end, start):
    """The square root of a function that falls like e^(-x^2 / 2), in 32 intervals that become shorter where it falls faster. The centres are
    to the right of the middle, because to the right of a centre digits are lost. The error is that of the square."""
    slope = as_float((32 - mp.mpf("0.51") - start * end) / end**2)
    border = lambda k: (mp.sqrt(start**2 + 4 * slope * (k + mp.mpf(1) / 2)) - start) / (2 * slope)
    f = lambda x: mp.sqrt(tail(x))
    weight = lambda x: 2 * f(x) / max(tail(x), mp.mpf(2) ** -126)  # the digits of denormal results have a fixed place
    borders = [(mp.mpf(0) if k == 0 else border(k - 1), min(border(k), end)) for k in range(32)]
    return (slope, start), Table(f, weight, borders, ROOT_DEGREE, mp.mpf("0.5"))


def scaled_table(scaled, end, stretch):
    """2^-18 times a function that falls slowly, in the halves of the octaves of stretch x + 1."""
    halves = [(2**octave * (1 + half / mp.mpf(2)), 2**octave * (1 + (half + 1) / mp.mpf(2))) for octave in (1, 2, 3, 0) for half in (0, 1)]
    borders = [((low - 1) / stretch, min((high - 1) / stretch, end)) for low, high in halves]
    return (stretch,), Table(lambda x: scaled(x) * mp.mpf(2) ** -18, lambda x: 2**18 / scaled(x), borders, SCALED_DEGREE, 0)


TABLES = [  # name, what it is, how it is made, by which function, up to where, and with what else
    ("root_table", "normal_root", "The square root of normal_cdf(-x)", root_table, lambda x: mp.erfc(x / mp.sqrt(2)) / 2, "14.1755", "0.3"),
    ("root_table", "erfc_root", "The square root of erfc(x)", root_table, mp.erfc, "10.06", "0.42"),
    ("scaled_table", "normal_scaled", "2^-18 e^(x^2 / 2) normal_cdf(-x)", scaled_table, lambda x: mp.exp(x * x / 2) * mp.erfc(x / mp.sqrt(2)) / 2, "14.1755", "1"),
    ("scaled_table", "erfc_scaled", "2^-18 e^(x^2) erfc(x)", scaled_table, lambda x: mp.exp(x * x) * mp.erfc(x), "10.06", "1.41421356"),
]
TABLES_START = f"""#ifndef TENON_SIMD_MATH_UPPER_TAIL_TABLES_HPP
#define TENON_SIMD_MATH_UPPER_TAIL_TABLES_HPP

// Made by tools/accuracy/fit.py: polynomials about centres, for erfc and normal_cdf. A row has the coefficients of one power,
// those of the constant terms first. The worst relative error stands in brackets, for square roots that of the square.

namespace tenon::simd::detail {{

/// Interval k is where x * (slope * x + start) rounds to k.
struct root_table {{
  float slope, start;
  alignas(64) float centre[32];
  alignas(64) float row[{ROOT_DEGREE + 1}][32];
}};

/// The number of an interval stands in the lowest two bits of the exponent of stretch * x + 1 and the first one behind it.
struct scaled_table {{
  float stretch;
  alignas(32) float centre[8];
  alignas(32) float row[{SCALED_DEGREE + 1}][8];
}};
"""


def numbers(row):
    line, lines = "", []
    for text in (literal(x, "float") for x in row):
        if len(line) + len(text) > 122:
            lines.append(line.rstrip())
            line = ""
        line += text + ", "
    return "{" + "\n     ".join(lines + [line.rstrip(", ")]) + "}"


def write_tables(path):
    out = [TABLES_START]
    for kind, name, what, make, f, *rest in TABLES:
        head, table = make(f, *map(mp.mpf, rest))
        print(name, mp.nstr(table.worst, 2), file=sys.stderr)
        rows = ",\n     ".join(map(numbers, table.rows))
        out.append(f"/// {what} [{mp.nstr(table.worst, 2)}]\ninline constexpr {kind} {name}{{\n    {', '.join(literal(x, 'float') for x in head)},\n"
                   f"    {numbers(table.centres)},\n    {{{rows}}}}};\n")
    out.append("}  // namespace tenon::simd::detail\n\n#endif\n")
    path.write_text("\n".join(out))


def write_polynomials(path):
    out = ["#ifndef TENON_SIMD_MATH_COEFFICIENTS_HPP", "#define TENON_SIMD_MATH_COEFFICIENTS_HPP", "",
           "// Made by tools/accuracy/fit.py, which says how: polynomials, the constant term first. The relative error stands in brackets.", "",
           "namespace tenon::simd::detail {", "", "template <class W>", "struct coefficients;"]
    for kind in TARGET:
        out += ["", "template <>", f"struct coefficients<{kind}> {{"]
        for name, what, f, low, high, *only in POLYNOMIALS:
            if only and kind not in only:
                continue
            low, high = (v(kind) if callable(v) else v for v in (low, high))
            c, worst = fit(f, low, high, ROUGH.get(name, TARGET[kind]))
            print(kind, name, len(c), mp.nstr(worst, 2), file=sys.stderr)
            out += [f"  // {what} [{mp.nstr(worst, 2)}]", array(name, kind, c)]
        out.append("};")
    out += ["", "}  // namespace tenon::simd::detail", "", "#endif"]
    path.write_text("\n".join(out) + "\n")


def main():
    folder = pathlib.Path(__file__).resolve().parents[2] / "include/tenon/simd/math"
    write_tables(folder / "upper_tail_tables.hpp")
    write_polynomials(folder / "coefficients.hpp")


if __name__ == "__main__":
    main()
