"""Running sums, products and logarithms of sums of exponentials."""

from .loaded_torch import torch
from .table import Array, Entry, lengths, shapes

FUNCTIONS = {  # name -> the same in torch
    "cumsum": lambda a, axis: torch.cumsum(a, axis),
    "cumprod": lambda a, axis: torch.cumprod(a, axis),
    "logcumsumexp": lambda a, axis: torch.logcumsumexp(a, axis),
}
DOWN_ROWS = "out.row(0) = a.row(0); for (std::int64_t i = 1; i < rows; ++i) out.row(i) = out.row(i - 1) {0} a.row(i);"
ALONG_ROWS = "for (std::int64_t i = 0; i < rows; ++i) std::partial_sum(&a(i, 0), &a(i, 0) + columns, &out(i, 0), {1}());"
ALONG_VECTOR = "std::partial_sum(a.data(), a.data() + n, out.data(), {1}());"
OPERATORS = {"cumsum": ("+", "std::plus<float>"), "cumprod": ("*", "std::multiplies<float>")}


def scan(name: str, axes: tuple[str, ...], axis: int, label: str, sizes, eigen: str) -> Entry:
    argument = Array("a", axes, scale=0.001, shift=1) if name == "cumprod" else Array("a", axes)
    return Entry(family="scan", name=f"{name}{label}", sizes=sizes, arguments=(argument,), result=Array("out", axes),
                 torch=lambda a: FUNCTIONS[name](a, axis), tenon=f"{name}(a, {axis})",
                 eigen=eigen.format(*OPERATORS[name]) if name in OPERATORS else None,
                 xtensor=f"xt::{name}(a, {axis})" if name in OPERATORS else None)


ENTRIES = [entry for name in FUNCTIONS for entry in (
    scan(name, ("n",), 0, "", lengths(4_000_000), ALONG_VECTOR),
    scan(name, ("rows", "columns"), 0, "_axis_0", shapes("rows columns", (4096, 1024)), DOWN_ROWS),
    scan(name, ("rows", "columns"), 1, "_axis_1", shapes("rows columns", (4096, 1024)), ALONG_ROWS),
)]
