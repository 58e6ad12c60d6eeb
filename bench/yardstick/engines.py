"""The programs that are timed: each reads names of cases and answers their times, and stays warm meanwhile."""

import os
import pathlib
import shutil
import subprocess
import sys

from dataclasses import dataclass, field

from cases import all_cases
from cases.table import CPP_ENGINES, Case

from .build import TOP, Target, build_all, links
from .generate import program

TORCH_ENGINES = ("torch-eager", "torch-compile", "torch-max-autotune", "onnxruntime")
ENGINES = (*CPP_ENGINES, *TORCH_ENGINES)
BENCH = TOP / "bench"
PROBES = {  # what compiles and links where an engine is there
    "tenon": "",
    "eigen": "#if !__has_include(<Eigen/Version>)  // which begins with Eigen 5\n#error\n#endif\n",
    "xtensor": "#include <xtensor/containers/xtensor.hpp>\n#include <xtensor/core/xmath.hpp>\n",
}
LIBRARIES = {"tenon": ["-ltbb"], "eigen": [], "xtensor": ["-ltbb"]}


class Program:
    """A process that answers a line with `line <TAB> number <TAB> number`, or `line <TAB> error <TAB> text`."""

    def __init__(self, name: str, command: list[str], environment: dict[str, str]):
        self.name = name
        self.has_answered = False
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
                                        env={**os.environ, **environment})

    def ask(self, line: str) -> tuple[float, float] | None:
        """The two numbers, or None where the program could not do it or ended."""
        answer = self.answer(line)
        if len(answer) == 2 and answer[0] != "error":
            return float(answer[0]), float(answer[1])
        print(f"compare: {self.name}, {line}: {' '.join(answer[1:]) or 'the program ended'}", file=sys.stderr, flush=True)
        return None

    def answer(self, line: str) -> list[str]:
        """What follows the line in its answer; whatever else the program prints is no answer."""
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            return []
        for printed in self.process.stdout:
            first, *rest = printed.rstrip("\n").split("\t")
            if first == line:
                self.has_answered = True
                return rest
        return []

    def may_be_started_again(self) -> bool:
        """Whether it ended, and not because it cannot run at all."""
        return self.has_answered and self.process.poll() is not None

    def close(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        self.process.wait()


@dataclass
class Setup:
    """Where programs and peers are, and what all programs find in their environment."""

    folder: pathlib.Path  # of generated programs
    environment: dict[str, str]
    peer: str | None = None
    includes: list[str] = field(default_factory=list)


def environment(threads: int, seconds: float) -> dict[str, str]:
    return {"THREADS": str(threads), "SECONDS": str(seconds), "OMP_NUM_THREADS": str(threads)}


def torch_environment() -> dict[str, str]:
    """How a peer finds the cases, in a changed root as well: there our files stand under our process's root in /proc."""
    outside = f"/proc/{os.getpid()}/root{BENCH}"
    path = os.pathsep.join(filter(None, [str(BENCH), outside, os.environ.get("PYTHONPATH")]))
    return {"CASES": "torch_cases", "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}


def has_module(name: str) -> bool:
    command = ["python3", "-c", f"import importlib.util, sys; sys.exit(importlib.util.find_spec({name!r}) is None)"]
    return bool(shutil.which("python3")) and subprocess.run(command, stderr=subprocess.DEVNULL).returncode == 0


class Engine:
    """All programs of one engine: of C++ engines one a family, of the others one."""

    def __init__(self, name: str, setup: Setup, flags: list[str] | None = None):
        self.name, self.setup, self.flags = name, setup, flags or []
        self.programs: dict[str, Program | None] = {}

    @property
    def is_cpp(self) -> bool:
        return self.name in CPP_ENGINES

    def target(self, family: str) -> Target:
        """The program of all cases of a family, so that it stays the same whichever are timed."""
        cases = [case for case in all_cases() if case.entry.family == family]
        return Target(self.setup.folder, f"{self.name}_{family}", program(self.name, family, cases), self.flags, LIBRARIES[self.name])

    def start(self, family: str) -> Program | None:
        if self.is_cpp:
            executable = self.setup.folder / f"{self.name}_{family}"
            return Program(self.name, [str(executable)], self.setup.environment) if executable.exists() else None
        command = [self.setup.peer] if self.setup.peer else ["python3", str(BENCH / "torch_peer.py")]
        return Program(self.name, [*command, self.name], self.setup.environment | torch_environment())

    def time(self, case: Case, name: str) -> tuple[float, float] | None:
        """(median ms, ms of the first call)"""
        if case.entry.formula(self.name) is None:
            return None
        key = case.entry.family if self.is_cpp else ""
        running = self.programs.get(key)
        if key not in self.programs or (running and running.may_be_started_again()):
            self.programs[key] = self.start(key)
        return self.programs[key].ask(name) if self.programs[key] else None

    def close(self):
        for running in filter(None, self.programs.values()):
            running.close()


def flags_of(name: str, includes: list[str]) -> list[str] | None:
    """What a C++ engine is compiled with beside what all are, or None where it is not found."""
    given = [f"-I{include}" for include in includes]
    eigen = [*given, "-I/usr/include/eigen3"]
    candidates = {"tenon": [[]], "eigen": [[*eigen, "-fopenmp"], eigen],
                  "xtensor": [[*given, "-DXTENSOR_USE_XSIMD", "-DXTENSOR_USE_TBB", "-DXTENSOR_TBB_THRESHOLD=50000"], given]}[name]
    return next((flags for flags in candidates if links(PROBES[name], flags + LIBRARIES[name])), None)


def find(names: list[str], setup: Setup) -> list[Engine]:
    """The engines of these names that are there."""
    found = []
    for name in names:
        if name in CPP_ENGINES:
            flags = flags_of(name, setup.includes)
            if flags is not None:
                found.append(Engine(name, setup, flags))
        elif setup.peer or (has_module("torch") and (name != "onnxruntime" or has_module("onnxruntime"))):
            found.append(Engine(name, setup))
    return found


def limits_target(folder: pathlib.Path) -> Target:
    return Target(folder, "limits", (BENCH / "limits.cpp").read_text())


def build_programs(engines: list[Engine], cases: list[Case], folder: pathlib.Path, jobs: int) -> None:
    """Makes the programs that are missing. A peer that does not compile does without its cells; Tenon must compile."""
    wanted = dict.fromkeys((engine, case.entry.family) for case in cases for engine in engines
                           if engine.is_cpp and case.entry.formula(engine.name) is not None)
    targets = [limits_target(folder), *(engine.target(family) for engine, family in wanted)]
    for name, complaint in build_all(targets, jobs).items():
        (folder / name).unlink(missing_ok=True)
        errors = [line for line in complaint.splitlines() if "error" in line] or complaint.splitlines()
        print(f"compare: {name} does not compile: {errors[0]}", file=sys.stderr, flush=True)
        if name == "limits" or name.startswith("tenon_"):
            raise SystemExit(2)
