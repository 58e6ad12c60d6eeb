#!/usr/bin/env python3
"""Measures what compiling programs that use Tenon costs: wall time and peak memory, as a table.

Each program is compiled as a translation unit, -O3 for this machine, at the compiler's default limits; the least of several
rounds counts. --write replaces the table of docs/compile-time.md.
"""

import argparse
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import time

TOP = pathlib.Path(__file__).resolve().parent.parent
FLAGS = ["-std=c++20", "-O3", "-march=native", f"-I{TOP / 'include'}", f'-DTENON_SOURCE_DIR="{TOP}"', "-c", "-o", os.devnull]
UMBRELLA = "tenon/tenon.hpp" if (TOP / "include/tenon/tenon.hpp").exists() else "tenon/compile.hpp"
PROGRAMS = {  # what -> (source, the most seconds on g++, or None)
    "xsimd and oneTBB alone": ("bench/compile_time/external.cpp", None),
    f"`#include \"{UMBRELLA}\"`": ("bench/compile_time/include.cpp", None),
    "one expression": ("bench/compile_time/expression.cpp", None),
    "quickstart": ("examples/quickstart/main.cpp", 8),
    "char_lm": ("examples/char_lm/main.cpp", 30),
    "1,000 operations captured and planned": ("bench/compile_time/chain.cpp", 10),
}
MOST_MEGABYTES = 1536
MOST_INCLUDE_SECONDS = 1.5  # above xsimd and oneTBB


def compile_once(compiler, source):
    """(seconds, peak megabytes), or None where it does not compile."""
    start = time.perf_counter()
    process = subprocess.Popen([*shlex.split(compiler), *FLAGS, str(TOP / source)], stderr=subprocess.PIPE, text=True)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        print(f"{compiler} {source}:\n{errors[:2000]}", file=sys.stderr)
        return None
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def measure(compiler, source, rounds):
    results = [compile_once(compiler, source) for _ in range(rounds)]
    return None if None in results else (min(r[0] for r in results), max(r[1] for r in results))


def version_of(compiler):
    line = subprocess.run([*shlex.split(compiler), "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    return pathlib.Path(shlex.split(compiler)[0]).name + " " + next((word for word in reversed(line.split()) if word[0].isdigit()), "")


def table_of(compilers, rounds):
    lines = ["| translation unit | " + " | ".join(version_of(c) for c in compilers) + " | bar on g++ |", "|---|" + "---|" * (len(compilers) + 1)]
    missed, include = [], {}
    for name, (source, most) in PROGRAMS.items():
        if not (TOP / source).exists():
            continue
        cells = []
        for compiler in compilers:
            result = measure(compiler, source, rounds)
            cells.append("fails" if result is None else f"{result[0]:.1f} s, {result[1]:.0f} MB")
            include.setdefault(compiler, []).append(result[0] if result else float("inf"))
            if result is None or (most and result[0] > most) or result[1] > MOST_MEGABYTES:
                missed.append(f"{name} with {compiler}")
        lines.append(f"| {name} | " + " | ".join(cells) + f" | {f'{most} s' if most else ''} |")
        print(lines[-1], file=sys.stderr, flush=True)
    above = [f"{seconds[1] - seconds[0]:+.1f} s" for seconds in include.values()]
    lines.insert(4, "| of it Tenon's own | " + " | ".join(above) + f" | {MOST_INCLUDE_SECONDS} s |")
    missed += [f"the include with {c}" for c, seconds in include.items() if seconds[1] - seconds[0] > MOST_INCLUDE_SECONDS]
    return "\n".join(lines), missed


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--compiler", action="append", help="may be given several times (default: g++, and clang++-19 or clang++)")
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--write", action="store_true", help="write docs/compile-time.md")
    given = options.parse_args()
    clang = next((c for c in ("clang++-19", "clang++") if shutil.which(c)), None)
    compilers = given.compiler or [c for c in ("g++", clang) if c and shutil.which(c)]

    table, missed = table_of(compilers, given.rounds)
    page = f"""# Compile time

Wall time and peak memory of one translation unit, `-std=c++20 -O3 -march=native`, at the compilers' default limits. Made by
`bench/compile_time.py --write`.

{table}
"""
    print(page)
    if given.write:
        (TOP / "docs").mkdir(exist_ok=True)
        (TOP / "docs/compile-time.md").write_text(page)
    for what in missed:
        print(f"over its bar: {what}", file=sys.stderr)
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
