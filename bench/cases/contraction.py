"""Products of matrices with what follows them."""

from .loaded_torch import torch
from .table import Array, Entry, shapes


def module(m, k, n):
    nn = torch.nn
    return nn.Sequential(nn.Linear(k, n), nn.GELU()).eval(), (torch.randn(m, k),)


ENTRIES = [
    Entry(
        family="contraction", name="linear_gelu",
        sizes=shapes("m k n", (1, 768, 3072), (16, 768, 3072), (128, 768, 3072), (1024, 1024, 1024), (2048, 2048, 2048)),
        arguments=(Array("x", ("m", "k")), Array("w", ("n", "k"), scale=0.03), Array("b", ("n",), scale=0.03)), result=Array("out", ("m", "n")),
        bandwidth="read", multiply_adds=lambda extents: extents["m"] * extents["k"] * extents["n"],
        torch_setup=module,
        tenon="gelu(linear(x, w, b))",
        eigen="out.matrix().noalias() = x.matrix() * w.matrix().transpose(); "
              "const auto y = out.rowwise() + b.transpose(); assign(out, y * 0.5f * (1 + (y * 0.7071067812f).erf()));"),
]
