"""The statistics of a set as a page shows them: sorted rows of cells, and bars to compare one figure by."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from django.utils.translation import gettext_lazy as _

from drafts.languages import translated
from drafts.numbers import decimal_words, percent_words
from drafts.queries.catalog import questions_of, rarity_order
from drafts.queries.statistics import ObservedCard, SetStatistics
from drafts.rules.statistics.figures import MEASURES, FigureUnit, Measure, ObservedValue

BY_DEFAULT = "average_taken_at"

WORDS = {
    "opened": (_("Opened"), _("Cards in packs that fighters opened.")),
    "seen": (_("Seen"), _("Each card counts once for each fighter who had it in hand.")),
    "taken": (_("Taken"), _("Cards that fighters chose.")),
    "average_taken_at": (
        _("Taken at"),
        _("When a card was chosen, on average: 1 is from a fresh pack, 2 from one that was passed on once."),
    ),
    "average_last_seen_at": (
        _("Last seen at"),
        _("When a fighter had a card in hand for the last time, on average over all who saw it."),
    ),
    "first_choice_rate": (_("First choice"), _("Of the cards opened: those chosen at once from the fresh pack.")),
    "wheel_rate": (
        _("Wheel"),
        _("Of the cards passed on at first sight whose pack came back to the same fighter: those still in it."),
    ),
    "last_choice_rate": (_("Last choice"), _("Of the cards chosen: those that were alone in hand.")),
    "results": (
        _("Results"),
        _("Fights won of those fought by fighters whose deck held the card. A draw is fought, and not won."),
    ),
}
"""The name of each measure for people, and its meaning."""


FAMILIES: Sequence[tuple[str, Any, tuple[str, ...]]] = (
    ("choice", _("How early"), ("average_taken_at", "first_choice_rate", "last_choice_rate")),
    ("wheel", _("What comes back"), ("average_last_seen_at", "wheel_rate")),
    ("results", _("What wins"), ("results",)),
    ("counts", _("How many"), ("opened", "seen", "taken")),
)
"""The measures by what they tell: a name, what people call it, and its measures, the most telling first."""


class Cell(NamedTuple):
    """A figure in words: its value, its interval and its number of observations; empty where there is none."""

    name: str
    value: str
    interval: str
    n: str
    is_thin: bool
    is_sorted: bool


class Bar(NamedTuple):
    """A figure as a bar: places from 0 to 100, as numbers that a drawing takes; `low` and `high` may be empty.

    An average is drawn as a point: it is a position, not an amount.
    """

    value: str
    low: str
    high: str
    is_point: bool


class HasFigures(Protocol):
    """A card, or several, of which figures are known."""

    @property
    def figures(self) -> Mapping[str, ObservedValue]:
        """The figures, by name."""


@dataclass(frozen=True, slots=True)
class StatisticsRow:
    """A card, or an answer of several cards, with its cells and the bar of the figure that rows are sorted by."""

    of: HasFigures
    cells: tuple[Cell, ...]
    bar: Bar | None

    @property
    def sorted_cell(self) -> Cell | None:
        """The cell of the figure that rows are sorted by."""
        return next((cell for cell in self.cells if cell.is_sorted), None)


class Column(NamedTuple):
    """A measure as the head of a column: its words, and how its link sorts next."""

    name: str
    label: str
    meaning: str
    is_sorted: bool
    order: str
    next_order: str


class Family(NamedTuple):
    """Measures that tell of the same, as a tab with a column for each; the tab sorts by the first."""

    name: str
    label: str
    columns: Sequence[Column]
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Order:
    """The order of rows: by a measure, or by `number`, `name` or `rarity`; ascending or descending."""

    by: str
    descending: bool

    @property
    def measure(self) -> Measure:
        """The measure that bars show: the one sorted by, else the usual one."""
        return next((each for each in MEASURES if each.name == self.by), _MEASURES[BY_DEFAULT])

    @classmethod
    def of(cls, by: str, order: str) -> "Order":
        """Read an order from an address; what is unknown there is as usual."""
        known = by if by in _MEASURES or by in ("number", "name", "rarity") else BY_DEFAULT
        return cls(known, {"asc": False, "desc": True}.get(order, _is_best_high(known)))


_MEASURES = {measure.name: measure for measure in MEASURES}


def columns(order: Order) -> list[Column]:
    """Return the measures as heads of columns."""
    return [
        Column(
            measure.name,
            str(WORDS[measure.name][0]),
            str(WORDS[measure.name][1]),
            is_sorted=measure is order.measure,
            order=_order_word(order.descending) if measure.name == order.by else "",
            next_order=_order_word(not order.descending if measure.name == order.by else _is_best_high(measure.name)),
        )
        for measure in MEASURES
    ]


def families(columns: Iterable[Column]) -> list[Family]:
    """Return the columns by what they tell."""
    by_name = {column.name: column for column in columns}
    return [
        Family(
            name, str(label), [by_name[each] for each in measures], any(by_name[each].is_sorted for each in measures)
        )
        for name, label, measures in FAMILIES
    ]


def sorted_cards(statistics: SetStatistics, order: Order) -> list[ObservedCard]:
    """Return the cards of a set in order; those of which the figure is not known come last."""
    cards = statistics.cards
    if order.by in _MEASURES:
        known = [each for each in cards if each.figures[order.by].n]
        unknown = [each for each in cards if not each.figures[order.by].n]
        known.sort(key=lambda each: each.figures[order.by].value or 0.0, reverse=order.descending)
        return [*known, *unknown]
    keys: dict[str, Callable[[ObservedCard], tuple[int, str]]] = {
        "number": lambda each: (0, each.card.number),
        "name": lambda each: (0, each.card.name.casefold()),
        "rarity": lambda each: rarity_order(statistics.game, each.card.rarity),
    }
    return sorted(cards, key=keys[order.by], reverse=order.descending)


def rows_of(shown: Sequence[HasFigures], every: Sequence[HasFigures], order: Order) -> list[StatisticsRow]:
    """Return rows for those that a page shows, with bars on the scale of `every`."""
    measure = order.measure
    scale = _scale(measure, [each.figures[measure.name] for each in every])
    return [
        StatisticsRow(each, tuple(_cells(each, measure)), _bar(each.figures[measure.name], measure, scale))
        for each in shown
    ]


def groupings(statistics: SetStatistics, question: str) -> list[tuple[str, str, bool]]:
    """Return what cards can be grouped by: a name, what people call it, and whether they are grouped by it."""
    chosen = statistics.question(question).name
    return [(each.name, translated(each.label), each.name == chosen) for each in questions_of(statistics.game)]


def _cells(of: HasFigures, chosen: Measure) -> Iterable[Cell]:
    for measure in MEASURES:
        figure = of.figures[measure.name]
        yield Cell(
            measure.name,
            in_words(figure, measure.kind),
            _interval(figure, measure.kind),
            "" if measure.kind is FigureUnit.COUNT or figure.value is None else decimal_words(figure.n, 0),
            is_thin=figure.is_thin,
            is_sorted=measure is chosen,
        )


def in_words(figure: ObservedValue, kind: FigureUnit) -> str:
    """Return a value as people read it; a dash where there is none."""
    return "–" if figure.value is None else _number(figure.value, kind, sign=True)


def _interval(figure: ObservedValue, kind: FigureUnit) -> str:
    if figure.low is None or figure.high is None:
        return ""
    return f"{_number(figure.low, kind)}–{_number(figure.high, kind)}"


def _number(value: float, kind: FigureUnit, *, sign: bool = False) -> str:
    if kind is FigureUnit.RATE:
        return percent_words(value, 0) if sign else decimal_words(100 * value, 0)
    return decimal_words(value, 0 if kind is FigureUnit.COUNT else 2)


def _scale(measure: Measure, figures: Iterable[ObservedValue]) -> tuple[float, float]:
    """Return the values at both ends of a bar: 0 and 1 for rates, else 0 (1 for averages) and the highest figure."""
    if measure.kind is FigureUnit.RATE:
        return 0.0, 1.0
    least = 1.0 if measure.kind is FigureUnit.AVERAGE else 0.0
    return least, max((figure.high or figure.value or 0.0 for figure in figures), default=0.0)


def _bar(figure: ObservedValue, measure: Measure, scale: tuple[float, float]) -> Bar | None:
    least, most = scale
    if figure.value is None or most <= least:
        return None

    def place(value: float | None) -> str:
        return "" if value is None else f"{100 * min(1.0, max(0.0, (value - least) / (most - least))):.1f}"

    return Bar(place(figure.value), place(figure.low), place(figure.high), measure.kind is FigureUnit.AVERAGE)


def _is_best_high(by: str) -> bool:
    return by in _MEASURES and _MEASURES[by].kind is not FigureUnit.AVERAGE


def _order_word(descending: bool) -> str:
    return "desc" if descending else "asc"
