#!/usr/bin/env python3
"""check_comparison.py FOLDER: checks that the table of cases is well-formed, and that bench/compare.py generates, compiles
and times a case without peers, in that folder."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.dom.minidom

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(TOP / "bench"))

from cases import FAMILIES, all_cases, entries  # noqa: E402
from cases.table import BYTES, CPP_ENGINES, RESIDENT_BYTES, Entry  # noqa: E402
from yardstick import plot, report  # noqa: E402
from yardstick.generate import program  # noqa: E402


def entry_errors(entry: Entry):
    if entry.family not in FAMILIES:
        yield f"there is no family {entry.family}"
    if not re.fullmatch(r"[a-z][a-z0-9_]*", entry.name):
        yield "the name is not in snake_case"
    if entry.bandwidth not in ("triad", "read"):
        yield f"the bandwidth is {entry.bandwidth}, expected triad or read"
    if not entry.sizes or len({tuple(extents) for extents in entry.sizes.values()}) != 1:
        yield "all sizes need the same extents"
    if not any(entry.formula(engine) for engine in CPP_ENGINES):
        yield "no engine has a formula"
    if not entry.arguments and entry.moved is None:
        yield "nothing says what is moved"
    extents = next(iter(entry.sizes.values()), {})
    for array in (*entry.arguments, entry.result):
        if array.type not in BYTES:
            yield f"{array.name} has the type {array.type}, which does not exist"
        for axis in array.shape:
            if isinstance(axis, str) and axis not in extents:
                yield f"{array.name} has the extent {axis}, which no size names"


def table_errors():
    for entry in entries():
        yield from (f"{entry.family}, {entry.name}: {error}" for error in entry_errors(entry))
    names = [case.name for case in all_cases()]
    yield from (f"two cases are called {name}" for name in sorted({name for name in names if names.count(name) > 1}))
    for case in all_cases():
        if case.bytes() <= 0:
            yield f"{case.name} moves nothing"
        small = case.resident_extents()
        if small is not None and sum(array.bytes(small) for array in (*case.entry.arguments, case.entry.result)) > 2 * RESIDENT_BYTES:
            yield f"{case.name} does not fit into a first-level cache with {small}"
    for engine in CPP_ENGINES:
        for family in FAMILIES:
            source = program(engine, family, [case for case in all_cases() if case.entry.family == family])
            if source.count("{") != source.count("}"):
                yield f"braces of the program for {engine} and {family} do not match"


def picture_errors():
    rows = [report.Row(name, "row", {"tenon": 1.0, "eigen": ratio}, {}, {"memory": 5e5}) for name, ratio in (("a<b", 3.0), ("c", 0.4))]
    if report.summary(rows) != "geomean 1.10 worst 0.40 c":
        yield f"the summary of ratios 3 and 0.4 is: {report.summary(rows)}"
    xml.dom.minidom.parseString(plot.svg(rows, "ratios"))


def run_errors(build: str):
    """Times one case of a family with one formula."""
    with tempfile.TemporaryDirectory() as folder:
        results = pathlib.Path(folder) / "results.json"
        command = [sys.executable, str(TOP / "bench/compare.py"), "linear_gelu/128x", "--engines", "tenon", "--rounds", "1", "--threads", "1",
                   "--seconds", "0.01", "--jobs", "1", "--build", build, "--json", str(results)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            yield f"compare.py ended with {done.returncode}: {done.stderr or done.stdout}"
            return
        rows = json.loads(results.read_text())["rows"]
    if [row["case"] for row in rows] != ["linear_gelu/128x768x3072", "linear_gelu/128x768x3072 fresh"]:
        yield f"compare.py timed {[row['case'] for row in rows]}"
    for row in rows:
        if not row["ms"]["tenon"] > 0 or not row["limit_ns"]["memory"] > 0 or not row["limit_ns"]["multiply-adds"] > 0:
            yield f"a time is missing in {row}"


def main(build: str) -> int:
    found = [*table_errors(), *picture_errors()] or [*run_errors(build)]
    print("\n".join(found) if found else f"{len(all_cases())} cases are well-formed, and one was timed.")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
