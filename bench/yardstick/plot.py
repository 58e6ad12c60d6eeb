"""A picture of the ratios: a bar a case on a logarithmic axis, as SVG."""

import math
from html import escape

from .report import Row

ROW, LEFT, WIDTH, TOP = 16, 300, 640, 44
FASTER, SLOWER = "#2a78b5", "#c8553d"


def axis_of(ratios: list[float]) -> tuple[int, int]:
    """The powers of two that hold all ratios, and 1."""
    return math.floor(math.log2(min([*ratios, 0.5]))), math.ceil(math.log2(max([*ratios, 2])))


def text(x: float, y: float, what: str, anchor: str = "start", **more) -> str:
    attributes = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in more.items())
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{attributes}>{escape(what)}</text>'


def svg(rows: list[Row], title: str) -> str:
    shown = [row for row in rows if row.ratio is not None]
    low, high = axis_of([row.ratio for row in shown])

    def place(ratio: float) -> float:
        return LEFT + WIDTH * (math.log2(ratio) - low) / (high - low)

    bottom = TOP + ROW * len(shown)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 60}" height="{bottom + 12}" '
             'font-family="sans-serif" font-size="11" fill="#222">', '<rect width="100%" height="100%" fill="white"/>',
             text(10, 16, title, font_size="13", font_weight="bold")]
    for power in range(low, high + 1):
        x = place(2.0**power)
        parts.append(f'<line x1="{x:.1f}" y1="{TOP - 4}" x2="{x:.1f}" y2="{bottom}" stroke="{"#222" if power == 0 else "#ddd"}"/>')
        parts.append(text(x, TOP - 8, f"{2.0**power:g}", "middle", fill="#555"))
    for i, row in enumerate(shown):
        y, (left, right) = TOP + ROW * i, sorted((place(1), place(row.ratio)))
        parts.append(text(LEFT - 8, y + 12, row.name, "end"))
        parts.append(f'<rect x="{left:.1f}" y="{y + 3}" width="{max(right - left, 0.5):.1f}" height="{ROW - 5}" '
                     f'fill="{FASTER if row.ratio >= 1 else SLOWER}"><title>{escape(f"{row.name}: {row.ratio:.2f} beside {row.best_peer}")}</title></rect>')
        parts.append(text(right + 4, y + 12, f"{row.ratio:.2f}", fill="#555"))
    return "\n".join([*parts, "</svg>", ""])
