#!/usr/bin/env python3
"""Checks the length of every C++ file and looks for marks of unfinished work."""

import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
LONGEST = 400  # lines
MARK = re.compile(r"\b(TODO|FIXME|XXX)\b")


def errors(path):
    lines = path.read_text().splitlines()
    name = path.relative_to(TOP)
    if len(lines) > LONGEST:
        yield f"{name}:1: {name} has {len(lines)} lines, and {LONGEST} are the most a file may have: split it."
    for number, line in enumerate(lines, 1):
        if MARK.search(line):
            yield f"{name}:{number}: the line marks unfinished work."


def main():
    paths = [path for folder in ("include", "tests", "bench", "examples")
             for pattern in ("*.hpp", "*.cpp") for path in sorted((TOP / folder).rglob(pattern))]
    found = [error for path in paths for error in errors(path)]
    print("\n".join(found) if found else f"{len(paths)} files are in style.")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
