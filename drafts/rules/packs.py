"""Booster packs: how one is laid out, whether a set can fill it, and opening one by chance."""

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from drafts.rules.cards import Card
from drafts.rules.chance import Chance
from drafts.rules.wording import gettext_noop

PAIR_NUMBER = re.compile(r"^(?P<set>.*)/L(?P<place>\d{1,4})(?P<tail>[^/\d]*)$")


class CannotFill(Exception):
    """A set has too few cards for a slot: `have` cards where the slot needs `need`."""

    def __init__(self, slot: str, have: int, need: int) -> None:
        words = gettext_noop(
            'the slot "%(slot)s" needs %(need)s, and the set has %(have)s for it', slot=slot, need=need, have=have
        )
        super().__init__(words)
        self.words = words
        self.slot = slot
        self.have = have
        self.need = need


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for `count` cards of a pack.

    `weights` gives each rarity its share in whole numbers; `trigger` asks for trigger units (True), for cards that are
    not (False), or for either (None). With `pair`, leaders come with their mates, so `count` is even (R9).
    """

    name: str
    count: int
    trigger: bool | None
    weights: tuple[tuple[str, int], ...]
    pair: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """One way in which a pack is filled, as likely among the others as its weight."""

    weight: int
    slots: tuple[Slot, ...]

    @property
    def size(self) -> int:
        """How many cards such a pack holds."""
        return sum(slot.count for slot in self.slots)


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the packs of a set are made; `guarantees_trigger` decides between R6 and R7."""

    guarantees_trigger: bool
    layouts: tuple[Layout, ...]

    @property
    def sizes(self) -> tuple[int, ...]:
        """The numbers of cards that a pack can hold, smallest first."""
        return tuple(sorted({layout.size for layout in self.layouts}))


def check_recipe(recipe: Recipe, cards: Iterable[Card]) -> None:
    """Raise CannotFill, naming the slot, if a pack by this recipe could run out of cards."""
    PackMaker(recipe, cards)


def pairs_of(cards: Iterable[Card]) -> list[tuple[Card, Card]]:
    """Return the Legion Rare leaders with their mates (R9): L01 with L02, L03 with L04. Singles are left out."""
    legion: dict[tuple[str, str, int], Card] = {}
    for card in cards:
        if card.is_legion_rare and (found := PAIR_NUMBER.match(card.number)):
            legion[found["set"], found["tail"], int(found["place"])] = card
    return [
        (card, legion[group, tail, place + 1])
        for (group, tail, place), card in sorted(legion.items())
        if place % 2 and (group, tail, place + 1) in legion
    ]


class _Pool:
    """What one slot may give, by rarity: bundles of places in the set's list of cards. A bundle is a card or a pair."""

    def __init__(self, slot: Slot, cards: tuple[Card, ...]) -> None:
        if slot.pair:
            place = {card.number: index for index, card in enumerate(cards)}
            bundles = [(pair[0].rarity, tuple(place[card.number] for card in pair)) for pair in pairs_of(cards)]
        else:
            bundles = [(card.rarity, (index,)) for index, card in enumerate(cards) if fits(slot, card)]
        by_rarity: dict[str, list[tuple[int, ...]]] = {}
        for rarity, bundle in bundles:
            by_rarity.setdefault(rarity, []).append(bundle)
        wanted = [(by_rarity[rarity], weight) for rarity, weight in slot.weights if weight > 0 and rarity in by_rarity]
        self.slot = slot
        self.times = range(slot.count // 2 if slot.pair else slot.count)
        self.shelves = [shelf for shelf, _ in wanted]
        self.weights = [weight for _, weight in wanted]
        self.bounds = list(accumulate(self.weights))
        self.only = self.shelves[0] if len(self.shelves) == 1 else None

    @cached_property
    def members(self) -> frozenset[int]:
        """Every card that the slot may give."""
        return frozenset(index for shelf in self.shelves for bundle in shelf for index in bundle)

    def add_to(self, pack: list[int], chance: Chance) -> None:
        """Put the slot's cards into the pack: a rarity by weight, then any card of it that the pack has not yet."""
        for _ in self.times:
            shelf = self.only or self.shelves[bisect_right(self.bounds, chance.below(self.bounds[-1]))]
            bundle = shelf[chance.below(len(shelf))]
            if bundle[0] in pack:
                bundle = self._another(shelf, pack, chance)
            pack += bundle

    def _another(self, shelf: list[tuple[int, ...]], pack: list[int], chance: Chance) -> tuple[int, ...]:
        """Draw from what is left of the rarity, or of the other rarities where nothing of it is."""
        rest = [bundle for bundle in shelf if bundle[0] not in pack]
        if not rest:
            left = [[bundle for bundle in other if bundle[0] not in pack] for other in self.shelves]
            weights = [weight if bundles else 0 for weight, bundles in zip(self.weights, left, strict=True)]
            rest = left[chance.weighted(weights)]
        return chance.choice(rest)


class PackMaker:
    """Opens packs of one set. It is prepared once; opening one is then a dozen draws.

    The same recipe, cards and seed give the same packs, in whatever order the cards are handed in. Raises CannotFill.
    """

    def __init__(self, recipe: Recipe, cards: Iterable[Card]) -> None:
        unique = {card.number: card for card in cards}
        self.recipe = recipe
        self._cards = tuple(unique[number] for number in sorted(unique))
        self._layouts = [[_Pool(slot, self._cards) for slot in layout.slots] for layout in recipe.layouts]
        self._weights = [layout.weight for layout in recipe.layouts]
        for pools in self._layouts:
            _check_layout(pools)

    def open(self, chance: Chance) -> tuple[Card, ...]:
        """Open one pack: no card twice in it, and the order of its cards tells nothing."""
        pools = self._layouts[chance.weighted(self._weights)] if len(self._layouts) > 1 else self._layouts[0]
        pack: list[int] = []
        for pool in pools:
            pool.add_to(pack, chance)
        cards = self._cards
        return tuple([cards[index] for index in chance.shuffled(pack)])


def fits(slot: Slot, card: Card) -> bool:
    """Whether the slot asks for such a card, its rarity left aside. A Legion Rare comes only as half of a pair."""
    return not card.is_legion_rare and slot.trigger in (None, card.is_trigger)


def _check_layout(pools: list[_Pool]) -> None:
    """Raise CannotFill unless every slot has enough cards even after the earlier slots took all they can of them."""
    for position, pool in enumerate(pools):
        shared = [(earlier.slot.count, earlier.members & pool.members) for earlier in pools[:position]]
        lost = min(
            sum(min(count, len(members)) for count, members in shared),
            len(frozenset().union(*(members for _, members in shared))),
        )
        have = len(pool.members) - lost
        if have < pool.slot.count:
            raise CannotFill(pool.slot.name, have, pool.slot.count)
