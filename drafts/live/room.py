"""The room of a table: this process's cache of it, and who looks at it.

A room can be thrown away at any moment and is read again from rows. `live` is what is stored; `head` is that and the
changes on their way to the database. Nothing is sent about a change before it is stored.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from channels.db import database_sync_to_async
from django.db import DatabaseError

from drafts import metrics, protocol
from drafts.live.audience import Audience
from drafts.live.register import Register
from drafts.live.viewer import CLOSED_TRY_AGAIN, Viewer
from drafts.live.writer import Completed, GroupWriter
from drafts.models import EventPhase
from drafts.rules import sitting as sittings
from drafts.rules.cards import CardId
from drafts.rules.clock import GRACE_SECONDS
from drafts.rules.errors import NotDrafting, Refusal
from drafts.rules.sitting import Sitting, Step, wakes_at
from drafts.rules.table import Phase
from drafts.services.tables import change_of
from drafts.store import Answered, Change, EventFacts, LiveTable, reload_table

logger = logging.getLogger(__name__)

AWAY_AFTER_SECONDS = 2.0
LATE_SECONDS = 0.5
NOBODY_MINDED_SECONDS = 1.0
STOOD_STILL_SECONDS = 2.0
READING_SECONDS = 0.05  # before time is called: what waits in the sockets of a server that stood still is read first
RETRY_SECONDS = 5.0
REACHES, REACH_SECONDS = 20, 0.05

Verb = Callable[[Sitting, datetime], Step]
Later = Callable[[Coroutine[Any, Any, None]], None]


@dataclass(slots=True)
class Asked:
    """What a fighter asked for `at` a moment, on its way to be stored; `waiting` are the devices that get the ack."""

    again: Callable[[Viewer], Awaitable[None]]
    waiting: list[Viewer]
    at: float


class Room:
    """One table in this process.

    `changed` is called after every change that is stored here, with the events it completed, `heard` after one that was
    made elsewhere; `later` does work in a task of its own.
    """

    def __init__(
        self,
        live: LiveTable,
        answered: Answered,
        *,
        writer: GroupWriter,
        register: Register,
        later: Later,
        changed: Callable[["Room", Completed], None],
        heard: Callable[[], None],
    ) -> None:
        self.live = live
        self._head = live
        self._answered = answered
        self._writer = writer
        self._register = register
        self._later = later
        self._changed = changed
        self._heard = heard
        self._asked: dict[tuple[int, str], Asked] = {}
        self._marks = {seat: facts.marked for seat, facts in enumerate(live.sitting.seats) if facts.marked}
        self._audience = Audience(self._marks)
        self._alarm: asyncio.TimerHandle | None = None
        self._closed = False
        self._reading = asyncio.Lock()
        self._in_doubt = False
        self._mind_the_clock()
        self._mind_the_door()

    # Who is here ------------------------------------------------------------------------------------------------

    def __contains__(self, viewer: Viewer) -> bool:
        """Whether somebody looks at this table."""
        return viewer in self._audience

    async def join(self, viewer: Viewer) -> None:
        """Let somebody in: they see the whole table, and everyone sees a fighter come."""
        self._audience.add(viewer)
        await self.show(viewer)
        if viewer.seat is not None and not self._head.sitting.seats[viewer.seat].connected:
            self._attend(viewer.seat, connected=True)

    def leave(self, viewer: Viewer) -> None:
        """Let somebody go; a fighter counts as away only after a moment, since phones come back."""
        self._audience.discard(viewer)
        if viewer.seat is not None and not self._audience.has(viewer.seat):
            self._leave_later(viewer.seat)

    def close(self) -> None:
        """Stop minding the clock and the door: the room is thrown away."""
        self._closed = True
        if self._alarm:
            self._alarm.cancel()

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks, nothing is on its way and no clock runs."""
        return self._audience.is_empty and not self.is_writing and self._alarm is None

    @property
    def is_writing(self) -> bool:
        """Whether something is on its way to the database."""
        return self._head is not self.live

    async def show(self, viewer: Viewer) -> None:
        """Send one viewer the whole table; the organizer's view is the event's to send."""
        await self._audience.show(viewer, self.live)

    def _leave_later(self, seat: int) -> None:
        asyncio.get_running_loop().call_later(AWAY_AFTER_SECONDS, lambda: self._later(self._see_who_left(seat)))

    async def _see_who_left(self, seat: int) -> None:
        fighter = self.live.seats[seat].fighter
        if fighter in self.missing and not await self._register.connected_elsewhere([fighter]):
            self.part_with({fighter})

    @property
    def missing(self) -> set[int]:
        """The fighters (by row id) who are said to be connected, and are not to this process."""
        seats = enumerate(zip(self.live.seats, self._head.sitting.seats, strict=True))
        return {facts.fighter for seat, (facts, here) in seats if here.connected and not self._audience.has(seat)}

    def part_with(self, fighters: set[int]) -> None:
        """Note that fighters are connected no longer, unless they have come back."""
        gone = fighters & self.missing if not self._closed else set()
        for seat, facts in enumerate(self.live.seats):
            if facts.fighter in gone:
                self._attend(seat, connected=False)

    def _mind_the_door(self) -> None:
        """Mend what the rows say of those who are here."""
        for seat, attendance in enumerate(self._head.sitting.seats):
            if self._audience.has(seat) and not attendance.connected:
                self._attend(seat, connected=True)

    def _attend(self, seat: int, *, connected: bool) -> None:
        if self._head.phase in (EventPhase.FINISHED, EventPhase.LOBBY):
            return
        self._submit(Step(sittings.attend(self._head.sitting, seat, connected=connected)), _now())

    # What fighters do -------------------------------------------------------------------------------------------

    async def choose(self, viewer: Viewer, seat: int, message: protocol.Choose) -> None:
        """Ask the rules; a legal choice is stored, then acknowledged. The same choice twice is one choice."""

        def verb(sitting: Sitting, now: datetime) -> Step:
            wanted = {"round_": message.round, "pass_number": message.pass_number}
            return sittings.make_choice(sitting, seat, message.cards, now, **wanted)

        async def again(viewer: Viewer) -> None:
            await self.choose(viewer, seat, message)

        await self._ask(viewer, seat, message.id, verb, again)

    async def say_ready(self, viewer: Viewer, seat: int, request: str) -> None:
        """Note "I have seen my cards"."""

        async def again(viewer: Viewer) -> None:
            await self.say_ready(viewer, seat, request)

        await self._ask(viewer, seat, request, lambda sitting, now: sittings.say_ready(sitting, seat, now), again)

    async def _ask(
        self, viewer: Viewer, seat: int, request: str, verb: Verb, again: Callable[[Viewer], Awaitable[None]]
    ) -> None:
        at = time.perf_counter()
        async with self._reading:
            key = (seat, request)
            if key in self._answered:
                await viewer.send(protocol.ack(request, self._answered[key]))
                return
            if key in self._asked:
                self._asked[key].waiting.append(viewer)
                return
            now = _now()
            try:
                if self._head.event.phase is not EventPhase.DRAFTING:
                    raise NotDrafting
                step = verb(self._head.sitting, now)
            except Refusal as refused:
                await viewer.send(protocol.refusal(request, refused))
                return
            self._asked[key] = Asked(again, [viewer], at)
            self._submit(step, now, request, seat)

    def mark(self, seat: int, cards: tuple[CardId, ...]) -> None:
        """Remember what to take if time runs out. A fighter who was hurried is not any more."""
        before = self._head.sitting.seats[seat]
        known = self._marks.get(seat, before.marked)
        marked = sittings.mark(self._head.sitting, seat, cards)
        self._marks[seat] = marked.seats[seat].marked
        if (before.hurried, before.timeouts) != (marked.seats[seat].hurried, marked.seats[seat].timeouts):
            self._submit(Step(marked), _now())
        elif known != self._marks[seat]:
            self._writer.submit_marks(self._head.seats[seat].id, self._marks[seat])

    # The way to the database ------------------------------------------------------------------------------------

    def _submit(self, step: Step, now: datetime, request: str = "", seat: int | None = None) -> None:
        change = change_of(self._head, step, now, request, seat)
        self._head = change.after
        self._writer.submit(self, change)

    async def written(self, changes: Sequence[Change], completed: Completed) -> None:
        """Acknowledge what is stored, then show it. The end of the whole draft is the house's to show."""
        before = self.live
        self._take(changes[-1].after)
        for change in changes:
            await self._acknowledge(change)
        if self.live.event.id not in completed:
            await self._audience.show_changes(before, changes)
        self._mind_the_clock()
        self._changed(self, completed)
        if self._in_doubt:
            await self.refresh()

    def _take(self, live: LiveTable) -> None:
        """Hold what is stored now; what was marked in an earlier pass is forgotten."""
        if _pass_of(self.live) != _pass_of(live):
            for seat, marked in self._marks.items():
                if marked:
                    self._writer.submit_marks(live.seats[seat].id, ())
            self._marks.clear()
        self.live = live

    async def failed(self) -> None:
        """Turn everybody away for a moment: their devices come back and ask again under the same name."""
        asked, self._asked = self._asked, {}
        self._head = self.live
        asyncio.get_running_loop().call_later(RETRY_SECONDS, self._look_again)
        for one in asked.values():
            for viewer in one.waiting:
                await viewer.close(CLOSED_TRY_AGAIN)

    def _look_again(self) -> None:
        """Take up what was to be written and was not: who came and went, and whose time has run out."""
        if not self._closed and self._head is self.live:
            self._mind_the_clock()
            self._mind_the_door()

    async def refresh(self) -> None:
        """Read the table again and show it to everyone, if it has changed elsewhere."""
        before = self.live
        if await self._reload():
            if self.live.version == before.version + 1:
                await self._audience.show_change(before, self.live)
            else:
                await self._audience.show_all(self.live)
            self._mind_the_clock()
            self._mind_the_door()
            self._heard()

    async def reach(self, version: int) -> None:
        """Read the table until it has this version: who comes from a process that has died may have seen it there."""
        for _ in range(REACHES):
            if self.live.version >= version:
                return
            await self.refresh()
            if self._in_doubt:
                await asyncio.sleep(REACH_SECONDS)  # something is being written, and that is to end first

    async def complete(self, event: EventFacts, version: int) -> None:
        """Take in that all tables have drafted. Where nothing else has changed the table need not be read again."""
        if self._head is self.live and version == self.live.version + 1:
            self._take(replace(self.live, event=event, version=version))
            self._head = self.live
            await self._audience.show_all(self.live)
            self._mind_the_clock()
            self._heard()
        else:
            await self.refresh()

    async def lost(self) -> None:
        """Read what another process or a page has made of the table, and ask again what was asked."""
        asked, self._asked = self._asked, {}
        self._head = self.live  # at once: what is asked from now on must not build on what was lost
        async with self._reading:
            try:
                live, answered = await database_sync_to_async(reload_table)(self.live)
            except DatabaseError:
                self._asked |= asked
                await self.failed()
                return
            self._take(live)
            self._head, self._answered = live, answered
            self._in_doubt = False
        await self._audience.show_all(self.live)
        for one in asked.values():
            for viewer in one.waiting:
                await one.again(viewer)
        self._mind_the_clock()
        self._mind_the_door()
        self._heard()

    async def _reload(self) -> bool:
        """Read the table again, unless something is on its way to the database.

        That either loses the race, and then everything is read; or it was written before the other change was made, and
        the answer is still to come: `written` asks again.
        """
        async with self._reading:
            self._in_doubt = self._head is not self.live
            if self._in_doubt:
                return False
            live, answered = await database_sync_to_async(reload_table)(self.live)
            self._in_doubt = self._head is not self.live
            if self._in_doubt or live.version <= self.live.version:
                return False
            self._take(live)
            self._head, self._answered = live, answered
            return True

    async def _acknowledge(self, change: Change) -> None:
        if change.seat is None:
            return
        key = (change.seat, change.request)
        asked = self._asked.pop(key, None)
        self._answered[key] = change.after.version
        if asked:
            metrics.ack_seconds.observe(time.perf_counter() - asked.at)
            for viewer in asked.waiting:
                await viewer.send(protocol.ack(change.request, change.after.version))

    # The clock --------------------------------------------------------------------------------------------------

    def _mind_the_clock(self) -> None:
        if self._alarm:
            self._alarm.cancel()
        self._alarm = None
        moment = wakes_at(self.live.sitting)
        if moment is None or self.live.event.phase is not EventPhase.DRAFTING:
            return
        right = sittings.set_right(self._head.sitting, _now())
        if right is not self._head.sitting:
            self._submit(Step(right), _now())
            return
        seconds = max(0.0, (moment - _now()).total_seconds() + LATE_SECONDS)
        self._alarm = asyncio.get_running_loop().call_later(seconds, self._expire)

    def _expire(self) -> None:
        self._alarm = None
        self._later(self._act_on_time())

    async def _act_on_time(self) -> None:
        await asyncio.sleep(READING_SECONDS)
        elsewhere = await self._register.marks_of(self.live.id)
        if self._closed or self._alarm or self._head is not self.live:
            return  # the change on its way sets the clock anew
        if self.catch_up(STOOD_STILL_SECONDS):
            return
        now, sitting = _now(), self._head.sitting
        seats = tuple(
            replace(seat, marked=self._marked(number, elsewhere)) for number, seat in enumerate(sitting.seats)
        )
        step = sittings.expire(replace(sitting, seats=seats), now)
        if step.sitting.table is sitting.table:
            self._mind_the_clock()
        else:
            self._submit(step, now)

    def _marked(self, seat: int, elsewhere: Mapping[int, tuple[CardId, ...]]) -> tuple[CardId, ...]:
        """Return what a seat has marked: the last word of a device that is here, or else of one elsewhere."""
        known = self._marks.get(seat, self._head.sitting.seats[seat].marked)
        return known if self._audience.has(seat) else elsewhere.get(seat, known)

    def catch_up(self, seconds: float = NOBODY_MINDED_SECONDS) -> bool:
        """Give time back to a table whose deadline passed so many seconds ago, and return whether that was so.

        Nobody minded it: the server had died or stood still, or the time of day was set forward.
        """
        moment, now = wakes_at(self._head.sitting), _now()
        if moment is None or self._head.event.phase is not EventPhase.DRAFTING:
            return False
        if now - moment <= timedelta(seconds=seconds):
            return False
        self._submit(Step(sittings.catch_up(self._head.sitting, now, GRACE_SECONDS)), now)
        return True


def _now() -> datetime:
    return datetime.now(UTC)


def _pass_of(live: LiveTable) -> tuple[Phase, int, int]:
    table = live.sitting.table
    return table.phase, table.round, table.pass_number
