"""Sums and the like, over everything and over each axis."""

from .loaded_torch import torch
from .table import Array, Entry, lengths, matrices, shapes, vectors

MATRICES = shapes("rows columns", (4096, 1024), (1024, 4096), (7, 1_000_003))
SOLIDS = shapes("x y z", (64, 64, 1024))
FUNCTIONS = {  # name -> formulas of an axis; a is the argument
    "sum": {"tenon": "sum(a, {0})", "torch": lambda a, axis: a.sum(axis), "xtensor": "xt::sum(a, axis<{0}>, at_once)"},
    "max": {"tenon": "max(a, {0})", "torch": lambda a, axis: a.amax(axis), "xtensor": "xt::amax(a, axis<{0}>, at_once)"},
    "argmax": {"tenon": "argmax(a, {0})", "torch": lambda a, axis: a.argmax(axis), "xtensor": "xt::argmax(a, {0})"},
    "mean": {"tenon": "mean(a, {0})", "torch": lambda a, axis: a.mean(axis), "xtensor": "xt::mean(a, axis<{0}>, at_once)"},
    "var": {"tenon": "var(a, {0})", "torch": lambda a, axis: a.var(axis), "xtensor": "xt::variance(a, axis<{0}>, at_once)"},
}
EIGEN = {  # (name, axis) -> formula for a matrix
    ("sum", 0): "a.colwise().sum().transpose()",
    ("sum", 1): "a.rowwise().sum()",
    ("max", 0): "a.colwise().maxCoeff().transpose()",
    ("max", 1): "a.rowwise().maxCoeff()",
    ("argmax", 0): "for (std::int64_t i = 0; i < columns; ++i) a.col(i).maxCoeff(&out(i));",
    ("argmax", 1): "for (std::int64_t i = 0; i < rows; ++i) a.row(i).maxCoeff(&out(i));",
    ("mean", 0): "a.colwise().mean().transpose()",
    ("mean", 1): "a.rowwise().mean()",
    ("var", 0): "const Eigen::Array<float, 1, Eigen::Dynamic> m = a.colwise().mean(); "
                "out = (a.rowwise() - m).square().colwise().sum().transpose() / float(rows - 1);",
    ("var", 1): "const array_of<float, 1> m = a.rowwise().mean(); out = (a.colwise() - m).square().rowwise().sum() / float(columns - 1);",
}


def few_elements(axes: tuple[str, ...], axis: int, extents):
    """Some 4,000 elements: long rows to reduce along, or many rows of the width of a few vectors to reduce down."""
    small = {name: 1 for name in axes}
    small[axes[-1]] = min(extents[axes[-1]], 1024 if axis == len(axes) - 1 else 128)
    first = axes[0] if axis == len(axes) - 1 else axes[axis]
    small[first] = min(extents[first], 4096 // small[axes[-1]])
    return small


def along(name: str, axes: tuple[str, ...], axis: int, label: str, sizes) -> Entry:
    """A function over one axis of an array."""
    formulas = FUNCTIONS[name]
    return Entry(family="reduction", name=f"{name}{label}_axis_{axis}", sizes=sizes, bandwidth="read", arguments=(Array("a", axes),),
                 result=Array("out", axes[:axis] + axes[axis + 1:], "i64" if name == "argmax" else "f32"),
                 resident=lambda extents: few_elements(axes, axis, extents),
                 torch=lambda a: formulas["torch"](a, axis), tenon=formulas["tenon"].format(axis),
                 eigen=EIGEN[name, axis] if len(axes) == 2 else None, xtensor=formulas["xtensor"].format(axis))


ENTRIES = [
    Entry(
        family="reduction", name="sum_sq_diff", sizes=lengths(1_000, 10_000, 100_000, 1_000_000, 16_000_000), bandwidth="read",
        arguments=vectors("a b"),
        torch=lambda a, b: ((a - b) ** 2).sum(),
        tenon="sum(square(a - b))",
        eigen="(a - b).square().sum()",
        xtensor="xt::sum(xt::square(a - b), at_once)()"),
    Entry(
        family="reduction", name="col_sum", sizes=shapes("rows columns", (4096, 1024)), bandwidth="read",
        arguments=matrices("a"), result=Array("out", ("columns",)), resident=lambda extents: few_elements(("rows", "columns"), 0, extents),
        torch=lambda a: a.sum(0),
        tenon="sum(a, 0)",
        eigen=EIGEN["sum", 0],
        xtensor="xt::sum(a, axis<0>, at_once)"),
    *(along(name, ("rows", "columns"), axis, "", MATRICES) for name in FUNCTIONS for axis in range(2)),
    *(along(name, ("x", "y", "z"), axis, "_3d", SOLIDS) for name in FUNCTIONS for axis in range(3)),
]
