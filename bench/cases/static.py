"""Small arrays whose sizes the compiler knows, many of them one after the other; a time is that of one."""

from .table import Array, Entry

CALLS = 64  # whose operands fit into the first-level cache
SHAPES = {"3": (3,), "3x3": (3, 3), "4x4": (4, 4), "16": (16,)}


def static(name, size, arguments, scalar=False, **formulas):
    shape = SHAPES[size]
    return Entry(family="static", name=f"static_{name}", sizes={size: {}}, calls=CALLS,
                 arguments=tuple(Array(argument, shape) for argument in arguments.split()),
                 result=Array("out", () if scalar else shape), **formulas)


ENTRIES = [
    *(static("multiply_add", size, "a b c", tenon="a * b + c", eigen="a * b + c", xtensor="a * b + c") for size in SHAPES),
    *(static("dot", size, "a b", True, tenon="sum(a * b)", eigen="(a * b).sum()", xtensor="xt::sum(a * b)()") for size in SHAPES),
    *(static("norm", size, "a", True, tenon="sqrt(sum(a * a))", eigen="a.matrix().norm()", xtensor="std::sqrt(xt::sum(a * a)())") for size in SHAPES),
    *(static("sum", size, "a", True, tenon="sum(a)", eigen="a.sum()", xtensor="xt::sum(a)()") for size in SHAPES),
    *(static("normalized", size, "a", tenon="a / sqrt(sum(a * a))", eigen="a.matrix().normalized().array()", xtensor="a / std::sqrt(xt::sum(a * a)())")
      for size in ("3", "16")),
]
