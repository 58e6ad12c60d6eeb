"""The cases of the comparison, a module a family. A case that is added here is there for every engine."""

import importlib

from .table import FAMILIES, Case, Entry


def entries() -> list[Entry]:
    return [entry for family in FAMILIES for entry in importlib.import_module(f"{__name__}.{family}").ENTRIES]


def all_cases() -> list[Case]:
    return [Case(entry, size, extents) for entry in entries() for size, extents in entry.sizes.items()]
