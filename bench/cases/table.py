"""What a case of the comparison is. An entry stands once, with its formula in the language of every engine."""

import math
from dataclasses import dataclass
from typing import Callable, Optional, Union

FAMILIES = ("pointwise", "broadcast", "reduction", "row", "scan", "update", "sort", "gather", "static", "contraction", "model")
CPP_ENGINES = ("tenon", "eigen", "xtensor")
BYTES = {"f32": 4, "f64": 8, "i32": 4, "i64": 8}
RESIDENT_BYTES = 24 * 1024  # half of a first-level cache, and less than all of the small ones
FRESH_BYTES = 128 * 1024  # from here on allocating a result asks the system for pages

Extents = dict[str, int]
Shape = tuple[Union[int, str], ...]


class Snippet(str):
    """C++ statements that return the call themselves, where an expression does not say what a case is."""


def numbers(shape: Shape, extents: Extents) -> tuple[int, ...]:
    return tuple(extents[axis] if isinstance(axis, str) else axis for axis in shape)


@dataclass(frozen=True)
class Array:
    """An argument or a result. Names in its shape are extents that only run time knows."""

    name: str
    shape: Shape
    type: str = "f32"
    scale: float = 1  # deviation of the normal numbers that fill it
    shift: float = 0  # their mean
    below: int = 0  # integers instead, from 0 up to below this

    def elements(self, extents: Extents) -> int:
        return math.prod(numbers(self.shape, extents))

    def bytes(self, extents: Extents) -> int:
        return self.elements(extents) * BYTES[self.type]


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A formula at several sizes; each size is a case. A formula is C++ for the C++ engines and a callable for torch.

    A C++ formula is an expression, statements that assign `out` (they end with a semicolon), or a Snippet. An engine without a
    formula does not take part. `torch_setup` makes the call from the extents, where inputs and a callable do not say it.
    """

    family: str
    name: str
    sizes: dict[str, Extents]  # what follows the slash of the name -> extents
    arguments: tuple[Array, ...] = ()
    result: Array = Array("out", ())
    tenon: Optional[str] = None
    torch: Optional[Callable] = None
    torch_setup: Optional[Callable] = None
    eigen: Optional[str] = None
    xtensor: Optional[str] = None
    bandwidth: str = "triad"  # or "read": which bandwidth bounds it
    moved: Optional[Callable[[Extents], int]] = None  # bytes; otherwise arguments and result, once each
    multiply_adds: Optional[Callable[[Extents], int]] = None  # of a product of matrices
    resident: Optional[Callable[[Extents], Extents]] = None  # extents for which all fits into the first-level cache
    fresh: Optional[bool] = None  # whether to time results made anew as well; otherwise where results are large
    trains: bool = False  # whether torch keeps gradients
    calls: int = 1  # independent computations in one call, where one alone is too short to be timed
    headers: tuple[str, ...] = ()  # of bench/, which Snippets use

    def formula(self, engine: str):
        if engine in CPP_ENGINES:
            return getattr(self, engine)
        return self.torch or self.torch_setup

    def is_regular(self) -> bool:
        """Whether the formula says all of it, so that results can be made anew and sizes changed."""
        return self.tenon is not None and not isinstance(self.tenon, Snippet) and self.calls == 1


@dataclass(frozen=True)
class Case:
    entry: Entry
    size: str
    extents: Extents

    @property
    def name(self) -> str:
        return f"{self.entry.name}/{self.size}"

    def bytes(self) -> int:
        """What must be moved: arguments read once, results written once."""
        if self.entry.moved:
            return self.entry.moved(self.extents)
        return sum(array.bytes(self.extents) for array in (*self.entry.arguments, self.entry.result))

    def elements(self) -> int:
        """The elements of the largest array, which is what loops run over."""
        return elements_of(self.entry, self.extents)

    def is_fresh_too(self) -> bool:
        if self.entry.fresh is not None:
            return self.entry.fresh
        return self.entry.is_regular() and self.entry.result.bytes(self.extents) >= FRESH_BYTES

    def resident_extents(self) -> Optional[Extents]:
        """Extents for which the loop finds all of its operands in the first-level cache, or None where that says nothing."""
        if not self.entry.is_regular() or self.entry.multiply_adds:
            return None
        if self.entry.resident:
            return self.entry.resident(self.extents)
        return shrunk(self.entry, self.extents)


def elements_of(entry: Entry, extents: Extents) -> int:
    return max(array.elements(extents) for array in (*entry.arguments, entry.result))


def shrunk(entry: Entry, extents: Extents) -> Extents:
    """The largest extent is halved until all fits."""
    small = dict(extents)
    while small and sum(array.bytes(small) for array in (*entry.arguments, entry.result)) > RESIDENT_BYTES:
        largest = max(small, key=small.get)
        if small[largest] == 1:
            break
        small[largest] = (small[largest] + 1) // 2
    return small


def lengths(*all_n: int) -> dict[str, Extents]:
    return {str(n): {"n": n} for n in all_n}


def shapes(names: str, *all_shapes: tuple[int, ...]) -> dict[str, Extents]:
    """shapes("rows columns", (4096, 1024)) -> {"4096x1024": {"rows": 4096, "columns": 1024}}"""
    return {"x".join(map(str, shape)): dict(zip(names.split(), shape, strict=True)) for shape in all_shapes}


def vectors(names: str, **options) -> tuple[Array, ...]:
    return tuple(Array(name, ("n",), **options) for name in names.split())


def matrices(names: str, **options) -> tuple[Array, ...]:
    return tuple(Array(name, ("rows", "columns"), **options) for name in names.split())
