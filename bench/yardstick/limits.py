"""The least time that a case can take on this machine, measured in the same run."""

from cases.table import Case, elements_of

from .engines import Engine, Program
from .generate import resident_name


class Limits:
    """Asks the program of bench/limits.cpp, and Tenon's own for the speed of loops in the first-level cache. The best answer counts:
    what disturbs a measurement does not move a limit."""

    def __init__(self, program: Program, alone: Engine, threads: int):
        self.program, self.alone, self.threads = program, alone, threads
        self.rates: dict[str, float] = {}  # question -> bytes or multiply-adds a nanosecond
        self.loops: dict[str, float] = {}  # name -> nanoseconds an element

    def threads_of(self, case: Case) -> int:
        return self.threads if case.entry.calls == 1 else 1

    def memory_question(self, case: Case) -> str:
        return f"{case.entry.bandwidth} {case.bytes() * case.entry.calls} {self.threads_of(case)}"

    def arithmetic_question(self, case: Case) -> str:
        return f"fma 4 {self.threads_of(case)}"

    def measure(self, case: Case) -> None:
        """What bounds the case, once more."""
        questions = [self.memory_question(case)] + ([self.arithmetic_question(case)] if case.entry.multiply_adds else [])
        for question in questions:
            if answer := self.program.ask(question):
                self.rates[question] = max(self.rates.get(question, 0), answer[0])
        extents = case.resident_extents()
        if extents is not None and (answer := self.alone.time(case, resident_name(case))):
            ns = answer[0] * 1e6 / elements_of(case.entry, extents)
            self.loops[resident_name(case)] = min(self.loops.get(resident_name(case), ns), ns)

    def parts_ns(self, case: Case) -> dict[str, float]:
        """What bounds a case, each as nanoseconds: memory, the loop on one thread by the threads, multiply-adds."""
        parts = {}
        if rate := self.rates.get(self.memory_question(case)):
            parts["memory"] = case.bytes() / rate
        if case.resident_extents() is not None and (ns := self.loops.get(resident_name(case))):
            parts["loop"] = case.elements() * ns / self.threads_of(case)
        if case.entry.multiply_adds and (rate := self.rates.get(self.arithmetic_question(case))):
            parts["multiply-adds"] = case.entry.multiply_adds(case.extents) / rate
        return parts
