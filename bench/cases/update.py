"""A step of an optimizer, over a few large tensors and over many small ones."""

from .loaded_torch import torch
from .table import Entry, Snippet

LARGE = (3072 * 768, 768 * 768, 768)
LAYOUTS = {3: LARGE, 300: (10_000,) * 300}
OPTIMIZERS = {  # name -> (Tenon's, torch's, arrays that a step reads or writes)
    "sgd": ("optim::sgd{.momentum = 0.9}", lambda p: torch.optim.SGD(p, lr=1e-3, momentum=0.9), 5),
    "adam": ("optim::adam{}", lambda p: torch.optim.Adam(p, lr=1e-3), 7),
    "adamw": ("optim::adamw{}", lambda p: torch.optim.AdamW(p, lr=1e-3), 7),
}


def torch_step(make_optimizer, tensors):
    parameters = [torch.nn.Parameter(torch.randn(n)) for n in LAYOUTS[tensors]]
    optimizer = make_optimizer(parameters)
    for parameter in parameters:
        parameter.grad = torch.randn_like(parameter)
    return lambda: optimizer.step(), ()


def step(name: str) -> Entry:
    own, of_torch, arrays = OPTIMIZERS[name]
    sizes = "tensors == 3 ? std::vector<std::int64_t>{%s} : std::vector<std::int64_t>(300, 10'000)" % ", ".join(map(str, LARGE))
    return Entry(family="update", name=f"{name}_step", sizes={"3M": {"tensors": 3}, "3M_in_300": {"tensors": 300}}, trains=True,
                 moved=lambda extents: arrays * 4 * sum(LAYOUTS[extents["tensors"]]),
                 headers=("yardstick/updates.hpp",),
                 torch_setup=lambda tensors: torch_step(of_torch, tensors),
                 tenon=Snippet(f"return update_call<{own}>({sizes});"))


ENTRIES = [step(name) for name in OPTIMIZERS]
