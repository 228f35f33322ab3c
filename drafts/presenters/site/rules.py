"""Values that the pages of rules show about a format, derived from its data so that they cannot contradict it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from drafts.drawings.passing import Ring, ring_of
from drafts.presenters.catalog.packs import in_minutes, length_of, minutes_of, usual_shape
from drafts.rules.draft.clock import HURRY_SECONDS, TIMEOUTS_BEFORE_HURRY, seconds_to_choose
from drafts.rules.fights.forms import CounterRule
from drafts.rules.formats import Direction, Format, Pace
from drafts.rules.games.base import Game, Shape

TIMED = {Pace.BRISK: _("Brisk"), Pace.STANDARD: _("Standard"), Pace.RELAXED: _("Relaxed")}
"""The paces that have a clock, from the fastest on."""
USUAL_DAMAGE = 4


@dataclass(frozen=True, slots=True)
class Way:
    """Packs one after the other that go the same way, drawn as a ring. `review_after`: a review follows the last."""

    first: int
    last: int
    direction: Direction
    review_after: bool
    ring: Ring


@dataclass(frozen=True, slots=True)
class PaceRow:
    """The seconds to choose at each pace, for numbers of cards in hand that have the same time."""

    most: int
    fewest: int
    seconds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DraftRules:
    """A format in numbers, for packs of these kinds. A value that differs from pack to pack is None, or empty.

    `hands` are the cards in hand in each pass of a round, `reviews` the packs that a review follows. `counters` are
    what a fight counts. `guaranteed`: each pack holds a card with the trait that the format features.
    """

    format: Format
    game: Game
    packs: int
    size: int | None
    guaranteed: bool | None
    hands: tuple[int, ...]
    ways: tuple[Way, ...]
    reviews: tuple[int, ...]
    paces: tuple[str | Promise, ...]
    rows: tuple[PaceRow, ...]
    minutes: tuple[str, ...]
    counters: tuple[CounterRule, ...]
    hurry_seconds: int = HURRY_SECONDS
    timeouts: int = TIMEOUTS_BEFORE_HURRY

    @property
    def fewest(self) -> int:
        """The fewest fighters at a table (R1, M1)."""
        return self.format.fighters[0]

    @property
    def most(self) -> int:
        """The most fighters at a table (R1, M1)."""
        return self.format.fighters[1]

    @property
    def deck(self) -> int | None:
        """How many cards a fighter ends with (R15, M6)."""
        return None if self.size is None else self.size * self.packs

    @property
    def usual_length(self) -> str:
        """How long a draft of the usual pace lasts, in words."""
        return in_minutes(_length(self.format, Pace.STANDARD))

    @property
    def reviews_in_words(self) -> str:
        """The packs that a review follows: "1 and 2"."""
        return get_text_list([str(number) for number in self.reviews], gettext("and"))


def rules_of(format_: Format, shapes: Sequence[Shape] = (), damage_limit: int = USUAL_DAMAGE) -> DraftRules:
    """Return a format in numbers: for packs of these shapes, or as they usually are."""
    known = set(shapes) or {usual_shape(format_)}
    sizes, guaranteed = {size for shape in known for size in shape.sizes}, {shape.guaranteed for shape in known}
    size = sizes.pop() if len(sizes) == 1 else None
    return DraftRules(
        format=format_,
        game=format_.game,
        packs=format_.packs,
        size=size,
        guaranteed=guaranteed.pop() if len(guaranteed) == 1 else None,
        hands=_hands(format_, known.pop()) if len(known) == 1 and size and format_.rounds else (),
        ways=ways_of(format_, format_.usual_fighters),
        reviews=tuple(number for number, rule in enumerate(format_.rounds, 1) if rule.review_after),
        paces=tuple(TIMED.values()),
        rows=tuple(_rows(format_)),
        minutes=tuple(minutes_of(_length(format_, pace)) for pace in TIMED),
        counters=format_.form(None, damage_limit).counters,
    )


def _length(format_: Format, pace: Pace) -> int:
    return length_of(format_, pace, [usual_shape(format_)], format_.review_seconds) or 0


def ways_of(format_: Format, seats: int) -> tuple[Way, ...]:
    """Return which packs go which way, drawn for a table of so many seats."""
    numbered = enumerate(format_.rounds, 1)
    return tuple(
        _way(direction, [number for number, _ in packs], format_, seats)
        for direction, packs in ((way, list(of_way)) for way, of_way in groupby(numbered, lambda one: one[1].direction))
    )


def _way(direction: Direction, packs: Sequence[int], format_: Format, seats: int) -> Way:
    last = packs[-1]
    return Way(packs[0], last, direction, format_.round(last).review_after, ring_of(seats, direction))


def _hands(format_: Format, shape: Shape) -> tuple[int, ...]:
    """Return how many cards one holds in each pass of a round."""
    in_hand, rule = shape.sizes[-1], format_.round(1)
    hands: list[int] = []
    while in_hand > 0:
        hands.append(in_hand)
        in_hand -= rule.rule(len(hands)).quota(guaranteed=shape.guaranteed, called=False).total
    return tuple(hands)


def _rows(format_: Format) -> Iterator[PaceRow]:
    """Yield the times for a choice, the fullest hand first. The last card needs no decision."""
    if not format_.rounds:
        return
    of_hands = ((in_hand, _seconds(format_, in_hand)) for in_hand in range(format_.pack_size, 1, -1))
    for seconds, hands in groupby(of_hands, lambda one: one[1]):
        alike = [in_hand for in_hand, _ in hands]
        yield PaceRow(alike[0], alike[-1], seconds)


def _seconds(format_: Format, in_hand: int) -> tuple[int, ...]:
    size = format_.pack_size
    times = (seconds_to_choose(format_, pace, pack_size=size, in_hand=in_hand, due=1) for pace in TIMED)
    return tuple(seconds or 0 for seconds in times)
