"""The numbers of the cards of some sets, found by what people type of them."""

import csv
import re
from collections.abc import Iterable, Mapping

Parts = tuple[str, ...]
NUMBER_COLUMNS = ("card_number", "number")
"""What the column of a list of cards is called that has their numbers."""

LONGEST_TEXT = 100_000
"""Enough for the largest pile as a list of cards with their texts, and less than the longest field that `csv` reads."""

_PIECE = re.compile(r"[A-Z]+|[0-9]+")
_BLANK = re.compile(r"[\s,;]+")


def typed_numbers(text: str) -> list[str]:
    """Return the numbers of a text, as they were typed: separated by blanks, or a column of a list of cards.

    Raises TooLong for more than `LONGEST_TEXT` characters.
    """
    if len(text) > LONGEST_TEXT:
        raise TooLong
    lines = text.strip().splitlines()
    header = [cell.strip().lower() for cell in lines[0].split(",")] if lines else []
    column = next((header.index(name) for name in NUMBER_COLUMNS if name in header), None)
    if column is None:
        return [word for word in _BLANK.split(text) if word]
    rows = csv.reader(lines[1:])
    return [row[column].strip() for row in rows if column < len(row) and row[column].strip()]


class TooLong(ValueError):
    """A text that is no pile of anybody."""


class CardNumbers:
    """The numbers of the cards of sets, given by the sets' codes.

    A card is found by its number in any case of letters and with any signs between the parts, without the letters at
    its end (`bt06-045` for `BT06/045EN`), and, where there is one set alone, without the set's code (`045`, `45`).
    """

    def __init__(self, sets: Mapping[str, Iterable[str]]) -> None:
        self._whole: dict[Parts, str] = {}
        self._short: dict[Parts, set[str]] = {}
        for code, numbers in sets.items():
            for number in numbers:
                self._add(number, _parts(code), alone=len(sets) == 1)

    def _add(self, number: str, code: Parts, *, alone: bool) -> None:
        parts = _parts(number)
        self._whole.setdefault(parts, number)
        ways = [_without_end(parts)]
        if alone and parts[: len(code)] == code:
            own = parts[len(code) :]
            ways += [own, _without_end(own)]
        for way in ways:
            self._short.setdefault(way, set()).add(number)

    def find(self, typed: str) -> str | None:
        """Return the number of the card that is meant; None where there is none, or more than one."""
        parts = _parts(typed)
        if parts in self._whole:
            return self._whole[parts]
        meant = self._short.get(parts, set()) if parts else set()
        return next(iter(meant)) if len(meant) == 1 else None


def _parts(text: str) -> Parts:
    """Return the words and numbers of a text, without zeros before the numbers."""
    return tuple(piece.lstrip("0") or "0" if piece.isdecimal() else piece for piece in _PIECE.findall(text.upper()))


def _without_end(parts: Parts) -> Parts:
    return parts[:-1] if len(parts) > 1 and parts[-1].isalpha() else parts
