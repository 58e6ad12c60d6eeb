#!/usr/bin/env python3
"""Compiles a source to assembly and sees to it that its extern "C" functions neither call others nor loop.

check.py SOURCE COMPILER FLAGS...
"""

import re
import subprocess
import sys


def functions_of(assembly):
    """The instructions and labels of each function whose name is as it was written."""
    for name, body in re.findall(r"^([a-z]\w*):[^\n]*\n(.*?)^\s*\.size\s+\1\b", assembly, re.M | re.S):
        yield name, [line.strip() for line in body.splitlines()]


def complaints_about(name, lines):
    seen = set()
    for line in lines:
        if label := re.match(r"(\.L\w+):", line):
            seen.add(label[1])
        elif re.match(r"(call|bl|blr)\b|callq", line):
            yield f"{name} calls: {line}"
        elif jump := re.match(r"(?:j\w+|b(?:\.\w+)?)\s+(\S+)", line):
            if jump[1] in seen:
                yield f"{name} loops: {line}"
            elif not jump[1].startswith(".L"):
                yield f"{name} ends in a call: {line}"


def main():
    source, *command = sys.argv[1:]
    result = subprocess.run([*command, "-O3", "-S", "-o", "-", source], capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(result.stderr)
    functions = dict(functions_of(result.stdout))
    print(f"{len(functions)} functions")
    complaints = [complaint for name, lines in functions.items() for complaint in complaints_about(name, lines)]
    print("\n".join(complaints))
    sys.exit(1 if complaints or not functions else 0)


if __name__ == "__main__":
    main()
