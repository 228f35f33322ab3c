"""The room of a value: this process's cache of it, and the one way in which a request changes it.

A room can be thrown away at any moment and is read again from rows. A request is asked of the machine on the head. A
change goes to the group writer, and is acknowledged and shown when it is stored. Nothing is sent about a change before,
and no refusal that rests on one: such a request is refused once the head is stored, or asked again when it is lost.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, Generic

from django.db import DatabaseError

from drafts.live.kernel.alarm import Alarm
from drafts.live.kernel.cached import CachedValue
from drafts.live.kernel.done import DONE
from drafts.live.kernel.hooks import RoomHooks
from drafts.live.kernel.machine import Answered, ChangeT, Machine, MoveT, StateT
from drafts.live.kernel.requests import MoveRequest, Requests
from drafts.live.kernel.writer import Completed, GroupWriter
from drafts.live.viewer import Viewer
from drafts.rules.errors import Refusal
from drafts.rules.ids import Version

logger = logging.getLogger(__name__)

LATE = timedelta(seconds=0.5)
"""A room acts so long after a deadline, so that what was done at the last moment counts."""

STOOD_STILL = timedelta(seconds=2)
"""A room that is later than that has stood still: fighters who wait get time back on their clocks."""

RETRY_SECONDS = 5.0
REACHES, REACH_SECONDS = 20, 0.05

Spawn = Callable[[Coroutine[Any, Any, None]], None]


class Room(RoomHooks[StateT, ChangeT], Generic[StateT, MoveT, ChangeT]):
    """One value in this process. Subclasses say who looks at it, and what happens besides when it changes.

    `spawn` does work in a task of its own.
    """

    def __init__(
        self,
        machine: Machine[StateT, MoveT, ChangeT],
        state: StateT,
        answered: Answered,
        *,
        writer: GroupWriter,
        spawn: Spawn,
    ) -> None:
        self._machine = machine
        self.record = machine.record
        self._value = CachedValue(state, machine.read)
        self._requests: Requests[MoveT] = Requests(answered, self.seq_of)
        self._alarm = Alarm(lambda: spawn(self.act_on_time()))
        self._writer = writer
        self._spawn = spawn
        self.is_closed = False
        self.set_alarm()

    # Its content ------------------------------------------------------------------------------------------------

    @property
    def live(self) -> StateT:
        """The value as it is stored."""
        return self._value.live

    @property
    def head(self) -> StateT:
        """The value with the changes that are on their way to the database."""
        return self._value.head

    @property
    def is_writing(self) -> bool:
        """Whether changes are on their way to the database."""
        return self._value.is_writing

    @property
    def is_waiting(self) -> bool:
        """Whether something is on its way, or a moment is waited for."""
        return self.is_writing or self._alarm.is_set

    def close(self) -> None:
        """Cancel the alarm: the room is thrown away."""
        self.is_closed = True
        self._alarm.cancel()

    # The way to the database ------------------------------------------------------------------------------------

    def ask(self, viewer: Viewer, actor: Hashable, move: MoveT) -> Awaitable[None]:
        """Do what an actor asks, and answer the viewer. The same request twice is one request."""
        request = MoveRequest(actor, move, [viewer])
        if self._value.lock.locked() or viewer.is_in_doubt:
            return self._ask_later(viewer, request)
        self._grant(request)
        return DONE

    async def _ask_later(self, viewer: Viewer, request: MoveRequest[MoveT]) -> None:
        async with self._value.lock:
            await viewer.settled()
            self._grant(request)

    def knows(self, actor: Hashable, move: MoveT) -> bool:
        """Whether an actor has asked for this before: then they get the same answer, whatever has happened since."""
        return self._requests.knows((actor, move.id))

    def _grant(self, request: MoveRequest[MoveT]) -> None:
        if all(viewer.has_ended for viewer in request.waiting) or self._requests.repeats(request):
            return
        try:
            change = self._machine.apply(self.head, request.actor, request.move, datetime.now(UTC))
        except Refusal as refused:
            if self.is_writing:  # the change it was refused for may yet be lost
                self._requests.expect(request, self.head.version, refused)
            else:
                self._requests.refuse(request, refused)
            return
        if change is not None:
            self.submit(change)
            self._requests.expect(request, change.after.version)
        elif self.is_writing:
            self._requests.expect(request, self.head.version)
        else:  # it was so already, and is stored
            self._requests.answer(request, self.live.version)

    def submit(self, change: ChangeT) -> None:
        """Queue a change of the head to the group writer."""
        self._value.head = change.after
        self._writer.submit(self, change)

    def written(self, changes: Sequence[ChangeT], completed: Completed) -> None:
        """Acknowledge what is stored, then show it."""
        before, after = self._value.live, changes[-1].after
        self._hold(after)
        self._requests.settle(after.version)
        self.show_stored(before, changes, completed)
        self.set_alarm()
        if self._value.in_doubt:
            self._spawn(self._end_doubt())

    async def _end_doubt(self) -> None:
        with suppress(DatabaseError):  # it stays in doubt, and is read after the next change or when the hub looks
            await self.refresh()

    def lost(self) -> Coroutine[Any, Any, None]:
        """Read what another process or a page has made of the value, and ask again what was asked."""
        self._value.go_back()  # at once: a change that is submitted from now on must not build on what was lost
        return self._read_lost()

    async def _read_lost(self) -> None:
        async with self._value.lock:
            before = self.live
            try:
                found = await self._value.read()
            except Exception as fault:  # of any kind: a later version must not acknowledge what was lost
                if not isinstance(fault, DatabaseError):
                    logger.error("what was lost could not be read again", exc_info=fault)
                self.failed()
                return
            self._writer.withdraw(self)  # submitted while the value was read: it builds on what was lost
            self._take_in(*found)
            asked = self._requests.take_pending()
            await self._show_read(before)
            for request in asked:
                self._grant(request)
        self.set_alarm()
        self.resume()
        self.lost_changes()

    def failed(self) -> None:
        """Turn away all that wait for an answer, and be as if nothing had been asked."""
        self._writer.withdraw(self)
        self._value.go_back()
        self.look_again_later()
        self._requests.close_waiting()

    def look_again_later(self) -> None:
        """Set the alarm again, and note again who is here, once the database may answer."""
        asyncio.get_running_loop().call_later(RETRY_SECONDS, self._look_again)

    def _look_again(self) -> None:
        if not self.is_closed:
            self.set_alarm()
            self.resume()

    # Changes elsewhere ------------------------------------------------------------------------------------------

    async def refresh(self) -> None:
        """Read the value again and show it, if it has changed elsewhere. Raises DatabaseError."""
        async with self._value.lock:
            before, found = self.live, await self._value.read_newer()
            if found is None:
                return
            self._take_in(*found)
        await self._show_read(before)
        self.set_alarm()
        self.resume()

    async def reach(self, version: Version) -> None:
        """Read the value until it has this version: a viewer whose process has died may have seen it there."""
        for _ in range(REACHES):
            if self.live.version >= version:
                return
            await self.refresh()
            if self._value.in_doubt:
                await asyncio.sleep(REACH_SECONDS)  # something is being written, and that is to end first

    async def catch_up(self) -> None:
        """Read the value as soon as no change is on its way."""
        for _ in range(REACHES):
            await self.refresh()
            if not self._value.in_doubt:
                return
            await asyncio.sleep(REACH_SECONDS)

    async def know(self, state: StateT) -> None:
        """Take in a change made elsewhere that is known without reading, where nothing else has changed.

        Raises DatabaseError where it has to be read after all.
        """
        async with self._value.lock:
            before = self.live
            is_next = not self.is_writing and state.version == before.version + 1
            if is_next:
                self._hold(state)
        if not is_next:
            await self.refresh()
            return
        await self._show_read(before)
        self.set_alarm()
        self.resume()

    async def _show_read(self, before: StateT) -> None:
        await self.prepare(before, self.live)
        self.show(before, self.live)  # changes since then are shown with it

    def _take_in(self, state: StateT, answered: Answered) -> None:
        before = self.live
        self._value.replace(state)
        self._requests.replace_answered(answered)
        self.take(before, state)

    def _hold(self, state: StateT) -> None:
        before = self._value.live
        self._value.advance(state)
        self.take(before, state)

    def set_alarm(self) -> None:
        """Be woken when the stored value says so."""
        self._alarm.set(self._machine.wakes_at(self._value.live))
