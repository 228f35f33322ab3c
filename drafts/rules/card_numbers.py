"""The numbers of cards: each names its set, and is found by what people type of it."""

import csv
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

Parts = tuple[str, ...]
NUMBER_COLUMNS = ("card_number", "number")
"""The names of the column that has the numbers of cards in a list."""

LONGEST_TEXT = 100_000
"""Enough for the largest pile as a list of cards with their texts, and less than the longest field that `csv` reads."""

_PIECE = re.compile(r"[A-Z]+|[0-9]+")
_BLANK = re.compile(r"[\s,;]+")
_FRONT = re.compile(r"(?P<front>[A-Za-z0-9][A-Za-z0-9_.-]*)/.")
_OF_TOTAL = re.compile(r"(?P<letters>[A-Za-z]*)[0-9]+/(?P=letters)[0-9]+")


def front_of(number: str) -> str:
    """Return the code of the set that a number names before its `/`, in capitals; an empty text for a bare number.

    `12/204` and `TG12/TG30` are bare: the 12th of 204 cards.
    """
    found = _FRONT.match(number)
    return "" if found is None or _OF_TOTAL.fullmatch(number) else found["front"].upper()


def number_in_set(number: str) -> str:
    """Return the rest of a number behind the set that it names: `57` of `NEO/57`, and `57` of `57`."""
    return number[len(front) + 1 :] if (front := front_of(number)) else number


def full_number(code: str, number: str) -> str:
    """Return the number of a card of a set so that it names a set.

    A bare number gets the set's code (`NEO`, `57`: `NEO/57`). A number that names its set otherwise gets a `/`
    (`BT03-046`, `D-BT01 001`, `WTR001`); one that names a set before a `/` is kept, also where it is another set, as
    reprints have it (`EB10`, `T-EB10/005`). Numbers of different sets are never the same, unless one names the other.
    """
    found = _FRONT.match(number)
    if front_of(number) or (found and found["front"].upper() == code):
        return number
    sign = r"[\s/_.:-]+" + ("|(?=[0-9])" if code[-1:].isalpha() else "")
    named = re.match(rf"{re.escape(code)}(?:{sign})(?=\S)", number, re.IGNORECASE | re.ASCII)
    is_named = named and any(map(str.isalpha, code))
    return f"{code}/{number[named.end() :]}" if named and is_named else f"{code}/{number}"


def free_number(wanted: str, taken: Collection[str]) -> str:
    """Return the wanted number, or where another card has it the next that is free, such as `NEO/57-2`."""
    number, place = wanted, 1
    while number in taken:
        place += 1
        number = f"{wanted}-{place}"
    return number


class Printed(NamedTuple):
    """The name and rarity of a card: two numbers with the same may be of one card."""

    name: str
    rarity: str


def same_cards(loaded: Mapping[str, Printed], listed: Mapping[str, Printed]) -> dict[str, str]:
    """Return the cards of a set that a list has under another number: the old number of each, and the new one.

    They have the same name and rarity. Of several, such as the basic lands of a set, those belong together that
    differ in nothing but their letters and signs (`BT03/046`, `BT03/046EN`); then one that is left on either side.
    """
    old, new = _by_print(loaded, listed.keys()), _by_print(listed, loaded.keys())
    return {number: other for print_ in old.keys() & new.keys() for number, other in _paired(old[print_], new[print_])}


def _by_print(cards: Mapping[str, Printed], others: Collection[str]) -> dict[Printed, list[str]]:
    found: defaultdict[Printed, list[str]] = defaultdict(list)
    for number, print_ in cards.items():
        if number not in others:
            found[print_].append(number)
    return found


def _paired(old: list[str], new: list[str]) -> list[tuple[str, str]]:
    """Return the pairs of numbers whose digits are the same, and the last two."""
    places: defaultdict[Parts, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for side, numbers in enumerate((old, new)):
        for number in numbers:
            places[_place(number)][side].append(number)
    pairs = [(olds[0], news[0]) for olds, news in places.values() if len(olds) == len(news) == 1]
    left = [sorted(set(numbers).difference(*pairs)) for numbers in (old, new)]
    return [*pairs, (left[0][0], left[1][0])] if len(left[0]) == len(left[1]) == 1 else pairs


def _place(number: str) -> Parts:
    """Return the parts of a number within its set, without the letters at its end."""
    return _without_end(_parts(number_in_set(number)))


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
    """A text that is too long to be a pile."""


class CardNumbers:
    """The numbers of the cards of sets, given by the sets' codes.

    A card is found by its number in any case of letters and with any signs between the parts, without the letters at
    its end (`bt06-045` for `BT06/045EN`), and without the set's code (`045`, `45`).
    """

    def __init__(self, sets: Mapping[str, Iterable[str]]) -> None:
        self._whole: dict[Parts, str] = {}
        self._short: dict[Parts, set[str]] = {}
        for code, numbers in sets.items():
            for number in numbers:
                self._add(number, _parts(code))

    def _add(self, number: str, code: Parts) -> None:
        parts = _parts(number)
        self._whole.setdefault(parts, number)
        ways = [_without_end(parts)]
        if parts[: len(code)] == code:
            own = parts[len(code) :]
            ways += [own, _without_end(own)]
        for way in ways:
            self._short.setdefault(way, set()).add(number)

    def find(self, typed: str) -> str | None:
        """Return the number of the card that is meant; None where there is none, or more than one."""
        meant = self.meant_by(typed)
        return meant[0] if len(meant) == 1 else None

    def meant_by(self, typed: str) -> list[str]:
        """Return the numbers of all cards that may be meant, sorted."""
        parts = _parts(typed)
        if parts in self._whole:
            return [self._whole[parts]]
        return sorted(self._short.get(parts, ())) if parts else []


def _parts(text: str) -> Parts:
    """Return the words and numbers of a text, without zeros before the numbers."""
    return tuple(piece.lstrip("0") or "0" if piece.isdecimal() else piece for piece in _PIECE.findall(text.upper()))


def _without_end(parts: Parts) -> Parts:
    return parts[:-1] if len(parts) > 1 and parts[-1].isalpha() else parts
