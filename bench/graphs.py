"""Results as a drawing: a small SVG file, always the same for the same results, legible on light and on dark."""

from io import StringIO
from pathlib import Path

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from bench.document import NAMES
from bench.report import Results

INK = "#808080"  # every line and letter; what the page is read on decides what it becomes
SETTINGS = {
    "svg.fonttype": "none",
    "svg.hashsalt": "pass-left",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 10,
    **{f"{part}.color": INK for part in ("text", "xtick", "ytick", "grid")},
    **{f"axes.{part}color": INK for part in ("edge", "label")},
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.linewidth": 0.3,
    "legend.frameon": False,
}
STYLE = """<style>svg { color: #24292f } @media (prefers-color-scheme: dark) { svg { color: #d0d7de } }</style>"""
COLOURS = {"sqlite": "#0a7ea4", "postgres": "#c2410c", "limit": "#8a8f98"}


def draw(results: Results, file: Path) -> Path:
    """Draw what becomes of time and speed as tables become more, and return the file."""
    with matplotlib.rc_context(SETTINGS):
        file.write_text(_svg(_growth(results)))
    return file


def _svg(figure: Figure) -> str:
    text = StringIO()
    figure.savefig(text, format="svg", transparent=True, bbox_inches="tight", metadata={"Date": None, "Creator": None})
    drawn = text.getvalue().replace(INK, "currentColor")
    return drawn.replace("<defs>", f"{STYLE}\n <defs>", 1)


def _growth(results: Results) -> Figure:
    figure = Figure(figsize=(8, 3.2))
    cost, speed = figure.subplots(1, 2)
    counts: set[int] = set()
    for database, nights in results.nights.items():
        found = {int(name.partition("-")[2]): one for name, one in nights.items() if name.startswith("fast")}
        tables = sorted(found)
        counts |= set(tables)
        for axes, key, times in ((cost, "cpu", 1000), (speed, "rate", 1)):
            axes.plot(tables, [times * found[n].value(key) for n in tables], "o-", ms=4, color=COLOURS[database],
                      label=NAMES[database])  # fmt: skip
            if database == "sqlite":
                limit = [times * found[n].value(key, limit=True) for n in tables]
                axes.plot(tables, limit, "o--", ms=3, color=COLOURS["limit"], label="limit: nothing stored")
    for axes, title in ((cost, "processor time of the server a choice, ms"), (speed, "choices a second")):
        _tidy(axes, title)
        axes.set_xscale("log", base=2)
        axes.set_xticks(sorted(counts), map(str, sorted(counts)))
        axes.minorticks_off()
        axes.set_ylim(bottom=0)
        axes.set_xlabel("tables of four, as fast as they can")
    cost.legend()
    figure.tight_layout()
    return figure


def _tidy(axes: Axes, title: str) -> None:
    axes.set_title(title, loc="left", fontsize=10)
    axes.grid(axis="both")
    axes.set_axisbelow(True)
    axes.tick_params(length=0)
