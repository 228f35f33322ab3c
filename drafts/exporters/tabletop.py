"""A deck as a saved object of Tabletop Simulator, which puts it on its table as cards.

Each different card is a sheet of one picture (`CustomDeck`), and is named by the number of its sheet times a hundred.
"""

import json
from collections.abc import Callable
from typing import Any

from drafts.rules.cards import Card, CardInPack
from drafts.rules.decks import Deck
from drafts.rules.wording import Say

Sheets = dict[str, tuple[int, dict[str, Any]]]
"""The sheet of each card number: its own number, and what Tabletop Simulator is told of it."""

APART = 3.0
FACE_DOWN = 180


def write_tabletop(*, title: str, deck: Deck, face: Callable[[Card], str], back: str, say: Say = str) -> str:
    """Return a deck with the card that it starts with beside it, face up, and each zone a pile, face down.

    `face` gives the address of a card's picture, `back` is that of all backs.
    """
    sheets = _sheets(deck, face, back)
    starter = [deck.starter] if deck.starter else []
    piles = [(say(zone.name), [held for held in zone.cards if held not in starter]) for zone in deck.zones]
    objects = [_card(held, sheets, turned=0) for held in starter]
    objects += [_pile(name, cards, sheets) for name, cards in piles if cards]
    for place, one in enumerate(objects):
        one["Transform"]["posX"] = place * APART
    return json.dumps({"SaveName": title, "ObjectStates": objects}, ensure_ascii=False, indent=1)


def _sheets(deck: Deck, face: Callable[[Card], str], back: str) -> Sheets:
    cards = {held.card.key: held.card for zone in deck.zones for held in zone.cards}
    return {number: (place, _sheet(face(card), back)) for place, (number, card) in enumerate(cards.items(), start=1)}


def _sheet(face: str, back: str) -> dict[str, Any]:
    sheet = {"FaceURL": face, "BackURL": back, "NumWidth": 1, "NumHeight": 1}
    return sheet | {"BackIsHidden": True, "UniqueBack": False, "Type": 0}


def _pile(name: str, cards: list[CardInPack], sheets: Sheets) -> dict[str, Any]:
    """Return a pile of cards; one alone is no pile."""
    if len(cards) == 1:
        return _card(cards[0], sheets)
    inside = [_card(held, sheets) for held in cards]
    return {
        **_thing("DeckCustom", name, ""),
        "DeckIDs": [card["CardID"] for card in inside],
        "CustomDeck": {number: sheet for card in inside for number, sheet in card["CustomDeck"].items()},
        "ContainedObjects": inside,
    }


def _card(held: CardInPack, sheets: Sheets, turned: int = FACE_DOWN) -> dict[str, Any]:
    number, sheet = sheets[held.card.key]
    note = "\n".join(filter(None, (" ".join(filter(None, (held.card.number, held.card.rarity))), held.card.text)))
    own = {"CardID": number * 100, "CustomDeck": {str(number): sheet}}
    return {**_thing("CardCustom", held.card.name, note, turned), **own}


def _thing(kind: str, name: str, note: str, turned: int = FACE_DOWN) -> dict[str, Any]:
    place = {"posX": 0.0, "posY": 1.0, "posZ": 0.0, "rotX": 0, "rotY": 180, "rotZ": turned}
    return {
        "Name": kind,
        "Transform": place | {"scaleX": 1, "scaleY": 1, "scaleZ": 1},
        "Nickname": name,
        "Description": note,
    }
