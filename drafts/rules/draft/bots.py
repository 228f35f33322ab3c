"""Choices that no fighter makes: when time runs out, and a bot's own."""

from collections.abc import Iterable, Sequence

from drafts.rules.cards import CardId, CardInPack
from drafts.rules.chance import Chance
from drafts.rules.draft.table import DraftTable, owed
from drafts.rules.formats import Quota

_NOISE = 3


def automatic_choice(table: DraftTable, seat: int, marked: Sequence[CardId], chance: Chance) -> tuple[CardId, ...]:
    """Return what the server takes when a fighter's time has run out: what is marked, what the rules demand, chance."""
    hand = table.hands[seat]
    wanted = [held for mark in marked for held in hand if held.id == mark]
    others = chance.shuffled([held for held in hand if held.id not in marked])
    return _fill(table.format.featured, owed(table, seat), [*wanted, *others])


def bot_choice(table: DraftTable, seat: int, chance: Chance) -> tuple[CardId, ...]:
    """Return a bot's choice: the cards that its game ranks highest beside its own pile, with a little chance."""
    hand = table.hands[seat]
    if len(hand) == 1:
        return (hand[0].id,)
    worth = table.format.card_game.bot_order(table.piles[seat] + table.placed[seat])
    ranked = sorted(hand, key=lambda held: worth(held.card) + chance.below(_NOISE), reverse=True)
    return _fill(table.format.featured, owed(table, seat), ranked)


def _fill(trait: str, due: Quota, preferred: Iterable[CardInPack]) -> tuple[CardId, ...]:
    """Fill a quota in order of preference; `trait` is that of featured cards."""
    featured, plain, anything = due.featured, due.plain, due.any
    taken = []
    for held in preferred:
        is_featured = trait in held.card.traits
        if is_featured and featured:
            featured -= 1
        elif not is_featured and plain:
            plain -= 1
        elif anything:
            anything -= 1
        else:
            continue
        taken.append(held.id)
    return tuple(taken)
