#!/usr/bin/env python3
"""fit.py [FILE]: makes include/tenon/simd/math/coefficients.hpp, the polynomials of functions; needs mpmath.

Each polynomial interpolates its function at Chebyshev nodes, which is within a factor of two of the best one of its degree. The degree
is the lowest whose relative error is below the target of the type. All is computed with 50 digits; only the last step rounds.
"""

import pathlib
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


def main():
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2] / "include/tenon/simd/math/coefficients.hpp"
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


if __name__ == "__main__":
    main()
