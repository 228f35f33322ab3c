"""The figures of a measurement, and the table in which they are shown."""

from collections.abc import Mapping, Sequence
from statistics import median
from typing import NamedTuple

Summary = Mapping[str, float]
"""The results of one run, by the keys of the lines below. Times in seconds, sizes in bytes."""

Turn = Sequence[Summary]
"""The results of one turn: those of this checkout, and those of the other one where there is one."""


class Line(NamedTuple):
    """A line of a table: its key in a summary, its name, the form of its number and the factor of that number.

    `compares`: whether the ratio to the other checkout says anything.
    """

    key: str
    name: str
    form: str
    factor: float = 1.0
    compares: bool = True

    def text(self, value: float) -> str:
        return self.form.format(value * self.factor)


def percentile(ordered: Sequence[float], share: float) -> float:
    """Return the value below which this share of the values lies; 0 when there are none."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def percentiles(name: str, values: Sequence[float]) -> Summary:
    """Return the median and the 99th percentile of some waits, under names of their own."""
    ordered = sorted(values)
    return {f"{name}_p50": percentile(ordered, 0.5), f"{name}_p99": percentile(ordered, 0.99)}


def table(lines: Sequence[Line], turns: Sequence[Turn]) -> str:
    """Return a Markdown table of medians over the turns. A line of zeros is left out.

    With another checkout the last column is the median of the ratios within each turn: these compare better than runs
    at other times.
    """
    head = ["", "this checkout", "the other", "ratio"] if len(turns[0]) > 1 else ["", "this checkout"]
    cells = [head, ["---", *["---:"] * (len(head) - 1)]]
    for line in lines:
        values = [median(turn[place][line.key] for turn in turns) for place in range(len(turns[0]))]
        if any(values):
            cells.append([line.name, *map(line.text, values), *_ratio(line, turns)])
    return "\n".join(f"| {' | '.join(row)} |" for row in cells)


def _ratio(line: Line, turns: Sequence[Turn]) -> list[str]:
    """Return the cell of the ratio, where there is another checkout."""
    if len(turns[0]) == 1:
        return []
    comparable = line.compares and all(other[line.key] for _, other in turns)
    return [f"{median(this[line.key] / other[line.key] for this, other in turns):.2f}" if comparable else ""]
