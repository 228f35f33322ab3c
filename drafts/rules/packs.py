"""Booster packs: how one is laid out, whether a set can fill it, and opening one by chance."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, chain
from math import lcm
from types import MappingProxyType
from typing import NamedTuple

from drafts.rules.cards import Card
from drafts.rules.chance import Chance
from drafts.rules.wording import gettext_noop

CUBE = "cube"
"""The slot of the packs of a cube that a plain list makes."""


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


class DrawnCard(NamedTuple):
    """A card of a pack that was opened; `foil`: a foil copy."""

    card: Card
    foil: bool


Sheet = tuple[tuple[str, int], ...]
"""Cards by number, each with its weight."""


class TooFewForTable(CannotFill):
    """All cards of a cube lie in the packs of a table, and another one is needed.

    `fighters` is how many fighters at a table it has cards for, None where that cannot be said.
    """

    def __init__(self, slot: str, fighters: int | None = None) -> None:
        super().__init__(slot, have=0, need=1)
        self.words = gettext_noop("the cube has too few cards for so many fighters at a table")
        if fighters is not None:
            self.words = gettext_noop(
                "the cube has too few cards for so many fighters at a table (%(fighters)s at most)", fighters=fighters
            )


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for `count` cards of a pack.

    `weights` gives each rarity its share in whole numbers. `only` asks for cards with a trait, `basic`, or with a
    hyphen before it for cards without, `-basic`; if it is empty any card will do. With `pair`, leaders come with their
    mates, so `count` is even. `aside`: the cards are in the booster, but not drafted. `sheet` gives single cards their
    shares, by number, in place of `weights` and `only`. `foil`: the cards are foil; a pack can also hold a copy that is
    not. `balance` is a fact whose values are letters, such as `colors`: for each letter that is the only one of some
    card, there is at least one such card, if the slot has enough places; all cards keep their shares.
    """

    name: str
    count: int
    only: str
    weights: tuple[tuple[str, int], ...]
    pair: bool = False
    aside: bool = False
    sheet: Sheet = ()
    foil: bool = False
    balance: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """One way to fill a pack; its `weight` is its share among the layouts."""

    weight: int
    slots: tuple[Slot, ...]

    @property
    def size(self) -> int:
        """How many cards of such a pack are drafted."""
        return sum(slot.count for slot in self.slots if not slot.aside)


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the packs of a set are made; `guarantees`: each holds a card of the trait that its formats feature.

    `once`: no card comes twice at a table, as in a cube; a card of a sheet comes as often as its weight there.
    """

    guarantees: bool
    layouts: tuple[Layout, ...]
    once: bool = False

    @property
    def sizes(self) -> tuple[int, ...]:
        """The numbers of cards that a pack can hold, smallest first."""
        return tuple(sorted({layout.size for layout in self.layouts}))

    @property
    def on_sheets(self) -> frozenset[str]:
        """The numbers of all cards on its sheets."""
        return frozenset(number for layout in self.layouts for slot in layout.slots for number, _ in slot.sheet)

    def fighters(self, packs: int) -> int | None:
        """Return for how many fighters at a table a cube has cards, if each opens so many packs.

        None where that cannot be said: cards can come again, or packs have several layouts.
        """
        if not self.once or len(self.layouts) != 1:
            return None
        drawn: Counter[tuple[Sheet, bool]] = Counter()
        for slot in self.layouts[0].slots:
            if slot.sheet and not slot.aside:
                drawn[slot.sheet, slot.foil] += slot.count * packs
        enough = [sum(copies for _, copies in sheet) // count for (sheet, _), count in drawn.items() if count]
        return min(enough, default=None)

    def renumbered(self, numbers: Mapping[str, str]) -> "Recipe":
        """Return the recipe with other numbers on its sheets: the old ones map to the new ones."""
        layouts = (
            replace(layout, slots=tuple(_renumbered(slot, numbers) for slot in layout.slots)) for layout in self.layouts
        )
        return replace(self, layouts=tuple(layouts))

    @property
    def usual_size(self) -> int:
        """How many cards most packs hold."""
        weights = {size: sum(layout.weight for layout in self.layouts if layout.size == size) for size in self.sizes}
        return max(weights, key=lambda size: weights[size])


def cube_recipe(size: int, copies: Mapping[str, int]) -> Recipe:
    """Return the recipe of a cube: packs of `size` cards, each card at a table as often as it has copies."""
    slot = Slot(CUBE, size, "", (), sheet=tuple(sorted(copies.items())))
    return Recipe(guarantees=False, layouts=(Layout(1, (slot,)),), once=True)


def _renumbered(slot: Slot, numbers: Mapping[str, str]) -> Slot:
    return replace(slot, sheet=tuple((numbers.get(number, number), weight) for number, weight in slot.sheet))


def check_recipe(recipe: Recipe, cards: Iterable[Card], others: Iterable[Card] = ()) -> None:
    """Raise CannotFill, naming the slot, if there may be too few cards for a pack by this recipe."""
    PackMaker(recipe, cards, others)


def pairs_of(cards: Iterable[Card]) -> list[tuple[Card, Card]]:
    """Return the cards that come in pairs, leaders with their mates: place 1 with 2, 3 with 4. Others are left out."""
    paired = {card.pair: card for card in cards if card.pair is not None}
    return [
        (card, paired[series, place + 1])
        for (series, place), card in sorted(paired.items(), key=lambda item: item[0])
        if place % 2 and (series, place + 1) in paired
    ]


class _Pool:
    """The cards that one slot may give: bundles of places in the set's list, each a card or a pair.

    A shelf has all bundles of a rarity, or a single card of a sheet. Foil copies have places of their own, behind those
    of all cards.
    """

    def __init__(self, slot: Slot, cards: tuple[Card, ...], own: Container[str]) -> None:
        place = {card.number: index for index, card in enumerate(cards)} if slot.pair or slot.sheet else {}
        if slot.pair:
            bundles = [(pair[0].rarity, tuple(place[card.number] for card in pair)) for pair in pairs_of(cards)]
        else:
            bundles = [
                (card.rarity, (index,)) for index, card in enumerate(cards) if fits(slot, card) and card.number in own
            ]
        by_rarity: dict[str, list[tuple[int, ...]]] = {}
        for rarity, bundle in bundles:
            by_rarity.setdefault(rarity, []).append(bundle)
        wanted = [(by_rarity[rarity], weight) for rarity, weight in slot.weights if weight > 0 and rarity in by_rarity]
        if slot.sheet:
            wanted = [([(place[number],)], weight) for number, weight in slot.sheet if number in place]
        if slot.foil:
            wanted = [([tuple(each + len(cards) for each in one) for one in shelf], share) for shelf, share in wanted]
        self.slot = slot
        behind = len(cards) if slot.foil else 0
        self.copies = {place[number] + behind: weight for number, weight in slot.sheet if number in place}
        self.times = range(slot.count // 2 if slot.pair else slot.count)
        self.shelves = [shelf for shelf, _ in wanted]
        self.weights = [weight for _, weight in wanted]
        self.bounds = list(accumulate(self.weights))
        self.only = self.shelves[0] if len(self.shelves) == 1 else None
        self.balanced = _balanced(slot, cards, wanted)

    @cached_property
    def members(self) -> frozenset[int]:
        """Every card that the slot may give."""
        return frozenset(index for shelf in self.shelves for bundle in shelf for index in bundle)

    def add_to(self, pack: list[int], chance: Chance, dealt: Counter[int] | None) -> None:
        """Put the slot's cards into the pack: a rarity by weight, then any card of it that the pack has not yet.

        `dealt` counts the cards of a table at which each card comes only as often as it has copies. Raises CannotFill.
        """
        is_gone = pack.__contains__ if dealt is None else lambda card: dealt[card] >= self.copies.get(card, 1)
        if self.balanced:
            self._add_balanced(self.balanced, pack, chance, dealt, is_gone)
            return
        for _ in self.times:
            shelf = self.only or self.shelves[bisect_right(self.bounds, chance.below(self.bounds[-1]))]
            bundle = shelf[chance.below(len(shelf))]
            if is_gone(bundle[0]):
                bundle = self._another(shelf, is_gone, chance)
            pack += bundle
            if dealt is not None:
                dealt.update(bundle)

    def _add_balanced(
        self,
        balanced: "_Balanced",
        pack: list[int],
        chance: Chance,
        dealt: Counter[int] | None,
        is_gone: Callable[[int], bool],
    ) -> None:
        """Put one card of each letter into the pack, then cards by the shares that remain (`_Balanced`)."""
        letters = len(balanced.groups) - 1
        for place in self.times:
            group = balanced.groups[place if place < letters else chance.weighted(balanced.weights)]
            if not any(not is_gone(card) for card, _ in group):
                group = balanced.all
            left = [weight if not is_gone(card) else 0 for card, weight in group]
            if not any(left):
                raise TooFewForTable(self.slot.name)
            card = group[chance.weighted(left)][0]
            pack.append(card)
            if dealt is not None:
                dealt[card] += 1

    def _another(self, shelf: list[tuple[int, ...]], is_gone: Callable[[int], bool], chance: Chance) -> tuple[int, ...]:
        """Draw from what is left of the rarity, or else of the other rarities. Raises CannotFill."""
        rest = [bundle for bundle in shelf if not is_gone(bundle[0])]
        if not rest:
            left = [[bundle for bundle in other if not is_gone(bundle[0])] for other in self.shelves]
            weights = [weight if bundles else 0 for weight, bundles in zip(self.weights, left, strict=True)]
            if not any(weights):
                raise TooFewForTable(self.slot.name)
            rest = left[chance.weighted(weights)]
        return chance.choice(rest)


class _Balanced(NamedTuple):
    """The cards of a slot by their only letter; the last group has those with no letter or several.

    Each card has its weight. `weights` are the shares of the groups among the cards that are drawn after one of each
    letter, so that over all cards each group has the share of its cards' weights.
    """

    groups: tuple[tuple[tuple[int, int], ...], ...]
    weights: tuple[int, ...]

    @property
    def all(self) -> tuple[tuple[int, int], ...]:
        """The cards of all groups."""
        return tuple(chain.from_iterable(self.groups))


def _balanced(slot: Slot, cards: tuple[Card, ...], wanted: list[tuple[list[tuple[int, ...]], int]]) -> _Balanced | None:
    """Return the cards of a slot by letters; None where it is not balanced, or has fewer places than letters."""
    if not slot.balance:
        return None
    common = lcm(*(len(shelf) for shelf, _ in wanted))
    weights = {bundle[0]: share * common // len(shelf) for shelf, share in wanted for bundle in shelf}
    groups: dict[str, list[tuple[int, int]]] = {}
    for card, weight in weights.items():
        letters = str(getattr(cards[card % len(cards)], slot.balance, ""))
        groups.setdefault(letters if len(letters) == 1 else "", []).append((card, weight))
    others = groups.pop("", [])
    if not groups or len(groups) > slot.count:
        return None
    total = sum(weights.values())
    sums = [sum(weight for _, weight in groups[letter]) for letter in sorted(groups)]
    shares = [max(0, slot.count * weight - total) for weight in sums]
    shares.append(slot.count * sum(weight for _, weight in others))
    if not any(shares):
        shares = [*sums, 0]
    return _Balanced((*(tuple(groups[letter]) for letter in sorted(groups)), tuple(others)), tuple(shares))


class PackMaker:
    """Opens packs of one set. It is prepared once; opening a pack is then cheap.

    `others` are cards of other sets, which come from sheets alone. The same recipe, cards and seed give the same packs,
    in whatever order the cards are given: they are sorted by their numbers, or by their first numbers where `first` has
    these. Raises CannotFill.
    """

    def __init__(
        self,
        recipe: Recipe,
        cards: Iterable[Card],
        others: Iterable[Card] = (),
        first: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        own = {card.number: card for card in cards}
        unique = {**{card.number: card for card in others}, **own}
        self.recipe = recipe
        order = sorted(unique, key=lambda number: (first.get(number, number), number))
        self._cards = tuple(unique[number] for number in order)
        slots = {slot for layout in recipe.layouts for slot in layout.slots if not slot.aside}
        pools = {slot: _Pool(slot, self._cards, own.keys()) for slot in slots}
        self._layouts = [[pools[slot] for slot in layout.slots if not slot.aside] for layout in recipe.layouts]
        self._weights = [layout.weight for layout in recipe.layouts]
        for layout in {tuple(layout) for layout in self._layouts}:
            _check_layout(list(layout))

    @property
    def numbers(self) -> frozenset[str]:
        """The numbers of all cards that can be opened."""
        places = frozenset().union(*(pool.members for pools in self._layouts for pool in pools))
        return frozenset(self._cards[place % len(self._cards)].number for place in places)

    def open(self, chance: Chance) -> tuple[Card, ...]:
        """Return the cards of a pack (`draw`)."""
        return tuple(drawn.card for drawn in self.draw(chance))

    def draw(self, chance: Chance, dealt: Counter[int] | None = None) -> tuple[DrawnCard, ...]:
        """Open one pack: no card twice, except once foil and once not; the order of its cards reveals nothing.

        `dealt` counts what the packs of a table hold, to which this one is added (`TablePacks`). Raises CannotFill.
        """
        pools = self._layouts[chance.weighted(self._weights)] if len(self._layouts) > 1 else self._layouts[0]
        pack: list[int] = []
        for pool in pools:
            pool.add_to(pack, chance, dealt)
        cards, count = self._cards, len(self._cards)
        return tuple([DrawnCard(cards[index % count], index >= count) for index in chance.shuffled(pack)])


class TablePacks:
    """Opens the packs of tables, by number: with a recipe that has `once`, no card comes twice at a table."""

    def __init__(self) -> None:
        self._dealt: dict[tuple[int, PackMaker], Counter[int]] = {}

    def draw(self, maker: PackMaker, table: int, chance: Chance) -> tuple[DrawnCard, ...]:
        """Open the next pack of a table. Raises CannotFill where a cube has too few cards for it."""
        dealt = self._dealt.setdefault((table, maker), Counter()) if maker.recipe.once else None
        return maker.draw(chance, dealt)


def fits(slot: Slot, card: Card) -> bool:
    """Whether the slot takes such a card, whatever its rarity. A card that has a mate comes only with it."""
    if card.pair is not None:
        return False
    wanted = not slot.only.startswith("-")
    return not slot.only or (slot.only.removeprefix("-") in card.traits) is wanted


def _check_layout(pools: list[_Pool]) -> None:
    """Raise CannotFill unless every slot has enough cards even if the earlier slots took as many as they can."""
    for position, pool in enumerate(pools):
        shared = [(earlier.slot.count, earlier.members & pool.members) for earlier in pools[:position]]
        lost = min(
            sum(min(count, len(members)) for count, members in shared),
            len(frozenset().union(*(members for _, members in shared))),
        )
        have = len(pool.members) - lost
        if have < pool.slot.count:
            raise CannotFill(pool.slot.name, have, pool.slot.count)
