#!/usr/bin/env python3
"""Times torch or ONNX Runtime on the cases of the comparison, for machines without a peer command of their own.

usage: torch_peer.py ENGINE. Names of cases come from standard input; the answers are name <TAB> median ms <TAB> ms of the first
call, or name <TAB> error <TAB> text. THREADS and SECONDS say how many threads to use and how long to measure a case.
"""

import io
import os
import statistics
import sys
import time

import torch

from torch_cases import CASES, TRAIN

THREADS = int(os.environ.get("THREADS", "1"))
SECONDS = float(os.environ.get("SECONDS", "1"))


def seconds_of(call) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def measure(call) -> tuple[float, float]:
    """(median, first call) in ms: samples of about 10 ms each, after four calls to warm up."""
    first = seconds_of(call)
    for _ in range(3):
        call()
    repeated = max(1, int(min(0.01, SECONDS) / max(seconds_of(call), 1e-7)))
    samples, end = [], time.perf_counter() + SECONDS
    while time.perf_counter() < end or len(samples) < 5:
        samples.append(seconds_of(lambda: [call() for _ in range(repeated)]) / repeated)
    return statistics.median(samples) * 1e3, first * 1e3


class Function(torch.nn.Module):
    """A plain function, as the exporter to ONNX wants it."""

    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *arguments):
        return self.function(*arguments)


def onnx_call(function, inputs):
    import onnxruntime

    module = function if isinstance(function, torch.nn.Module) else Function(function)
    model = io.BytesIO()
    torch.onnx.export(module, inputs, model, dynamo=False, opset_version=17)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    session = onnxruntime.InferenceSession(model.getvalue(), options, providers=["CPUExecutionProvider"])
    feed = {argument.name: x.numpy() for argument, x in zip(session.get_inputs(), inputs)}
    return lambda: session.run(None, feed)


def call_of(engine: str, function, inputs):
    if engine == "onnxruntime":
        return onnx_call(function, inputs)
    if engine != "torch-eager":
        function = torch.compile(function, mode="max-autotune" if engine == "torch-max-autotune" else None)
    return lambda: function(*inputs)


def time_case(engine: str, name: str) -> str:
    trains = name.startswith(TRAIN)
    torch.manual_seed(0)
    if engine not in ("torch-eager", "onnxruntime"):
        import torch._inductor.config

        torch._dynamo.reset()
        torch._inductor.config.freezing = not trains
    with torch.set_grad_enabled(trains):
        median, first = measure(call_of(engine, *CASES[name]()))
    return f"{name}\t{median:.6f}\t{first:.3f}"


def main(engine: str) -> None:
    torch.set_num_threads(THREADS)
    for name in filter(None, map(str.strip, sys.stdin)):
        try:
            print(time_case(engine, name), flush=True)
        except Exception as error:
            print(f"{name}\terror\t{type(error).__name__}: {(str(error).splitlines() or [''])[0][:160]}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
