"""Card lists: a file to plain values, or everything that is wrong with it."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from drafts.importers.card_fields import FieldReader
from drafts.importers.faults import SHOWN, BadFile, ImportFault, at_line, quoted
from drafts.importers.limits import LONGEST_NUMBER
from drafts.importers.recipes import SetRecipe
from drafts.importers.sets.columns import Columns
from drafts.importers.sets.files import open_file
from drafts.importers.sets.source import CardSource, Lines
from drafts.rules.cards import Card
from drafts.rules.games.base import DERIVED_NOW, CardGame
from drafts.rules.texts import too_long
from drafts.rules.wording import gettext_noop

MOST_ASKED = 12  # rarities: a list of odd ones is no reason for a page without end
MOST_FAULTS = 1000  # no person reads more, and a file of nothing else would fill the memory with them


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card of the file: its line, its set, the card, and the facts that the line has of it."""

    line: int
    set_code: str
    card: Card
    facts: Mapping[str, object]

    def with_text(self, game: CardGame, text: str) -> Card:
        """Return the card as it is with another text, and with what the game reads from a text."""
        common = {"number": self.card.number, "name": self.card.name, "rarity": self.card.rarity, "text": text}
        return game.make_card(common, self.facts).card


@dataclass(frozen=True, slots=True)
class CardFile:
    """A whole file without a fault, and what its author may want to know all the same.

    `kind` says what the file is, and is empty for one of our own lists. `has_texts`: it has the column `text`; without
    it, the file says nothing of what cards do. `has_columns`: it is a table of other origin, whose columns can be
    chosen. `recipes` are those that stand in the file itself; `booster` and `boosters` as in `CardSource`.
    """

    kind: str
    game: CardGame
    rows: tuple[CardRow, ...]
    warnings: tuple[str, ...]
    has_texts: bool = False
    recipes: tuple[SetRecipe, ...] = ()
    has_columns: bool = False
    booster: str = ""
    boosters: tuple[str, ...] = ()

    def recipes_with(self, others: Sequence[SetRecipe]) -> tuple[SetRecipe, ...]:
        """Return the recipes of a recipe file, and those of the list itself for the sets that the file leaves out."""
        named = {recipe.set_code for recipe in others}
        return (*(recipe for recipe in self.recipes if recipe.set_code not in named), *others)

    @property
    def unknown_rarities(self) -> tuple[tuple[str, int], ...]:
        """The rarities that the game does not know, each with its number of cards: the most frequent of them."""
        counts = Counter(row.card.rarity for row in self.rows)
        known = {"", *self.game.known_rarities}
        return tuple(each for each in counts.most_common() if each[0] not in known)[:MOST_ASKED]

    def with_rarities(self, others: Mapping[str, str]) -> "CardFile":
        """Return the list with other rarities for those that its game does not know."""
        rows = (
            replace(row, card=replace(row.card, rarity=others.get(row.card.rarity, row.card.rarity)))
            for row in self.rows
        )
        return replace(self, rows=tuple(rows))

    def leaving_out(self, rarities: Collection[str]) -> "CardFile":
        """Return the list with recipes by which no card of these rarities is in a pack.

        They are derived from the other cards, for the sets that have such cards and bring no recipe.
        """
        told = {recipe.set_code: recipe for recipe in self.recipes}
        for code in {row.set_code for row in self.rows if row.card.rarity in rarities}:
            described = told.get(code, SetRecipe(code, "", None))
            others = [row.card for row in self.rows if row.set_code == code and row.card.rarity not in rarities]
            told[code] = replace(
                described, recipe=described.recipe or self.game.derive_recipe(code, others, DERIVED_NOW)
            )
        return replace(self, recipes=tuple(told.values()))

    def copied_to(self, code: str) -> "CardFile":
        """Return the list as one of a set of its own: each card's number begins with the set's code.

        Raise BadFile for a list of several sets, and for numbers that become too long or the same.
        """
        others = [row for row in self.rows if row.set_code != self.rows[0].set_code]
        if others:
            raise BadFile([at_line(others[0].line, gettext_noop("only a list of one set can get another code"))])
        rows = tuple(
            replace(row, set_code=code, card=replace(row.card, number=copied_number(row, code))) for row in self.rows
        )
        faults = _faults_of_numbers(rows)
        if faults:
            raise BadFile(faults)
        numbers = {old.card.number: new.card.number for old, new in zip(self.rows, rows, strict=True)}
        return replace(self, rows=rows, recipes=tuple(recipe.copied_to(code, numbers) for recipe in self.recipes))


