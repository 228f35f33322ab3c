"""All rooms of this process, and the one channel on which it hears what other processes and pages have changed.

Notices only save time: a channel layer may lose them, or be away. Every few seconds the process asks the database for
changes that it was not told of (`poller`).
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable
from contextvars import Context
from weakref import WeakKeyDictionary

from drafts import protocol
from drafts.access.sockets import EventVersions
from drafts.live.admissions import AdmissionQueue
from drafts.live.channel import NoticeChannel
from drafts.live.kernel.database import reading
from drafts.live.kernel.done import DONE
from drafts.live.kernel.writer import GroupWriter
from drafts.live.live_event import LiveEvent
from drafts.live.peers import Peers
from drafts.live.poller import Poller
from drafts.live.registry import ConnectionRegistry
from drafts.live.revocation import endings_of
from drafts.live.viewer import Right, Viewer
from drafts.notices import (
    AnyNotice,
    Changed,
    Deleted,
    Left,
    Listening,
    Moved,
    Reseated,
    Revoked,
    SignedOut,
    Started,
)
from drafts.rules.ids import EventId
from drafts.store.lobbies import load_lobby

logger = logging.getLogger(__name__)

SWEEP_SECONDS = 30.0


class Hub:
    """The events that have viewers in this process. Belongs to one event loop.

    `revocations` counts the notices that a right has ended, and the events that were opened, of which no notice was
    heard before. Rights that the database was asked for before one of these may have ended since.
    """

    def __init__(self) -> None:
        self._events: dict[EventId, LiveEvent] = {}
        self._writer = GroupWriter()
        self._register = ConnectionRegistry()
        self._channel = NoticeChannel(lambda: list(self._events))
        self._peers = Peers(self._channel, self._register)
        self._tasks: list[asyncio.Task[None]] = []
        self._opening = asyncio.Lock()
        self._notices: asyncio.Queue[AnyNotice] = asyncio.Queue()
        self.admissions = AdmissionQueue()
        self.revocations = 0
        self.poller = Poller(self._events, self._register, self._peers, self._drop, self._reopen)

    @property
    def fault(self) -> str | None:
        """The reason why choices cannot be stored: `stuck`, `failing`, or None."""
        return self._writer.fault

    @property
    def write_seconds(self) -> float | None:
        """How long it took lately to store choices; None where none were."""
        return self._writer.seconds

    @property
    def tables(self) -> Counter[str]:
        """How many tables are held here, by phase."""
        return sum((live_event.tables.phases for live_event in self._events.values()), Counter())

    @property
    def viewers(self) -> Counter[str]:
        """How many are connected, by role."""
        return sum((live_event.viewers.roles for live_event in self._events.values()), Counter())

    async def join(self, viewer: Viewer, stored: EventVersions | None = None) -> None:
        """Let a viewer in: they are sent the state, and from then on what changes. Raises DatabaseError.

        `stored` is what was found of the event with the viewer's rights, which saves asking again.
        """
        async with self._opening:
            if not self._tasks:
                await self._begin()
            live_event = self._events.get(viewer.event)
            if live_event is None:
                await self._channel.tune_in([viewer.event])
            if live_event is None or live_event.viewers.is_empty:
                await self._peers.announce(viewer.event)
            if live_event is None:
                live_event, stored = await self._open(viewer.event), None
        while live_event.viewers.is_doubtful(viewer):
            viewer.asked_at = self.revocations
            if ended := await endings_of([viewer]):
                live_event.viewers.close_with_reason(viewer, ended[viewer])
                return
        if self._events.get(viewer.event) is not live_event:
            await self.join(viewer)
            return
        self._register.opened(viewer)
        await live_event.join(viewer, stored)

    async def _open(self, event: EventId) -> LiveEvent:
        lobby = await reading(load_lobby)(event)
        self.revocations += 1  # notices that came while the lobby was read were dropped
        live_event = LiveEvent(lobby, self._writer, self._register, self._peers.publish, self.revocations)
        self._events[event] = live_event
        return live_event

    def leave(self, viewer: Viewer) -> None:
        """Let a viewer go."""
        self._register.closed(viewer)
        live_event = self._events.get(viewer.event)
        if live_event is not None:
            live_event.leave(viewer)

    def receive(self, viewer: Viewer, message: protocol.Heard) -> Awaitable[None]:
        """Do what a viewer asks, and return what remains to be awaited of it."""
        if viewer.is_in_doubt:
            return self._receive_later(viewer, message)
        live_event = self._events.get(viewer.event)
        return DONE if live_event is None else live_event.receive(viewer, message)

    async def _receive_later(self, viewer: Viewer, message: protocol.Heard) -> None:
        await viewer.settled()
        await self.receive(viewer, message)

    # Hearing ----------------------------------------------------------------------------------------------------

    async def _begin(self) -> None:
        await self._channel.open()
        work = self._hear(), self._handle_notices(), self.poller.run(), self._sweep()
        self._tasks = [
            asyncio.create_task(each, context=Context()) for each in work
        ]  # without the log context of the first request

    async def _hear(self) -> None:
        while True:
            notice = await self._channel.receive()
            self._doubt(notice)
            self._notices.put_nowait(notice)

    def _doubt(self, notice: AnyNotice) -> None:
        """Hold back the requests of viewers whose right may have ended by this notice, until that is known.

        This waits for nothing, neither the database nor the notices that came before.
        """
        match notice:
            case Left(fighter=fighter):
                revoked = Right("fighter", fighter)
            case Revoked(link=link):
                revoked = Right("judge", link)
            case SignedOut():
                revoked = Right("organizer")
            case _:
                return
        self.revocations += 1
        if live_event := self._events.get(notice.event):
            doubted = live_event.viewers.doubt(revoked, self.revocations)
            live_event.tasks.spawn(live_event.viewers.settle(doubted))

    async def _handle_notices(self) -> None:
        while True:
            notice = await self._notices.get()
            try:
                await self._handle_notice(notice)
            except Exception:
                logger.exception("a notice was not handled: %s", notice)

    async def _handle_notice(self, notice: AnyNotice) -> None:
        if isinstance(notice, Listening):  # also while the event is being read
            await self._peers.note_listener(notice)
            return
        live_event = self._events.get(notice.event)
        if live_event is None:
            return
        match notice:
            case Moved(sender=sender) if sender == self._channel.name:
                pass
            case Moved(versions=versions):
                await live_event.hear(dict(versions))
            case Changed(tables=tables):
                await live_event.refresh(tables)
            case Started():
                await live_event.open_tables()
            case Reseated():
                self._reopen(notice.event, live_event)
            case Deleted():
                self._drop(notice.event, live_event)

    def _drop(self, event: EventId, live_event: LiveEvent) -> None:
        """Throw away an event that is deleted, and tell its viewers."""
        if self._forget(event, live_event):
            live_event.viewers.close_all()

    def _reopen(self, event: EventId, live_event: LiveEvent) -> None:
        """Throw away an event whose seats were drawn again: its viewers reconnect, and find their new seats."""
        if self._forget(event, live_event):
            live_event.viewers.close_to_reconnect()

    def _forget(self, event: EventId, live_event: LiveEvent) -> bool:
        """Throw away what is known of an event, and return whether it was known."""
        if self._events.get(event) is not live_event:
            return False
        del self._events[event]
        self.poller.forget(event)
        live_event.close()
        return True

    async def _sweep(self) -> None:
        """Throw away idle events, and subscribe to the others again: memberships of groups expire."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            async with self._opening:
                for event, live_event in list(self._events.items()):
                    if live_event.is_idle:
                        del self._events[event]
                        self.poller.forget(event)
                        live_event.close()
                        await self._channel.tune_out(event)
            await self._channel.tune_in(list(self._events))


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def get_hub() -> Hub:
    """Return the hub of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]
