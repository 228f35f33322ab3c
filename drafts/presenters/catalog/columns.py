"""A table of cards as it is read by a choice of columns: samples of its columns, and what is wrong with which lines."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from django.utils.translation import gettext

from drafts.importers.cards import read_cards
from drafts.importers.faults import BadFile, ImportFault, at_most
from drafts.importers.sets.columns import Columns, columns_of, least_columns
from drafts.importers.sets.tables import CardTable
from drafts.languages import translated
from drafts.rules.games.base import CardGame
from drafts.rules.wording import Wording

SAMPLES, LINES_SAMPLED, LONGEST_SAMPLE = 3, 300, 40
LINES_CHECKED = 2_000
FAULTS_SHOWN = 3


@dataclass(slots=True)
class CheckedColumns:
    """The first lines of a table as they are read: `cards` of them, and faults by our columns, the others apart.

    `is_whole`: these were all lines.
    """

    cards: int = 0
    lines: int = 0
    faults: dict[str, list[str]] = field(default_factory=dict)
    others: list[str] = field(default_factory=list)
    count: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether all lines were looked at."""
        return self.lines < LINES_CHECKED


def samples_of(table: CardTable) -> list[tuple[str, ...]]:
    """Return some values of each column, each once, cut short; blank ones are passed over."""
    found: list[dict[str, None]] = [{} for _ in table.header]
    try:
        for _, record in islice(table.records, LINES_SAMPLED):
            for values, value in zip(found, record, strict=False):
                if value.strip() and len(values) < SAMPLES:
                    values[_cut(value.strip())] = None
    except BadFile:
        pass  # the check says where the file breaks off
    return [tuple(values) for values in found]


def check_columns(data: bytes, columns: Columns) -> CheckedColumns:
    """Read the first lines of a table by a choice of columns, and return what is wrong with which of them."""
    checked = CheckedColumns()

    def count(line: int) -> None:
        checked.lines += 1

    try:
        checked.cards = len(read_cards(data, count, columns, LINES_CHECKED).rows)
    except BadFile as bad:
        missing = [name for name in least_columns(columns.game) if name not in columns.places]
        _sort(checked, bad.faults, columns.game)
        checked.faults |= {name: [gettext("Choose a column.")] for name in missing}
    return checked


def _sort(checked: CheckedColumns, faults: Sequence[ImportFault], game: CardGame) -> None:
    known = columns_of(game)
    by_name: dict[str, list[str]] = {}
    for fault in faults:
        facts = fault.what.facts if isinstance(fault.what, Wording) else {}
        name = facts.get("column") or ("card_number" if "number" in facts else "set_code" if "code" in facts else "")
        by_name.setdefault(str(name) if name in known else "", []).append(fault.words)
    checked.count = len(faults)
    shown = {name: [translated(words) for words in at_most(listed, FAULTS_SHOWN)] for name, listed in by_name.items()}
    checked.others = shown.pop("", [])
    checked.faults = shown


def _cut(value: str) -> str:
    one_line = " ".join(value.split())
    return one_line if len(one_line) <= LONGEST_SAMPLE else one_line[:LONGEST_SAMPLE] + "…"
