"""The room of a table: this process's cache of it, and who looks at it.

A room can be thrown away at any moment and is read again from rows. `live` is what is stored; `head` is that and the
changes on their way to the database. Nothing is sent about a change before it is stored.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from channels.db import database_sync_to_async
from django.db import DatabaseError

from drafts import metrics, protocol
from drafts.live.audience import Audience
from drafts.live.registry import ConnectionRegistry
from drafts.live.viewer import CLOSED_TRY_AGAIN, Viewer
from drafts.live.writer import Completed, GroupWriter
from drafts.models import EventPhase
from drafts.rules.cards import CardId
from drafts.rules.draft import timed_table
from drafts.rules.draft.clock import GRACE_SECONDS
from drafts.rules.draft.history import Act, Kind, own_act
from drafts.rules.draft.table import Phase, has_chosen
from drafts.rules.draft.timed_table import Step, TimedTable, wakes_at
from drafts.rules.errors import NotDrafting, Refusal
from drafts.services.tables import change_of
from drafts.store.tables import Answered, Change, EventFacts, LiveTable, reload_table

logger = logging.getLogger(__name__)

AWAY_AFTER_SECONDS = 2.0
SILENT_SECONDS = 4.0  # in the last seconds of a pass browsers ping every two
LATE_SECONDS = 0.5
NOBODY_MINDED_SECONDS = 1.0
STOOD_STILL_SECONDS = 2.0
READING_SECONDS = 0.05  # before time is called: what waits in the sockets of a server that stood still is read first
RETRY_SECONDS = 5.0
REACHES, REACH_SECONDS = 20, 0.05

Verb = Callable[[TimedTable, datetime], Step]
Spawn = Callable[[Coroutine[Any, Any, None]], None]


@dataclass(slots=True)
class Asked:
    """What a fighter asked for `at` a moment, on its way to be stored; `waiting` are the devices that get the ack."""

    again: Callable[[Viewer], Awaitable[None]]
    waiting: list[Viewer]
    at: float
    settled: asyncio.Event = field(default_factory=asyncio.Event)


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
        register: ConnectionRegistry,
        spawn: Spawn,
        changed: Callable[["Room", Completed], None],
        heard: Callable[[], None],
    ) -> None:
        self.live = live
        self._head = live
        self._answered = answered
        self._writer = writer
        self._register = register
        self._spawn = spawn
        self._changed = changed
        self._heard = heard
        self._asked: dict[tuple[int, str], Asked] = {}
        self._marks = {seat: facts.marked for seat, facts in enumerate(live.timed.seats) if facts.marked}
        self._audience = Audience(self._marks)
        self._left_at: dict[int, datetime] = {}
        self._alarm: asyncio.TimerHandle | None = None
        self._closed = False
        self._reading = asyncio.Lock()
        self._in_doubt = False
        self._schedule_alarm()
        self._sync_presence()

    # Who is here ------------------------------------------------------------------------------------------------

    def __contains__(self, viewer: Viewer) -> bool:
        """Whether somebody looks at this table."""
        return viewer in self._audience

    async def join(self, viewer: Viewer) -> None:
        """Let somebody in: they see the whole table, and everyone sees a fighter come."""
        self._audience.add(viewer)
        await self.show(viewer)
        if viewer.seat is not None:
            self._note_gap(viewer.seat)
        self.note_heard(viewer)

    def leave(self, viewer: Viewer) -> None:
        """Let somebody go; a fighter counts as away only after a moment, since phones come back."""
        self._audience.discard(viewer)
        if viewer.seat is not None and not self._audience.has(viewer.seat):
            self._left_at[viewer.seat] = _now()
            self._leave_later(viewer.seat)

    def close(self) -> None:
        """Cancel the alarm: the room is thrown away."""
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
        asyncio.get_running_loop().call_later(AWAY_AFTER_SECONDS, lambda: self._spawn(self._see_who_left(seat)))

    async def _see_who_left(self, seat: int) -> None:
        fighter = self.live.seats[seat].fighter
        if fighter in self.missing and not await self._register.connected_elsewhere([fighter]):
            self.mark_disconnected({fighter})

    @property
    def missing(self) -> set[int]:
        """The fighters (by row id) who are said to be connected, and are not to this process."""
        seats = enumerate(zip(self.live.seats, self._head.timed.seats, strict=True))
        return {facts.fighter for seat, (facts, here) in seats if here.connected and not self._audience.has(seat)}

    def mark_disconnected(self, fighters: set[int]) -> None:
        """Note that fighters are connected no longer, unless they have come back."""
        gone = fighters & self.missing if not self._closed else set()
        for seat, facts in enumerate(self.live.seats):
            if facts.fighter in gone:
                self._attend(seat, connected=False, at=self._left_at.get(seat))

    def _sync_presence(self) -> None:
        """Mark fighters who are connected here as connected where the rows say otherwise."""
        for seat, attendance in enumerate(self._head.timed.seats):
            if not attendance.connected and self._audience.has(seat) and not self._is_silent(seat):
                self._attend(seat, connected=True)

    def _note_gap(self, seat: int) -> None:
        """Note a connection that was down at the deadline and came back before that was noticed."""
        left_at, deadline = self._left_at.pop(seat, None), timed_table.deadline_of(self._head.timed, seat)
        if left_at is None or deadline is None or has_chosen(self._head.timed.table, seat):
            return
        if left_at <= deadline < _now():
            self._attend(seat, connected=False, at=left_at)

    def note_heard(self, viewer: Viewer) -> None:
        """Note that a fighter's device has sent something: one who was taken for away is here."""
        if viewer.seat is not None and not self._head.timed.seats[viewer.seat].connected:
            self._attend(viewer.seat, connected=True)

    async def note_signals(self) -> None:
        """Note whose connection has become weak, or good again."""
        is_drafting = (
            self._head.event.phase is EventPhase.DRAFTING and self._head.timed.table.phase is not Phase.DRAFTED
        )
        if self._closed or not is_drafting:
            return
        changed = {
            seat: weak
            for seat, here in enumerate(self._head.timed.seats)
            if here.connected and not here.bot and (weak := self._audience.is_weak(seat)) != here.weak
        }
        if not changed:
            return
        elsewhere = await self._register.connected_elsewhere([self.live.seats[seat].fighter for seat in changed])
        for seat, weak in changed.items():
            if not (weak and self.live.seats[seat].fighter in elsewhere):
                now = _now()
                self._submit(Step(timed_table.note_signal(self._head.timed, seat, weak=weak)), now)

    def _is_silent(self, seat: int) -> bool:
        return self._audience.silence(seat) > SILENT_SECONDS

    def _attend(self, seat: int, *, connected: bool, at: datetime | None = None) -> None:
        if self._head.phase in (EventPhase.FINISHED, EventPhase.LOBBY):
            return
        if connected:
            self._left_at.pop(seat, None)
        now = _now()
        act = own_act(Kind.CONNECTED if connected else Kind.DISCONNECTED, seat)
        self._submit(Step(timed_table.attend(self._head.timed, seat, connected=connected, at=at or now)), now, act)

    # What fighters do -------------------------------------------------------------------------------------------

    async def choose(self, viewer: Viewer, seat: int, message: protocol.Choose) -> None:
        """Ask the rules; a legal choice is stored, then acknowledged. The same choice twice is one choice."""

        def verb(timed: TimedTable, now: datetime) -> Step:
            wanted = {"round_": message.round, "pass_number": message.pass_number}
            return timed_table.make_choice(timed, seat, message.cards, now, **wanted)

        async def again(viewer: Viewer) -> None:
            await self.choose(viewer, seat, message)

        await self._ask(viewer, seat, message.id, verb, again)

    async def say_ready(self, viewer: Viewer, seat: int, request: str) -> None:
        """Note "I have seen my cards"."""

        async def again(viewer: Viewer) -> None:
            await self.say_ready(viewer, seat, request)

        act = own_act(Kind.READY, seat)
        await self._ask(viewer, seat, request, lambda timed, now: timed_table.say_ready(timed, seat, now), again, act)

    async def say_here(self, viewer: Viewer, seat: int, request: str) -> None:
        """Note "I'm here": the fighter need not hurry."""

        async def again(viewer: Viewer) -> None:
            await self.say_here(viewer, seat, request)

        act = own_act(Kind.HERE, seat)
        await self._ask(viewer, seat, request, lambda timed, _: Step(timed_table.say_here(timed, seat)), again, act)

    async def come_back(self, viewer: Viewer, seat: int, request: str) -> None:
        """Let a fighter choose again for their seat, which a bot has."""

        async def again(viewer: Viewer) -> None:
            await self.come_back(viewer, seat, request)

        act = own_act(Kind.UNSEAT_BOT, seat)
        await self._ask(viewer, seat, request, lambda timed, now: timed_table.come_back(timed, seat, now), again, act)

    async def wait_for(self, seat: int) -> None:
        """Wait until all that was asked for a seat is answered: its next request must not overtake one before."""
        while True:
            asked = next((one for (asking, _), one in self._asked.items() if asking == seat), None)
            if asked is None:
                return
            await asked.settled.wait()

    async def _ask(
        self,
        viewer: Viewer,
        seat: int,
        request: str,
        verb: Verb,
        again: Callable[[Viewer], Awaitable[None]],
        *causes: Act,
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
                step = verb(self._head.timed, now)
            except Refusal as refused:
                await viewer.send(protocol.refusal(request, refused))
                return
            if step.timed is self._head.timed:  # nothing to store: it is so already
                self._answered[key] = self.live.version
                await viewer.send(protocol.ack(request, self.live.version))
                return
            self._asked[key] = Asked(again, [viewer], at)
            self._submit(step, now, *causes, request=request, seat=seat)

    def mark(self, seat: int, cards: tuple[CardId, ...]) -> None:
        """Remember what to take if time runs out. A fighter who was hurried is not any more."""
        before = self._head.timed.seats[seat]
        known = self._marks.get(seat, before.marked)
        marked = timed_table.mark(self._head.timed, seat, cards)
        self._marks[seat] = marked.seats[seat].marked
        if (before.hurried, before.timeouts) != (marked.seats[seat].hurried, marked.seats[seat].timeouts):
            self._submit(Step(marked), _now(), own_act(Kind.HERE, seat))
        elif known != self._marks[seat]:
            self._writer.submit_marks(self._head.seats[seat].id, self._marks[seat])

    # The way to the database ------------------------------------------------------------------------------------

    def _submit(self, step: Step, now: datetime, *causes: Act, request: str = "", seat: int | None = None) -> None:
        change = change_of(self._head, step, now, request, seat, causes=causes)
        self._head = change.after
        self._writer.submit(self, change)

    async def written(self, changes: Sequence[Change], completed: Completed) -> None:
        """Acknowledge what is stored, then show it. The end of the whole draft is the live event's to show."""
        before = self.live
        self._take(changes[-1].after)
        for change in changes:
            await self._acknowledge(change)
        if self.live.event.id not in completed:
            await self._audience.show_changes(before, changes)
        self._schedule_alarm()
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
        self._writer.withdraw(self)
        self._head = self.live
        asyncio.get_running_loop().call_later(RETRY_SECONDS, self._look_again)
        for one in asked.values():
            one.settled.set()
            for viewer in one.waiting:
                await viewer.close(CLOSED_TRY_AGAIN)

    def _look_again(self) -> None:
        """After a failed write: set the alarm and submit presence again."""
        if not self._closed and self._head is self.live:
            self._schedule_alarm()
            self._sync_presence()

    async def refresh(self) -> None:
        """Read the table again and show it to everyone, if it has changed elsewhere."""
        before = self.live
        if await self._reload():
            if self.live.version == before.version + 1:
                await self._audience.show_change(before, self.live)
            else:
                await self._audience.show_all(self.live)
            self._schedule_alarm()
            self._sync_presence()
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
            self._schedule_alarm()
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
            self._writer.withdraw(self)  # presence that changed while the table was read: it builds on what was lost
            self._take(live)
            self._head, self._answered = live, answered
            self._in_doubt = False
        await self._audience.show_all(self.live)
        for one in asked.values():
            for viewer in one.waiting:
                await one.again(viewer)
            one.settled.set()
        self._schedule_alarm()
        self._sync_presence()
        for seat, facts in enumerate(self.live.seats):
            if facts.fighter in self.missing:
                self._leave_later(seat)
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
            asked.settled.set()
            metrics.ack_seconds.observe(time.perf_counter() - asked.at)
            for viewer in asked.waiting:
                await viewer.send(protocol.ack(change.request, change.after.version))

    # The clock --------------------------------------------------------------------------------------------------

    def _schedule_alarm(self) -> None:
        if self._alarm:
            self._alarm.cancel()
        self._alarm = None
        moment = wakes_at(self.live.timed)
        if moment is None or self.live.event.phase is not EventPhase.DRAFTING:
            return
        right = timed_table.restart_if_in_future(self._head.timed, _now())
        if right is not self._head.timed:
            self._submit(Step(right), _now())
            return
        seconds = max(0.0, (moment - _now()).total_seconds() + LATE_SECONDS)
        self._alarm = asyncio.get_running_loop().call_later(seconds, self._expire)

    def _expire(self) -> None:
        self._alarm = None
        self._spawn(self._act_on_time())

    async def _act_on_time(self) -> None:
        await asyncio.sleep(READING_SECONDS)
        elsewhere = await self._register.marks_of(self.live.id)
        cut_off = await self._cut_off()
        if self._closed or self._alarm or self._head is not self.live:
            return  # the change on its way sets the clock anew
        if self.grant_grace(STOOD_STILL_SECONDS):
            return
        now, timed = _now(), self._head.timed
        for seat, since in cut_off.items():
            timed = timed_table.attend(timed, seat, connected=False, at=since)
        seats = tuple(replace(seat, marked=self._marked(number, elsewhere)) for number, seat in enumerate(timed.seats))
        step = timed_table.expire(replace(timed, seats=seats), now)
        gone = [own_act(Kind.DISCONNECTED, seat) for seat in cut_off]
        if step.timed.table is not timed.table:
            self._submit(step, now, *gone)
        elif timed is not self._head.timed:
            self._submit(Step(timed), now, *gone)
        else:
            self._schedule_alarm()

    async def _cut_off(self) -> dict[int, datetime]:
        """Return the seats whose time is up and whose connection is down unnoticed, and since when."""
        timed, now = self._head.timed, _now()
        found = {}
        for seat, here in enumerate(timed.seats):
            deadline = timed_table.deadline_of(timed, seat)
            if here.bot or not here.connected or has_chosen(timed.table, seat) or deadline is None or deadline > now:
                continue
            silence = timedelta(seconds=self._audience.silence(seat))
            since = now - silence if self._audience.has(seat) else self._left_at.get(seat, now)
            if since <= deadline and (self._is_silent(seat) or not self._audience.has(seat)):
                found[seat] = since
        elsewhere = await self._register.connected_elsewhere([self.live.seats[seat].fighter for seat in found])
        return {seat: since for seat, since in found.items() if self.live.seats[seat].fighter not in elsewhere}

    def _marked(self, seat: int, elsewhere: Mapping[int, tuple[CardId, ...]]) -> tuple[CardId, ...]:
        """Return what a seat has marked: the last word of a device that is here, or else of one elsewhere."""
        known = self._marks.get(seat, self._head.timed.seats[seat].marked)
        return known if self._audience.has(seat) else elsewhere.get(seat, known)

    def grant_grace(self, seconds: float = NOBODY_MINDED_SECONDS) -> bool:
        """Give time back to a table whose deadline passed so many seconds ago, and return whether that was so.

        Nobody minded it: the server had died or stood still, or the time of day was set forward.
        """
        moment, now = wakes_at(self._head.timed), _now()
        if moment is None or self._head.event.phase is not EventPhase.DRAFTING:
            return False
        if now - moment <= timedelta(seconds=seconds):
            return False
        self._submit(Step(timed_table.grant_grace(self._head.timed, now, GRACE_SECONDS)), now)
        return True


def _now() -> datetime:
    return datetime.now(UTC)


def _pass_of(live: LiveTable) -> tuple[Phase, int, int]:
    table = live.timed.table
    return table.phase, table.round, table.pass_number
