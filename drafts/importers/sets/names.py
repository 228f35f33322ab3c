"""Lists of names of cards: a cube, as sites and players write it. The facts of the cards are loaded sets'."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from drafts.importers.faults import BadFile
from drafts.importers.limits import LONGEST_CODE, LONGEST_NAME, LONGEST_NUMBER
from drafts.importers.sets.columns import has_known_columns
from drafts.importers.sets.tables import CardTable, table_of_text
from drafts.importers.sets.texts import other_kind_of, text_of
from drafts.rules.wording import Wording

MOST_NAMES = 5_000
LINES_COMPARED = 20
COMMENTS = ("//", "#")
MAYBE = re.compile(r"#+\s*maybe ?board", re.IGNORECASE)
MAIN = re.compile(r"#+\s*main ?board", re.IGNORECASE)
LINE = re.compile(
    rf"(?:(?P<count>\d{{1,2}})x?\s+)?(?P<name>\S.{{0,{LONGEST_NAME}}}?)"
    rf"(?:\s+\((?P<set>[A-Za-z0-9-]{{2,16}})\)(?:\s+(?P<number>\S{{1,{LONGEST_NUMBER}}}))?)?"
)
CUBE_COLUMNS = frozenset({"name", "maybeboard"})
TRUE = frozenset({"true", "yes", "1"})


@dataclass(frozen=True, slots=True, order=True)
class NamedCard:
    """A card that a list names; where the list says the printing, its set and its number there, else empty texts."""

    name: str
    set_code: str = ""
    number: str = ""


@dataclass(frozen=True, slots=True)
class PackPlan:
    """The packs of a list: layouts with their weights and the sizes of their slots, and the cards of each slot.

    A size of 0 is that of a pack of the game's cubes. `once`: no card comes twice at a table, but for its copies.
    `foil` are the slots with cards of foil, each with the place of its layout, from 0. `balanced`: the largest slot of
    a layout has a card of each colour.
    """

    layouts: tuple[tuple[int, tuple[tuple[str, int], ...]], ...]
    slots: Mapping[str, Counter[NamedCard]]
    once: bool
    foil: frozenset[tuple[int, str]] = frozenset()
    balanced: bool = False


@dataclass(frozen=True, slots=True)
class NameList:
    """The cards of a list, each with how many copies of it there are.

    Lists of Draftmancer say more: a `name`, a `plan` of packs, cards of their `own` with their lines, whose fields are
    those of our lists, and what is to be said of them.
    """

    cards: Counter[NamedCard]
    name: str = ""
    own: tuple[tuple[int, Mapping[str, str]], ...] = ()
    plan: PackPlan | None = None
    warnings: tuple[Wording, ...] = ()

    @property
    def count(self) -> int:
        """How many cards there are, each copy counted."""
        return self.cards.total()


def read_names(data: bytes) -> NameList | None:
    """Return the names that a file lists, one on each line or as CubeCobra's CSV; None for any other file."""
    try:
        text = text_of(data).text
    except BadFile:
        return None
    if "\0" in text or text.lstrip()[:1] in ("{", "[", "<") or other_kind_of(text):
        return None
    try:
        table = table_of_text(text)
        header = frozenset(name.strip().lower() for name in table.header)
        cards = _of_table(table) if header >= CUBE_COLUMNS else _of_lines(text, table)
    except BadFile:
        return None
    return NameList(cards) if 0 < len(cards) <= MOST_NAMES else None


def code_from(file_name: str) -> str:
    """Return a code for the cube in a file of this name; "" where the name has no letter or digit to make one of."""
    stem = file_name.rpartition(".")[0] or file_name
    return re.sub(r"[^A-Z0-9]+", "-", stem.upper())[:LONGEST_CODE].strip("-")


def _of_table(table: CardTable) -> Counter[NamedCard]:
    """Return the cards of CubeCobra's CSV, those that its owner only considers left aside."""
    columns = [name.strip().lower() for name in table.header]
    found: Counter[NamedCard] = Counter()
    for _, record in table.records:
        fields = dict(zip(columns, (value.strip() for value in record), strict=False))
        if len(found) > MOST_NAMES:
            break
        if fields.get("name") and fields.get("maybeboard", "").lower() not in TRUE:
            found[NamedCard(fields["name"], fields.get("set", "").upper(), fields.get("collector number", ""))] += 1
    return found


def _of_lines(text: str, table: CardTable) -> Counter[NamedCard]:
    """Return the cards of a text with a name on each line; nothing where a line is none, as in a table."""
    if has_known_columns(table.header) or _is_table(table):
        return Counter()
    found: Counter[NamedCard] = Counter()
    for line in islice(_main_lines(text), MOST_NAMES + 1):
        named = LINE.fullmatch(line)
        if named is None or not any(char.isalpha() for char in named["name"]):
            return Counter()
        card = NamedCard(named["name"], (named["set"] or "").upper(), named["number"] or "")
        found[card] += int(named["count"] or 1)
    return found


def _is_table(table: CardTable) -> bool:
    """Whether the lines of a text have columns: three or more, and as many in each. A name may have a comma in it."""
    widths = {len(record) for _, record in islice(table.records, LINES_COMPARED)}
    return len(table.header) > 2 and widths == {len(table.header)}


def _main_lines(text: str) -> Iterator[str]:
    is_main = True
    for line in map(str.strip, text.splitlines()):
        if line.startswith("#"):
            is_main = not MAYBE.match(line) and (is_main or bool(MAIN.match(line)))
        elif line and is_main and not line.startswith(COMMENTS):
            yield line
