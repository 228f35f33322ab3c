"""The targets of the live table on two cores, and whether it reaches them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from bench.figures import Measured
from bench.plans import BRISK_PACE, at_pace, fast

PLANS = {
    **{f"fast-{tables}": fast(tables) for tables in (8, 32, 256)},
    "brisk-32": at_pace(32, 60, BRISK_PACE),
    "pace-256": at_pace(256, 60),
}
"""What has to be measured for the targets."""

NOISE = 1.1  # what two runs of the same thing differ by


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


def targets(nights: Mapping[str, Measured], database: str) -> list[Target]:
    """Return the targets of which the nights tell, with what was reached: medians over the runs.

    On PostgreSQL it is promised that many tables work as well as few, on SQLite speed itself too.
    """
    found = []
    if paced := nights.get("pace-256"):
        found.append(Target("p99 at human pace with 256 tables, ms", 100.0, 1000 * paced.value("ack_p99")))
    if (few := nights.get("fast-8")) and (many := nights.get("fast-256")):
        growth = median(more["cpu"] / less["cpu"] for more, less in zip(many.server, few.server, strict=True))
        found.append(Target("CPU a choice, 256 tables to 8", NOISE, growth))
    if database == "sqlite":
        found += _speed(nights)
    return found


def _speed(nights: Mapping[str, Measured]) -> list[Target]:
    found = []
    if fast := nights.get("fast-32"):
        found += [
            Target("choices a second with 32 tables, as a share of the limit's", 0.4, fast.ratio("rate"), most=False),
            Target("p50 from choice to ack with 32 tables, times the limit's", 3.0, fast.ratio("ack_p50")),
        ]
    if brisk := nights.get("brisk-32"):
        found += [
            Target("p50 with 32 tables at half a second a choice, ms", 5.0, 1000 * brisk.value("ack_p50")),
            Target("p99 with 32 tables at half a second a choice, ms", 50.0, 1000 * brisk.value("ack_p99")),
        ]
    return found


def verdict(found: Sequence[Target]) -> str:
    """Return a Markdown table of targets."""
    rows = ["| target | bound | reached | |", "|---|---:|---:|---|"]
    for target in found:
        sign = "≤" if target.most else "≥"
        met = "met" if target.is_met else "**missed**"
        rows.append(f"| {target.name} | {sign} {target.bound:g} | {target.reached:.2f} | {met} |")
    return "\n".join(rows)


def status(found: Sequence[Target]) -> int:
    """Return the exit status of a program that was asked whether all is kept."""
    return 0 if all(target.is_met for target in found) else 1
