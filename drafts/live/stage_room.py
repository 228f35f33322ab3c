"""The room of a stage after the draft, whatever its activity."""

import logging
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from drafts.live.context import EventContext
from drafts.live.kernel.database import reading
from drafts.live.kernel.machine import Answered, Machine
from drafts.live.kernel.room import LATE, STOOD_STILL, Room
from drafts.live.kernel.thoughts import thinking
from drafts.live.kernel.writer import Completed, Outcome
from drafts.live.viewer import Viewer
from drafts.protocol import Request
from drafts.protocol.activity import AnyActivity
from drafts.rules.actors import SERVER, Actor
from drafts.rules.errors import Refusal
from drafts.rules.ids import FighterId, Version
from drafts.services.acts import record_acts
from drafts.store.stages import AnyKind, AnyLive, StageChange, answered_in

logger = logging.getLogger(__name__)

AnyChange = StageChange[AnyLive]
Away = Mapping[FighterId, datetime]
"""The fighters who are away, by row id, with the time since when; guests have no phone and are never away."""


class StageRoom(Room[AnyLive, Request, AnyChange]):
    """A stage of an event in this process."""

    def __init__(
        self, activity: AnyActivity, live: AnyLive, answered: Answered, event: EventContext, away: Away
    ) -> None:
        self._activity = activity
        self._event = event
        self._away = away
        self._seen: tuple[AnyLive, AnyLive] = (None, None)
        super().__init__(_machine_of(activity.kind), live, answered, writer=event.writer, spawn=event.spawn)

    @property
    def attended(self) -> AnyLive:
        """The stored value as it is seen, and as its clock runs, while some fighters are away."""
        if self._seen[0] is not self.live:
            self._seen = self.live, self._activity.kind.attended(self.live, self._away)
        return self._seen[1]

    def attend(self, away: Away) -> bool:
        """Take in which fighters are away, and return whether that changes the clock."""
        before, self._away = self.attended, away
        found = self._activity.kind.attended(self.live, away)
        if found == before:
            return False
        self._seen = self.live, found
        self.set_alarm()
        return True

    def set_alarm(self) -> None:
        self._alarm.set(self._machine.wakes_at(self.attended))

    def show(self, before: AnyLive, after: AnyLive) -> None:
        if after.version > before.version:
            self._event.show_stages(self._activity.reach(before, after))

    def show_stored(self, before: AnyLive, changes: Sequence[AnyChange], completed: Completed) -> None:
        self.show(before, self.live)
        self._event.stored()

    def seq_of(self, viewer: Viewer, version: Version) -> int:
        live, fighter = self.live, viewer.fighter
        seq: int = self._event.seq_for(viewer) - live.seq_for(fighter) + live.seq_for(fighter, version)
        return seq

    async def act_on_time(self) -> None:
        """Do what time demands; the change on its way sets the clock anew."""
        if self.is_closed or self.is_writing:
            return
        live, now = self.head, datetime.now(UTC)
        move = self._activity.kind.due(self._activity.kind.attended(live, self._away), now, STOOD_STILL)
        if move is None:
            self.set_alarm()
            return
        if self._activity.kind.thinks(move):
            move = await thinking(self._activity.kind.complete)(live, SERVER, move, now)
            if self.is_closed or self.head is not live:  # it was computed for an old version
                self.set_alarm()
                return
        try:
            change = self._activity.kind.change(live, SERVER, move, now)
        except Refusal:
            logger.exception("stage %d: what time demands is refused", live.id)
            return
        if change is not None:
            self.submit(change)


def _machine_of(kind: AnyKind) -> Machine[AnyLive, Request, AnyChange]:
    def apply(live: AnyLive, actor: Actor, message: Request, now: datetime) -> AnyChange | None:
        return kind.change(live, actor, kind.lines.made(message.kind, message.fields), now, message.id)

    def wakes_at(live: AnyLive) -> datetime | None:
        return None if live.wakes_at is None else live.wakes_at + LATE

    def read(known: AnyLive) -> tuple[AnyLive, Answered]:
        return kind.newest(known), answered_in(known.id)

    return Machine(apply=apply, wakes_at=wakes_at, read=reading(read), record=_record)


def _record(chains: Sequence[Sequence[AnyChange]]) -> Outcome:
    """Write changes of many stages in one transaction."""
    return Outcome(record_acts(chains=chains), {}, chains)
