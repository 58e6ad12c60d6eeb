"""Values and derivatives of functions, by PyTorch's autograd in double."""

import numpy as np
import torch
import torch.nn.functional as F

from table import Table

rng = np.random.default_rng(11)


def numbers(*shape, low=-2.0, high=2.0):
    """Random numbers with few digits."""
    return torch.from_numpy(np.asarray(np.round(rng.uniform(low, high, shape), 3)))


def positive(*shape):
    return numbers(*shape, low=0.2, high=3.0)


def exact(*values):
    return torch.tensor(values, dtype=torch.float64)


def remainder(x, y):
    return x - torch.floor(x / y).detach() * y


def taken(x, i):
    return x[i]


def scattered(x, updates, i):
    return x.index_add(0, i.flatten(), updates.flatten(0, 1))


def rms_norm(x, weight):
    return x * torch.rsqrt((x * x).mean(-1, keepdim=True) + 1e-6) * weight


def rows():
    """Name, function, differentiable inputs, other inputs, whether the second derivative is wanted too."""
    x = numbers(2, 3)
    for name, f in {"negate": torch.neg, "exp": torch.exp, "expm1": torch.expm1, "sin": torch.sin, "cos": torch.cos, "tanh": torch.tanh,
                    "erf": torch.erf, "sigmoid": torch.sigmoid, "silu": F.silu, "gelu": F.gelu, "softplus": F.softplus,
                    "gelu_tanh": lambda v: F.gelu(v, approximate="tanh"), "square": torch.square, "cube": lambda v: v ** 3}.items():
        yield name, f, [x], [], True
    for name, f in {"sqrt": torch.sqrt, "rsqrt": torch.rsqrt, "log": torch.log, "log1p": torch.log1p, "tan": lambda v: torch.tan(v / 3),
                    "reciprocal": torch.reciprocal, "power_const": lambda v: v ** 2.5}.items():
        yield name, f, [positive(2, 3)], [], True
    kinked = exact(-2, -0.5, 0, 0.25, 3)
    yield "absolute", torch.abs, [kinked], [], False
    yield "relu", F.relu, [kinked], [], False
    yield "clamp", lambda v: torch.clamp(v, -1, 1), [exact(-2, -0.5, 0, 0.25, 3)], [], False
    yield "flat", lambda v: torch.floor(v) + torch.ceil(v) + torch.round(v) + torch.trunc(v) + torch.sign(v) + v, [numbers(5)], [], False
    yield "cast", lambda v: v.float().double() * v, [exact(0.5, 1.25, -3)], [], False

    a, b = numbers(2, 3), numbers(3)
    yield "add", torch.add, [a, b], [], True
    yield "sub", torch.sub, [b, a], [], True
    yield "mul", torch.mul, [a, b], [], True
    yield "div", torch.div, [a, positive(2, 1)], [], True
    yield "scalar", torch.mul, [a, numbers()], [], True
    yield "fmod", torch.fmod, [numbers(2, 3, low=3, high=9), positive(3)], [], False
    yield "remainder", remainder, [numbers(2, 3, low=-9, high=9), exact(2.2, -3.3, 1.7)], [], False
    yield "pow", torch.pow, [positive(2, 3), numbers(3)], [], True
    yield "pow_edges", torch.pow, [exact(0, 0, 0, -2, 1, 2), exact(0, 2, 1, 3, 0, 0)], [], False
    yield "max", torch.maximum, [exact(1, 2, 3, -1), exact(2, 2, 1, -1)], [], False
    yield "min", torch.minimum, [exact(1, 2, 3, -1), exact(2, 2, 1, -1)], [], False
    yield "select", lambda u, v, c: torch.where(c, u * v, v), [a, b], [torch.tensor([[True, False, True], [False, False, True]])], True

    x = numbers(2, 3, 4)
    yield "broadcast", lambda v: (v * v).broadcast_to(4, 2, 3), [numbers(2, 1)], [], True
    yield "reshape", lambda v: (v * v).reshape(6, 4), [x], [], True
    yield "permute", lambda v: (v * v).permute(2, 0, 1), [x], [], True
    yield "slice", lambda v: (v * v)[:, 1:3], [x], [], True
    yield "step", lambda v: (v * v)[:, :, ::3], [numbers(2, 2, 5)], [], True
    yield "step_whole", lambda v: (v * v)[:, :, 1::2], [numbers(2, 2, 5)], [], True
    yield "pad", lambda v, fill: torch.cat([(fill * fill).expand(2, 1), v * v, (fill * fill).expand(2, 2)], 1), [numbers(2, 3), numbers()], [], True
    yield "concatenate", lambda u, v: torch.cat([u * v[:, :1], v * v], 1), [numbers(2, 3), numbers(2, 2)], [], True
    yield "flip", lambda v: torch.flip(v * v, [1]), [x], [], True
    at = torch.tensor([[3, 0, 3], [1, 1, 2]])
    yield "take", lambda v, i: (v * v)[i], [numbers(4, 2)], [at], True
    yield "take_last", lambda v, i: (v * v)[:, i], [numbers(2, 4)], [at], True
    yield "scatter_add", lambda v, u, i: scattered(v * v, u * u, i), [numbers(4, 2), numbers(2, 3, 2)], [at], True

    yield "sum", lambda v: (v * v).sum((0, 2)), [x], [], True
    yield "sum_keep", lambda v: v / v.sum(1, keepdim=True), [positive(2, 3)], [], True
    yield "product", lambda v: v.prod(1), [numbers(2, 3)], [], True
    yield "product_zeros", lambda v: v.prod(1), [exact([1, 2, 3], [0, 2, 3], [0, 0, 3])], [], False
    yield "reduce_max", lambda v: v.amax(1), [exact([1, 2, 2], [3, -1, 0])], [], False
    yield "reduce_min", lambda v: v.amin((0, 1)), [exact([1, 2, 2], [3, 1, 5])], [], False
    yield "mean", lambda v: (v * v).mean(1), [x], [], True
    yield "mean_all", lambda v: torch.exp(v).mean(), [x], [], True
    yield "var", lambda v: v.var(2), [x], [], True
    yield "var_biased", lambda v: v.var((0, 1), correction=0), [x], [], True
    yield "logsumexp", lambda v: v.logsumexp(1), [x], [], True
    yield "softmax", lambda v: v.softmax(-1), [x], [], True
    yield "softmax_front", lambda v: v.softmax(0), [x], [], True
    yield "log_softmax", lambda v: v.log_softmax(1), [x], [], True
    yield "layer_norm", lambda v, w, c: F.layer_norm(v, (4,), w, c), [numbers(3, 4), numbers(4), numbers(4)], [], True
    yield "layer_norm_two", lambda v, w, c: F.layer_norm(v, (3, 4), w, c), [x, numbers(3, 4), numbers(3, 4)], [], False
    yield "layer_norm_bare", lambda v: F.layer_norm(v, (4,)), [x], [], False
    yield "rms_norm", rms_norm, [numbers(3, 4), numbers(4)], [], True

    yield "matmul", torch.matmul, [numbers(2, 3), numbers(3, 4)], [], True
    yield "matmul_vectors", torch.matmul, [numbers(3), numbers(3)], [], True
    yield "matmul_row", torch.matmul, [numbers(3), numbers(2, 3, 4)], [], True
    yield "matmul_column", torch.matmul, [numbers(2, 3, 4), numbers(4)], [], True
    yield "matmul_left", torch.matmul, [numbers(2, 3), numbers(2, 3, 4)], [], True
    yield "matmul_batches", torch.matmul, [numbers(2, 1, 3, 2), numbers(3, 2, 4)], [], True
    yield "linear", F.linear, [numbers(2, 3, 4), numbers(5, 4), numbers(5)], [], True
    yield "einsum", lambda u, v: torch.einsum("bij,jbk->kbi", u, v), [numbers(2, 3, 4), numbers(4, 2, 3)], [], True
    yield "einsum_lonely", lambda u, v: torch.einsum("ijk,jl->li", u, v), [numbers(2, 3, 2), numbers(3, 4)], [], True
    yield "einsum_outer", lambda u, v: torch.einsum("i,j->ji", u, v), [numbers(2), numbers(3)], [], True
    yield "einsum_two", lambda u, v: torch.einsum("ijk,kji->", u, v), [numbers(2, 3, 4), numbers(4, 3, 2)], [], True

    target = torch.tensor([1, 0, 3])
    yield "cross_entropy", F.cross_entropy, [numbers(3, 4)], [target], True
    yield "cross_entropy_ranked", lambda v, t: F.cross_entropy(v.reshape(6, 4), t.reshape(6)), [numbers(2, 3, 4)], [torch.tensor([[1, 0, 3], [2, 2, 1]])], False
    yield "cross_entropy_shares", F.cross_entropy, [numbers(3, 4), numbers(3, 4).softmax(-1)], [], False
    yield "mse_loss", F.mse_loss, [numbers(2, 3), numbers(2, 3)], [], True
    yield "embedding", lambda w, i: F.embedding(i, w) ** 2, [numbers(4, 2)], [at], True
    yield "one_hot", lambda w, i: F.one_hot(i, 4).double() @ w, [numbers(4, 2)], [at], False
    yield "stopped", lambda v: v * torch.exp(v.detach()), [numbers(3)], [], False
    yield "cumsum", lambda v: torch.cumsum(v * v, 1), [numbers(2, 3, 4)], [], True
    yield "cumprod", lambda v: torch.cumprod(v, 2), [numbers(2, 3, 4)], [], False
    holes = numbers(3, 5)
    holes[0, 2] = holes[1, 0] = holes[1, 3] = 0
    yield "cumprod_zeros", lambda v: torch.cumprod(v, 1), [holes], [], False
    yield "logcumsumexp", lambda v: torch.logcumsumexp(v, 0), [numbers(4, 3)], [], False

    for name, f in {"exp2": torch.exp2, "atan": torch.atan, "sinh": torch.sinh, "cosh": torch.cosh, "asinh": torch.asinh, "erfc": torch.special.erfc,
                    "normal_cdf": torch.special.ndtr}.items():
        yield name, f, [numbers(2, 3)], [], True
    for name, f in {"log2": torch.log2, "log10": torch.log10, "cbrt": lambda v: v ** (1 / 3), "lgamma": torch.lgamma,
                    "acosh": lambda v: torch.acosh(v + 1)}.items():
        yield name, f, [positive(2, 3)], [], True
    for name, f in {"asin": torch.asin, "acos": torch.acos, "atanh": torch.atanh, "erfinv": torch.special.erfinv}.items():
        yield name, f, [numbers(2, 3, low=-0.9, high=0.9)], [], True
    yield "digamma", torch.digamma, [exact([0.3, 1.25, 2.5], [7.5, -0.4, -2.3])], [], True
    yield "trigamma", lambda v: torch.polygamma(1, v), [exact([0.3, 1.25, 2.5], [7.5, -0.4, -2.3])], [], False
    yield "atan2", torch.atan2, [numbers(2, 3), positive(3)], [], True
    yield "hypot", torch.hypot, [numbers(2, 3), positive(3)], [], True
    yield "sigmoid_edges", torch.sigmoid, [exact(0, -0.0, -120, 120, -800, 800)], [], False
    yield "sort", lambda v: torch.sort(v * v, 1)[0], [numbers(2, 5, 3)], [], True
    yield "sort_down", lambda v: torch.sort(v, -1, descending=True)[0] ** 2, [numbers(2, 7)], [], True
    yield "topk", lambda v: torch.topk(v * v, 2, 0)[0], [numbers(5, 3)], [], True
    yield "topk_least", lambda v: torch.topk(v * v, 3, 1, largest=False)[0], [numbers(2, 6)], [], True
    yield "bincount", lambda w, i: torch.zeros(5, dtype=w.dtype).index_add(0, i.flatten(), (w * w).flatten()), [numbers(2, 3)], [at % 5], True
    yield "deviation", lambda v: v.var(1), [numbers(2, 3, 5)], [], True
    yield "deviation_all", lambda v: (v * v).var(correction=0), [numbers(3, 4)], [], True


