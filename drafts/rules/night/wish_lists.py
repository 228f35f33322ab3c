"""How a fighter's list of wishes is made, one step at a time; the most wanted card stands first."""

from collections.abc import Callable

from drafts.rules.cards import CardId

Wishes = tuple[CardId, ...]


def add(wishes: Wishes, card: CardId) -> Wishes:
    """Wish for a card too, least of all."""
    return wishes if card in wishes else (*wishes, card)


def remove(wishes: Wishes, card: CardId) -> Wishes:
    """Wish for a card no longer."""
    return tuple(other for other in wishes if other != card)


def up(wishes: Wishes, card: CardId) -> Wishes:
    """Want a card more than the one before it."""
    return _moved(wishes, card, -1)


def down(wishes: Wishes, card: CardId) -> Wishes:
    """Want a card less than the one after it."""
    return _moved(wishes, card, 1)


def first(wishes: Wishes, card: CardId) -> Wishes:
    """Want a card most of all."""
    return (card, *remove(wishes, card))


STEPS: dict[str, Callable[[Wishes, CardId], Wishes]] = {
    "add": add,
    "remove": remove,
    "up": up,
    "down": down,
    "first": first,
}
"""Each step by the name that a form has for it."""


def _moved(wishes: Wishes, card: CardId, by: int) -> Wishes:
    if card not in wishes:
        return wishes
    place = min(len(wishes) - 1, max(0, wishes.index(card) + by))
    others = remove(wishes, card)
    return (*others[:place], card, *others[place:])
