"""The room of a draft table: its viewers, who of them is there, and its clock."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial

from django.db import DatabaseError

from drafts import metrics, protocol
from drafts.live.context import EventContext
from drafts.live.draft.audience import Audience
from drafts.live.draft.marks import Marks
from drafts.live.draft.table_machine import DRAFT_TABLE
from drafts.live.draft.table_presence import TablePresence
from drafts.live.kernel.room import STOOD_STILL, Room
from drafts.live.kernel.writer import Completed
from drafts.live.viewer import Viewer
from drafts.rules.draft import timed_table
from drafts.rules.draft.clock import GRACE_SECONDS
from drafts.rules.draft.deadlines import wakes_at
from drafts.rules.draft.history import Act, Kind, own_act
from drafts.rules.draft.table import Phase
from drafts.rules.draft.timed import Step
from drafts.rules.ids import SeatNumber, Version, numbered
from drafts.rules.night.stages import Stage
from drafts.services.draft.tables import change_of
from drafts.store.table_facts import Answered, EventFacts, LiveTable, Marked, TableChange

logger = logging.getLogger(__name__)

MISSED_SECONDS = 1.0
READING_SECONDS = 0.05  # before time is called: what waits in the sockets of a server that stood still is read first


class TableRoom(Room[LiveTable, protocol.Request, TableChange]):
    """One draft table in this process."""

    def __init__(self, live: LiveTable, answered: Answered, event: EventContext) -> None:
        super().__init__(DRAFT_TABLE, live, answered, writer=event.writer, spawn=event.spawn)
        self._event = event
        self._marks = Marks(event.writer, partial(event.stored, self))
        self.audience = Audience(self._marks, lambda: event.night)
        self.presence = TablePresence(self, self.audience, self.submit_step, event)
        self._set_clock_right()
        self.presence.mark_connected()

    # Its viewers ------------------------------------------------------------------------------------------------

    def __contains__(self, viewer: Viewer) -> bool:
        """Whether this viewer looks at the table."""
        return viewer in self.audience

    @property
    def is_idle(self) -> bool:
        """Whether there are no viewers, nothing is on its way and no clock runs."""
        return self.audience.is_empty and not self.is_waiting

    def join(self, viewer: Viewer) -> None:
        """Let a viewer in: they see the whole table, and everyone sees a fighter come."""
        self.audience.add(viewer)
        self.audience.show(viewer, self.live)
        self.presence.came(viewer)

    def leave(self, viewer: Viewer) -> None:
        """Let a viewer go."""
        self.audience.discard(viewer)
        self.presence.left(viewer)

    def show_all(self) -> None:
        """Send the whole table to each viewer who has not been sent this version."""
        self.audience.show_all(self.live)

    async def prepare(self, before: LiveTable, after: LiveTable) -> None:
        if before.event.phase is not after.event.phase:
            with self.audience.waiting():
                await self._event.stage_left()

    def show(self, before: LiveTable, after: LiveTable) -> None:
        if not self._event.attend() and after.version == before.version + 1:
            self.audience.show_change(before, after)
        else:
            self.audience.show_all(after)

    def show_stored(self, before: LiveTable, changes: Sequence[TableChange], completed: Completed) -> None:
        """Show what has been stored. The end of the whole draft is the live event's to show."""
        metrics.count_choices([pick.how for change in changes for pick in change.picks])
        if self.live.event.id not in completed:
            if self._event.attend():
                self.audience.show_all(self.live)
            else:
                self.audience.show_changes(before, changes)
        self._set_clock_right()
        self._event.table_stored(self, completed)

    def take(self, before: LiveTable, after: LiveTable) -> None:
        if _pass_of(before) != _pass_of(after):
            self._marks.forget(after)

    def resume(self) -> None:
        self._set_clock_right()
        self.presence.mark_connected()
        self._event.table_read()

    def lost_changes(self) -> None:
        self.presence.look_who_left()

    # Its changes ------------------------------------------------------------------------------------------------

    def submit_step(self, step: Step, now: datetime, *causes: Act) -> None:
        """Queue what the server notes by itself."""
        self.submit(change_of(self.head, step, now, causes=causes))

    def mark(self, viewer: Viewer, seat: SeatNumber, message: protocol.Mark) -> None:
        """Remember what to take if time runs out, and tell the seat's devices. This ends the hurry of a fighter."""
        now, timed = _now(), self.head.timed
        before, after = timed.seats[seat], timed_table.mark(timed, seat, message.cards).seats[seat]
        if (before.hurried, before.timeouts) != (
            after.hurried,
            after.timeouts,
        ) and timed.table.phase is not Phase.DRAFTED:
            self.submit_step(Step(timed_table.say_here(timed, seat)), now, own_act(Kind.HERE, seat))
        at = now - timedelta(seconds=message.seconds_ago)
        counts = self._marks.note(self.head, seat, Marked(after.marked, at))
        devices = self.audience.devices(seat) if counts else (viewer,)
        if len(devices) > 1 or not counts:  # the only device of a seat knows what it has marked
            self.audience.show_marks(seat, self.live, devices)

    async def read_marks(self) -> None:
        """Read what seats have marked by way of other processes, and tell their devices here."""
        with suppress(DatabaseError):  # it is read again when time is up
            for seat in self._marks.learn(self.head, await self._event.register.marks_of(self.live.id)):
                self.audience.show_marks(seat, self.live, self.audience.devices(seat))

    async def complete(self, event: EventFacts, version: Version) -> None:
        """Take in that all tables have drafted. Where nothing else has changed the table need not be read again."""
        await self.know(self.live.completed(event, version))

    # The clock --------------------------------------------------------------------------------------------------

    async def act_on_time(self) -> None:
        """Choose for those whose time has run out, or end a review that is over."""
        await asyncio.sleep(READING_SECONDS)
        try:
            elsewhere = await self._event.register.marks_of(self.live.id)
            cut_off = await self.presence.cut_off()
        except DatabaseError as fault:
            logger.warning("table %s: who is here could not be read when time was up: %r", self.live.id, fault)
            self.look_again_later()
            return
        if self.is_closed or self.is_waiting:
            return  # the change on its way sets the clock anew
        if self.grant_grace(STOOD_STILL.total_seconds()):
            return
        now, timed = _now(), self.head.timed
        for seat, since in cut_off.items():
            timed = timed_table.attend(timed, seat, connected=False, at=since)
        self._marks.learn(self.head, elsewhere)
        seats = tuple(
            replace(seat, marked=self._marks.of(self.head, number).cards) for number, seat in numbered(timed.seats)
        )
        step = timed_table.expire(replace(timed, seats=seats), now)
        gone = [own_act(Kind.DISCONNECTED, seat) for seat in cut_off]
        if step.timed.table is not timed.table:
            self.submit_step(step, now, *gone)
        elif timed is not self.head.timed:
            self.submit_step(Step(timed), now, *gone)
        else:
            self._set_clock_right()
            self.set_alarm()

    def grant_grace(self, seconds: float = MISSED_SECONDS) -> bool:
        """Give time back to a table whose deadline passed more than `seconds` ago, and return whether that was so.

        The server missed it: it had died or stood still, or the time of day was set forward.
        """
        moment, now = wakes_at(self.head.timed), _now()
        if moment is None or self.head.event.phase is not Stage.DRAFTING:
            return False
        if now - moment <= timedelta(seconds=seconds):
            return False
        self.submit_step(Step(timed_table.grant_grace(self.head.timed, now, GRACE_SECONDS)), now)
        return True

    def _set_clock_right(self) -> None:
        """Begin a pass anew that would begin in the future: the time of day was set back."""
        head, now = self.head, _now()
        right = timed_table.restart_if_in_future(head.timed, now)
        if right is head.timed or head.event.phase is not Stage.DRAFTING or wakes_at(right) is None:
            return
        self.submit_step(Step(right), now)


def _now() -> datetime:
    return datetime.now(UTC)


def _pass_of(live: LiveTable) -> tuple[Phase, int, int]:
    table = live.timed.table
    return table.phase, table.round, table.pass_number
