"""The cards that a fighter drafted (M10): sorted for building a deck of them."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from drafts.rules.cards import Card, CardInPack
from drafts.rules.decks import Cards, Deck, DeckGroup, DeckRow, DeckSource, Tally, Zone
from drafts.rules.games.base import rank_of
from drafts.rules.games.magic.cards import COLOUR_NAMES, COLOURS, SYMBOL, MagicCard
from drafts.rules.wording import Say, gettext_noop

HIGHEST_OF_THE_CURVE = 7
RARITIES = ("M", "R", "U", "C", "S", "L", "T")
"""The rarest first."""
LAND = "land"
TYPES_SHOWN = {
    "creature": gettext_noop("Creature"),
    "planeswalker": gettext_noop("Planeswalker"),
    "battle": gettext_noop("Battle"),
    "instant": gettext_noop("Instant"),
    "sorcery": gettext_noop("Sorcery"),
    "artifact": gettext_noop("Artifact"),
    "enchantment": gettext_noop("Enchantment"),
    "conspiracy": gettext_noop("Conspiracy"),
    "land": gettext_noop("Land"),
}
"""The types that cards are counted by; a card counts as the first that it has."""


def deck_of(pile: Cards, deck_size: int, complete: bool) -> Deck:
    """Sort a pile: creatures, other spells, lands; each by mana value, colours and name."""
    cards = tuple(sorted(pile, key=_place))
    return _sorted(cards, (Zone("main", gettext_noop("Your cards"), cards),), DeckSource.PILE)


def built_deck(main: Cards, side: Cards, command: Cards) -> Deck:
    """Sort a deck that was built (M14-M18). Groups, tallies and rows are those of the main deck."""
    cards, rest, apart = (tuple(sorted(zone, key=_place)) for zone in (main, side, command))
    zones = (
        Zone("main", gettext_noop("Main deck"), cards),
        Zone("side", gettext_noop("Sideboard"), rest),
        Zone("command", gettext_noop("Command zone"), apart),
    )
    return _sorted(cards, tuple(zone for zone in zones if zone.cards or zone.slug == "main"), DeckSource.BUILT)


def listed_deck(main: Cards, side: Cards, command: Cards) -> Deck:
    """Sort a deck that was brought along as a list. Cards that no loaded set has stand after the others."""
    deck = built_deck(main, side, command)
    unknown = tuple(held for held in deck.zone("main") if not _printed(held).type_line)
    if not unknown:
        return replace(deck, source=DeckSource.LISTED)
    rest = _sorted(tuple(held for held in deck.zone("main") if held not in unknown), deck.zones, DeckSource.LISTED)
    name = gettext_noop("Not in a loaded set")
    return replace(
        rest,
        groups=(*rest.groups, DeckGroup(name, unknown)),
        rows=(*rest.rows, DeckRow(name, "?", tuple(sorted(unknown, key=_look)))),
    )


def _sorted(cards: Cards, zones: tuple[Zone, ...], source: DeckSource) -> Deck:
    creatures = tuple(held for held in cards if _kind(held) == 0)
    spells = tuple(held for held in cards if _kind(held) == 1)
    lands = tuple(held for held in cards if _kind(held) == 2)
    groups = (
        DeckGroup(gettext_noop("Creatures"), creatures),
        DeckGroup(gettext_noop("Other spells"), spells),
        DeckGroup(gettext_noop("Lands"), lands),
    )
    return Deck(
        zones=zones,
        groups=tuple(group for group in groups if group.cards),
        tallies=tallies_of(cards),
        rows=_rows(cards),
        hero=min(cards, key=_worth, default=None),
        source=source,
    )


def tallies_of(pile: Cards) -> tuple[Tally, ...]:
    """Return the curve by mana value, 7 and more together, lands left out (M19); the colours; the types."""
    cards = [_printed(held) for held in pile]
    values = Counter(min(card.mana_value, HIGHEST_OF_THE_CURVE) for card in cards if not card.is_land)
    colours = Counter(colour for card in cards for colour in card.colors)
    colours["none"] = sum(not card.colors and not card.is_land for card in cards)
    types = Counter(type_shown(card) for card in cards)
    by_type = ((words, types[name]) for name, words in TYPES_SHOWN.items() if types[name])
    by_value = ((_value_name(value), values[value]) for value in range(HIGHEST_OF_THE_CURVE + 1))
    by_colour = ((COLOUR_NAMES.get(one, gettext_noop("Colourless")), colours[one]) for one in (*COLOURS, "none"))
    return (
        Tally("curve", gettext_noop("Mana value"), tuple(by_value)),
        Tally("colours", gettext_noop("Colours"), tuple(by_colour)),
        Tally("types", gettext_noop("Types"), tuple(by_type)),
    )


def type_shown(card: MagicCard) -> str:
    """Return the one type that a card is counted as: a land is a land only, a creature a creature (M18)."""
    if card.is_land:
        return "land"
    return next((name for name in TYPES_SHOWN if name in card.traits), "")


def summary_of(deck: Deck, say: Say) -> Mapping[str, object]:
    """Return nothing: zones, groups and tallies say it all."""
    return {}


def line_note(card: Card) -> str:
    """Return what a line of a deck's text says after the name: the cost, as it is written by hand, 2W or X(W/U)."""
    return SYMBOL.sub(_by_hand, cast(MagicCard, card).mana_cost)


def _by_hand(symbol: re.Match[str]) -> str:
    inside = symbol[1]
    return f"({inside})" if "/" in inside else inside


def _printed(held: CardInPack) -> MagicCard:
    return cast(MagicCard, held.card)


def _rows(cards: Cards) -> tuple[DeckRow, ...]:
    """Return a row for each mana value, 7 and more together, by colour; then one for the lands."""
    of_value: dict[int, list[CardInPack]] = {}
    for held in cards:
        card = _printed(held)
        of_value.setdefault(-1 if card.is_land else min(card.mana_value, HIGHEST_OF_THE_CURVE), []).append(held)
    lands = DeckRow(gettext_noop("Lands"), LAND, tuple(of_value.pop(-1, ())))
    rows = (
        DeckRow(
            gettext_noop("Mana value %(value)s", value=_value_name(value)), _value_name(value), tuple(of_value[value])
        )
        for value in sorted(of_value)
    )
    return tuple(row._replace(cards=tuple(sorted(row.cards, key=_look))) for row in (*rows, lands) if row.cards)


def _look(held: CardInPack) -> tuple[tuple[int, ...], int, str, int]:
    card = _printed(held)
    return (len(card.colors), *map(COLOURS.index, card.colors)), _kind(held), card.name, held.id


def _worth(held: CardInPack) -> tuple[bool, int, int, str, int]:
    card = _printed(held)
    return card.is_land, rank_of(card.rarity, RARITIES), -card.mana_value, card.name, held.id


def _kind(held: CardInPack) -> int:
    card = _printed(held)
    return 2 if card.is_land else 0 if "creature" in card.traits else 1


def _place(held: CardInPack) -> tuple[int, int, tuple[int, ...], str, int]:
    card = _printed(held)
    return _kind(held), card.mana_value, (len(card.colors), *map(COLOURS.index, card.colors)), card.name, held.id


def _value_name(value: int) -> str:
    return f"{value}+" if value == HIGHEST_OF_THE_CURVE else str(value)
