#!/usr/bin/env python3
"""generate.py [DIRECTORY]: makes the values that the tests compare with, from NumPy and PyTorch."""

import pathlib
import sys

import gradients
import primitives


def main():
    here = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__)
    folder = here if here.is_dir() else here.parent
    primitives.make().save(folder / "primitives.txt")
    gradients.make().save(folder / "gradients.txt")


if __name__ == "__main__":
    main()
