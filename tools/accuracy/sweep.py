#!/usr/bin/env python3
"""sweep.py [STEP]: measures every function on each instruction set that this machine has and writes docs/accuracy.md.

STEP 1, the default, takes all 2^32 floats, which is hours; 1009 takes a few minutes.
"""

import pathlib
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[2]
SETS = {"AVX-512": ("x86-64-v4", "avx512vl"), "AVX2": ("x86-64-v3", "avx2"), "SSE2": ("x86-64", "sse2")}
TEXT = """# Accuracy

What `tools/accuracy` measured: the worst distance of a result from the exact one, in units of the last place (ULP) of the exact one, and
the arguments where it is. A result that is the nearest number counts as 0. The references are double for f32 and `__float128` for f64.
One-argument functions of f32 run over every n-th of the 2^32 floats, as each section says; those of f64, and functions of two
arguments, over samples of all sizes and of the range where the function has its detail. The speed is that of one thread on arrays in
the first-level cache; it depends on the machine.

    python3 tools/accuracy/sweep.py         # all floats; hours
    python3 tools/accuracy/sweep.py 1009    # minutes

Bounds: `standard` 4 ULP, `strict` 1 ULP, both held by ctest on a sample. `fast` lists only what is looser than in `standard`.
Two things have no bound. `digamma` of negative numbers has an absolute error of a few ULP of pi / tan(pi x), which is large near its
zeros. And composites (`sigmoid`, `silu`, `gelu`, `softplus`) add the errors of their steps: `gelu` and `silu` half an ULP and more to
those of `normal_cdf` and of e^x.
"""


def section(name, step):
    march, flag = SETS[name]
    if flag not in pathlib.Path("/proc/cpuinfo").read_text():
        return None
    folder = TOP / "build" / f"accuracy-{march}"
    subprocess.run(["cmake", "-S", TOP, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DTENON_NATIVE=OFF",
                    f"-DCMAKE_CXX_FLAGS=-march={march}"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", folder, "--target", "tool_accuracy"], check=True, stdout=subprocess.DEVNULL)
    program = next(folder.rglob("accuracy/accuracy"))
    return subprocess.run([program, str(step)], text=True, stdout=subprocess.PIPE).stdout


def page(sections):
    return TEXT + "".join(f"\n## {name}\n\n{table}" for name, table in sections.items() if table)


def main():
    step = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    (TOP / "docs/accuracy.md").write_text(page({name: section(name, step) for name in SETS}))


if __name__ == "__main__":
    main()
