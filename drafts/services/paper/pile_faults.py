"""Texts about the faults of a pile of real cards that is checked."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext, ngettext

from drafts.importers.faults import at_most, quoted
from drafts.languages import translated
from drafts.store.piles import CardOrigin, SeatPile, TablePiles

MOST_MEANT = 3


def faults_of(table: TablePiles, pile: SeatPile, numbers: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong with the numbers of a pile: a wrong count, and numbers that are impossible in their place."""
    is_whole = len(numbers) == pile.expected
    if not is_whole:
        yield count_words(len(numbers), pile.expected)
    for place, (number, origin) in enumerate(zip(numbers, pile.places, strict=False), start=1):
        facts: dict[str, object] = {
            "place": place,
            "number": number,
            "where": _where(table, origin),
            "set": table.drafted.sets[origin.round],
        }
        meant = table.drafted.numbers.meant_by(number)
        if number not in table.drafted.keys and len(meant) > 1:
            facts["numbers"] = ", ".join(map(translated, at_most(meant, MOST_MEANT)))
            yield gettext("Card %(place)s (%(where)s): %(number)s can be %(numbers)s.") % facts
        elif number not in table.drafted.keys:
            yield gettext("Card %(place)s (%(where)s): no card of %(set)s is %(number)s.") % facts
        elif is_whole and not table.drafted.is_in_round(number, origin.round):
            yield gettext("Card %(place)s (%(where)s): the pack was of %(set)s, not %(number)s.") % facts


def _where(table: TablePiles, origin: CardOrigin) -> str:
    """Return when a card was taken, in the words of the game."""
    words = table.format.game.words["moment"]
    return translated(words.filled(round=origin.round, **{"pass": origin.pass_number}))


def unreadable_words(place: int, number: str) -> str:
    """Return text about an entry, counted from 1, that can be no card number."""
    return gettext("Card %(place)s: %(number)s is no card number.") % {"place": place, "number": quoted(number)}


def count_words(entered: int, expected: int) -> str:
    """Return text about a pile with fewer or more cards than it should have."""
    if entered < expected:
        words = ngettext(
            "One card is missing: %(entered)s of %(expected)s entered.",
            "%(count)s cards are missing: %(entered)s of %(expected)s entered.",
            expected - entered,
        )
    else:
        words = ngettext(
            "There is one card too many: %(entered)s are entered, and the pile has %(expected)s.",
            "There are %(count)s cards too many: %(entered)s are entered, and the pile has %(expected)s.",
            entered - expected,
        )
    return words % {"entered": entered, "expected": expected, "count": abs(expected - entered)}
