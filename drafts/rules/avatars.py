"""Avatars (M26-M29): which cards fighters may choose from, what they have chosen, and what that changes in a fight."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from drafts.rules.cards import Card
from drafts.rules.chance import Chance
from drafts.rules.errors import AvatarFixed, AvatarNotOffered, NotAllowed
from drafts.rules.ids import FighterId
from drafts.rules.values import changed

OFFERED = 3
"""How many avatars are dealt to a fighter who chooses one of them."""


class AvatarMethod(StrEnum):
    """How a fighter comes to an avatar. The values are published."""

    OFF = "off"
    DEALT = "dealt"
    CHOOSE = "choose"
    FREE = "free"


class AvatarEvery(StrEnum):
    """How long an avatar is kept. The values are published."""

    EVENT = "event"
    ROUND = "round"


class Avatar(NamedTuple):
    """An avatar: its card, by how much counters begin higher, each by its name, and by how much the hand is larger.

    `former` are the numbers that its card had before, the first one first.
    """

    card: Card
    starts: tuple[tuple[str, int], ...] = ()
    hand: int = 0
    former: tuple[str, ...] = ()

    @property
    def number(self) -> str:
        """The number of its card, by which it is named."""
        return self.card.number

    @property
    def first_number(self) -> str:
        """The number that its card had first: avatars stand in the order of these."""
        return self.former[0] if self.former else self.number


Chosen = tuple[tuple[FighterId, str], ...]
"""Fighters, each with the number of an avatar."""


@dataclass(frozen=True, slots=True)
class AvatarTerms:
    """How the fighters of an event come to avatars, and of which: all that were loaded, in order of their numbers."""

    method: AvatarMethod
    every: AvatarEvery
    avatars: tuple[Avatar, ...] = field(repr=False)

    @property
    def by_number(self) -> Mapping[str, Avatar]:
        """The avatars by all numbers that they have or had."""
        return {number: avatar for avatar in self.avatars for number in (*avatar.former, avatar.number)}


@dataclass(frozen=True)
class Avatars:
    """The avatars of some fighters. `offered` are those from which each may choose; with FREE all, and none is dealt.

    `stream` is the path of chance by which they were dealt, behind the seed. Once they are `fixed` they stay.
    """

    terms: AvatarTerms
    fighters: tuple[FighterId, ...]
    seed: str = field(repr=False)
    stream: tuple[str | int, ...]
    offered: Mapping[FighterId, tuple[Avatar, ...]]
    chosen: Mapping[FighterId, Avatar] = field(default_factory=dict)
    fixed: bool = False

    @property
    def missing(self) -> tuple[FighterId, ...]:
        """The fighters who have none."""
        return tuple(fighter for fighter in self.fighters if fighter not in self.chosen)

    def of(self, fighter: FighterId) -> Avatar | None:
        """Return the avatar of a fighter that everybody sees: one that is fixed."""
        return self.chosen.get(fighter) if self.fixed else None

    def offers(self, fighter: FighterId) -> Sequence[Avatar]:
        """Return the avatars from which a fighter may choose."""
        return self.terms.avatars if self.terms.method is AvatarMethod.FREE else self.offered.get(fighter, ())

    def with_only(self, fighters: Iterable[FighterId]) -> "Avatars":
        """Return the avatars of these fighters alone; they are fixed where none is missing."""
        kept = tuple(fighter for fighter in fighters if fighter in self.fighters)
        chosen = {fighter: self.chosen[fighter] for fighter in kept if fighter in self.chosen}
        offered = {fighter: self.offered[fighter] for fighter in kept if fighter in self.offered}
        return changed(self, fighters=kept, chosen=chosen, offered=offered, fixed=len(chosen) == len(kept))


def deal(terms: AvatarTerms, fighters: Iterable[FighterId], seed: str, *stream: str | int) -> Avatars:
    """Return what fighters may choose from, by chance of the stream `avatars/…`: no two alike while they last (M27).

    Each is dealt theirs in turn from a shuffled deck, and from a newly shuffled one when that is empty; to one fighter
    no avatar comes twice. One who is dealt a single avatar has chosen it.
    """
    fighters, path = tuple(fighters), ("avatars", *stream)
    chance, deck = Chance(seed, *path), list[Avatar]()
    offered: dict[FighterId, tuple[Avatar, ...]] = {}
    each = {AvatarMethod.DEALT: 1, AvatarMethod.CHOOSE: OFFERED}.get(terms.method, 0)
    for fighter in fighters if each else ():
        own: list[Avatar] = []
        while len(own) < min(each, len(terms.avatars)):
            deck = deck or chance.shuffled(terms.avatars)
            found = next((avatar for avatar in deck if avatar not in own), None)
            if found is None:
                deck = []
                continue
            deck.remove(found)
            own.append(found)
        offered[fighter] = tuple(own)
    is_dealt = terms.method is AvatarMethod.DEALT
    chosen = {fighter: own[0] for fighter, own in offered.items() if own} if is_dealt else {}
    return Avatars(terms, fighters, seed, path, offered, chosen)


def choose(avatars: Avatars, fighter: FighterId, number: str) -> Avatars:
    """Return them with the choice of a fighter, in place of an earlier one; the same object for the same choice.

    Raises AvatarFixed, AvatarNotOffered, and NotAllowed for a fighter who has none to choose.
    """
    if fighter not in avatars.fighters:
        raise NotAllowed
    if avatars.fixed:
        raise AvatarFixed
    found = avatars.terms.by_number.get(number)
    if found is None or found not in avatars.offers(fighter):
        raise AvatarNotOffered
    if avatars.chosen.get(fighter) == found:
        return avatars
    return changed(avatars, chosen={**avatars.chosen, fighter: found})


def filled(avatars: Avatars) -> Chosen:
    """Return an avatar for each fighter who has none: the first offered, of all loaded ones by lot (M27)."""
    return tuple((fighter, _first(avatars, fighter).number) for fighter in avatars.missing)


def _first(avatars: Avatars, fighter: FighterId) -> Avatar:
    if avatars.terms.method is AvatarMethod.FREE:
        return Chance(avatars.seed, *avatars.stream, "lot", fighter).choice(avatars.terms.avatars)
    return avatars.offered[fighter][0]


def fix(avatars: Avatars, chosen: Chosen) -> Avatars:
    """Let all avatars stay as they are, with these for the fighters who have none; the same object if all are fixed.

    Raises NotAllowed where these are other fighters, AvatarNotOffered for an avatar that was not theirs to choose.
    """
    if avatars.fixed:
        return avatars
    if {fighter for fighter, _ in chosen} != set(avatars.missing):
        raise NotAllowed
    for fighter, number in chosen:
        avatars = choose(avatars, fighter, number)
    return changed(avatars, fixed=True)
