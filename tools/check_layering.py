#!/usr/bin/env python3
"""Checks that the folders of include/tenon depend on each other one way, and the rules that keep it so."""

import pathlib
import re
import sys

INCLUDE = pathlib.Path(__file__).resolve().parent.parent / "include"
FOLDERS = ["base", "ir", "ops", "passes", "plan", "simd", "kernels", "runtime", "backends", "tensor", "nn", "optim", "data", "io"]
ROOT = len(FOLDERS)  # headers such as tenon.hpp stand after every folder
EXTERNAL = {  # what only one folder may include
    "simd": re.compile(r"xsimd/|sleef|.*intrin\.h$|arm_\w+\.h$"),
    "runtime": re.compile(r"tbb/|oneapi/"),
}
MACROS = "tenon/base/config.hpp"


def without_comments(text):
    """The text with comments blanked, its lines kept."""
    token = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
    return token.sub(lambda found: found[0] if found[0][0] == '"' else "\n" * found[0].count("\n"), text)


def folder_of(header):
    """`tenon/ir/node.hpp` -> `ir`, `tenon/tenon.hpp` -> None."""
    parts = header.split("/")
    return parts[1] if len(parts) > 2 else None


def rank(header):
    folder = folder_of(header)
    return ROOT if folder is None else FOLDERS.index(folder) if folder in FOLDERS else -1


def include_error(header, name, quoted, headers):
    """Why the header must not include `name`, or None."""
    if name.startswith("tenon/"):
        if name not in headers:
            return f"includes {name}, which does not exist"
        if rank(name) > rank(header):
            return f"includes {name}, but {folder_of(header)}/ stands before {folder_of(name) or 'the headers of the root'}"
        return None
    for folder, pattern in EXTERNAL.items():
        if pattern.match(name):
            return None if folder == folder_of(header) else f"includes <{name}>, which only {folder}/ may"
    return f'includes "{name}": name a header of Tenon from the root, as in "tenon/base/config.hpp"' if quoted else None


def header_errors(header, text, headers):
    """All errors of one header, as (line number, sentence)."""
    lines = text.splitlines()
    guard = re.sub(r"\W", "_", header).upper()
    directives = [(number, line.split()) for number, line in enumerate(lines, 1) if line.strip()]
    if [words for _, words in directives[:2]] != [["#ifndef", guard], ["#define", guard]]:
        yield 1, f"does not begin with the include guard {guard}"
    for number, line in enumerate(lines, 1):
        if re.match(r"\s*#\s*pragma\s+once", line):
            yield number, "has #pragma once beside its include guard"
        if (found := re.match(r"\s*#\s*define\s+(\w+)", line)) and found[1] != guard and header != MACROS:
            yield number, f"defines the macro {found[1]}, which only {MACROS} may"
        if found := re.match(r'\s*#\s*include\s*([<"])([^>"]+)', line):
            if error := include_error(header, found[2], found[1] == '"', headers):
                yield number, error
    if rank(header) < 0:
        yield 1, f"stands in {folder_of(header)}/, which is no folder of the order {' '.join(FOLDERS)}"


def main():
    texts = {path.relative_to(INCLUDE).as_posix(): without_comments(path.read_text())
             for path in sorted((INCLUDE / "tenon").rglob("*.hpp"))}
    errors = [f"include/{header}:{line}: {header} {sentence}." for header, text in texts.items()
              for line, sentence in header_errors(header, text, texts)]
    print("\n".join(errors) if errors else f"{len(texts)} headers keep the order of the folders.")
    return bool(errors)


if __name__ == "__main__":
    sys.exit(main())
