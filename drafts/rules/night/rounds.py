"""The rounds in which a group fights: the pairings of each, and the fights of a fighter who drops out.

A group consists of the fighters of one table, or of the whole event, as sides. A move returns the next group or raises
a Refusal.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

from drafts.rules.avatars import AvatarEvery, Avatars, AvatarTerms, Chosen, deal
from drafts.rules.chance import Chance
from drafts.rules.errors import NotAllowed
from drafts.rules.fights.dice import Throw, throws
from drafts.rules.fights.fight import DecidedBy, Fight, TimeUp
from drafts.rules.fights.forms import FightForm
from drafts.rules.fights.results import bye, call_time, give_up, give_up_too, take_up
from drafts.rules.fights.sides import Pairing, Side
from drafts.rules.ids import FighterId
from drafts.rules.night.pairings import (
    Meeting,
    bracket,
    by_points,
    next_of_bracket,
    pods,
    pods_of,
    round_robin,
    swiss_round,
)
from drafts.rules.night.seating import table_sizes
from drafts.rules.night.standings import OF_BATTLES, FightRecord, FinishedFight, Standing, TieBreak, standings
from drafts.rules.night.standings import ROUND_ROBIN as TIES_OF_ROUND_ROBIN
from drafts.rules.night.standings import SWISS as TIES_OF_SWISS
from drafts.rules.planes import Planes, PlaneTerms, chosen_deck
from drafts.rules.values import changed

MOST_IN_A_USUAL_ROUND_ROBIN = 4
REVISION = 3
"""The revision of the rules of fights for nights that begin now (`Terms`)."""


class Mode(StrEnum):
    """How a group is paired. The values are published."""

    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"
    BRACKET = "bracket"
    PODS = "pods"


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of all fights of a night, fixed before the first. `seed` is that of the event.

    `revision` is the revision of these rules by which a night is fought to its end: in the first, rematches were not
    counted, fights of any round could be reopened, and where both sides dropped out the last one won; before the third,
    a fight that was broken off could decide who is champion, and no dice were thrown for who chooses (M22). `fixed` are
    the avatars of an event in which each fighter keeps one throughout, `planar` the planar decks that fighters have
    chosen (M38), each by the numbers of its cards. `alone`: one fighter counts for all sides, as in a practice: a
    result that they enter and the avatar that they choose need nobody else.
    """

    form: FightForm
    seed: str
    swiss_rounds: int = 3
    best_of: int = 1
    time_up: TimeUp = TimeUp.LESS_DAMAGE
    revision: int = REVISION
    avatars: AvatarTerms | None = None
    fixed: Chosen = ()
    planes: PlaneTerms | None = None
    planar: tuple[tuple[FighterId, tuple[str, ...]], ...] = ()
    alone: bool = False


