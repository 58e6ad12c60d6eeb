#!/usr/bin/env python3
"""generate_io.py [FOLDER]: writes the files of tests/io with NumPy and the safetensors package, as foreign programs do.

Each array holds 0, 1, 2, ... in row-major order, halved where its elements are floating numbers, and odd or not where they are bool.
"""

import pathlib
import sys

import numpy
from safetensors.numpy import save_file

ELEMENTS = {"bool": "?", "u8": "u1", "i32": "<i4", "i64": "<i8", "f32": "<f4", "f64": "<f8"}


def counted(element, *shape):
    places = numpy.arange(numpy.prod(shape, dtype=int)).reshape(shape)
    scale = 0.5 if element.startswith("f") else 1
    return numpy.asarray(places % 2 if element == "bool" else places * scale, dtype=ELEMENTS[element])


def main(folder):
    folder.mkdir(exist_ok=True)
    for element in ELEMENTS:
        numpy.save(folder / f"{element}.npy", counted(element, 2, 3))
    numpy.save(folder / "scalar.npy", counted("f32"))
    numpy.save(folder / "vector.npy", counted("f32", 5))
    numpy.save(folder / "empty.npy", counted("f32", 0, 3))
    with open(folder / "version2.npy", "wb") as file:
        numpy.lib.format.write_array(file, counted("f32", 2, 3), version=(2, 0))
    numpy.save(folder / "column_major.npy", numpy.asfortranarray(counted("f32", 2, 3)))
    numpy.save(folder / "big_endian.npy", counted("f32", 2, 3).astype(">f4"))
    numpy.save(folder / "half.npy", counted("f32", 2, 3).astype("<f2"))
    tensors = {f"of.{element}": counted(element, 2, 3) for element in ELEMENTS}
    tensors |= {"scalar": counted("f32"), "empty": counted("i64", 0, 3), 'q"\\/\n\té€😀': counted("f32", 1)}
    save_file(tensors, folder / "all.safetensors", metadata={"format": "np", "made by": "numpy"})
    save_file({"a": counted("f32", 2), "b": counted("u8", 3)}, folder / "small.safetensors")
    save_file({"half": counted("f32", 2).astype("<f2")}, folder / "half.safetensors")
    save_file({}, folder / "none.safetensors")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent / "io")
