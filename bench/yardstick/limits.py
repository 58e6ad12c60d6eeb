"""The least time that a case can take on this machine, measured in the same run."""

from cases.table import Case, elements_of

from .engines import Engine, Program
from .generate import resident_name


class Limits:
    """Asks the program of bench/limits.cpp, and Tenon's own for the speed of loops in the first-level cache. Each question once."""

    def __init__(self, program: Program, alone: Engine, threads: int):
        self.program, self.alone, self.threads = program, alone, threads
        self.rates: dict[str, float] = {}
        self.loops: dict[str, float] = {}

    def rate(self, question: str) -> float:
        if question not in self.rates:
            answer = self.program.ask(question)
            self.rates[question] = answer[0] if answer else float("inf")
        return self.rates[question]

    def loop_ns(self, case: Case) -> float:
        """Nanoseconds an element takes Tenon's own loop on one thread when all is in the first-level cache; 0 where unknown."""
        extents = case.resident_extents()
        if extents is None:
            return 0
        name = resident_name(case)
        if name not in self.loops:
            answer = self.alone.time(case, name)
            self.loops[name] = answer[0] * 1e6 / elements_of(case.entry, extents) if answer else 0
        return self.loops[name]

    def parts_ns(self, case: Case) -> dict[str, float]:
        """What bounds a case, each as nanoseconds: memory, arithmetic, multiply-adds."""
        calls = case.entry.calls
        threads = self.threads if calls == 1 else 1
        parts = {"memory": case.bytes() / self.rate(f"{case.entry.bandwidth} {case.bytes() * calls} {threads}"),
                 "loop": case.elements() * self.loop_ns(case) / threads}
        if case.entry.multiply_adds:
            parts["multiply-adds"] = case.entry.multiply_adds(case.extents) / self.rate(f"fma 4 {threads}")
        return parts
