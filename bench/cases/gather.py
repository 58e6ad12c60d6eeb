"""Reading and adding where an index says."""

from .loaded_torch import torch
from .table import Array, Entry, matrices

WORDS, WIDTH, COUNT = 30_000, 768, 4096
ROW_BYTES = WIDTH * 4
TABLE_SIZE = {f"{COUNT}x{WORDS}x{WIDTH}": {"count": COUNT, "words": WORDS, "width": WIDTH}}
INDEX = Array("i", ("count",), "i64", below=WORDS)
TABLE, ROWS = ("words", "width"), ("count", "width")

ENTRIES = [
    Entry(
        family="gather", name="embedding", sizes=TABLE_SIZE, arguments=(INDEX, Array("w", TABLE)), result=Array("out", ROWS),
        moved=lambda extents: COUNT * (8 + 2 * ROW_BYTES), resident=lambda extents: None,
        torch=lambda i, w: torch.nn.functional.embedding(i, w),
        tenon="embedding(i, w)",
        eigen="for (std::int64_t k = 0; k < count; ++k) out.row(k) = w.row(i(k));",
        xtensor="xt::view(w, xt::keep(i), xt::all())"),
    Entry(
        family="gather", name="index_select", sizes={"4096x1024x512": {"rows": 4096, "columns": 1024, "count": 512}},
        arguments=(*matrices("a"), Array("i", ("count",), "i64", below=1024)), result=Array("out", ("rows", "count")),
        resident=lambda extents: None,
        torch=lambda a, i: torch.index_select(a, 1, i),
        tenon="take(a, i, 1)",
        eigen="a(Eigen::seqN(0, rows), i)",
        xtensor="xt::view(a, xt::all(), xt::keep(i))"),
    Entry(  # of the table the derivative needs the shape only
        family="gather", name="embedding_backward", sizes=TABLE_SIZE, arguments=(INDEX, Array("w", TABLE), Array("g", ROWS)),
        result=Array("out", TABLE),
        moved=lambda extents: COUNT * (8 + ROW_BYTES) + WORDS * ROW_BYTES, resident=lambda extents: None,
        torch=lambda i, w, g: torch.ops.aten.embedding_dense_backward(g, i, WORDS, -1, False),
        tenon="grad<1>([](value j, value x, value h) { return sum(embedding(j, x) * h); })(i, w, g)",
        eigen="out.setZero(); for (std::int64_t k = 0; k < count; ++k) out.row(i(k)) += g.row(k);"),
    Entry(
        family="gather", name="scatter_add", sizes=TABLE_SIZE, arguments=(Array("x", TABLE), INDEX, Array("u", ROWS)),
        result=Array("out", TABLE), resident=lambda extents: None,
        torch=lambda x, i, u: torch.index_add(x, 0, i, u),
        tenon="scatter_add(x, i, u)",
        eigen="out = x; for (std::int64_t k = 0; k < count; ++k) out.row(i(k)) += u.row(k);"),
]
