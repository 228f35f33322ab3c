"""The rounds in which a group fights: who meets whom in each, and what becomes of the fights of who drops out.

A group are the fighters of one table, or all of the event. A move returns the next group or raises a Refusal.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

from drafts.rules.chance import Chance
from drafts.rules.errors import NotAllowed
from drafts.rules.fights.fight import DecidedBy, Fight, TimeUp, bye, call_time, give_up, give_up_too, reopen
from drafts.rules.fights.forms import FightForm
from drafts.rules.ids import FighterId
from drafts.rules.night.pairings import Pairing, bracket, next_of_bracket, round_robin, swiss_round
from drafts.rules.night.standings import ROUND_ROBIN as TIES_OF_ROUND_ROBIN
from drafts.rules.night.standings import SWISS as TIES_OF_SWISS
from drafts.rules.night.standings import FightRecord, FinishedFight, Standing, TieBreak, standings
from drafts.rules.values import changed

MOST_IN_A_USUAL_ROUND_ROBIN = 4
REVISION = 2
"""The edition of the rules of fights by which nights that begin now are fought (`Terms`)."""


class Mode(StrEnum):
    """How a group is paired. The values are published."""

    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"
    BRACKET = "bracket"


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of all fights of a night, fixed before the first. `seed` is that of the event.

    `revision` says by which edition of these rules a night is fought to its end: in the first one rematches were not
    counted, fights of any round could be opened again, and where both sides dropped out the last one won.
    """

    form: FightForm
    seed: str
    swiss_rounds: int = 3
    best_of: int = 1
    time_up: TimeUp = TimeUp.LESS_DAMAGE
    revision: int = REVISION


@dataclass(frozen=True)
class Group:
    """Fighters, in order of seats, and their fights, round by round.

    `number` is that of their table, 0 where fights go across tables. Who is in `dropped` is paired no more.
    """

    number: int
    fighters: tuple[FighterId, ...]
    mode: Mode
    terms: Terms
    rounds: tuple[tuple[Fight, ...], ...] = ()
    dropped: frozenset[FighterId] = frozenset()

    @property
    def round_count(self) -> int:
        """How many rounds they fight, if nobody drops out."""
        if self.mode is Mode.SWISS:
            return self.terms.swiss_rounds
        if self.mode is Mode.BRACKET:
            return (len(self.fighters) - 1).bit_length()
        return len(self.fighters) - 1 + len(self.fighters) % 2

    @property
    def is_over(self) -> bool:
        """Whether all rounds are fought, or nobody is left to be fought."""
        return not self.open_fights and not self.may_go_on

    @property
    def open_fights(self) -> tuple[Fight, ...]:
        """The fights that are not over; only those of the last round can be, unless one was opened again."""
        return tuple(fight for fight in chain(*self.rounds) if not fight.is_over)

    def standings(self) -> tuple[Standing, ...]:
        """Return everybody's place, also of those who have dropped out."""
        return standings(self.fighters, self._fought(), self.tie_breaks)

    @property
    def tie_breaks(self) -> Sequence[TieBreak]:
        """The tie-breaks that separate fighters of equal points, in this order."""
        return TIES_OF_ROUND_ROBIN if self.mode is Mode.ROUND_ROBIN else TIES_OF_SWISS

    @property
    def record(self) -> FightRecord:
        """The fights that are over, as the standings ask for them."""
        return FightRecord(tuple(self._fought()))

    def _fought(self) -> Iterator[FinishedFight]:
        for fight in chain(*self.rounds):
            if fight.result is not None and fight.is_over:
                damage = tuple(map(fight.damage, fight.fighters))
                yield FinishedFight(fight.fighters, fight.result.winner, damage, fight.result.double_loss)

    @property
    def newest_round(self) -> int:
        """The last round in which they have fights, from 1; 0 before the first."""
        return max((number for number, fights in enumerate(self.rounds, start=1) if fights), default=0)

    def may_reopen(self, number: int) -> bool:
        """Whether fights of this round, from 1, may be opened again: of their newest one."""
        is_free = self.terms.revision == 1 and self.mode is not Mode.BRACKET
        return is_free or number == self.newest_round

    def has_fought_on(self, fight: Fight, number: int) -> bool:
        """Whether who has won a fight of this round of a bracket, from 1, has been paired again since."""
        winner = fight.result.winner if fight.result else None
        return self.mode is Mode.BRACKET and any(winner in later.fighters for later in chain(*self.rounds[number:]))

    @property
    def may_go_on(self) -> bool:
        """Whether there is another round. A finalist whose opponent has dropped out still has a bye there."""
        places = self._in_bracket if self.mode is Mode.BRACKET else self._left
        return len(self.rounds) < self.round_count and len(places) > 1 and not self.dropped.issuperset(places)

    @property
    def _left(self) -> list[FighterId]:
        return [fighter for fighter in self.fighters if fighter not in self.dropped]

    @property
    def _in_bracket(self) -> list[FighterId]:
        """Those who have lost no fight of a bracket, in order of their places in it."""
        if not self.rounds:
            return list(self.fighters)
        results = [fight.result for fight in self.rounds[-1]]
        return [result.winner for result in results if result and result.winner is not None]