@dataclass(frozen=True)
class Group:
    """Sides, in order of seats, and their fights, round by round.

    `number` is that of their table, 0 where fights go across tables. A fighter in `dropped` is not paired any more; the
    others of their team fight on without them. In standings a side is named by its first fighter, even if that one has
    dropped out. `broken_off`: the fights were ended with time left, while one had no result. Where fights go across
    tables and all of a table fight each other at once, `tables` is how many sides sit at each. A side without one of
    its `emperors` is out, in a form that has them (M37).
    """

    number: int
    sides: tuple[Side, ...]
    mode: Mode
    terms: Terms
    rounds: tuple[tuple[Fight, ...], ...] = ()
    dropped: frozenset[FighterId] = frozenset()
    broken_off: bool = False
    tables: tuple[int, ...] = ()
    emperors: frozenset[FighterId] = frozenset()

    @property
    def fighters(self) -> tuple[FighterId, ...]:
        """All fighters, side by side."""
        return tuple(fighter for side in self.sides for fighter in side.fighters)

    @property
    def side_by_fighter(self) -> Mapping[FighterId, Side]:
        """The whole side of each fighter."""
        return {fighter: side for side in self.sides for fighter in side.fighters}

    def is_out(self, side: Side) -> bool:
        """Whether all of a side have dropped out, or its emperor has (M37)."""
        has_roles = bool(self.terms.form.roles)
        return self.dropped.issuperset(one for one in side.fighters if not has_roles or one in self.emperors)

    @property
    def round_count(self) -> int:
        """How many rounds the group fights, if nobody drops out."""
        if self.mode in (Mode.SWISS, Mode.PODS):
            return self.terms.swiss_rounds
        if self.mode is Mode.BRACKET:
            return (len(self.sides) - 1).bit_length()
        return len(self.sides) - 1 + len(self.sides) % 2

    @property
    def is_over(self) -> bool:
        """Whether all rounds are fought, or no opponents are left."""
        return not self.open_fights and not self.may_go_on

    @property
    def champions(self) -> tuple[Side, ...]:
        """The sides in the first place once the last result is in.

        There are none if rounds are missing, nothing was decided, or a fight was broken off (`is_cut_short`).
        """
        if not self.is_over or self.is_cut_short or not self.record.has_results:
            return ()
        sides = self.side_by_fighter
        return tuple(sides[place.fighter] for place in self.standings() if place.rank == 1)

    @property
    def is_cut_short(self) -> bool:
        """Whether time decided a fight that was broken off: no side entered a result, and no official set one."""
        return self.broken_off and any(_is_by_time(fight) for fight in self.rounds[-1])

    @property
    def open_fights(self) -> tuple[Fight, ...]:
        """The fights that are not over; they are of the last round, unless one was reopened."""
        return tuple(fight for fight in chain(*self.rounds) if not fight.is_over)

    def standings(self) -> tuple[Standing, ...]:
        """Return the place of each side, including those that have dropped out."""
        return standings([side.fighter for side in self.sides], self._fought(), self.tie_breaks)

    @property
    def tie_breaks(self) -> Sequence[TieBreak]:
        """The tie-breaks that separate fighters with equal points, in order."""
        usual = TIES_OF_ROUND_ROBIN if self.mode is Mode.ROUND_ROBIN else TIES_OF_SWISS
        return [OF_BATTLES.get(tie, tie) for tie in usual] if self.terms.form.played else usual

    @property
    def record(self) -> FightRecord:
        """The fights that are over, as the standings need them."""
        return FightRecord(tuple(self._fought()))

    def _fought(self) -> Iterator[FinishedFight]:
        of = self.side_by_fighter
        for fight in chain(*self.rounds):
            if fight.result is not None and fight.is_over:
                result, damage = fight.result, tuple(map(fight.damage, fight.sides))
                winner = None if result.winner is None else of[result.winner].fighter
                names = tuple(of[side.fighter].fighter for side in fight.sides)
                shared = () if result.places is None else _first_of(names, result.places)
                kills = () if fight.tally is None else fight.tally.kills
                yield FinishedFight(names, winner, damage, result.double_loss, shared, kills)

    @property
    def meetings(self) -> list[Meeting]:
        """The fights of all rounds, each side named by its first fighter in the group."""
        of = self.side_by_fighter
        return [tuple(of[side.fighter].fighter for side in fight.sides) for fight in chain(*self.rounds)]

    @property
    def newest_round(self) -> int:
        """The last round in which the group has fights, from 1; 0 before the first."""
        return max((number for number, fights in enumerate(self.rounds, start=1) if fights), default=0)

    def may_reopen(self, number: int) -> bool:
        """Whether fights of this round, from 1, may be reopened: those of the newest round."""
        is_free = self.terms.revision == 1 and self.mode is not Mode.BRACKET
        return is_free or number == self.newest_round

    def has_fought_on(self, fight: Fight, number: int) -> bool:
        """Whether the side that has won a fight of this round of a bracket, from 1, has been paired again since."""
        if self.mode is not Mode.BRACKET or fight.result is None or fight.result.winner is None:
            return False
        team = self.side_by_fighter[fight.result.winner].fighters
        return any(fighter in team for later in chain(*self.rounds[number:]) for fighter in later.fighters)

    @property
    def may_go_on(self) -> bool:
        """Whether there is another round. A finalist whose opponent has dropped out still has a bye there."""
        places = self._in_bracket if self.mode is Mode.BRACKET else self._left
        return len(self.rounds) < self.round_count and len(places) > 1 and not all(map(self.is_out, places))

    @property
    def _left(self) -> list[Side]:
        return [side for side in self.sides if not self.is_out(side)]

    @property
    def _in_bracket(self) -> list[Side]:
        """The sides that have lost no fight of a bracket, in order of their places in it."""
        if not self.rounds:
            return list(self.sides)
        of, results = self.side_by_fighter, [fight.result for fight in self.rounds[-1]]
        return [of[result.winner] for result in results if result and result.winner is not None]


