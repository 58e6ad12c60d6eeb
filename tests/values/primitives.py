"""What every primitive and some composites give, by NumPy and PyTorch, or in Python's exact integers where NumPy means something else."""

import mpmath
import numpy as np
import torch

from table import TYPES, Table

FLOATING = ["f32", "f64"]
INTEGERS = ["u8", "i32", "i64"]
NUMBERS = INTEGERS + FLOATING
ALL = ["bool"] + NUMBERS

inf, nan = np.inf, np.nan
rng = np.random.default_rng(7)


def edges(name):
    """Numbers at which functions of this type go wrong."""
    dtype = TYPES[name]
    if name == "bool":
        return np.array([False, True])
    if name in INTEGERS:
        info = np.iinfo(dtype)
        some = [0, 1, 2, 3, 7, 31] + ([100, 127, 128, 200] if name == "u8" else [-1, -2, -7, info.min + 1])
        return np.array(some + [info.min, info.max], dtype)
    info = np.finfo(dtype)
    return np.array([nan, inf, -inf, 0, -0.0, 1, -1, 0.5, 2.5, -3.75, info.max, info.tiny, info.smallest_subnormal], dtype)


def sweep(name):
    """More of them, for functions of one floating number."""
    more = [-0.5, 1.5, -1.5, -2.5, 0.3, -0.99999, 1e-4, 1e-10, -1e-10, 3, -3, 7.25, -9.5, 20, -20, 87.5, -80, 8388609, 123456.789]
    return np.concatenate([edges(name), np.array(more, TYPES[name])])


def pairs(values):
    return np.repeat(values, len(values)), np.tile(values, len(values))


def small(name, *shape):
    """Numbers of which sums and products are exact."""
    if name == "bool":
        return rng.integers(0, 2, shape).astype(bool)
    whole = np.asarray(rng.integers(0 if name == "u8" else -9, 10, shape)).astype(TYPES[name])
    return whole / TYPES[name].type(4) if name in FLOATING else whole


def in_double(f, *arrays):
    """f computed in double and rounded to the type of the arrays."""
    return np.asarray(f(*[np.asarray(a, np.float64) for a in arrays])).astype(arrays[0].dtype)


def with_digits(f, lowest, highest, x):
    """f by mpmath where PyTorch has too few digits: within [lowest, highest], whose ends are limits; NaN beyond."""
    def at(v):
        if not lowest <= v <= highest:
            return nan
        return float(f(mpmath.mpf(float(v))))
    with mpmath.workdps(40):
        return np.array([at(v) for v in x])


def inverse_erf(x):
    return mpmath.inf * x if abs(x) == 1 else mpmath.erfinv(x)


def unary(table):
    bits = {"floor": np.floor, "ceil": np.ceil, "round": np.rint, "trunc": np.trunc, "sqrt": np.sqrt}
    special = torch.special
    torched = {"erf": special.erf, "erfc": special.erfc, "lgamma": torch.lgamma,
               "sinh": torch.sinh, "cosh": torch.cosh, "asin": torch.asin, "acos": torch.acos, "atan": torch.atan,
               "asinh": torch.asinh, "acosh": torch.acosh, "atanh": torch.atanh, "exp2": torch.exp2, "log2": torch.log2, "log10": torch.log10}
    functions = {"rsqrt": lambda x: 1 / np.sqrt(x), "exp": np.exp, "expm1": np.expm1, "log": np.log, "log1p": np.log1p, "sin": np.sin,
                 "cos": np.cos, "tan": np.tan, "tanh": np.tanh, "cbrt": np.cbrt}
    functions |= {op: lambda x, f=f: f(torch.from_numpy(x)).numpy() for op, f in torched.items()}
    functions |= {"erfinv": lambda x: with_digits(inverse_erf, -1, 1, x), "normal_cdf": lambda x: with_digits(mpmath.ncdf, -inf, inf, x),
                  "digamma": lambda x: np.where(x == 0, -np.copysign(inf, x), with_digits(lambda v: mpmath.digamma(v) if v else nan, 0, inf, x))}
    for name in FLOATING:
        x = sweep(name)
        for op, f in bits.items():
            table.case(f"{op}.{name}", [x], [f(x)])
        for op, f in functions.items():
            given = x[x >= 0] if op == "digamma" else x
            table.case(f"{op}.{name}", [given], [in_double(f, given)], "ulp 4")
        narrow = np.array([0.1, -0.3, 0.55, -0.77, 0.9, -0.95, 0.999, -0.9999], TYPES[name])
        for op in ("asin", "acos", "atanh", "erfinv"):
            table.case(f"{op}.{name}", [narrow], [in_double(functions[op], narrow)], "ulp 4")
    for name in NUMBERS:
        x = sweep(name) if name in FLOATING else edges(name)
        table.case(f"negate.{name}", [x], [-x])
        table.case(f"absolute.{name}", [x], [np.abs(x)])
        table.case(f"sign.{name}", [x], [np.sign(x)], "ulp 0")
    for name in INTEGERS + ["bool"]:
        x = edges(name)
        table.case(f"bit_not.{name}", [x], [~x])


