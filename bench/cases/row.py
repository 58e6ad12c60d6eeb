"""What takes each row more than one time: softmax and normalizations, on short and long rows."""

from .loaded_torch import F, torch
from .table import Array, Entry, matrices, shapes

SHAPES = ((4096, 768), (4096, 1024), (524_288, 8), (65_536, 64), (4096, 1000), (400, 10_000), (40, 100_000))
RESULT = Array("out", ("rows", "columns"))
WEIGHT, BIAS = Array("w", ("columns",)), Array("b", ("columns",))

EIGEN_NORMALIZED = ("const array_of<float, 1> m = a.rowwise().mean(); assign(out, a.colwise() - m); "
                    "const array_of<float, 1> s = (out.square().rowwise().mean() + 1e-5f).rsqrt(); "
                    "assign(out, ((out.colwise() * s).rowwise() * w.transpose()).rowwise() + b.transpose());")
XTENSOR_NORMALIZED = ("const array_of<float, 2> d = a - xt::mean(a, axis<1>, kept_at_once); "
                      "const array_of<float, 2> v = xt::mean(d * d, axis<1>, kept_at_once); ")


def few_rows(extents):
    """Some 3,000 elements in rows as long as they are, or as fit."""
    columns = min(extents["columns"], 1024)
    return {"rows": 3072 // columns, "columns": columns}


def row(name, arguments, shape_list=SHAPES, **formulas):
    return Entry(family="row", name=name, sizes=shapes("rows columns", *shape_list), arguments=(*matrices("a"), *arguments),
                 result=RESULT, resident=few_rows, **formulas)


ENTRIES = [
    row("softmax", (),
        torch=lambda a: torch.softmax(a, -1),
        tenon="softmax(a)",
        eigen="assign(out, (a.colwise() - a.rowwise().maxCoeff().eval()).exp()); out.colwise() /= out.rowwise().sum().eval();",
        xtensor="xt::noalias(out) = xt::exp(a - xt::amax(a, axis<1>, kept_at_once)); out /= xt::sum(out, axis<1>, kept_at_once);"),
    row("log_softmax", (),
        torch=lambda a: torch.log_softmax(a, -1),
        tenon="log_softmax(a)",
        eigen="out = a.colwise() - a.rowwise().maxCoeff().eval(); out.colwise() -= out.exp().rowwise().sum().log().eval();",
        xtensor="xt::noalias(out) = a - xt::amax(a, axis<1>, kept_at_once); "
                "out -= xt::log(xt::sum(xt::exp(out), axis<1>, kept_at_once));"),
    row("layer_norm", (WEIGHT, BIAS),
        torch=lambda a, w, b: F.layer_norm(a, (a.shape[-1],), w, b),
        tenon="layer_norm(a, w, b)",
        eigen=EIGEN_NORMALIZED,
        xtensor=XTENSOR_NORMALIZED + "xt::noalias(out) = d * (1.0f / xt::sqrt(v + 1e-5f)) * w + b;"),
    row("rms_norm", (WEIGHT,),
        torch=lambda a, w: F.rms_norm(a, (a.shape[-1],), w, 1e-6),
        tenon="rms_norm(a, w)",
        eigen="const array_of<float, 1> s = (a.square().rowwise().mean() + 1e-6f).rsqrt(); assign(out, (a.colwise() * s).rowwise() * w.transpose());",
        xtensor="const array_of<float, 2> v = xt::mean(a * a, axis<1>, kept_at_once); xt::noalias(out) = a * (1.0f / xt::sqrt(v + 1e-6f)) * w;"),
    row("layernorm_gelu", (WEIGHT, BIAS), ((4096, 768),),
        torch=lambda a, w, b: F.gelu(F.layer_norm(a, (a.shape[-1],), w, b)),
        tenon="gelu(layer_norm(a, w, b))",
        eigen=EIGEN_NORMALIZED + " assign(out, out * 0.5f * (1 + (out * 0.7071067812f).erf()));",
        xtensor=XTENSOR_NORMALIZED + "xt::noalias(out) = d * (1.0f / xt::sqrt(v + 1e-5f)) * w + b; "
                                     "out *= 0.5f * (1.0f + xt::erf(out * 0.7071067812f));"),
]
