"""Choices that no fighter makes: when time runs out, and a bot's own."""

from collections.abc import Iterable, Sequence

from drafts.rules.cards import CardId, CardInPack
from drafts.rules.chance import Chance
from drafts.rules.draft.table import DraftTable, owed
from drafts.rules.formats import Quota

_WORTH = {"C": 0, "R": 2, "RR": 4, "RRR": 6}
_WORTH_OF_OTHERS = 7
_WANTED_SHARE = {0: 4, 1: 10, 2: 8, 3: 6}
_NOISE = 3


def automatic_choice(table: DraftTable, seat: int, marked: Sequence[CardId], chance: Chance) -> tuple[CardId, ...]:
    """Return what the server takes when a fighter's time has run out: what is marked, what the rules demand, chance."""
    hand = table.hands[seat]
    wanted = [held for mark in marked for held in hand if held.id == mark]
    others = chance.shuffled([held for held in hand if held.id not in marked])
    return _fill(owed(table, seat), [*wanted, *others])


def bot_choice(table: DraftTable, seat: int, chance: Chance) -> tuple[CardId, ...]:
    """Return a bot's choice: rare and strong cards first, of grades that its own pile still lacks."""
    if len(table.hands[seat]) == 1:
        return (table.hands[seat][0].id,)
    grades = [held.card.grade for held in table.piles[seat] + table.placed[seat]]
    total = len(grades) + 1

    def score(held: CardInPack) -> int:
        grade = held.card.grade
        lacking = 0 if grade is None else _WANTED_SHARE.get(grade, 0) * total // 28 - grades.count(grade)
        return _WORTH.get(held.card.rarity, _WORTH_OF_OTHERS) + 2 * lacking + chance.below(_NOISE)

    return _fill(owed(table, seat), sorted(table.hands[seat], key=score, reverse=True))


def _fill(due: Quota, preferred: Iterable[CardInPack]) -> tuple[CardId, ...]:
    """Fill a quota in order of preference."""
    trigger, normal, anything = due.trigger, due.normal, due.any
    taken = []
    for held in preferred:
        if held.card.is_trigger and trigger:
            trigger -= 1
        elif not held.card.is_trigger and normal:
            normal -= 1
        elif anything:
            anything -= 1
        else:
            continue
        taken.append(held.id)
    return tuple(taken)
