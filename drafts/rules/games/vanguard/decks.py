"""The deck that was chosen (R10, R15, R16): what is in it, and what its fighter should know about it."""

from collections import Counter
from collections.abc import Sequence
from itertools import compress
from operator import not_
from typing import TypedDict, cast

from drafts.rules.cards import Card, CardInPack
from drafts.rules.decks import Cards, Deck, DeckGroup, DeckRow, Tally, Zone
from drafts.rules.games.base import rank_of
from drafts.rules.games.vanguard.cards import TRIGGER, CardType, VanguardCard
from drafts.rules.wording import Say, gettext_noop

LOWEST_GRADES = (0, 1, 2, 3)
RARITIES = ("LR", "ZR", "GR", "VR", "ORR", "RRR", "RR", "R", "C")
"""The rarest first."""
_NO_GRADE = 99


def deck_of(pile: Cards, deck_size: int, complete: bool) -> Deck:
    """Sort a pile into a deck: G units go to the G zone (R10). An incomplete pile gets no warnings."""
    cards = sorted(pile, key=_place)
    are_g = [card.card_type is CardType.G for card in _printed(cards)]
    main, g_zone = tuple(compress(cards, map(not_, are_g))), tuple(compress(cards, are_g))
    by_grade = _by_grade(main)
    starters, note = _first_vanguards(main)
    return Deck(
        zones=(Zone("main", gettext_noop("Main deck"), main), Zone("g_zone", gettext_noop("G zone"), g_zone)),
        groups=(*by_grade, *((DeckGroup(gettext_noop("G zone"), g_zone),) if g_zone else ())),
        tallies=(_grades(main), _triggers(main), _clans(pile)),
        warnings=_warnings(main, g_zone, deck_size) if complete else (),
        starter=starters[0] if starters else None,
        starter_note=note,
        starters=starters,
        rows=_rows(by_grade, g_zone),
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


def _printed(cards: Sequence[CardInPack]) -> list[VanguardCard]:
    """Return what is printed on cards. It is a list, since a call for each of them costs more than all else here."""
    return [held.card for held in cards]  # type: ignore[misc] # the decks of this game have no others


def _place(held: CardInPack) -> tuple[int, bool, str, str, int]:
    card: VanguardCard = held.card  # type: ignore[assignment] # the decks of this game have no others
    grade = _NO_GRADE if card.grade is None else card.grade
    return grade, TRIGGER in card.traits, card.clan, card.name, held.id


def _by_grade(main: Cards) -> tuple[DeckGroup, ...]:
    """Return the cards of the main deck, which are sorted by grade, in groups."""
    of_grades: dict[int | None, list[CardInPack]] = {}
    for held, card in zip(main, _printed(main), strict=True):
        of_grades.setdefault(card.grade, []).append(held)
    return tuple(
        DeckGroup(
            gettext_noop("No grade") if grade is None else gettext_noop("Grade %(grade)s", grade=grade), tuple(cards)
        )
        for grade, cards in of_grades.items()
    )


def _rows(by_grade: Sequence[DeckGroup], g_zone: Cards) -> tuple[DeckRow, ...]:
    """Return a row for each grade, the highest first, and one for the G zone; in each the rarest first."""
    rows = [
        DeckRow(group.name, "-" if (grade := _printed(group.cards)[0].grade) is None else str(grade), group.cards)
        for group in reversed(by_grade)
    ]
    rows.append(DeckRow(gettext_noop("G zone"), "G", g_zone))
    return tuple(row._replace(cards=tuple(sorted(row.cards, key=_look))) for row in rows if row.cards)


def _look(held: CardInPack) -> tuple[bool, str, int, str, str, int]:
    card: VanguardCard = held.card  # type: ignore[assignment] # the decks of this game have no others
    kind = card.trigger.value if card.trigger else ""
    return TRIGGER in card.traits, kind, rank_of(card.rarity, RARITIES), card.clan, card.name, held.id


def _worth(held: CardInPack) -> tuple[int, bool, int, int, str, int]:
    card: VanguardCard = held.card  # type: ignore[assignment] # the decks of this game have no others
    strength = -(card.grade or 0), -(card.power or 0)
    return rank_of(card.rarity, RARITIES), TRIGGER in card.traits, *strength, card.name, held.id


def _grades(cards: Cards) -> Tally:
    counts = Counter([card.grade for card in _printed(cards) if card.grade is not None])
    return Tally(
        "grades", gettext_noop("Grades"), tuple((str(grade), count) for grade, count in sorted(counts.items()))
    )


def _triggers(cards: Cards) -> Tally:
    counts = Counter([card.trigger for card in _printed(cards) if card.trigger])
    return Tally("triggers", gettext_noop("Triggers"), tuple([(kind.value, count) for kind, count in counts.items()]))


def _clans(cards: Cards) -> Tally:
    counts = Counter([card.kin for card in _printed(cards)])
    named = tuple([(kin or gettext_noop("No clan"), count) for kin, count in counts.most_common()])
    return Tally("clans", gettext_noop("Clans"), named)


def _first_vanguards(main: Cards) -> tuple[Cards, str]:
    """Return the cards that may start, trigger units last: those of grade 0, or else of the lowest grade."""
    if not main:
        return (), gettext_noop("There is no card to start with.")
    printed = _printed(main)
    lowest = printed[0].grade
    cards = tuple([held for held, card in zip(main, printed, strict=True) if card.grade == lowest])
    if lowest == 0:
        return cards, gettext_noop("Any grade 0 unit of the deck may start.")
    return cards, gettext_noop("There is no grade 0 unit: by the house rule any card of the lowest grade may start.")


def _warnings(main: Cards, g_zone: Cards, deck_size: int) -> tuple[str, ...]:
    cards = _printed(main)
    grades = {card.grade for card in cards}
    found: list[str] = [
        gettext_noop("There is no grade %(grade)s unit.", grade=grade) for grade in LOWEST_GRADES if grade not in grades
    ]
    if g_zone:
        found.append(
            gettext_noop("%(main)s cards in the main deck and %(g)s in the G zone.", main=len(main), g=len(g_zone))
        )
    elif len(main) != deck_size:
        found.append(gettext_noop("The deck has %(cards)s cards, not %(size)s.", cards=len(main), size=deck_size))
    if not any(card.is_trigger for card in cards):
        found.append(gettext_noop("There is no trigger unit."))
    return tuple(found)
