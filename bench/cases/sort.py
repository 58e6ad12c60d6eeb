"""Order: sort, argsort, the greatest elements, and counts."""

from .loaded_torch import torch
from .table import Array, Entry, lengths, matrices, shapes

ROWS = shapes("rows columns", (131072, 8), (16384, 64), (1024, 1024), (64, 16384), (1, 1_000_000))
GREATEST = 10
CLASSES = 1000
MATRIX = ("rows", "columns")

ENTRIES = [
    Entry(
        family="sort", name="sort", sizes=ROWS, arguments=matrices("a"), result=Array("out", MATRIX), resident=lambda extents: None,
        torch=lambda a: torch.sort(a, stable=True)[0],
        tenon="sort(a)",
        eigen="out = a; for (std::int64_t r = 0; r < rows; ++r) std::sort(out.row(r).begin(), out.row(r).end());",
        xtensor="xt::sort(a, 1)"),
    Entry(
        family="sort", name="argsort", sizes=ROWS, arguments=matrices("a"), result=Array("out", MATRIX, "i64"), resident=lambda extents: None,
        torch=lambda a: torch.argsort(a, stable=True),
        tenon="argsort(a)",
        xtensor="xt::argsort(a, 1)"),
    Entry(
        family="sort", name="topk", sizes={size: extents for size, extents in ROWS.items() if extents["columns"] >= GREATEST},
        arguments=matrices("a"), result=Array("out", ("rows", GREATEST)), bandwidth="read", resident=lambda extents: None,
        torch=lambda a: torch.topk(a, GREATEST)[0],
        tenon=f"std::get<0>(topk(a, {GREATEST}))"),
    Entry(
        family="sort", name="bincount", sizes=lengths(1_000_000), arguments=(Array("i", ("n",), "i64", below=CLASSES),),
        result=Array("out", (CLASSES,), "i64"), bandwidth="read", resident=lambda extents: None,
        torch=lambda i: torch.bincount(i, minlength=CLASSES),
        tenon=f"bincount(i, {CLASSES})",
        eigen="out.setZero(); for (std::int64_t k = 0; k < n; ++k) ++out(i(k));"),
]
