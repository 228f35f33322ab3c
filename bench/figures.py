"""The figures of a measurement, and their presentation as text and tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

Summary = Mapping[str, float]
"""What one run has shown, by the keys of the lines below. Times in seconds, memory in bytes."""


@dataclass(frozen=True)
class Measured:
    """The summaries of the server and of the limit, run by run in turns."""

    server: Sequence[Summary]
    limit: Sequence[Summary]

    def value(self, key: str, *, limit: bool = False) -> float:
        """Return the median over the runs."""
        return median(run[key] for run in (self.limit if limit else self.server))

    def ratio(self, key: str) -> float:
        """Return the median of the ratios within each turn: they compare better than runs at other times do."""
        pairs = zip(self.server, self.limit, strict=True)
        return median(ours[key] / theirs[key] if theirs[key] else 0.0 for ours, theirs in pairs)


@dataclass(frozen=True)
class Figures:
    """The figures of one night of load. `small` is the number of `seat` messages among all `messages`.

    `helpers_cpu` is the CPU time of the database and of Redis, where these are processes of their own.
    """

    seconds: float
    acks: Sequence[float]
    passes: Sequence[float]
    cpu: float
    helpers_cpu: float
    load_cpu: float
    memory: float
    messages: int
    small: int

    def shown_one_by_one(self, fighters: int) -> float:
        """Return the share of choices, but the last of each pass, that were shown by themselves."""
        return min(1.0, self.small / (len(self.acks) * (fighters - 1) / fighters * (fighters - 1)))

    def summary(self) -> Summary:
        choices = len(self.acks)
        if not choices:
            raise SystemExit(f"nobody chose anything in {self.seconds:.0f} seconds: let it last longer")
        return {
            "rate": choices / self.seconds,
            **percentiles("ack", self.acks),
            **percentiles("pass", self.passes),
            "cpu": self.cpu / choices,
            "helpers": self.helpers_cpu / choices,
            "core": self.cpu / self.seconds,
            "load": self.load_cpu / self.seconds,
            "memory": self.memory,
            "messages": self.messages / choices,
            "choices": choices,
        }


def percentile(ordered: Sequence[float], share: float) -> float:
    """Return the value below which this share of the values lies; 0 when there are none."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def percentiles(name: str, values: Sequence[float]) -> Summary:
    """Return the middle and the end of some waits under names of their own."""
    ordered = sorted(values)
    return {f"{name}_p50": percentile(ordered, 0.5), f"{name}_p99": percentile(ordered, 0.99)}


class Line(NamedTuple):
    """A line of a table: its key in a summary, its name, the form of its number and what to multiply it with.

    `compares`: whether the ratio to the limit's says anything.
    """

    key: str
    name: str
    form: str
    times: float = 1.0
    compares: bool = True

    def text(self, value: float) -> str:
        return self.form.format(value * self.times)


ACKS = (
    Line("ack_p50", "choice to ack, p50, ms", "{:.1f}", 1000),
    Line("ack_p99", "choice to ack, p99, ms", "{:.1f}", 1000),
)
CPU = (
    Line("cpu", "server CPU a choice, ms", "{:.3f}", 1000),
    Line("helpers", "database (and Redis) CPU a choice, ms", "{:.3f}", 1000, compares=False),
)
CORES = (
    Line("core", "server's core in use", "{:.0%}"),
    Line("load", "load's core in use by the load", "{:.0%}", compares=False),
)
NIGHT = (
    Line("rate", "choices a second", "{:,.0f}"),
    *ACKS,
    Line("pass_p50", "last choice to new packs, p50, ms", "{:.1f}", 1000),
    Line("pass_p99", "last choice to new packs, p99, ms", "{:.1f}", 1000),
    *CPU,
    *CORES,
    Line("memory", "memory a connection, KB", "{:.0f}", 1 / 1024),
    Line("messages", "messages a choice", "{:.2f}"),
    Line("choices", "choices measured", "{:,.0f}", compares=False),
)


def rows(cells: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table; the first row is its head, and all but the first column are numbers."""
    head, *rest = (f"| {' | '.join(row)} |" for row in cells)
    return "\n".join([head, f"|---|{'---:|' * (len(cells[0]) - 1)}", *rest])


def side_by_side(lines: Sequence[Line], measured: Measured, names: tuple[str, str] = ("server", "limit")) -> str:
    """Return a table of server, limit and their ratio: medians over the runs. A line of zeros is left out."""
    cells = [["", *names, "ratio"]]
    for line in lines:
        ours, theirs = measured.value(line.key), measured.value(line.key, limit=True)
        if ours or theirs:
            ratio = f"{measured.ratio(line.key):.2f}" if theirs and line.compares else ""
            cells.append([line.name, line.text(ours), line.text(theirs), ratio])
    return rows(cells)


def columns(lines: Sequence[Line], measured: Mapping[str, Measured]) -> str:
    """Return a table with a column for each thing measured: the server's number, and its ratio to the limit's."""
    cells = [["", *measured]]
    for line in lines:
        if any(one.value(line.key) for one in measured.values()):
            cells.append([line.name, *(_with_ratio(line, one) for one in measured.values())])
    return rows(cells)


def _with_ratio(line: Line, measured: Measured) -> str:
    number = line.text(measured.value(line.key))
    compares = line.compares and measured.limit and measured.value(line.key, limit=True)
    return f"{number} ({measured.ratio(line.key):.2f})" if compares else number
