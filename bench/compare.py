#!/usr/bin/env python3
"""Times Tenon and a peer on the same workloads in the same run: in turn, case by case, for several rounds.

Both programs read names of cases and answer `name <TAB> median ms <TAB> first call ms`. The peer is a command that takes the
name of an engine; it is given by --peer or TENON_PEERS. Without one only Tenon is timed. Exit status 1: Tenon was slower
somewhere.
"""

import argparse
import os
import statistics
import subprocess
import sys


class Program:
    """A process that stays warm and times one case at a time."""

    def __init__(self, name, command, threads):
        self.name = name
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
                                        env={**os.environ, "THREADS": str(threads)})

    def time(self, case):
        """(median ms, first call ms)"""
        self.process.stdin.write(case + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().rstrip("\n").split("\t")
        if len(answer) != 3 or answer[1] == "error":
            raise SystemExit(f"compare: {self.name} could not time {case}: {' '.join(answer[2:]) or 'it ended'}")
        return float(answer[1]), float(answer[2])

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def cases_of(bench, patterns):
    every = subprocess.run([bench, "--list"], capture_output=True, text=True, check=True).stdout.split()
    unknown = [p for p in patterns if not any(case.startswith(p) for case in every)]
    if unknown:
        raise SystemExit(f"compare: no case begins with {unknown[0]}; {bench} --list names them")
    return [case for case in every if not patterns or any(case.startswith(p) for p in patterns)]


def duration(ms):
    return f"{ms * 1e6:.0f} ns" if ms < 1e-3 else f"{ms * 1e3:.2f} us" if ms < 1 else f"{ms:.2f} ms" if ms < 1e3 else f"{ms / 1e3:.1f} s"


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("bench", help="the executable made of bench/workloads.cpp")
    options.add_argument("cases", nargs="*", help="what the names of the cases begin with; all without any")
    options.add_argument("--peer", default=os.environ.get("TENON_PEERS"), help="command that times a peer (default: TENON_PEERS)")
    options.add_argument("--engine", default="torch-compile", help="argument of that command")
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--threads", type=int, default=os.cpu_count())
    given = options.parse_intermixed_args()

    programs = [Program("Tenon", [given.bench], given.threads)]
    if given.peer:
        programs.append(Program(given.engine, [given.peer, given.engine], given.threads))
    titles = ["Tenon"] + ([given.engine, "ratio", f"first call: {given.engine} / Tenon"] if given.peer else ["first call"])
    print("| case | " + " | ".join(titles) + " |")
    print("|---|" + "---|" * len(titles))
    slower = []
    for case in cases_of(given.bench, given.cases):
        rounds = [[program.time(case) for program in programs] for _ in range(given.rounds)]
        own, *peer = [statistics.median(times[i][0] for times in rounds) for i in range(len(programs))]
        own_first, *peer_first = [rounds[0][i][1] for i in range(len(programs))]
        row = [duration(own), duration(own_first)]
        if peer:
            row = [duration(own), duration(peer[0]), f"{peer[0] / own:.2f}", f"{duration(peer_first[0])} / {duration(own_first)}"]
            if peer[0] < own:
                slower.append(case)
        print(f"| {case} | " + " | ".join(row) + " |", flush=True)
    for program in programs:
        program.close()
    if slower:
        print(f"\nTenon was slower in {', '.join(slower)}.")
    return bool(slower)


if __name__ == "__main__":
    sys.exit(main())
