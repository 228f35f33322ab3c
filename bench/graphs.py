"""Results as drawings: small SVG files, always the same for the same results, legible on light and on dark."""

from io import StringIO
from pathlib import Path

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from bench.figures import Measured
from bench.report import Nights, Results
from bench.telling import NAMES

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
PROMISED_MS = 100


def draw(results: Results, folder: Path) -> None:
    """Draw all graphs into a folder."""
    folder.mkdir(exist_ok=True)
    drawings = {"growth": _growth, "pace": _pace, "pages": _pages, "processes": _processes}
    with matplotlib.rc_context(SETTINGS):
        for name, drawing in drawings.items():
            (folder / f"{name}.svg").write_text(_svg(drawing(results)))


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


def _pace(results: Results) -> Figure:
    rows = []
    for name, paced in results.nights["sqlite"].items():
        if name.startswith("pace"):
            tables = f"{name.partition('-')[2]} tables"
            rows.append((f"{tables}, limit", *_ends(paced, "ack", limit=True), COLOURS["limit"]))
            for database, nights in results.nights.items():
                rows.append((f"{tables}, {NAMES[database]}", *_ends(nights[name], "ack"), COLOURS[database]))
    figure = _spans("choice to ack at human pace, ms: from p50 to p99", rows)
    axes = figure.axes[0]
    axes.axvline(PROMISED_MS, color=INK, linewidth=1, linestyle=":")
    axes.annotate("promised: p99 ", (PROMISED_MS, -0.2), ha="right", fontsize=8)
    return figure


def _pages(results: Results) -> Figure:
    rows = []
    for page in reversed(results.pages["sqlite"]["alone"]):
        for how, words, colour in (("beside", "while tables draft", "sqlite"), ("alone", "alone", "limit")):
            rows.append((f"{page}, {words}", *_ends(results.pages["sqlite"][how][page], "page"), COLOURS[colour]))
    return _spans("time of a page on SQLite, ms: from p50 to p99", rows)


def _processes(results: Results) -> Figure:
    figure = Figure(figsize=(8, 2.4))
    speed, cost = figure.subplots(1, 2, sharey=True)
    nights: Nights = results.processes["fast"]
    names = list(nights)[::-1]
    for axes, key, times, title in (
        (speed, "rate", 1, "choices a second, as fast as they can"),
        (cost, "cpu", 1000, "processor time of the servers a choice, ms"),
    ):
        values = [times * nights[name].value(key) for name in names]
        bars = axes.barh(names, values, color=COLOURS["postgres"], height=0.6)
        axes.bar_label(bars, [f"{value:,.3g}" if value < 1000 else f"{value:,.0f}" for value in values], padding=3)
        axes.margins(x=0.15)
        _tidy(axes, title)
    figure.tight_layout()
    return figure


def _ends(measured: Measured, wait: str, *, limit: bool = False) -> tuple[float, float]:
    p50, p99 = (1000 * measured.value(f"{wait}_{end}", limit=limit) for end in ("p50", "p99"))
    return p50, p99


def _spans(title: str, rows: list[tuple[str, float, float, str]]) -> Figure:
    """Draw a line for each row, from its middle to its end."""
    figure = Figure(figsize=(8, 0.6 + 0.26 * len(rows)))
    axes = figure.subplots()
    for place, (_, middle, end, colour) in enumerate(rows):
        axes.plot([middle, end], [place, place], "-", color=colour, linewidth=2)
        axes.plot([middle], [place], "o", color=colour, ms=5)
        axes.plot([end], [place], "|", color=colour, ms=10, mew=2)
    axes.set_yticks(range(len(rows)), [name for name, *_ in rows])
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter("{x:g}")
    axes.xaxis.set_minor_formatter("")
    axes.set_ylim(-0.6, len(rows) - 0.4)
    _tidy(axes, title)
    return figure


def _tidy(axes: Axes, title: str) -> None:
    axes.set_title(title, loc="left", fontsize=10)
    axes.grid(axis="both")
    axes.set_axisbelow(True)
    axes.tick_params(length=0)
