"""A physical card as plain values, the same in the live messages and in the log."""

from typing import Any

from drafts.rules.cards import PackCard


def card_facts(held: PackCard) -> dict[str, Any]:
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
    }
