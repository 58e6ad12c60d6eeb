"""Pointwise loops whose operands are spread, transposed or cut."""

from .loaded_torch import torch
from .table import Array, Entry, matrices, shapes, vectors

MATRIX = Array("out", ("rows", "columns"))
ROW, COLUMN = Array("b", ("columns",)), Array("b", ("rows",))


ENTRIES = [
    Entry(
        family="broadcast", name="broadcast_outer", sizes=shapes("rows columns", (2048, 2048)),
        arguments=(Array("a", ("rows",)), ROW), result=MATRIX,
        torch=lambda a, b: torch.tanh(a[:, None] + b[None, :]),
        tenon="tanh(unsqueeze(a, 1) + unsqueeze(b, 0))",
        eigen="(a.replicate(1, columns) + b.transpose().replicate(rows, 1)).tanh()",
        xtensor="xt::tanh(xt::view(a, xt::all(), xt::newaxis()) + b)"),
    Entry(
        family="broadcast", name="row_bias_relu", sizes=shapes("rows columns", (4096, 1024)),
        arguments=(*matrices("a"), ROW), result=MATRIX,
        torch=lambda a, b: torch.relu(a + b),
        tenon="relu(a + b)",
        eigen="(a.rowwise() + b.transpose()).max(0.f)",
        xtensor="xt::maximum(a + b, 0.0f)"),
    Entry(
        family="broadcast", name="column_scale", sizes=shapes("rows columns", (4096, 1024)),
        arguments=(*matrices("a"), COLUMN), result=MATRIX,
        torch=lambda a, b: a * b[:, None],
        tenon="a * unsqueeze(b, 1)",
        eigen="a.colwise() * b",
        xtensor="a * xt::view(b, xt::all(), xt::newaxis())"),
    Entry(
        family="broadcast", name="transpose_add", sizes={"2048x2048": {"n": 2048}},
        arguments=(Array("a", ("n", "n")), Array("b", ("n", "n"))), result=Array("out", ("n", "n")),
        torch=lambda a, b: a + b.t(),
        tenon="a + transpose(b)",
        eigen="a + b.transpose()",
        xtensor="a + xt::transpose(b)"),
    Entry(
        family="broadcast", name="permute_add", sizes=shapes("p q r s", (32, 64, 32, 64)),
        arguments=(Array("a", ("p", "s", "q", "r")), Array("b", ("p", "q", "r", "s"))), result=Array("out", ("p", "s", "q", "r")),
        torch=lambda a, b: a + b.permute(0, 3, 1, 2),
        tenon="a + permute(b, {0, 3, 1, 2})",
        xtensor="a + xt::transpose(b, std::array<std::size_t, 4>{0, 3, 1, 2})"),
    Entry(
        family="broadcast", name="every_second_column", sizes={"4096x2048": {"rows": 4096, "columns": 2048, "half": 1024}},
        arguments=matrices("a"), result=Array("out", ("rows", "half")),
        resident=lambda extents: {"rows": 32, "columns": 128, "half": 64},
        torch=lambda a: a[:, ::2] * 2,
        tenon="slice(a, 1, 0, to_end, 2) * 2",
        eigen="a(Eigen::seqN(0, rows), Eigen::seqN(0, half, 2)) * 2",
        xtensor="xt::view(a, xt::all(), xt::range(0, columns, 2)) * 2.0f"),
]
