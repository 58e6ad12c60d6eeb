"""Writes arrays as the text that tests/support/values.hpp reads."""

import numpy as np

NAMES = {"bool": "bool", "uint8": "u8", "int32": "i32", "int64": "i64", "float32": "f32", "float64": "f64"}
TYPES = {ours: np.dtype(theirs) for theirs, ours in NAMES.items()}


def number(x):
    """The shortest text that gives the number back."""
    if isinstance(x, (bool, np.bool_)):
        return str(int(x))
    return str(x).removesuffix(".0").replace("e+", "e")


def text(array):
    array = np.asarray(array)
    shape = ",".join(map(str, array.shape)) or "-"
    return " ".join([NAMES[array.dtype.name], shape, *map(number, array.flatten())])


class Table:
    """Lines of four kinds: `let NAME ARRAY` names an array, `case NAME TOLERANCE` begins an example, and `in` and `out` give
    its arrays, or @NAME of one."""

    def __init__(self, comment):
        self.lines = [f"# {comment}", "# Made by generate.py."]
        self.named = {}

    def let(self, array):
        """The reference to an array, which is written once."""
        written = text(array)
        if len(written) < 40:
            return written
        if written not in self.named:
            self.named[written] = f"@{len(self.named)}"
            self.lines.append(f"let {len(self.named) - 1} {written}")
        return self.named[written]

    def case(self, name, inputs, outputs, tolerance="exact"):
        given = [self.let(a) for a in inputs]
        self.lines.append(f"case {name} {tolerance}")
        self.lines += [f"in {a}" for a in given] + [f"out {text(a)}" for a in outputs]

    def save(self, path):
        path.write_text("\n".join(self.lines) + "\n")
