#!/usr/bin/env python3
"""random_functions.py SEED COUNT FILE: writes a test of COUNT random functions, each of which is compiled for the backends
simd and reference and run on tensors of many shapes and layouts (tests/support/fuzz.hpp)."""

import random
import sys

HEADER = """// Written by tools/random_functions.py {seed} {count}.

#include "support/fuzz.hpp"

namespace {{

using namespace tenon;
using namespace tenon::test;

"""

# An axis is one of the letters, of which each has an extent that a run chooses, "1", or something that came of a letter.
LETTERS = "ABC"
UNARY = ["abs({})", "-{}", "tanh({})", "sin({})", "sigmoid({})", "relu({})", "sqrt(abs({}) + 0.25f)", "gelu({})", "erf({})", "square({})",
         "({}) * 0.5f + 1.f", "exp(minimum({}, 1.f))", "log1p(abs({}))"]
BINARY = ["{} + {}", "{} - {}", "{} * {}", "maximum({}, {})", "minimum({}, {})", "{} / (abs({}) + 1.f)"]


class Value:
    """A value of the function: its name, its axes, whether comparisons of it are the same in every backend, and how large it may
    be."""

    def __init__(self, name, axes, exact, size):
        self.name, self.axes, self.exact, self.size = name, tuple(axes), exact, size


