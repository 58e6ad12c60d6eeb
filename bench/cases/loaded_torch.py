"""torch where the program that asks for the cases has loaded it already, otherwise None: only formulas for torch need it, and
comparing C++ engines should not wait for it."""

import sys

torch = sys.modules.get("torch")
F = torch.nn.functional if torch else None
