"""A physical card as plain values, the same in the live messages and in the log."""

from typing import Any

from drafts.rules.card_text import pieces_of
from drafts.rules.cards import CardInPack

IMAGE_ADDRESS = "/cards/{}"
"""Where a picture is served, by its name."""


def image_address(name: str) -> str | None:
    """Return the address of a card's picture; None for a card without one."""
    return IMAGE_ADDRESS.format(name) if name else None


def text_read(text: str) -> list[list[str | None]] | None:
    """Return a text as it is read (R18): pieces of words and of the clan printed there. None where nothing differs."""
    pieces = pieces_of(text)
    return [list(piece) for piece in pieces] if any(piece.printed is not None for piece in pieces) else None


def card_facts(held: CardInPack) -> dict[str, Any]:
    """Return the card's id and what is printed on it; None where nothing is printed."""
    card = held.card
    return {
        "id": held.id,
        "number": card.number,
        "name": card.name,
        "card_type": card.card_type.value,
        "grade": card.grade,
        "clan": card.clan,
        "nation": card.nation,
        "race": card.race,
        "power": card.power,
        "shield": card.shield,
        "critical": card.critical,
        "trigger": card.trigger.value if card.trigger else None,
        "rarity": card.rarity,
        "text": card.text or None,
        "text_read": text_read(card.text),
        "image": image_address(card.image),
    }
