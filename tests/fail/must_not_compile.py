"""must_not_compile.py SOURCE COMPILER_ID COMPILER [FLAGS...]: passes if the source does not compile for the reason it states."""

import os
import pathlib
import re
import subprocess
import sys


def directives(source):
    """The `// key: value` lines that a source begins with, as (key, value) pairs."""
    pairs = []
    for line in source.read_text().splitlines():
        if not line.startswith("//"):
            break
        match = re.match(r"//\s*(expect(?:-g\+\+|-clang)?|flags|errors):\s*(.*\S)", line)
        if match:
            pairs.append(match.groups())
    return pairs


def main(source, compiler_id, *command):
    pairs = directives(pathlib.Path(source))
    keys = ("expect", "expect-clang" if "Clang" in compiler_id else "expect-g++")
    expected = [value for key, value in pairs if key in keys]
    flags = " ".join(value for key, value in pairs if key == "flags").split()
    if not expected:
        return f"{source} does not state the text it expects: begin it with a line `// expect: text`."
    result = subprocess.run([*command, *flags, "-fsyntax-only", "-fdiagnostics-color=never", source],
                            capture_output=True, text=True, errors="replace", env={**os.environ, "LC_ALL": "C"})
    # clang prints a long reason in pieces
    output = re.sub(r'"}, (?:tenon::)?text<\d+>{"', " ", result.stdout + result.stderr)
    if result.returncode == 0:
        return f"{source} compiles, which it must not."
    errors = len(re.findall(r" error: ", output))
    if errors != 1 and ("errors", "several") not in pairs:
        return f"{source} does not compile, as it should, but the compiler prints {errors} errors:\n{output[:20000]}"
    absent = [text for text in expected if text not in output]
    if absent:
        return f"{source} does not compile, as it should, but the compiler's output lacks \"{absent[0]}\":\n{output[:20000]}"
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
