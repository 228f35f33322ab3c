"""Steps that change a fighter's list of wishes; the most wanted card is first."""

from collections.abc import Callable, Mapping
from itertools import groupby

from drafts.rules.cards import CardId

Wishes = tuple[CardId, ...]
Step = Callable[[Wishes, CardId], Wishes]


def add(wishes: Wishes, card: CardId) -> Wishes:
    """Add a card at the end."""
    return wishes if card in wishes else (*wishes, card)


def remove(wishes: Wishes, card: CardId) -> Wishes:
    """Remove a card."""
    return tuple(other for other in wishes if other != card)


def up(wishes: Wishes, card: CardId) -> Wishes:
    """Move a card one place up."""
    return _moved(wishes, card, -1)


def down(wishes: Wishes, card: CardId) -> Wishes:
    """Move a card one place down."""
    return _moved(wishes, card, 1)


def first(wishes: Wishes, card: CardId) -> Wishes:
    """Move a card to the top."""
    return (card, *remove(wishes, card))


def copies(wishes: Wishes, alike: Wishes, number: int) -> Wishes:
    """Wish for `number` of the cards that are alike: together, at the place of the first one wished for or the end."""
    wanted = [card for card in wishes if card in alike]
    chosen = (*wanted, *(card for card in alike if card not in wanted))[:number]
    place = wishes.index(wanted[0]) if wanted else len(wishes)
    before, after = wishes[:place], [card for card in wishes[place:] if card not in alike]
    return (*before, *chosen, *after)


def with_copies(step: Step, wishes: Wishes, card: CardId, kinds: Mapping[CardId, str]) -> Wishes:
    """Take a step with a card and the adjacent cards of its kind."""
    blocks = {block[0]: block for block in blocks_of(wishes, kinds)}
    first_of = next((head for head, block in blocks.items() if card in block), card)
    return tuple(each for head in step(tuple(blocks), first_of) for each in blocks.get(head, (head,)))


def blocks_of(wishes: Wishes, kinds: Mapping[CardId, str]) -> list[Wishes]:
    """Return wishes, with adjacent cards of the same kind in one tuple."""
    return [tuple(block) for _, block in groupby(wishes, key=lambda card: kinds.get(card, ""))]


STEPS: dict[str, Step] = {
    "add": add,
    "remove": remove,
    "up": up,
    "down": down,
    "first": first,
}
"""Each step by the name that a form has for it."""
OF_ALL_COPIES = ("up", "down", "first")
"""The steps that adjacent cards of the same kind take together."""


def _moved(wishes: Wishes, card: CardId, by: int) -> Wishes:
    if card not in wishes:
        return wishes
    place = min(len(wishes) - 1, max(0, wishes.index(card) + by))
    others = remove(wishes, card)
    return (*others[:place], card, *others[place:])
