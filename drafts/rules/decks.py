"""The deck that was chosen (R10, R15, R16): what is in it, and what its fighter should know about it."""

from collections import Counter
from dataclasses import dataclass

from drafts.rules.cards import CardInPack
from drafts.rules.draft.table import Cards
from drafts.rules.formats import Format
from drafts.rules.wording import gettext_noop

_NO_GRADE = 99


@dataclass(frozen=True, slots=True)
class Deck:
    """A fighter's cards: `main` and `g_zone` sorted for the eye, counts, warnings, and the first vanguard.

    Warnings inform; nothing is refused (R16). `first_vanguard` is None only for an empty main deck.
    """

    main: Cards
    g_zone: Cards
    grades: dict[int, int]
    triggers: dict[str, int]
    clans: dict[str, int]
    warnings: tuple[str, ...]
    first_vanguard: CardInPack | None
    first_vanguard_note: str


def deck_of(pile: Cards, format_: Format, *, complete: bool = True) -> Deck:
    """Sort a pile into a deck: G units go to the G zone (R10). An incomplete pile gets no warnings."""
    main = _sorted(tuple(held for held in pile if not held.card.is_g_unit))
    g_zone = _sorted(tuple(held for held in pile if held.card.is_g_unit))
    grades = Counter(held.card.grade for held in main if held.card.grade is not None)
    first, note = _first_vanguard(main)
    return Deck(
        main=main,
        g_zone=g_zone,
        grades=dict(sorted(grades.items())),
        triggers=dict(Counter(held.card.trigger.value for held in main if held.card.trigger)),
        clans=dict(
            Counter(held.card.clan or held.card.nation or gettext_noop("No clan") for held in pile).most_common()
        ),
        warnings=_warnings(main, g_zone, grades, format_) if complete else (),
        first_vanguard=first,
        first_vanguard_note=note,
    )


def _sorted(cards: Cards) -> Cards:
    return tuple(sorted(cards, key=_by_grade))


def _by_grade(held: CardInPack) -> tuple[int, bool, str, str, int]:
    card = held.card
    grade = _NO_GRADE if card.grade is None else card.grade
    return grade, card.is_trigger, card.clan, card.name, held.id


def _first_vanguard(main: Cards) -> tuple[CardInPack | None, str]:
    """Return any grade 0 unit that is no trigger unit, else a trigger unit of grade 0, else the lowest grade."""
    if not main:
        return None, gettext_noop("There is no card to start with.")
    first = main[0]
    if first.card.grade == 0:
        return first, gettext_noop("Any grade 0 unit of the deck may start.")
    return first, gettext_noop("There is no grade 0 unit: by the house rule any card of the lowest grade may start.")


def _warnings(main: Cards, g_zone: Cards, grades: Counter[int], format_: Format) -> tuple[str, ...]:
    found = [
        gettext_noop("There is no grade %(grade)s unit.", grade=grade)
        for grade in format_.lowest_grades
        if not grades[grade]
    ]
    if g_zone:
        found.append(
            gettext_noop("%(main)s cards in the main deck and %(g)s in the G zone.", main=len(main), g=len(g_zone))
        )
    elif len(main) != format_.deck_size:
        found.append(
            gettext_noop("The deck has %(cards)s cards, not %(size)s.", cards=len(main), size=format_.deck_size)
        )
    if not any(held.card.is_trigger for held in main):
        found.append(gettext_noop("There is no trigger unit."))
    return tuple(found)
