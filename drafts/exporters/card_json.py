"""A physical card as plain values, the same in the live messages and in the log."""

from enum import Enum
from typing import Any

from drafts.rules.cards import Card, CardInPack
from drafts.rules.games.base import facts_of
from drafts.rules.games.registry import CARD_GAMES

IMAGE_ADDRESS = "/cards/{}"
"""Where a picture is served, by its name."""


def image_address(name: str) -> str | None:
    """Return the address of a card's picture; None for a card without one."""
    return IMAGE_ADDRESS.format(name) if name else None


def text_read(card: Card) -> list[list[str | None]] | None:
    """Return the pieces of a card's text, each its words and what is printed there. None where nothing differs."""
    pieces = card.reading
    return [list(piece) for piece in pieces] if any(piece.printed is not None for piece in pieces) else None


def plain(value: object) -> object:
    """Return a fact as JSON and CSV have it."""
    return value.value if isinstance(value, Enum) else value


def card_facts(held: CardInPack) -> dict[str, Any]:
    """Return the card's id, what is printed on it, and `foil` if it is."""
    return {"id": held.id, **({"foil": True} if held.foil else {}), **printed_facts(held.card)}


def printed_facts(card: Card) -> dict[str, Any]:
    """Return what is printed on a card; None where nothing is printed."""
    game = CARD_GAMES[card.game]
    return {
        "number": card.number,
        "name": card.name,
        **{name: plain(value) for name, value in facts_of(card, game.fields).items()},
        **{name: getattr(card, name) for name in game.derived},
        "rarity": card.rarity,
        "text": card.text or None,
        "text_read": text_read(card),
        "kin": card.kin,
        "image": image_address(card.image),
    }