class Function:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.values, self.inputs = [], [], []
        for i in range(self.random.randint(1, 3)):
            rank = self.random.choice([1, 2, 2, 2, 3, 3])
            axes = self.random.sample(LETTERS, rank) if self.random.random() < 0.3 else sorted(self.random.sample(LETTERS, rank))
            self.inputs.append((axes, [self.random.random() < 0.25 for _ in axes], self.random.random() < 0.3))
            self.values.append(Value(f"x{i}", axes, True, 4))
        for _ in range(self.random.randint(3, 9)):
            self.step()
        computed = self.values[len(self.inputs):]
        self.outputs = self.random.sample(computed, min(len(computed), self.random.choice([1, 1, 2, 3])))
        if computed and computed[-1] not in self.outputs:
            self.outputs[0] = computed[-1]

    def add(self, text, axes, exact=False, size=4.0):
        if len(axes) > 5:
            return
        name = f"v{len(self.values)}"
        self.lines.append(f"[[maybe_unused]] const value {name} = {text};")
        self.values.append(Value(name, axes, exact, size))
        if size > 1e4:
            self.lines[-1] = f"[[maybe_unused]] const value {name} = tanh({text});"
            self.values[-1].size, self.values[-1].exact = 1, False

    def pick(self, least_rank=0):
        able = [v for v in self.values if len(v.axes) >= least_rank]
        return self.random.choice(able[-4:] + [self.random.choice(able)]) if able else None

    def step(self):
        kinds = [self.unary, self.binary, self.binary, self.reduce, self.reduce, self.row, self.move, self.move, self.scan, self.select, self.product]
        self.random.choice(kinds)()

    def unary(self):
        v = self.pick()
        text = self.random.choice(UNARY)
        self.add(text.format(v.name), v.axes, False, v.size**2 + 3)

    def together(self, a, b):
        """The axes of two values when they are broadcast, or None."""
        longer, shorter = (a.axes, b.axes) if len(a.axes) >= len(b.axes) else (b.axes, a.axes)
        tail = longer[len(longer) - len(shorter):]
        if any(x != y and "1" not in (x, y) for x, y in zip(tail, shorter)):
            return None
        return longer[:len(longer) - len(shorter)] + tuple(y if x == "1" else x for x, y in zip(tail, shorter))

    def binary(self):
        a, b = self.pick(), self.pick()
        axes = self.together(a, b)
        if axes is not None:
            self.add(self.random.choice(BINARY).format(a.name, b.name), axes, False, max(a.size, 1) * max(b.size, 1) + a.size + b.size)

    def select(self):
        a, b = self.pick(), self.pick()
        axes = self.together(a, b)
        if axes is not None and a.exact and b.exact:
            self.add(f"where({a.name} < {b.name}, {a.name}, {b.name} * 2.f)", axes, True, max(a.size, 2 * b.size))

    def reduce(self):
        v = self.pick(1)
        if v is None:
            return
        axes = sorted(self.random.sample(range(len(v.axes)), self.random.randint(1, len(v.axes))))
        keep = self.random.random() < 0.4
        listed = "{" + ", ".join(map(str, axes)) + "}"
        name = self.random.choice(["sum", "mean", "max", "min", "logsumexp", "var"])
        if name == "var":
            listed += ", 0"
        left = ["1" if i in axes else a for i, a in enumerate(v.axes)] if keep else [a for i, a in enumerate(v.axes) if i not in axes]
        self.add(f"{name}({v.name}, {listed}{', keep_dims' if keep else ''})", left, v.exact and name in ("max", "min"),
                 v.size * (100 if name == "sum" else v.size if name == "var" else 1) + 10)

    def row(self):
        v = self.pick(1)
        if v is not None:
            axis = self.random.randrange(len(v.axes))
            self.add(self.random.choice([f"softmax({v.name}, {axis})", f"log_softmax({v.name}, {axis})", f"layer_norm({v.name}, 0.1)"]), v.axes, False, v.size + 10)

    def scan(self):
        v = self.pick(1)
        if v is not None:
            axis = self.random.randrange(len(v.axes))
            self.add(self.random.choice([f"cumsum({v.name}, {axis})", f"logcumsumexp({v.name}, {axis})"]), v.axes, False, v.size * 100)

    def product(self):
        a, b = self.pick(2), self.pick(2)
        if a is None or b is None or len(a.axes) > 3 or len(b.axes) > 3:
            return
        if a.axes[-1] == b.axes[-2] and a.axes[:-2] == b.axes[:-2] and a.axes[-1] in LETTERS:
            self.add(f"matmul({a.name}, {b.name})", a.axes[:-1] + b.axes[-1:], False, a.size * b.size * 50)
        elif a.axes[-1] == b.axes[-1] and a.axes[:-2] == b.axes[:-2] and a.axes[-1] in LETTERS:
            self.add(f"matmul({a.name}, transpose({b.name}))", a.axes[:-1] + b.axes[-2:-1], False, a.size * b.size * 50)

    def move(self):
        v = self.pick(1)
        if v is None:
            return
        axis, rank = self.random.randrange(len(v.axes)), len(v.axes)
        axes = list(v.axes)
        kind = self.random.choice(["permute", "permute", "flip", "slice", "unsqueeze", "flatten", "pad", "concatenate", "take"])
        if kind == "permute" and rank > 1:
            order = self.random.sample(range(rank), rank)
            self.add(f"permute({v.name}, {{{', '.join(map(str, order))}}})", [axes[i] for i in order], v.exact, v.size)
        elif kind == "flip":
            self.add(f"flip({v.name}, {axis})", axes, v.exact, v.size)
        elif kind == "slice":
            begin, step = self.random.choice([0, 0, 1]), self.random.choice([1, 2, 3])
            new = f"({axes[axis]}-{begin})/{step}"
            self.add(f"slice({v.name}, {axis}, {begin}, to_end, {step})", axes[:axis] + [new] + axes[axis + 1:], v.exact, v.size)
        elif kind == "unsqueeze" and rank < 4:
            self.add(f"unsqueeze({v.name}, {axis})", axes[:axis] + ["1"] + axes[axis:], v.exact, v.size)
        elif kind == "flatten" and rank > 1:
            first = self.random.randrange(rank - 1)
            self.add(f"flatten({v.name}, {first})", axes[:first] + ["*".join(axes[first:])], v.exact, v.size)
        elif kind == "pad":
            front, back = self.random.randint(0, 2), self.random.randint(0, 2)
            self.add(f"pad({v.name}, {axis}, {front}, {back}, 0.5f)", axes[:axis] + [f"({axes[axis]}+{front}+{back})"] + axes[axis + 1:], v.exact, v.size)
        elif kind == "concatenate":
            self.add(f"concatenate({v.name}, {v.name}, {axis})", axes[:axis] + [f"({axes[axis]}*2)"] + axes[axis + 1:], v.exact, v.size)

    def text(self, number):
        arguments = ", ".join(f"[[maybe_unused]] value x{i}" for i in range(len(self.inputs)))
        outputs = ", ".join(v.name for v in self.outputs)
        body = "\n    ".join(self.lines)
        described = ", ".join('{"' + "".join(axes) + '", {' + ", ".join("true" if m else "false" for m in maybe) + "}}" for axes, maybe, _ in self.inputs)
        types = ", ".join(f"{'turned' if turned else 'plain'}<{len(axes)}>" for axes, _, turned in self.inputs)
        return f"""constexpr auto function_{number} = []({arguments}) {{
    {body}
    return std::tuple({outputs});
}};
TEST(fuzz, function_{number}) {{ fuzz<{types}>({number}, function_{number}, {{{described}}}); }}

"""


def main(seed, count, file):
    parts = [HEADER.format(seed=seed, count=count)]
    for i in range(count):
        parts.append("// clang-format off\n" if i == 0 else "")
        parts.append(Function(seed * 100_000 + i).text(seed * 100_000 + i))
    parts.append("}  // namespace\n")
    with open(file, "w", encoding="utf-8") as out:
        out.write("".join(parts))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