def weighted(f, inputs, others, weight):
    value = f(*inputs, *others)
    return value, (value * weight).sum()


def derivatives(goal, inputs, **options):
    found = torch.autograd.grad(goal, inputs, allow_unused=True, **options)
    return [torch.zeros_like(x) if d is None else d for x, d in zip(inputs, found)]


def arrays(tensors):
    return [t.detach().numpy() for t in tensors]


def make():
    """Inputs: those differentiated by, others, the weight of each element of the value. Outputs: the value, the sum of weighted elements, its
    derivatives. `second.` the same of the first derivative by the first input, summed with weights."""
    table = Table("Functions, their weighted sums and the derivatives of those.")
    for name, f, inputs, others, twice in rows():
        inputs = [x.clone().requires_grad_() for x in inputs]
        weight = numbers(*f(*inputs, *others).shape)
        value, goal = weighted(f, inputs, others, weight)
        found = derivatives(goal, inputs, create_graph=True)
        rough = name in ("lgamma", "digamma", "trigamma")  # PyTorch's polygamma has ten digits
        table.case(name, arrays([*inputs, *others, weight]), arrays([value, goal, *found]), f"near {1e-9 if rough else 1e-11}")
        if twice:
            second, one = numbers(*inputs[0].shape), numbers()
            value = (found[0] * second).sum()
            again = derivatives(value * one, inputs) if value.requires_grad else [torch.zeros_like(x) for x in inputs]
            table.case(f"second.{name}", arrays([*inputs, *others, weight, second, one]), arrays([value, value * one, *again]), f"near {1e-8 if rough else 1e-10}")
    return table
