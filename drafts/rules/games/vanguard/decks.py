"""The deck that was chosen (R10, R15, R16): what is in it, and what its fighter should know about it."""

from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from typing import TypedDict, cast

from drafts.rules.cards import Card, CardInPack
from drafts.rules.decks import Cards, Deck, DeckGroup, DeckRow, Tally, Zone
from drafts.rules.games.base import rank_of
from drafts.rules.games.vanguard.cards import VanguardCard
from drafts.rules.wording import Say, gettext_noop

LOWEST_GRADES = (0, 1, 2, 3)
RARITIES = ("LR", "ZR", "GR", "VR", "ORR", "RRR", "RR", "R", "C")
"""The rarest first."""
_NO_GRADE = 99


def deck_of(pile: Cards, deck_size: int, complete: bool) -> Deck:
    """Sort a pile into a deck: G units go to the G zone (R10). An incomplete pile gets no warnings."""
    main = _sorted(held for held in pile if not _printed(held).is_g_unit)
    g_zone = _sorted(held for held in pile if _printed(held).is_g_unit)
    starters, note = _first_vanguards(main)
    return Deck(
        zones=(Zone("main", gettext_noop("Main deck"), main), Zone("g_zone", gettext_noop("G zone"), g_zone)),
        groups=(*_by_grade(main), *((DeckGroup(gettext_noop("G zone"), g_zone),) if g_zone else ())),
        tallies=(_grades(main), _triggers(main), _clans(pile)),
        warnings=_warnings(main, g_zone, deck_size) if complete else (),
        starter=starters[0] if starters else None,
        starter_note=note,
        starters=starters,
        rows=_rows(main, g_zone),
        hero=min(pile, key=_worth, default=None),
    )


def tallies_of(pile: Cards) -> tuple[Tally, ...]:
    """Return how many cards of a pile have which trigger and which grade."""
    return _triggers(pile), _grades(pile)


class StarterPart(TypedDict):
    """The first vanguard: `card` is proposed, or `chosen` by the fighter; `note` says why it is proposed."""

    card: int | None
    note: str
    can_be: list[int]
    chosen: bool


class VanguardSummary(TypedDict):
    """The part of a deck that a fighter is sent besides zones and tallies, by the names that the protocol had first."""

    main: int
    g_zone: int
    g_units: int
    grades: dict[str, int]
    triggers: dict[str, int]
    clans: dict[str, int]
    order: list[int]
    g_order: list[int]
    first_vanguard: StarterPart


def summary_of(deck: Deck, say: Say) -> VanguardSummary:
    """Return what a fighter is sent of the deck besides zones and tallies: the names that the protocol had first."""
    main, g_zone = deck.zone("main"), deck.zone("g_zone")
    return {
        "main": len(main),
        "g_zone": len(g_zone),
        "g_units": len(g_zone),
        "grades": deck.counts("grades"),
        "triggers": deck.counts("triggers"),
        "clans": {say(clan): count for clan, count in deck.counts("clans").items()},
        "order": [held.id for held in main],
        "g_order": [held.id for held in g_zone],
        "first_vanguard": {
            "card": deck.starter.id if deck.starter else None,
            "note": say(deck.starter_note) if deck.starter_note else "",
            "can_be": [held.id for held in deck.starters],
            "chosen": bool(deck.starter and not deck.starter_note),
        },
    }


def line_note(card: Card) -> str:
    """Return what a line of a deck's text says after the name: the kind of a trigger unit."""
    trigger = cast(VanguardCard, card).trigger
    return trigger.value if trigger else ""


def _printed(held: CardInPack) -> VanguardCard:
    return held.card  # type: ignore[return-value] # the decks of this game have no others; `cast` costs a call


def _sorted(cards: Iterable[CardInPack]) -> Cards:
    return tuple(sorted(cards, key=_place))


def _place(held: CardInPack) -> tuple[int, bool, str, str, int]:
    card = _printed(held)
    grade = _NO_GRADE if card.grade is None else card.grade
    return grade, card.is_trigger, card.clan, card.name, held.id


def _by_grade(main: Cards) -> tuple[DeckGroup, ...]:
    """Return the cards of the main deck, which are sorted by grade, in groups."""
    return tuple(
        DeckGroup(
            gettext_noop("No grade") if grade is None else gettext_noop("Grade %(grade)s", grade=grade), tuple(cards)
        )
        for grade, cards in groupby(main, key=lambda held: _printed(held).grade)
    )


def _rows(main: Cards, g_zone: Cards) -> tuple[DeckRow, ...]:
    """Return a row for each grade, the highest first, and one for the G zone; in each the rarest first."""
    by_grade = tuple(
        DeckRow(group.name, "-" if (grade := _printed(group.cards[0]).grade) is None else str(grade), group.cards)
        for group in reversed(_by_grade(main))
    )
    rows = (*by_grade, DeckRow(gettext_noop("G zone"), "G", g_zone))
    return tuple(row._replace(cards=tuple(sorted(row.cards, key=_look))) for row in rows if row.cards)


def _look(held: CardInPack) -> tuple[bool, str, int, str, str, int]:
    card = _printed(held)
    kind = card.trigger.value if card.trigger else ""
    return card.is_trigger, kind, rank_of(card.rarity, RARITIES), card.clan, card.name, held.id


def _worth(held: CardInPack) -> tuple[int, bool, int, int, str, int]:
    card = _printed(held)
    return rank_of(card.rarity, RARITIES), card.is_trigger, -(card.grade or 0), -(card.power or 0), card.name, held.id


def _grades(cards: Cards) -> Tally:
    counts = Counter(grade for held in cards if (grade := _printed(held).grade) is not None)
    return Tally(
        "grades", gettext_noop("Grades"), tuple((str(grade), count) for grade, count in sorted(counts.items()))
    )


def _triggers(cards: Cards) -> Tally:
    counts = Counter(trigger.value for held in cards if (trigger := _printed(held).trigger))
    return Tally("triggers", gettext_noop("Triggers"), tuple(counts.items()))


def _clans(cards: Cards) -> Tally:
    counts = Counter(_printed(held).kin or gettext_noop("No clan") for held in cards)
    return Tally("clans", gettext_noop("Clans"), tuple(counts.most_common()))


def _first_vanguards(main: Cards) -> tuple[Cards, str]:
    """Return the cards that may start, trigger units last: those of grade 0, or else of the lowest grade."""
    if not main:
        return (), gettext_noop("There is no card to start with.")
    lowest = _printed(main[0]).grade
    cards = tuple(held for held in main if _printed(held).grade == lowest)
    if lowest == 0:
        return cards, gettext_noop("Any grade 0 unit of the deck may start.")
    return cards, gettext_noop("There is no grade 0 unit: by the house rule any card of the lowest grade may start.")


def _warnings(main: Cards, g_zone: Cards, deck_size: int) -> tuple[str, ...]:
    grades = {_printed(held).grade for held in main}
    found: list[str] = [
        gettext_noop("There is no grade %(grade)s unit.", grade=grade) for grade in LOWEST_GRADES if grade not in grades
    ]
    if g_zone:
        found.append(
            gettext_noop("%(main)s cards in the main deck and %(g)s in the G zone.", main=len(main), g=len(g_zone))
        )
    elif len(main) != deck_size:
        found.append(gettext_noop("The deck has %(cards)s cards, not %(size)s.", cards=len(main), size=deck_size))
    if not any(_printed(held).is_trigger for held in main):
        found.append(gettext_noop("There is no trigger unit."))
    return tuple(found)