def wrapped(values, dtype):
    bits = 8 * dtype.itemsize
    low = [int(v) % (1 << bits) for v in values]
    return np.array([v - (1 << bits) if dtype.kind == "i" and v >> (bits - 1) else v for v in low], dtype)


def quotient(a, b):
    return 0 if b == 0 else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def binary(table):
    whole = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "div": quotient,
             "fmod": lambda a, b: 0 if b == 0 else a - b * quotient(a, b), "max": max, "min": min}
    real = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide, "fmod": np.fmod, "max": np.maximum, "min": np.minimum}
    compared = {"equal": np.equal, "not_equal": np.not_equal, "less": np.less, "less_equal": np.less_equal}
    bitwise = {"bit_and": np.bitwise_and, "bit_or": np.bitwise_or, "bit_xor": np.bitwise_xor}
    for name in NUMBERS:
        a, b = pairs(edges(name))
        for op in whole:
            if name in FLOATING:
                table.case(f"{op}.{name}", [a, b], [real[op](a, b)], "ulp 0" if op in ("max", "min") else "exact")
            else:
                table.case(f"{op}.{name}", [a, b], [wrapped([whole[op](int(x), int(y)) for x, y in zip(a, b)], a.dtype)])
        for op in ("less", "less_equal"):
            table.case(f"{op}.{name}", [a, b], [compared[op](a, b)])
    for name in ALL:
        a, b = pairs(edges(name))
        for op in ("equal", "not_equal"):
            table.case(f"{op}.{name}", [a, b], [compared[op](a, b)])
        condition = np.arange(len(a)) % 3 == 0
        table.case(f"select.{name}", [condition, a, b], [np.where(condition, a, b)])
    for name in INTEGERS + ["bool"]:
        a, b = pairs(edges(name))
        for op, f in bitwise.items():
            table.case(f"{op}.{name}", [a, b], [f(a, b)])
        if name != "bool":
            width = 8 * a.dtype.itemsize
            table.case(f"shift_left.{name}", [a, b], [wrapped([int(x) << int(y) % width for x, y in zip(a, b)], a.dtype)])
            table.case(f"shift_right.{name}", [a, b], [wrapped([int(x) >> int(y) % width for x, y in zip(a, b)], a.dtype)])
    for name in FLOATING:
        a, b = pairs(edges(name))
        table.case(f"pow.{name}", [a, b], [in_double(np.power, a, b)], "ulp 4")
        table.case(f"atan2.{name}", [a, b], [in_double(np.arctan2, a, b)], "ulp 4")
        table.case(f"hypot.{name}", [a, b], [in_double(np.hypot, a, b)], "ulp 4")


def casts(table):
    for source in ALL:
        for target in ALL:
            x = edges(source)
            if source in FLOATING and target in INTEGERS:  # what does not fit is unspecified
                x = np.array([0, -0.0, 0.9, 1, 1.5, 2.999, 100.7] + ([] if target == "u8" else [-0.9, -1.5, -100.7, 1e9]), TYPES[source])
            elif source == "i64":
                x = np.concatenate([x, np.array([(1 << 24) + 1, (1 << 53) + 1, (1 << 60) + 12345, 255, 256, 511], TYPES[source])])
            table.case(f"cast.{source}.{target}", [x], [x.astype(TYPES[target])])


def shapes(table):
    """Broadcasting and emptiness, with an operation that tells its operands apart."""
    shapes = [((2, 3), (3,)), ((2, 1), (1, 3)), ((2, 3), ()), ((), (2, 3)), ((0, 3), (3,)), ((1, 0), (4, 1)), ((3, 37), (3, 1)), ((3, 37), (37,)),
              ((2, 3, 5), (3, 1)), ((1, 3, 1), (2, 1, 5)), ((), ()), ((0,), ()), ((0,), (1,)), ((1,), (1,)), ((2, 1, 4), (2, 3, 1))]
    for a, b in shapes:
        for name in ("f32", "i64"):
            x, y = small(name, *a), small(name, *b)
            table.case(f"broadcast{len(a)}{len(b)}.{name}", [x, y], [x - y])