def _first_of(names: Sequence[FighterId], places: Sequence[int]) -> tuple[FighterId, ...]:
    return tuple(name for name, place in zip(names, places, strict=True) if place == 1)


def usual_mode(form: FightForm, sides: int) -> Mode:
    """Return how so many sides are paired by default: everybody fights everybody in a small group."""
    if form.sides > 2:
        return Mode.PODS
    return Mode.ROUND_ROBIN if sides <= MOST_IN_A_USUAL_ROUND_ROBIN else Mode.SWISS


def pair_round(group: Group) -> tuple[Pairing, ...]:
    """Return the pairings of the next round, () where there is none.

    Fighters who have dropped out are left out; a side whose opponents all have has a bye.
    """
    if not group.may_go_on:
        return ()
    there = {side.fighter: _without(side, group.dropped) for side in group._left}
    left = [tuple(there[name] for name in meeting if name in there) for meeting in _planned(group)]
    return tuple(pairing for pairing in left if pairing)


def _without(side: Side, dropped: Collection[FighterId]) -> Side:
    return Side(tuple(fighter for fighter in side.fighters if fighter not in dropped))


def begin_round(group: Group, pairings: Iterable[Pairing], first_number: int = 1) -> Group:
    """Begin the next round with these pairings, none where the group waits. Raises NotAllowed while a fight is open.

    `first_number` is that of its first fight in the night: the dice of a fight depend on its number.
    """
    if group.open_fights:
        raise NotAllowed
    pairings = tuple(pairings)
    avatars = _avatars(group, len(group.rounds) + 1, pairings)
    fights = tuple(_fight(group, number, pairing, avatars) for number, pairing in enumerate(pairings, first_number))
    return changed(group, rounds=(*group.rounds, fights))


def end_round(group: Group) -> Group:
    """Let time decide each fight that is open (`call_time`). Raises NotAllowed where one cannot be decided by it."""
    rule = group.terms.time_up
    return _with(group, (fight if fight.is_over else call_time(fight, rule) for fight in chain(*group.rounds)))


def break_off(group: Group) -> Group:
    """End a round that has time left, as `end_round` does; there is no champion if a fight had no result."""
    ended = end_round(group)
    undecided = [fight for fight in group.open_fights if fight.result is None or fight.result.disputed]
    return changed(ended, broken_off=True) if undecided and group.terms.revision > 2 else ended


def _is_by_time(fight: Fight) -> bool:
    return fight.result is not None and fight.result.by is DecidedBy.TIME and fight.result.entered_by is None


