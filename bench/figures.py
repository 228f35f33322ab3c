"""What a night of load has shown, and how it is told."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Figures:
    """Times in seconds, memory in bytes. `small` counts the `seat` messages among all `messages`."""

    seconds: float
    acks: Sequence[float]
    passes: Sequence[float]
    cpu: float
    load_cpu: float
    memory: float
    messages: int
    small: int

    @property
    def choices(self) -> int:
        """How many choices were acknowledged."""
        return len(self.acks)

    @property
    def rate(self) -> float:
        """Choices a second."""
        return self.choices / self.seconds

    @property
    def cpu_per_thousand(self) -> float:
        """Seconds of the server's processor for 1000 choices."""
        return 1000 * self.cpu / self.choices

    def shown_one_by_one(self, fighters: int) -> float:
        """Return the share of choices, but the last of each pass, that were shown by themselves."""
        return min(1.0, self.small / (self.choices * (fighters - 1) / fighters * (fighters - 1)))


def percentile(ordered: Sequence[float], share: float) -> float:
    """Return the value below which this share of the values lies; 0 when there are none."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


LINES = (
    ("choices a second", "{:,.0f}", lambda figures: figures.rate),
    ("choice to ack, p50, ms", "{:.1f}", lambda figures: 1000 * percentile(figures.acks, 0.5)),
    ("choice to ack, p99, ms", "{:.1f}", lambda figures: 1000 * percentile(figures.acks, 0.99)),
    ("last choice to new packs, p50, ms", "{:.1f}", lambda figures: 1000 * percentile(figures.passes, 0.5)),
    ("last choice to new packs, p99, ms", "{:.1f}", lambda figures: 1000 * percentile(figures.passes, 0.99)),
    ("server CPU, s per 1000 choices", "{:.3f}", lambda figures: figures.cpu_per_thousand),
    ("server's core in use", "{:.0%}", lambda figures: figures.cpu / figures.seconds),
    ("load's core in use", "{:.0%}", lambda figures: figures.load_cpu / figures.seconds),
    ("memory a connection, KB", "{:.0f}", lambda figures: figures.memory / 1024),
    ("messages a choice", "{:.2f}", lambda figures: figures.messages / figures.choices),
    ("choices measured", "{:,.0f}", lambda figures: figures.choices),
)


def table(real: Sequence[Figures], limit: Sequence[Figures]) -> str:
    """Return a Markdown table: medians over the repeats, and the median of the ratios within each."""
    rows = ["| | server | limit | ratio |", "|---|---:|---:|---:|"]
    for name, form, read in LINES:
        ours, theirs = map(read, real), map(read, limit)
        pairs = list(zip(ours, theirs, strict=True))
        ratio = median(one / other if other else 0.0 for one, other in pairs)
        one, other = (form.format(median(values)) for values in zip(*pairs, strict=True))
        rows.append(f"| {name} | {one} | {other} | {ratio:.2f} |")
    return "\n".join(rows)
