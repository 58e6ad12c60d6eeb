#!/usr/bin/env python3
"""generate_optim.py [FOLDER]: writes what PyTorch's optimizers make of one parameter, as NumPy files for tests/optim.

optim_start.npy [elements], optim_gradients.npy [steps, elements]: what all cases begin with and are given.
optim_CASE.npy [steps, 1 + states, elements]: the parameter and its states after each step.
All f64. The cases are repeated in tests/optim/optim_test.cpp.
"""

import pathlib
import sys

import numpy
import torch

STEPS, ELEMENTS = 6, 7
BUFFER, MOMENTS = ["momentum_buffer"], ["exp_avg", "exp_avg_sq"]
CASES = {
    "sgd": (torch.optim.SGD, {"lr": 0.1}, []),
    "sgd_decay": (torch.optim.SGD, {"lr": 0.1, "weight_decay": 0.05}, []),
    "sgd_momentum": (torch.optim.SGD, {"lr": 0.1, "momentum": 0.9}, BUFFER),
    "sgd_nesterov": (torch.optim.SGD, {"lr": 0.1, "momentum": 0.8, "weight_decay": 0.05, "nesterov": True}, BUFFER),
    "adam": (torch.optim.Adam, {}, MOMENTS),
    "adam_decay": (torch.optim.Adam, {"lr": 0.05, "betas": (0.8, 0.99), "eps": 1e-3, "weight_decay": 0.1}, MOMENTS),
    "adamw": (torch.optim.AdamW, {}, MOMENTS),
    "adamw_decay": (torch.optim.AdamW, {"lr": 0.05, "betas": (0.8, 0.99), "eps": 1e-3, "weight_decay": 0.5}, MOMENTS),
    "adam_schedule": (torch.optim.Adam, {"lr": 0.1}, MOMENTS),  # the learning rate is halved after each step
}


def trace(kind, numbers, states, start, gradients, halve):
    parameter = torch.nn.Parameter(torch.tensor(start))
    optimizer = kind([parameter], **numbers)
    for gradient in gradients:
        parameter.grad = torch.tensor(gradient)
        optimizer.step()
        yield [parameter.detach().numpy().copy(), *(optimizer.state[parameter][name].numpy().copy() for name in states)]
        if halve:
            optimizer.param_groups[0]["lr"] /= 2


def main(folder):
    random = numpy.random.default_rng(1)
    start, gradients = random.normal(size=ELEMENTS), random.normal(size=(STEPS, ELEMENTS))
    gradients[:, 0] = 0  # an element that nothing pulls
    numpy.save(folder / "optim_start.npy", start)
    numpy.save(folder / "optim_gradients.npy", gradients)
    for name, (kind, numbers, states) in CASES.items():
        steps = list(trace(kind, numbers, states, start, gradients, name.endswith("schedule")))
        numpy.save(folder / f"optim_{name}.npy", numpy.array(steps))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent)