def drop(group: Group, fighter: FighterId) -> Group:
    """Stop pairing a fighter: their side loses its open fight.

    If all sides of a fight of this round drop out, all lose it; in a bracket the last one to drop out wins. Raises
    NotAllowed for a fighter who is not in the group, or has dropped out.
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
    if result.winner != fight.side_of(fighter).fighter:
        return fight
    return fight if fight.must_be_won else give_up_too(fight)


def reinstate(group: Group, fighter: FighterId) -> Group:
    """Pair a fighter again, from the next round on; a fight of this round that they lost by dropping out is reopened.

    If another side has dropped out since, or another fighter of the same one, that side loses it. Raises NotAllowed for
    a fighter who has not dropped out, and in a bracket for one whose side was not in its last round.
    """
    last = group.rounds[-1] if group.rounds else ()
    if fighter not in group.dropped:
        raise NotAllowed
    if group.mode is Mode.BRACKET and last:
        team = group.side_by_fighter[fighter].fighters
        if not any(each in team for fight in last for each in fight.fighters):
            raise NotAllowed
    dropped = group.dropped - {fighter}
    row = tuple(_taken_up(fight, fighter, dropped) if fighter in fight.fighters else fight for fight in last)
    rounds = (*group.rounds[:-1], row) if group.rounds else ()
    return changed(group, rounds=rounds, dropped=dropped)


def _taken_up(fight: Fight, fighter: FighterId, dropped: Collection[FighterId]) -> Fight:
    taken_up = take_up(fight, fighter)
    if taken_up is fight:
        return fight
    for other in fight.fighters:
        if other in dropped and not taken_up.is_over:
            taken_up = give_up(taken_up, other)
    return taken_up


def _with(group: Group, fights: Iterable[Fight]) -> Group:
    """Return the group with its fights replaced by these, given in order."""
    left = iter(fights)
    return changed(group, rounds=tuple(tuple(next(left) for _ in row) for row in group.rounds))


def _avatars(group: Group, number: int, pairings: Iterable[Pairing]) -> Avatars | None:
    """Return the avatars of all who have an opponent in a round: of the event, or offered for this round (M27)."""
    terms, meet = group.terms, {one for sides in pairings if len(sides) > 1 for side in sides for one in side.fighters}
    if terms.avatars is None:
        return None
    fighters = tuple(fighter for fighter in group.fighters if fighter in meet)
    if terms.avatars.every is AvatarEvery.ROUND:
        return deal(terms.avatars, fighters, terms.seed, group.number, number)
    known = terms.avatars.by_number
    chosen = {fighter: known[card] for fighter, card in terms.fixed}
    return Avatars(terms.avatars, fighters, terms.seed, (), {}, chosen, fixed=True)


def _fight(group: Group, number: int, pairing: Pairing, avatars: Avatars | None) -> Fight:
    terms = group.terms
    if len(pairing) == 1:
        return bye(terms.form, pairing[0], terms.best_of)
    names = [side.fighter for side in pairing]
    dice: tuple[Throw, ...] = ()
    first: FighterId | None = None
    if terms.form.hand is not None and terms.revision > 2:
        dice = throws(names, Chance(terms.seed, "dice", number))
    else:
        first = Chance(terms.seed, "first", group.number, len(group.rounds) + 1, *names).choice(names)
    own = avatars and avatars.with_only(fighter for side in pairing for fighter in side.fighters)
    return Fight(
        terms.form,
        pairing,
        first,
        terms.best_of,
        must_be_won=group.mode is Mode.BRACKET,
        dice=dice,
        avatars=own,
        planes=_planes(terms, number, pairing),
        emperors=group.emperors.intersection(fighter for side in pairing for fighter in side.fighters),
    )


def _planes(terms: Terms, number: int, pairing: Pairing) -> Planes | None:
    if terms.planes is None:
        return None
    fighters = tuple(fighter for side in pairing for fighter in side.fighters)
    chosen = {fighter: chosen_deck(terms.planes, numbers) for fighter, numbers in terms.planar if fighter in fighters}
    return Planes(terms.planes, terms.seed, number, fighters, chosen)


def planned_rounds(group: Group) -> Sequence[Sequence[Meeting]]:
    """Return the rounds whose pairings do not depend on results: all, or the first one at most.

    Pods of one table stay together; across tables they are made anew by points.
    """
    names = [side.fighter for side in group.sides]
    match group.mode:
        case Mode.ROUND_ROBIN:
            return round_robin(names)
        case Mode.BRACKET:
            return [bracket(names)]
        case Mode.PODS:
            first = pods_of(names, group.tables) if group.tables else pods(names, group.terms.form.sides)
            return [first] * (group.round_count if group.number else 1)
        case Mode.SWISS:
            return []


def _planned(group: Group) -> Iterable[Meeting]:
    """Return the pairings of the next round. Only those by points leave out who has dropped out."""
    planned = planned_rounds(group)
    if len(group.rounds) < len(planned):
        return planned[len(group.rounds)]
    if group.mode is Mode.BRACKET:
        return next_of_bracket([side.fighter for side in group._in_bracket])
    left = {side.fighter for side in group._left}
    points = {place.fighter: place.points for place in group.standings() if place.fighter in left}
    chance = Chance(group.terms.seed, "pairings", group.number, len(group.rounds) + 1)
    if group.mode is Mode.PODS:
        return _pods_by_points(group, by_points(points, chance))
    return swiss_round(points, group.meetings, chance, counts_meetings=group.terms.revision > 1)


def _pods_by_points(group: Group, order: Sequence[FighterId]) -> Sequence[Meeting]:
    """Cut the sides, in order of points, into fights: into evenly sized ones where whole tables fight."""
    form = group.terms.form
    if group.tables and len(order) > 1:
        team = form.fighters
        sizes = table_sizes(team * len(order), team * max(group.tables), team * form.sides, team)
        return pods_of(order, [size // team for size in sizes])
    return pods(order, form.sides)
