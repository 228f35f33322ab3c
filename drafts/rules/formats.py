"""Formats as data: how many packs, what is chosen in which pass, which way, and when one may look.

No other module knows the procedure of a draft. What a card is (triggers, grades, Legion Rares), many modules know.
"""

from dataclasses import dataclass
from enum import StrEnum

from drafts.rules.night.stages import DRAFT_NIGHT, Stage


class Direction(StrEnum):
    """Which way the packs go: left is clockwise, to seat i + 1 (R11); right is to seat i - 1 (R14)."""

    LEFT = "left"
    RIGHT = "right"

    @property
    def step(self) -> int:
        """What to add to a seat's number to find who receives its pack."""
        return 1 if self is Direction.LEFT else -1


@dataclass(frozen=True, slots=True)
class Quota:
    """How many cards are due, by kind: trigger units, units that are none, and cards of any kind."""

    trigger: int = 0
    normal: int = 0
    any: int = 0

    @property
    def total(self) -> int:
        """How many cards that are in all."""
        return self.trigger + self.normal + self.any


@dataclass(frozen=True, slots=True)
class PassRule:
    """What is due in one pass, from a set that guarantees a trigger unit and from one that does not (R7).

    The `rare` quotas hold once a Legion Rare is verified (R9); a pass without them knows no such call.
    Raises ValueError for a quota of no cards, since such a pass would never end, and for a `rare` quota that is smaller
    than the usual one, since nobody takes back what is placed.
    """

    guaranteed: Quota
    unguaranteed: Quota
    rare_guaranteed: Quota | None = None
    rare_unguaranteed: Quota | None = None

    def __post_init__(self) -> None:
        quotas = (self.guaranteed, self.unguaranteed, self.rare_guaranteed, self.rare_unguaranteed)
        if any(quota is not None and quota.total < 1 for quota in quotas):
            raise ValueError("in each pass at least one card is chosen")
        if (self.rare_guaranteed is None) != (self.rare_unguaranteed is None):
            raise ValueError("a Legion Rare has a quota for both kinds of sets or for none")
        rare = ((self.guaranteed, self.rare_guaranteed), (self.unguaranteed, self.rare_unguaranteed))
        if any(more is not None and more.total < usual.total for usual, more in rare):
            raise ValueError("with a Legion Rare no fewer cards are chosen than without")

    @property
    def allows_call(self) -> bool:
        """Whether a Legion Rare can be called in this pass."""
        return self.rare_guaranteed is not None

    def quota(self, *, guaranteed: bool, rare: bool) -> Quota:
        """Return what is due from a pack of that kind."""
        usual = self.guaranteed if guaranteed else self.unguaranteed
        if not rare:
            return usual
        return (self.rare_guaranteed if guaranteed else self.rare_unguaranteed) or usual


@dataclass(frozen=True, slots=True)
class RoundRule:
    """One round: the direction, the rule of each pass (the last one goes on), and whether a review follows."""

    direction: Direction
    passes: tuple[PassRule, ...]
    review_after: bool = False

    def rule(self, pass_number: int) -> PassRule:
        """Return the rule of a pass, counted from 1."""
        return self.passes[pass_number - 1] if pass_number < len(self.passes) else self.passes[-1]

    def last_pass(self, cards: int, *, guaranteed: bool, rare: bool, pass_number: int = 1) -> int:
        """Return the pass in which a pack becomes empty that holds so many cards before the pass `pass_number`."""
        while (cards := cards - self.rule(pass_number).quota(guaranteed=guaranteed, rare=rare).total) > 0:
            pass_number += 1
        return pass_number


@dataclass(frozen=True, slots=True)
class Format:
    """A way to draft. `pack_size` is the usual one; `deck_size` is what the packs add up to then (R15).

    `stages` are those of a night, from the lobby to the end.
    """

    slug: str
    name: str
    rounds: tuple[RoundRule, ...]
    fighters: tuple[int, int] = (2, 9)
    pack_size: int = 5
    deck_size: int = 30
    lowest_grades: tuple[int, ...] = (0, 1, 2, 3)
    stages: tuple[Stage, ...] = DRAFT_NIGHT


_FIRST_PASS = PassRule(
    guaranteed=Quota(trigger=1, normal=1),
    unguaranteed=Quota(any=1),
    rare_guaranteed=Quota(trigger=1, any=2),
    rare_unguaranteed=Quota(any=2),
)
_LATER_PASS = PassRule(guaranteed=Quota(any=1), unguaranteed=Quota(any=1))


def _vanguard_round(number: int) -> RoundRule:
    return RoundRule(
        direction=Direction.LEFT if number <= 3 else Direction.RIGHT,
        passes=(_FIRST_PASS, _LATER_PASS),
        review_after=number == 3,
    )


VANGUARD = Format(
    slug="vanguard",
    name="Vanguard Booster Draft",
    rounds=tuple(_vanguard_round(number) for number in range(1, 7)),
)

FORMATS: dict[str, Format] = {VANGUARD.slug: VANGUARD}
