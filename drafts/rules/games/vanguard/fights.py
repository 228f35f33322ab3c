"""What is different in fights with drafted decks (R17)."""

LOSING_DAMAGE = 4


def has_lost(damage: int) -> bool:
    """Whether a fighter with so many cards in the damage zone loses by rule action (R17)."""
    return damage >= LOSING_DAMAGE
