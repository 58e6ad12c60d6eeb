"""One element of the result from one element of each argument."""

from .loaded_torch import F, torch
from .table import Array, Entry, lengths, vectors

SIZES = lengths(16, 256, 1_000, 4096, 10_000, 10_007, 100_000, 1_000_000, 16_000_000)
FEW = lengths(1_000, 100_000, 1_000_000, 16_000_000)


def pointwise(name, arguments, sizes=SIZES, type="f32", **formulas):
    return Entry(family="pointwise", name=name, sizes=sizes, arguments=arguments, result=Array("out", ("n",), type), fresh=True, **formulas)


ENTRIES = [
    pointwise(
        "gelu_chain", vectors("a b c"),
        torch=lambda a, b, c: F.gelu(a * b + c, approximate="tanh") * torch.sigmoid(a) + b,
        tenon="gelu(a * b + c, by_tanh) * sigmoid(a) + b",
        eigen="const auto x = a * b + c; assign(out, x * 0.5f * (1 + (0.7978845608f * (x + 0.044715f * x.cube())).tanh()) / (1 + (-a).exp()) + b);",
        xtensor="const auto x = a * b + c; xt::noalias(out) = x * 0.5f * (1.0f + xt::tanh(0.7978845608f * (x + 0.044715f * x * x * x))) / (1.0f + xt::exp(-a)) + b;"),
    pointwise(
        "axpby", vectors("a b"),
        torch=lambda a, b: a * 2.0 + b * 3.0,
        tenon="a * 2 + b * 3",
        eigen="a * 2 + b * 3",
        xtensor="a * 2.0f + b * 3.0f"),
    pointwise(
        "axpby_f64", vectors("a b", type="f64"), FEW, "f64",
        torch=lambda a, b: a * 2.0 + b * 3.0,
        tenon="a * 2 + b * 3",
        eigen="a * 2 + b * 3",
        xtensor="a * 2.0 + b * 3.0"),
    pointwise(
        "exp_sin_log", vectors("a"),
        torch=lambda a: torch.sin(a) * torch.exp(-a * a) + torch.log1p(a * a),
        tenon="sin(a) * exp(-a * a) + log1p(a * a)",
        eigen="a.sin() * (-a * a).exp() + (a * a).log1p()",
        xtensor="xt::sin(a) * xt::exp(-a * a) + xt::log1p(a * a)"),
    pointwise(
        "tanh", vectors("a"), FEW,
        torch=lambda a: torch.tanh(a),
        tenon="tanh(a)",
        eigen="a.tanh()",
        xtensor="xt::tanh(a)"),
    pointwise(
        "gelu_erf", vectors("a"), FEW,
        torch=lambda a: F.gelu(a),
        tenon="gelu(a)",
        eigen="a * 0.5f * (1 + (a * 0.7071067812f).erf())",
        xtensor="a * 0.5f * (1.0f + xt::erf(a * 0.7071067812f))"),
    pointwise(
        "mixed_i32", (Array("a", ("n",), "i32", below=1000), *vectors("b")), FEW,
        torch=lambda a, b: (a * 3 + 1) * b,
        tenon="(a * 3 + 1) * b",
        eigen="(a * 3 + 1).cast<float>() * b",
        xtensor="xt::cast<float>(a * 3 + 1) * b"),
]