def movements(table):
    for name in ALL:
        for shape in ((2, 3, 17), (2, 3, 0)):
            x = small(name, *shape)
            filler = small(name)
            table.case(f"permute.{name}", [x], [x.transpose(2, 0, 1)])
            table.case(f"transpose.{name}", [x], [x.transpose(0, 2, 1)])
            table.case(f"reshape.{name}", [x], [x.reshape(shape[0] * shape[1], shape[2])])
            table.case(f"spread.{name}", [x[:, :, :1]], [np.broadcast_to(x[:, :, :1], (3, shape[0], shape[1], min(shape[2], 1)))])
            table.case(f"flip.{name}", [x], [x[:, ::-1]])
            table.case(f"flip_last.{name}", [x], [x[..., ::-1]])
            table.case(f"slice.{name}", [x], [x[:, 1:3]])
            table.case(f"slice_empty.{name}", [x], [x[:, 2:2]])
            table.case(f"step.{name}", [x], [x[:, ::2]])
            table.case(f"step_last.{name}", [x], [x[..., ::3]])
            padded = np.full((shape[0], shape[1], shape[2] + 3), filler)
            padded[..., 1:1 + shape[2]] = x
            table.case(f"pad.{name}", [x, filler], [padded])
            y = small(name, shape[0], 2, shape[2])
            table.case(f"concatenate.{name}", [x, y], [np.concatenate([x, y], 1)])
        x, rows = small(name, 5, 3), small(name, 5, 1)
        for kind in INTEGERS:
            at = np.array([[4, 0, 2], [2, 2, 1]], TYPES[kind])
            table.case(f"take.{name}.{kind}", [x, at], [x[at]])
            table.case(f"take_last.{name}.{kind}", [x, at % 3], [x[:, at % 3]])
            table.case(f"take.{name}.{kind}", [x, at[:0]], [x[at[:0]]])
            if name != "bool":
                updates = small(name, 2, 3, 3)
                added = x.copy()
                np.add.at(added, at, updates)
                table.case(f"scatter_add.{name}.{kind}", [x, at, updates], [added])


def reductions(table):
    pick = {"s0": (0,), "s1": (1,), "s2": (2,), "s02": (0, 2), "s12": (1, 2), "all": (0, 1, 2)}
    sums = {"reduce_sum": np.sum, "reduce_product": np.prod, "reduce_max": np.max, "reduce_min": np.min}
    for name in NUMBERS:
        info = np.finfo(TYPES[name]) if name in FLOATING else np.iinfo(TYPES[name])
        for shape in ((3, 5, 7), (2, 3, 19), (2, 0, 3), (0, 2, 1), (1, 1, 1)):
            x = small(name, *shape)
            for where, axes in pick.items():
                for op, f in sums.items():
                    if shape == (2, 3, 19) and op != "reduce_sum":
                        continue
                    y = np.sign(x) + (x == 0).astype(x.dtype) if op == "reduce_product" and name in FLOATING else x
                    initial = {"reduce_max": -inf if name in FLOATING else info.min, "reduce_min": inf if name in FLOATING else info.max}
                    options = {"initial": initial[op]} if op in initial else {"dtype": TYPES[name]}
                    table.case(f"{op}.{where}.{name}", [y], [f(y, axes, **options)])
    for name in FLOATING:
        x = rng.permutation(np.repeat(edges(name), 3))[:36].reshape(2, 2, 9)
        for where, axes in pick.items():
            table.case(f"reduce_max.{where}.{name}", [x], [np.max(x, axes)], "ulp 0")
            table.case(f"reduce_min.{where}.{name}", [x], [np.min(x, axes)], "ulp 0")
    for name in NUMBERS:
        rough = small(name, 4, 5, 19)
        if name in FLOATING:
            rough[1, 2, 11] = rough[1, 2, 13] = nan
            rough[2] = -inf
        for x in (rough, small(name, 1, 1, 3)):
            for axis in range(3):
                table.case(f"argmax.s{axis}.{name}", [x], [np.argmax(x, axis)])
                table.case(f"argmin.s{axis}.{name}", [x], [np.argmin(x, axis)])
    for shape in ((3, 5, 7), (2, 0, 3), (0, 2, 1)):
        for chance in (0.1, 0.9):
            x = rng.random(shape) < chance
            for where, axes in pick.items():
                table.case(f"reduce_any.{where}.bool", [x], [np.any(x, axes)])
                table.case(f"reduce_all.{where}.bool", [x], [np.all(x, axes)])


