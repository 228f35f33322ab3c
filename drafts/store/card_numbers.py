"""The numbers of cards on this site, found by the numbers in logs and those that people type."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from drafts.models import Card, CardSet
from drafts.rules.card_numbers import CardNumbers, Printed, front_of, full_number, same_cards
from drafts.rules.cards import Card as PrintedCard
from drafts.rules.games.base import CardGame
from drafts.store.catalog import former_numbers, rows_of

AT_ONCE = 500


class NumbersHere:
    """The numbers on this site of the cards in the sets with these codes.

    An older log may have the number that a card had before it was renumbered, or a bare one, from before numbers named
    their sets.
    """

    def __init__(self, codes: Iterable[str]) -> None:
        self._former = {
            (card_set.code, old): number
            for card_set in CardSet.objects.filter(code__in=set(codes))
            for number, former in former_numbers(rows_of([card_set])).items()
            for old in former
        }

    def number_of(self, code: str, number: str) -> str:
        """Return the number on this site of a card that had this number in a pack of a set."""
        full = full_number(code, number)
        return self._former.get((code, number)) or self._former.get((code, full)) or full


def numbers_meant(typed: Collection[str], game: CardGame) -> dict[str, list[str]]:
    """Return the numbers of the loaded cards of a game that each typed number may mean.

    A bare number is looked up first in the sets of the numbers that are typed in full, then in all sets.
    """
    loaded = Card.objects.filter(card_set__game=game.slug, card_set__partial=False)
    in_full = dict(loaded.filter(number__in=typed).values_list("number", "card_set__code"))
    meant = {number: [number] for number in in_full}
    if len(meant) == len(typed):
        return meant
    of_sets: defaultdict[str, list[str]] = defaultdict(list)
    for number, code in loaded.values_list("number", "card_set__code"):
        of_sets[code].append(number)
    everywhere = CardNumbers(of_sets)
    within = CardNumbers({code: of_sets[code] for code in set(in_full.values())})
    return meant | {each: within.meant_by(each) or everywhere.meant_by(each) for each in typed if each not in meant}


def same_cards_here(listed: Iterable[tuple[str, PrintedCard]]) -> dict[str, dict[str, str]]:
    """Return the loaded cards that have other numbers in a list: by the codes of their sets, old numbers to new ones.

    `listed` are the cards of the list, each with the code of its set.
    """
    new: defaultdict[str, dict[str, Printed]] = defaultdict(dict)
    for code, card in listed:
        new[code][card.number] = Printed(card.name, card.rarity)
    old: defaultdict[str, dict[str, Printed]] = defaultdict(dict)
    loaded = Card.objects.filter(card_set__code__in=new, card_set__partial=False)
    for code, number, *printed in loaded.values_list("card_set__code", "number", "name", "rarity"):
        old[code][number] = Printed(*printed)
    return {code: pairs for code, cards in old.items() if (pairs := same_cards(cards, new[code]))}


def are_of_other_sets(code: str, cards: Sequence[PrintedCard]) -> bool:
    """Whether a list of a set has only loaded cards of other sets, in full numbers: then it is a cube."""
    names = {card.number: card.name for card in cards}
    if any(front_of(number) in ("", code) for number in names):
        return False
    found: dict[str, list[str]] = {}
    for start in range(0, len(cards), AT_ONCE):
        numbers = [card.number for card in cards[start : start + AT_ONCE]]
        loaded = Card.objects.filter(number__in=numbers, card_set__partial=False, card_set__game=cards[0].game)
        found |= {number: owned for number, *owned in loaded.values_list("number", "name", "card_set__code")}
    return found == {number: [name, front_of(number)] for number, name in names.items()}
