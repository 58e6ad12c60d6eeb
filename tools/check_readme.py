#!/usr/bin/env python3
"""check_readme.py QUICKSTART: checks that README.md shows examples/quickstart/main.cpp and what that program prints."""

import difflib
import pathlib
import re
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
SOURCE = "examples/quickstart/main.cpp"


def first_block(text, language):
    """The lines of the first block of a language in Markdown."""
    found = re.search(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return found[1].splitlines() if found else []


def differences(name, shown, actual):
    """How what the README shows differs from what there is, as lines."""
    return list(difflib.unified_diff(shown, actual, f"README.md, {name}", name, lineterm=""))


def main(program):
    readme = (TOP / "README.md").read_text()
    printed = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    found = (differences(SOURCE, first_block(readme, "cpp"), (TOP / SOURCE).read_text().splitlines())
             + differences("what the program prints", first_block(readme, "text"), printed.splitlines()))
    print("\n".join(found) if found else f"README.md shows {SOURCE} and what it prints.")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
