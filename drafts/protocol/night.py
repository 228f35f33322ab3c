"""The parts of `state` messages about the stages after a draft, as each viewer sees them (R17, R19)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from operator import is_
from typing import Any, cast

from drafts.protocol.activities import ACTIVITIES
from drafts.protocol.activity import Watcher
from drafts.protocol.messages.events import BuildClockPart, SeatNightPart
from drafts.protocol.messages.states import NightPart, OwnNightPart
from drafts.rules.ids import FighterId
from drafts.store.stages import AnyLive


class NightStates:
    """The parts of one version of a night's stages, for as many viewers as ask. Shared parts are made once."""

    def __init__(self, lives: Iterable[AnyLive] = ()) -> None:
        self.lives = tuple(lives)
        numbered: defaultdict[str, dict[int, AnyLive]] = defaultdict(dict)
        for live in self.lives:
            numbered[live.stage][live.number] = live
        self._seats: dict[int, dict[FighterId, SeatNightPart]] = {}
        there = [(activity, numbered[name]) for name, activity in ACTIVITIES.items() if name in numbered]
        self._views = [activity.view(lives) for activity, lives in there]
        self._amends = [activity.amend(lives) for activity, lives in there if activity.amend is not None]

    def called(self, names: Mapping[FighterId, str]) -> "NightStates":
        """Return the same with other names for all fighters."""
        return NightStates(replace(live, names=names) for live in self.lives)

    def is_of(self, lives: list[AnyLive]) -> bool:
        """Whether this is made of just these values."""
        return len(lives) == len(self.lives) and all(map(is_, lives, self.lives))

    @property
    def seq(self) -> int:
        """The sum that all stages add to the `seq` of an official."""
        return sum(live.seq_for(None) for live in self.lives)

    def seq_at(self, table: int, fighter: FighterId | None) -> int:
        """Return what the stages add to a fighter's `seq` at the table of this number; None is a spectator."""
        if not self.lives:
            return 0
        return sum(live.seq_for(fighter) for live in self._at(table))

    def own(self, table: int, fighter: FighterId) -> OwnNightPart:
        """Return the parts of the stages that are for this fighter alone, at the table of this number.

        Facts of a later stage about the same thing are added to it.
        """
        part: dict[str, Any] = {}
        for live in self._at(table):
            if (own := ACTIVITIES[live.stage].own) is not None:
                for name, more in own(live, fighter).items():
                    part[name] = {**part.get(name, {}), **cast(Mapping[str, Any], more)}
        return cast(OwnNightPart, part)

    def seats(self, table: int) -> Mapping[FighterId, SeatNightPart]:
        """Return what everybody sees of the seats at the table of this number, by their fighters."""
        if table not in self._seats:
            parts: dict[FighterId, SeatNightPart] = {}
            for live in self._at(table):
                if (seats := ACTIVITIES[live.stage].seats) is not None:
                    for fighter, part in seats(live).items():
                        parts[fighter] = {**parts[fighter], **part} if fighter in parts else part
            self._seats[table] = parts
        return self._seats[table]

    def clock(self, table: int, phase: str) -> BuildClockPart | None:
        """Return the clock of the stage that the event is at, None where it has none in place of the table's."""
        for live in self._at(table):
            clock = ACTIVITIES[live.stage].clock
            if clock is not None and live.stage == phase:
                return clock(live)
        return None

    def _at(self, table: int) -> Iterator[AnyLive]:
        return (live for live in self.lives if ACTIVITIES[live.stage].table(live) in (0, table))

    def seen_by(self, watcher: Watcher) -> NightPart:
        """Return what a viewer sees of all stages."""
        part: NightPart = {}
        for view in self._views:
            part |= view(watcher)
        for amend in self._amends:
            part = amend(part)
        return part
