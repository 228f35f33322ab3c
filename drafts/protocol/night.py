"""What `state` messages say of the stages that follow a draft: the fights, as each viewer sees them (R17)."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cached_property
from typing import cast

from drafts.languages import translated
from drafts.protocol.messages import (
    CounterPart,
    FightPart,
    NightPart,
    PairingPart,
    ResultPart,
    RoundPart,
    SidePart,
    StandingPart,
    TiePart,
)
from drafts.protocol.parts import stamp, written
from drafts.rules.fights.fight import Fight, Result
from drafts.rules.ids import FighterId
from drafts.rules.night.fight_moves import FightNumber
from drafts.rules.night.rounds import Group
from drafts.rules.night.stages import Stage
from drafts.store.fights import LiveFights

Placed = tuple[FightNumber, Group, int, Fight]
"""A fight with its number, its group and its table."""


class NightStates:
    """The parts of one version of a night's stages, for as many viewers as ask. What several see is made once."""

    def __init__(self, fights: LiveFights | None) -> None:
        self.fights = fights
        self._standings: dict[int, Sequence[StandingPart]] = {}
        self._round: RoundPart | None = None

    @property
    def seq(self) -> int:
        """What the stages add to the `seq` of a table."""
        return self.fights.version if self.fights else 0

    def for_fighter(self, fighter: FighterId, phase: str) -> NightPart:
        """Return what a fighter sees: their own fight, and the standings of those whom they can meet."""
        if self.fights is None:
            return {}
        group = self.fights.fighting.group_of(fighter)
        groups = [] if group is None else [group]
        part: NightPart = {"standings": self._standings_of(groups)}
        if phase == Stage.FIGHTING.value:
            own = next((placed for placed in self._placed if fighter in placed[3].fighters), None)
            part |= {"round": self._round_part, "fight": None if own is None else self._fight(own)}
        return part

    def for_spectator(self, table: int, phase: str) -> NightPart:
        """Return what the TV of a table shows: its fights, or all where tables do not matter."""
        if self.fights is None:
            return {}
        return self._of_groups([group for group in self.fights.fighting.groups if group.number in (0, table)], phase)

    def for_host(self, phase: str) -> NightPart:
        """Return what officials see: all fights of the round."""
        return {} if self.fights is None else self._of_groups(self.fights.fighting.groups, phase)

    def _of_groups(self, groups: Sequence[Group], phase: str) -> NightPart:
        part: NightPart = {"standings": self._standings_of(groups)}
        if phase == Stage.FIGHTING.value:
            pairings = [self._pairing(placed) for placed in self._placed if placed[1] in groups]
            part |= {"round": self._round_part, "fight": None, "pairings": pairings}
        return part

    @cached_property
    def _placed(self) -> list[Placed]:
        """The fights of the round; where they go across tables each has a table of its own, in their order."""
        live = cast(LiveFights, self.fights)
        found: list[Placed] = []
        for number, group, round_, fight in live.fighting.fights():
            if round_ == live.fighting.round:
                found.append((number, group, group.number or len(found) + 1, fight))
        return found

    @property
    def _round_part(self) -> RoundPart:
        if self._round is None:
            self._round = written(self._make_round())
        return self._round

    def _make_round(self) -> RoundPart:
        fighting = cast(LiveFights, self.fights).fighting
        clock, form = fighting.clock, fighting.groups[0].terms.form
        counters: list[CounterPart] = [
            {
                "counter": rule.name,
                "label": translated(rule.label),
                "start": rule.start,
                "least": rule.least,
                "most": rule.most,
                "loses_at": rule.loses_at,
            }
            for rule in form.counters
        ]
        return {
            "number": fighting.round,
            "of": fighting.round_count,
            "deadline": _stamp(clock.deadline),
            "paused": clock.stands,
            "left": None if clock.left is None else round(clock.left, 1),
            "seconds": clock.seconds,
            "counters": counters,
            "last": not fighting.may_go_on,
        }

    def _fight(self, placed: Placed) -> FightPart:
        fight = placed[3]
        return {**self._pairing(placed), "can_undo": bool(fight.changes), "must_be_won": fight.must_be_won}

    def _pairing(self, placed: Placed) -> PairingPart:
        number, _, table, fight = placed
        return {
            "fight": number,
            "table": table,
            "first": fight.first,
            "best_of": fight.best_of,
            "result": None if fight.result is None else result_part(fight.result),
            "sides": [self._side(fight, fighter) for fighter in fight.fighters],
        }

    def _side(self, fight: Fight, fighter: FighterId) -> SidePart:
        names = cast(LiveFights, self.fights).names
        counters = dict(fight.counters(fighter))
        return {"fighter": fighter, "name": names[fighter], "counters": counters, "lost": fight.lost(fighter)}

    def _standings_of(self, groups: Sequence[Group]) -> Sequence[StandingPart]:
        live = cast(LiveFights, self.fights)
        for group in groups:
            if group.number not in self._standings:
                self._standings[group.number] = standings_part(live, [group])
        return [part for group in groups for part in self._standings[group.number]]


def standings_part(live: LiveFights, groups: Iterable[Group]) -> list[StandingPart]:
    """Return the places of everybody in these groups, each with what separates those of equal points."""
    return [
        {
            "rank": place.rank,
            "fighter": place.fighter,
            "name": live.names[place.fighter],
            "points": place.points,
            "won": place.won,
            "drawn": place.drawn,
            "lost": place.lost,
            "ties": [TiePart(by=tie.by.value, value=_number(tie.value)) for tie in place.ties],
            "table": group.number,
            "dropped": place.fighter in group.dropped,
        }
        for group in groups
        for place in group.standings()
    ]


def result_part(result: Result) -> ResultPart:
    """Return what came of a fight, so far as it was said. `by`: whose word made it final, null while nobody's."""
    return {
        "winner": result.winner,
        "score": list(result.score),
        "entered_by": result.entered_by,
        "confirmed": result.by is not None,
        "disputed": result.disputed,
        "by": None if result.by is None else result.by.value,
    }


def _number(value: object) -> float:
    return value if isinstance(value, int) else round(float(cast(float, value)), 4)


def _stamp(moment: datetime | None) -> str | None:
    return None if moment is None else stamp(moment)