def usual_mode(fighters: int) -> Mode:
    """Return how so many fighters are paired where nobody chose: everybody fights everybody in a small group."""
    return Mode.ROUND_ROBIN if fighters <= MOST_IN_A_USUAL_ROUND_ROBIN else Mode.SWISS


def pair_round(group: Group) -> tuple[Pairing, ...]:
    """Return who meets whom in the next round, nobody where there is none. Whose opponent has dropped out has a bye."""
    if not group.may_go_on:
        return ()
    left = [tuple(side for side in pairing if side not in group.dropped) for pairing in _planned(group)]
    return tuple(pairing for pairing in left if pairing)


def begin_round(group: Group, pairings: Iterable[Pairing]) -> Group:
    """Begin the next round with these pairings, none where the group waits. Raises NotAllowed while a fight is open."""
    if group.open_fights:
        raise NotAllowed
    number = len(group.rounds) + 1
    fights = tuple(_fight(group, number, pairing) for pairing in pairings)
    return changed(group, rounds=(*group.rounds, fights))


def end_round(group: Group) -> Group:
    """Let time decide each fight that is open (`call_time`). Raises NotAllowed where one cannot be decided by it."""
    rule = group.terms.time_up
    return _with(group, (fight if fight.is_over else call_time(fight, rule) for fight in chain(*group.rounds)))


def drop(group: Group, fighter: FighterId) -> Group:
    """Pair a fighter no more: their open fight is lost.

    Where both sides of a fight of this round drop out both lose it; in a bracket the one who drops out last has won.
    Raises NotAllowed for a fighter who is no part of the group, or has dropped out.
    """
    if fighter not in group.fighters or fighter in group.dropped:
        raise NotAllowed
    lost = (_left_by(group, fight, fighter) if fighter in fight.fighters else fight for fight in chain(*group.rounds))
    return changed(_with(group, lost), dropped=group.dropped | {fighter})


def _left_by(group: Group, fight: Fight, fighter: FighterId) -> Fight:
    if not fight.is_over:
        return give_up(fight, fighter)
    result, is_of_this_round = fight.result, any(fight is each for each in group.rounds[-1])
    if result is None or result.by is not DecidedBy.DROP or not is_of_this_round or group.terms.revision == 1:
        return fight
    return fight if fight.must_be_won else give_up_too(fight)


def reinstate(group: Group, fighter: FighterId) -> Group:
    """Pair a fighter again, from the next round on; a fight of this round that was lost by dropping out is open again.

    Where the other side has dropped out since, that one loses it. Raises NotAllowed for who has not dropped out, and in
    a bracket for who was not in its last round: it has no place for them any more.
    """
    last = group.rounds[-1] if group.rounds else ()
    if fighter not in group.dropped:
        raise NotAllowed
    if group.mode is Mode.BRACKET and last and not any(fighter in fight.fighters for fight in last):
        raise NotAllowed
    row = tuple(_taken_up(fight, fighter, group.dropped) if _was_given_up(fight, fighter) else fight for fight in last)
    rounds = (*group.rounds[:-1], row) if group.rounds else ()
    return changed(group, rounds=rounds, dropped=group.dropped - {fighter})


def _taken_up(fight: Fight, fighter: FighterId, dropped: Collection[FighterId]) -> Fight:
    other = next(side for side in fight.fighters if side != fighter)
    fight = reopen(fight)
    return give_up(fight, other) if other in dropped else fight


def _was_given_up(fight: Fight, fighter: FighterId) -> bool:
    result = fight.result
    return fighter in fight.fighters and result is not None and result.by is DecidedBy.DROP and result.winner != fighter


def _with(group: Group, fights: Iterable[Fight]) -> Group:
    """Return the group with other fights, given in order, in the places of those that it has."""
    left = iter(fights)
    return changed(group, rounds=tuple(tuple(next(left) for _ in row) for row in group.rounds))


def _fight(group: Group, number: int, pairing: Pairing) -> Fight:
    terms = group.terms
    if len(pairing) == 1:
        return bye(terms.form, pairing[0], terms.best_of)
    first = Chance(terms.seed, "first", group.number, number, *pairing).choice(pairing)
    return Fight(terms.form, pairing, first, terms.best_of, must_be_won=group.mode is Mode.BRACKET)


def _planned(group: Group) -> Iterable[Pairing]:
    """Return the pairings of the next round. Only those of a Swiss round know who has dropped out."""
    if group.mode is Mode.ROUND_ROBIN:
        return round_robin(group.fighters)[len(group.rounds)]
    if group.mode is Mode.SWISS:
        points = {place.fighter: place.points for place in group.standings() if place.fighter not in group.dropped}
        fought = [fight.fighters for fight in chain(*group.rounds)]
        chance = Chance(group.terms.seed, "pairings", group.number, len(group.rounds) + 1)
        return swiss_round(points, fought, chance, counts_meetings=group.terms.revision > 1)
    if not group.rounds:
        return bracket(group.fighters)
    return next_of_bracket(group._in_bracket)
