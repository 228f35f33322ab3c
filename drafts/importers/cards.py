"""Card lists: a CSV file to plain values, or everything that is wrong with it."""

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from drafts.importers.card_fields import FieldReader
from drafts.importers.faults import SHOWN, BadFile, ImportFault, at_line, at_most, quoted
from drafts.importers.limits import LONGEST_NUMBER
from drafts.rules.cards import Card
from drafts.rules.games.base import CardGame
from drafts.rules.games.registry import CARD_GAMES, DEFAULT_FORMAT
from drafts.rules.wording import gettext_noop

COMMON = ("set_code", "card_number", "name", "rarity")
OPTIONAL = ("text",)
MOST_FAULTS = 1000  # nobody reads more, and a file of nothing else would fill the memory with them


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

    `has_texts`: it has the column `text`. Without it, the file says nothing of what cards do.
    """

    game: CardGame
    rows: tuple[CardRow, ...]
    warnings: tuple[str, ...]
    has_texts: bool = False

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
        return replace(self, rows=rows)


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
            too_long = gettext_noop("is longer than %(longest)s characters", longest=LONGEST_NUMBER)
            faults.append(
                at_line(
                    row.line,
                    gettext_noop("%(column)s %(what)s: %(value)s", column="card_number", what=too_long, value=number),
                )
            )
    return faults


def _is_there_already(number: str, first: int) -> str:
    return gettext_noop("card_number %(number)s is on line %(first)s already", number=number, first=first)


def read_cards(data: bytes, line_read: Callable[[int], None]) -> CardFile:
    """Read a card list; `line_read` is told each line's number. Raise BadFile with every fault, up to `MOST_FAULTS`.

    UTF-8 with or without a byte order mark. Unknown columns are ignored with a warning, empty lines without one.
    """
    lines = _lines(_text(data))
    game, columns, warnings = _header(lines)
    rows: list[CardRow] = []
    faults: list[ImportFault] = []
    seen: dict[str, int] = {}
    for line, fields in _readable_records(lines, faults):
        line_read(line)
        if len(faults) >= MOST_FAULTS:
            break
        if len(fields) != len(columns):
            faults.append(at_line(line, _miscounted(fields, columns)))
            continue
        reader = FieldReader(dict(zip(columns, fields, strict=True)))
        row = _row(game, line, reader)
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
    if not rows and not faults:
        faults.append(at_line(1, gettext_noop("there are no cards under the header")))
    if faults:
        raise BadFile(faults)
    return CardFile(game, tuple(rows), tuple(warnings), has_texts="text" in columns)


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadFile([at_line(line, gettext_noop("this is not UTF-8: save the file as “CSV UTF-8”"))]) from None


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Give each record with the line on which it begins."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    begins = 1
    try:
        for fields in reader:
            if any(field.strip() for field in fields):
                yield begins, fields
            begins = reader.line_num + 1
    except csv.Error as error:
        raise BadFile([at_line(begins, gettext_noop("this is not CSV: %(error)s", error=str(error)))]) from None


def _readable_records(
    lines: Iterator[tuple[int, list[str]]], faults: list[ImportFault]
) -> Iterator[tuple[int, list[str]]]:
    """Give the records up to the place where the file is no longer CSV, and put that among the faults."""
    try:
        yield from lines
    except BadFile as broken:
        faults += broken.faults


def columns_of(game: CardGame) -> tuple[str, ...]:
    """Return the columns that a card list of the game has, the optional ones last."""
    rest = (field.name for field in game.fields if not field.needed)
    return (*_needed(game), *rest, *OPTIONAL)


def _needed(game: CardGame) -> tuple[str, ...]:
    *first, last = COMMON
    return (*first, *(field.name for field in game.fields if field.needed), last)


def _header(lines: Iterator[tuple[int, list[str]]]) -> tuple[CardGame, list[str], list[str]]:
    """Return the game that the header tells, its columns, and warnings about columns that are not known."""
    line, fields = next(lines, (1, []))
    columns = [field.strip().lower() for field in fields]
    game = _game_of(columns)
    faults = [
        at_line(line, gettext_noop("the column %(column)s is missing", column=column))
        for column in _needed(game)
        if column not in columns
    ]
    known = columns_of(game)
    faults += [
        at_line(line, gettext_noop("the column %(column)s is there twice", column=column))
        for column in known
        if columns.count(column) > 1
    ]
    if faults:
        raise BadFile(faults)
    unknown = [quoted(column) for column in columns if column not in known]
    warnings: list[str] = [
        gettext_noop("column %(column)s is not known and is left out", column=column) for column in at_most(unknown)
    ]
    return game, columns, warnings


def _miscounted(fields: list[str], columns: list[str]) -> str:
    counts = {"fields": len(fields), "columns": len(columns)}
    return gettext_noop("there are %(fields)s fields, and %(columns)s columns in the header", **counts)


def _game_of(columns: list[str]) -> CardGame:
    """Return the game whose columns are all there; else one of which a column is there that no other game has."""
    needed = {game.slug: {field.name for field in game.fields if field.needed} for game in CARD_GAMES.values()}
    whole = [game for game in CARD_GAMES.values() if needed[game.slug] <= set(columns)]
    marked = [game for game in CARD_GAMES.values() if game.mark in columns]
    return next(iter(whole + marked), DEFAULT_FORMAT.card_game)


def _row(game: CardGame, line: int, reader: FieldReader) -> CardRow | None:
    """Return the row's card, or None when the reader has found faults in it."""
    code, card = reader.set_code(), reader.card(game)
    return None if reader.faults or card is None else CardRow(line, code, card, reader.facts)