def copied_number(row: CardRow, code: str) -> str:
    """Return the number of a card in a copy of its set: `BT06/001EN` becomes `NEW/001EN`, `001` `NEW/001`."""
    own = re.match(rf"{re.escape(row.set_code)}[^A-Za-z0-9]+(?=.)", row.card.number, re.IGNORECASE)
    return f"{code}/{row.card.number[own.end() if own else 0 :]}"


def _faults_of_numbers(rows: tuple[CardRow, ...]) -> list[ImportFault]:
    faults: list[ImportFault] = []
    seen: dict[str, int] = {}
    for row in rows:
        number = quoted(row.card.number)
        first = seen.setdefault(row.card.number, row.line)
        if first != row.line:
            faults.append(at_line(row.line, _is_there_already(number, first)))
        if len(row.card.number) > LONGEST_NUMBER:
            facts = {"column": "card_number", "what": too_long(LONGEST_NUMBER), "value": number}
            faults.append(at_line(row.line, gettext_noop("%(column)s %(what)s: %(value)s", **facts)))
    return faults


def _is_there_already(number: str, first: int) -> str:
    return gettext_noop("card_number %(number)s is on line %(first)s already", number=number, first=first)


def read_cards(
    data: bytes,
    line_read: Callable[[int], None],
    columns: Columns | None = None,
    most_lines: int | None = None,
    booster: str = "",
) -> CardFile:
    """Read a card list of any kind (`open_file`), or its first `most_lines`; `line_read` is told each line's number.

    Raise BadFile with every fault, up to `MOST_FAULTS`. Unknown columns are ignored with a warning, empty lines without
    one.
    """
    source = open_file(data, columns, booster)
    warnings: list[str] = list(source.warnings)
    rows: list[CardRow] = []
    faults: list[ImportFault] = []
    seen: dict[str, int] = {}
    for line, fields in islice(_readable_lines(source.lines, faults), most_lines):
        line_read(line)
        if len(faults) >= MOST_FAULTS:
            break
        if isinstance(fields, list):
            faults.append(at_line(line, _miscounted(fields, source)))
            continue
        reader = FieldReader(fields, is_strict=source.is_own)
        row = _row(source.game, line, reader)
        faults += [at_line(line, fault) for fault in reader.faults]
        for warning in reader.warnings:
            words = at_line(line, warning).words
            warnings.append(
                words if len(warnings) < SHOWN else str(words)
            )  # those that are counted only are kept small
        if row is None:
            continue
        first = seen.setdefault(row.card.number, line)
        if first != line:
            faults.append(at_line(line, _is_there_already(quoted(row.card.number), first)))
        rows.append(row)
    faults += _faults_of_codes(rows)
    if not rows and not faults:
        faults.append(at_line(1, gettext_noop("there are no cards under the header")))
    if faults:
        raise BadFile(faults)
    return CardFile(
        "" if source.is_own else source.kind,
        source.game,
        tuple(rows),
        tuple(warnings),
        "text" in source.columns,
        recipes=source.recipes,
        has_columns=bool(source.width) and not source.is_own,
        booster=source.booster,
        boosters=source.boosters,
    )


def _faults_of_codes(rows: Sequence[CardRow]) -> list[ImportFault]:
    """Return a fault for each set whose code is spelled in two ways."""
    by_code: dict[str, CardRow] = {}
    for row in rows:
        by_code.setdefault(row.set_code, row)
    first: dict[str, CardRow] = {}
    faults = []
    for code, row in by_code.items():
        other = first.setdefault(re.sub("[^A-Z0-9]", "", code), row)
        if other is not row:
            words = gettext_noop(
                "set_code %(code)s is %(other)s on line %(line)s: spell it in one way",
                code=quoted(code),
                other=quoted(other.set_code),
                line=other.line,
            )
            faults.append(at_line(row.line, words))
    return faults


def _readable_lines(lines: Lines, faults: list[ImportFault]) -> Iterator[tuple[int, list[str] | dict[str, str]]]:
    """Give the lines up to the place where the file breaks off, and put that among the faults."""
    try:
        yield from lines
    except BadFile as broken:
        faults += broken.faults


def _miscounted(fields: list[str], source: CardSource) -> str:
    counts = {"fields": len(fields), "columns": source.width}
    return gettext_noop("there are %(fields)s fields, and %(columns)s columns in the header", **counts)


def _row(game: CardGame, line: int, reader: FieldReader) -> CardRow | None:
    """Return the row's card, or None when the reader has found faults in it."""
    code = reader.set_code()
    card = reader.card(game, code)
    return None if reader.faults or card is None else CardRow(line, code, card, reader.facts)
