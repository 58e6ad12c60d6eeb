"""Rows of the comparison and what is printed of them."""

import math
from dataclasses import dataclass


@dataclass
class Row:
    """One case; times are medians in ms, None where an engine did not do it."""

    name: str
    family: str
    times: dict[str, float | None]
    first_calls: dict[str, float | None]
    limits_ns: dict[str, float]

    @property
    def tenon(self) -> float | None:
        return self.times.get("tenon")

    @property
    def best_peer(self) -> str | None:
        peers = {name: ms for name, ms in self.times.items() if name != "tenon" and ms is not None}
        return min(peers, key=peers.get) if peers else None

    @property
    def ratio(self) -> float | None:
        """How many times as fast as the best peer Tenon is."""
        return self.times[self.best_peer] / self.tenon if self.tenon and self.best_peer else None

    @property
    def share_of_limit(self) -> float | None:
        limit = max(self.limits_ns.values(), default=0)
        return limit / (self.tenon * 1e6) if self.tenon and limit else None

    @property
    def bound(self) -> str:
        return max(self.limits_ns, key=self.limits_ns.get) if self.limits_ns else ""

    def as_json(self) -> dict:
        return {"case": self.name, "family": self.family, "ms": self.times, "first_call_ms": self.first_calls, "best_peer": self.best_peer,
                "ratio": self.ratio, "limit_ns": self.limits_ns, "bound": self.bound, "share_of_limit": self.share_of_limit}


def duration(ms: float | None) -> str:
    if ms is None:
        return ""
    for unit, scale in (("ns", 1e6), ("us", 1e3), ("ms", 1), ("s", 1e-3)):
        if ms * scale < 1000:
            break
    return f"{ms * scale:.3g} {unit}" if ms * scale < 1000 else f"{ms * scale:.0f} {unit}"


def header(engines: list[str]) -> str:
    titles = ["case", *engines, "ratio", "limit"]
    return "| " + " | ".join(titles) + " |\n" + "|---" * len(titles) + "|"


def line(row: Row, engines: list[str]) -> str:
    ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
    share = "" if row.share_of_limit is None else f"{row.share_of_limit:.0%} {row.bound}"
    return "| " + " | ".join([row.name, *(duration(row.times.get(engine)) for engine in engines), ratio, share]) + " |"


def summary(rows: list[Row]) -> str:
    """`geomean R worst W CASE`, or a sentence where there was no peer."""
    compared = [row for row in rows if row.ratio is not None]
    if not compared:
        return "no peer took part"
    mean = math.exp(sum(math.log(row.ratio) for row in compared) / len(compared))
    worst = min(compared, key=lambda row: row.ratio)
    return f"geomean {mean:.2f} worst {worst.ratio:.2f} {worst.name}"
