"""What the live table has to reach on two cores, and whether it does."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from bench.figures import Figures, percentile
from bench.night import Plan

FAST = Plan(tables=32, fighters=4, think=0.0, drafts=4, seconds=60.0)
HUMAN = Plan(tables=32, fighters=4, think=0.5, drafts=1, seconds=60.0)
FEW = Plan(tables=8, fighters=4, think=0.0, drafts=8, seconds=60.0)
MANY = Plan(tables=64, fighters=4, think=0.0, drafts=2, seconds=60.0)
PLANS = (FAST, HUMAN, FEW, MANY)

NOISE = 1.1  # what two runs of the same thing differ by

Measured = tuple[Sequence[Figures], Sequence[Figures]]


@dataclass(frozen=True)
class Target:
    """A promise: `reached` is to be at least, or with `most` at most, this much."""

    name: str
    bound: float
    reached: float
    most: bool = True

    @property
    def is_met(self) -> bool:
        return self.reached <= self.bound if self.most else self.reached >= self.bound


def targets(measured: dict[Plan, Measured]) -> list[Target]:
    """Return the targets with what was reached: medians over the repeats."""
    fast, human = measured[FAST], measured[HUMAN]
    growth = median(
        many.cpu_per_thousand / few.cpu_per_thousand
        for many, few in zip(measured[MANY][0], measured[FEW][0], strict=True)
    )
    return [
        Target("choices a second, as a share of the limit's", 0.4, _ratio(fast, lambda one: one.rate), most=False),
        Target("p50 from choice to ack, times the limit's", 3.0, _ratio(fast, lambda one: percentile(one.acks, 0.5))),
        Target("p50 at human pace, ms", 5.0, median(1000 * percentile(one.acks, 0.5) for one in human[0])),
        Target("p99 at human pace, ms", 50.0, median(1000 * percentile(one.acks, 0.99) for one in human[0])),
        Target("CPU a choice, 64 tables to 8", NOISE, growth),
    ]


def verdict(found: Sequence[Target]) -> str:
    """Return a Markdown table of targets."""
    rows = ["| target | bound | reached | |", "|---|---:|---:|---|"]
    for target in found:
        sign = "≤" if target.most else "≥"
        met = "met" if target.is_met else "**missed**"
        rows.append(f"| {target.name} | {sign} {target.bound:g} | {target.reached:.2f} | {met} |")
    return "\n".join(rows)


def _ratio(measured: Measured, read: Callable[[Figures], float]) -> float:
    return median(read(real) / read(limit) for real, limit in zip(*measured, strict=True))
