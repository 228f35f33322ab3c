"""Avatars of Magic (M26, M28): vanguard cards, which change the life and the hand that their owner begins with."""

from typing import cast

from drafts.rules.avatars import Avatar
from drafts.rules.cards import Card
from drafts.rules.games.magic.cards import MagicCard


def avatar_of(card: Card) -> Avatar:
    """Return a vanguard card as an avatar."""
    printed = cast(MagicCard, card)
    return Avatar(card, (("life", printed.life_modifier or 0),), printed.hand_modifier or 0)
