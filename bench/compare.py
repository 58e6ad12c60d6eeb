#!/usr/bin/env python3
"""Times Tenon and every peer that is found on the same cases in the same run: in turn, case by case, for several rounds.

The cases stand in bench/cases. Eigen and xtensor are compiled as Tenon is, where the compiler finds their headers. torch and ONNX
Runtime are timed by a peer: a command that is given an engine's name, reads names of cases and answers
`name <TAB> median ms <TAB> ms of the first call` or `name <TAB> error <TAB> text`. Without one python3 does it if it has torch.

`ratio` is the best peer's time by Tenon's. `limit` is the share of what the machine can do that Tenon reaches, and what bounds it.
Exit status 1: Tenon was slower than the best peer somewhere.
"""

import argparse
import json
import os
import pathlib
import statistics
import sys

sys.dont_write_bytecode = True

from cases import FAMILIES, Case, all_cases  # noqa: E402
from yardstick import engines, plot, report  # noqa: E402
from yardstick.build import TOP  # noqa: E402
from yardstick.limits import Limits  # noqa: E402


def arguments() -> argparse.Namespace:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("cases", nargs="*", help="what the names of the cases begin with; all without any")
    options.add_argument("--family", action="append", choices=FAMILIES, help="only cases of this family; may be given several times")
    options.add_argument("--engines", default=",".join(engines.ENGINES), help="a list with commas (default: %(default)s)")
    options.add_argument("--peer", default=os.environ.get("TENON_PEERS"), help="command that times torch (default: TENON_PEERS)")
    options.add_argument("--include", action="append", help="where headers of peers are; may be given several times (default: TENON_PEER_INCLUDES)")
    options.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--seconds", type=float, default=0.5, help="how long to time a case in a round; a peer may take its own time")
    options.add_argument("--build", type=pathlib.Path, default=TOP / "build/compare", help="where programs are generated (default: build/compare)")
    options.add_argument("--jobs", type=int, default=2, help="compilers at once")
    options.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write all that was measured")
    options.add_argument("--plot", type=pathlib.Path, metavar="FILE.svg", help="draw the ratios")
    options.add_argument("--list", action="store_true", help="print the names of the cases only")
    given = options.parse_intermixed_args()
    given.engines = ["tenon", *(name for name in given.engines.split(",") if name and name != "tenon")]
    if unknown := set(given.engines) - set(engines.ENGINES):
        options.error(f"there is no engine {min(unknown)}; there are {', '.join(engines.ENGINES)}")
    given.include = given.include or list(filter(None, os.environ.get("TENON_PEER_INCLUDES", "").split(os.pathsep)))
    return given


def chosen_cases(families: list[str] | None, prefixes: list[str]) -> list[Case]:
    every = [case for case in all_cases() if not families or case.entry.family in families]
    for prefix in prefixes:
        if not any(case.name.startswith(prefix) for case in every):
            raise SystemExit(f"compare: no case begins with {prefix}; --list names them")
    return [case for case in every if not prefixes or case.name.startswith(tuple(prefixes))]


def median(values) -> float | None:
    there = [value for value in values if value is not None]
    return statistics.median(there) if there else None


def timed_names(case: Case) -> list[str]:
    return [case.name, f"{case.name} fresh"] if case.is_fresh_too() else [case.name]


def time_rounds(case: Case, taking_part: list[engines.Engine], limits: Limits, rounds: int) -> dict[tuple[str, str], list]:
    """All answers by (engine, name), the engines in turn. Peers that always make results anew are asked once for both names."""
    answers: dict[tuple[str, str], list] = {}
    for _ in range(rounds):
        limits.measure(case)
        for engine in taking_part:
            for name in timed_names(case):
                if name == case.name or engine.is_cpp:
                    answers.setdefault((engine.name, name), []).append(engine.time(case, name))
                else:
                    answers[engine.name, name] = answers[engine.name, case.name]
    return answers


def rows_of(case: Case, taking_part: list[engines.Engine], limits: Limits, rounds: int) -> list[report.Row]:
    answers = time_rounds(case, taking_part, limits, rounds)
    bounds = limits.parts_ns(case)
    rows = []
    for name in timed_names(case):
        of_name = {engine.name: [answer for answer in answers[engine.name, name] if answer] for engine in taking_part}
        rows.append(report.Row(name, case.entry.family, {engine: median(ms for ms, _ in given) for engine, given in of_name.items()},
                               {engine: given[0][1] if given else None for engine, given in of_name.items()}, bounds))
    return rows


def compare(given: argparse.Namespace, cases: list[Case]) -> list[report.Row]:
    """Builds, times and prints, a row at a time."""
    setup = engines.Setup(given.build, engines.environment(given.threads, given.seconds), given.peer, given.include)
    taking_part = engines.find(given.engines, setup)
    engines.build_programs(taking_part, cases, given.build, given.jobs)
    alone = engines.Engine("tenon", engines.Setup(given.build, engines.environment(1, given.seconds)))
    limits = Limits(engines.Program("limits", [str(given.build / "limits")], setup.environment), alone, given.threads)
    names, rows = [engine.name for engine in taking_part], []
    print(report.header(names), flush=True)
    for case in cases:
        for row in rows_of(case, taking_part, limits, given.rounds):
            print(report.line(row, names), flush=True)
            rows.append(row)
    for program in (*taking_part, alone, limits.program):
        program.close()
    return rows


def main() -> int:
    given = arguments()
    cases = chosen_cases(given.family, given.cases)
    if given.list:
        print("\n".join(case.name for case in cases))
        return 0
    rows = compare(given, cases)
    last = report.summary(rows)
    if given.json:
        given.json.write_text(json.dumps({"threads": given.threads, "rounds": given.rounds, "summary": last, "rows": [row.as_json() for row in rows]}, indent=1) + "\n")
    if given.plot:
        given.plot.write_text(plot.svg(rows, f"Tenon beside the best peer, {given.threads} threads: times as fast ({last})"))
    print(last)
    return any(row.ratio is not None and row.ratio < 1 for row in rows)


if __name__ == "__main__":
    sys.exit(main())