def contractions(table):
    formulas = {"ik,kj->ij": [(3, 4, 5), (5, 17, 6), (1, 1, 1), (0, 3, 2), (2, 0, 3)], "bik,bkj->bij": [(2, 3, 4, 5)], "k,k->": [(17,), (0,)],
                "i,j->ij": [(3, 5)], "ik,jk->ij": [(5, 6, 7)], "ki,kj->ij": [(5, 6, 7)], "bikl,blkj->bij": [(2, 3, 4, 5, 2)]}
    for formula, sizes in formulas.items():
        operands, result = formula.split("->")
        letters = sorted(set(operands) - {","})
        for size in sizes:
            extent = dict(zip(letters, size))
            for name in NUMBERS:
                a, b = (small(name, *[extent[c] for c in part]) for part in operands.split(","))
                table.case(f"contract.{formula}.{name}", [a, b], [np.einsum(formula, a, b).astype(TYPES[name])])


def philox(seed, count):
    """Philox4x32-10, written from the paper; checked with Random123's known answers below."""
    def block(c, k):
        for _ in range(10):
            low, high = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
            c = [(high >> 32) ^ c[1] ^ k[0], high & 0xFFFFFFFF, (low >> 32) ^ c[3] ^ k[1], low & 0xFFFFFFFF]
            k = [(k[0] + 0x9E3779B9) & 0xFFFFFFFF, (k[1] + 0xBB67AE85) & 0xFFFFFFFF]
        return c
    assert block([0] * 4, [0] * 2) == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]
    assert block([0xFFFFFFFF] * 4, [0xFFFFFFFF] * 2) == [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]
    key = [seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF]
    words = [w for i in range((count + 3) // 4) for w in block([i, 0, 0, 0], key)]
    return np.array(words[:count], np.uint32).view(np.int32)


def leaves(table):
    for seed in (0, 1, -1, 0x123456789ABCDEF):
        for shape in ((7,), (3, 11), (0,)):
            like = np.zeros(shape, np.float32)
            bits = philox(seed % (1 << 64), int(np.prod(shape))).reshape(shape)
            table.case(f"random_bits{len(shape)}", [np.array(seed), like], [bits])
    for name in NUMBERS:
        for shape in ((2, 3), (1, 37), (0, 2)):
            like = np.zeros(shape, TYPES[name])
            for axis in range(2):
                places = np.indices(shape)[axis].astype(TYPES[name])
                table.case(f"iota{axis}.{name}", [like], [places])


def composites(table):
    """Functions over primitives where they overflow if written carelessly, by PyTorch in double."""
    functional = torch.nn.functional
    pointwise = {"sigmoid": torch.sigmoid, "silu": functional.silu, "gelu": functional.gelu, "softplus": functional.softplus, "relu": functional.relu,
                 "gelu_tanh": lambda v: functional.gelu(v, approximate="tanh"), "clamp": lambda v: torch.clamp(v, -1, 2), "square": torch.square}
    rows = {"softmax": lambda v: v.softmax(-1), "log_softmax": lambda v: v.log_softmax(-1), "logsumexp": lambda v: v.logsumexp(-1),
            "mean": lambda v: v.mean(-1), "var": lambda v: v.var(-1), "layer_norm": lambda v: functional.layer_norm(v, v.shape[-1:])}
    def by_torch(f, values):
        return f(torch.from_numpy(values).double()).numpy().astype(values.dtype)
    for name in FLOATING:
        within = f"near {2e-6 if name == 'f32' else 1e-13}"
        x = np.array([nan, inf, -inf, 0, 1, -1, 30, -30, 300, -300, 1e4, -1e4, 1e-5], TYPES[name])
        for op, f in pointwise.items():
            table.case(f"{op}.{name}", [x], [by_torch(f, x)], within)
        wild = np.array([[1e4, 1e4, -1e4], [-1e4, -1e4 - 1, -1e4], [0, -inf, 1], [-inf, -inf, -inf], [inf, 1, 0], [nan, 0, 1]], TYPES[name])
        for x in (wild, small(name, 2, 1), small(name, 2, 41), small(name, 0, 3)):
            for op, f in rows.items():
                if op not in ("mean", "var", "layer_norm") or x is not wild:
                    table.case(f"{op}.{name}", [x], [by_torch(f, x)], within)
        for op, f in {"mean": torch.mean, "logsumexp": lambda v: v.logsumexp(0)}.items():
            table.case(f"{op}_none.{name}", [np.zeros(0, TYPES[name])], [by_torch(f, np.zeros(0, TYPES[name]))], within)
    for kind in INTEGERS:
        at = np.array([3, 0, 1], TYPES[kind])
        table.case(f"one_hot.{kind}", [at], [functional.one_hot(torch.from_numpy(at.astype(np.int64)), 4).float().numpy()])


def scans(table):
    running = {"scan_sum": np.cumsum, "scan_product": np.cumprod}
    for name in NUMBERS:
        for shape in ((3, 5, 7), (2, 3, 37), (4, 1, 1), (2, 0, 3), (0, 2, 1)):
            x = small(name, *shape)
            for axis in range(3):
                for op, f in running.items():
                    y = np.sign(x) + (x == 0).astype(x.dtype) if op == "scan_product" and name in FLOATING else x
                    table.case(f"{op}.s{axis}.{name}", [y], [f(y, axis, dtype=TYPES[name])])
    for name in FLOATING:
        for shape in ((3, 5, 7), (2, 3, 37), (2, 0, 3)):
            x = small(name, *shape)
            if shape == (2, 3, 37):
                x[0, 1, 3], x[1, 2, 5], x[1, 0, 7], x[0, :, 0] = inf, nan, 300, -inf
            for axis in range(3):
                y = torch.from_numpy(x.astype(np.float64)).logcumsumexp(axis).numpy().astype(TYPES[name])
                table.case(f"scan_logsumexp.s{axis}.{name}", [x], [y], "near 1e-6" if name == "f32" else "near 1e-14")


def sorting(table):
    """Stable sorts by PyTorch; its topk leaves open which of equal elements comes first."""
    def ordered(x, axis, descending):
        return [y.numpy() for y in torch.sort(torch.from_numpy(x), dim=axis, descending=descending, stable=True)]
    for name in ALL:
        for shape in ((3, 5, 7), (2, 3, 37), (1, 1, 3), (2, 0, 3), (0, 2, 1)):
            x = small(name, *shape)
            if name in FLOATING and shape == (2, 3, 37):
                x[0, 0, ::5], x[0, 1, 3], x[1, :, 5], x[1, 0, 7], x[1, 2, 1:20:4] = -0.0, inf, nan, -inf, nan
            for axis in range(3):
                table.case(f"sort.s{axis}.{name}", [x], ordered(x, axis, False))
            table.case(f"sort_down.{name}", [x], ordered(x, 2, True))
            table.case(f"sort_alone.{name}", [x], ordered(x, 2, False)[:1])
            if shape[1] > 1:
                table.case(f"topk.{name}", [x], [y[:, :2] for y in ordered(x, 1, True)])
                table.case(f"topk_least.{name}", [x], [y[:, :2] for y in ordered(x, 1, False)])
    for kind in INTEGERS:
        at = rng.integers(0, 5, (3, 7)).astype(TYPES[kind])
        for x in (at, at[:0]):
            flat = torch.from_numpy(x.astype(np.int64).flatten())
            table.case(f"bincount.{kind}", [x], [torch.bincount(flat, minlength=6).numpy()])
            for name in ALL:
                weights = small(name, *x.shape)
                counted = torch.bincount(flat, torch.from_numpy(weights.astype(np.float64).flatten()), 6).numpy()
                table.case(f"bincount.{name}.{kind}", [x, weights], [counted.astype(np.int64 if name == "bool" else TYPES[name])])


def deviations(table):
    pick = {"s0": (0,), "s1": (1,), "s2": (2,), "s02": (0, 2), "s12": (1, 2), "all": (0, 1, 2)}
    for name in FLOATING:
        for shape in ((3, 5, 7), (2, 3, 41), (2, 0, 3), (1, 1, 1), (3, 2, 150)):
            x = small(name, *shape)
            if shape == (3, 2, 150):
                x += 1000
            y = x.astype(np.float64)
            for where, axes in pick.items():
                mean = np.mean(y, axes, keepdims=True) if y.size else 0
                table.case(f"reduce_deviation.{where}.{name}", [x], [np.sum((y - mean) ** 2, axes).astype(TYPES[name])], "near 1e-5" if name == "f32" else "near 1e-13")


def make():
    np.seterr(all="ignore")
    table = Table("Inputs of primitives and what they give.")
    for part in (unary, binary, casts, shapes, movements, reductions, contractions, leaves, composites, scans, sorting, deviations):
        part(table)
    return table
