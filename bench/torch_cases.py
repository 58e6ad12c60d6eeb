"""The cases as programs that time torch want them: CASES, name -> factory of (callable, inputs), and TRAIN, beginnings of the
names that run with gradients. torch must be loaded before."""

import pathlib
import sys

import torch

sys.path.insert(0, str(pathlib.Path(__file__).parent))  # a peer may have modules of the same names

from cases import all_cases  # noqa: E402
from cases.table import Array, Case, numbers  # noqa: E402

TYPES = {"f32": torch.float32, "f64": torch.float64, "i32": torch.int32, "i64": torch.int64}


def filled(array: Array, extents) -> torch.Tensor:
    shape = numbers(array.shape, extents)
    if array.below:
        return torch.randint(0, array.below, shape, dtype=TYPES[array.type])
    return torch.randn(shape, dtype=TYPES[array.type]) * array.scale + array.shift


def factory(case: Case):
    entry, extents = case.entry, case.extents
    if entry.torch_setup:
        return lambda: entry.torch_setup(**extents)
    return lambda: (entry.torch, tuple(filled(array, extents) for array in entry.arguments))


CASES = {case.name: factory(case) for case in all_cases() if case.entry.torch or case.entry.torch_setup}
TRAIN = tuple(sorted({f"{case.entry.name}/" for case in all_cases() if case.entry.trains})) or ("no case",)
