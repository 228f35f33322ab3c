"""An event in this process: its lobby, then the rooms of its tables, and its organizer's view over all of them."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from django.db import DatabaseError

from drafts import protocol
from drafts.access.sockets import EventVersions
from drafts.live.context import EventContext
from drafts.live.draft.event_tables import EventTables
from drafts.live.draft.table_room import TableRoom
from drafts.live.event_viewers import EventViewers
from drafts.live.events.lobby_room import LobbyRoom
from drafts.live.kernel.database import when_it_answers
from drafts.live.kernel.done import DONE
from drafts.live.kernel.tasks import Tasks
from drafts.live.kernel.writer import Completed, GroupWriter
from drafts.live.organizer_view import OrganizerView
from drafts.live.registry import ConnectionRegistry
from drafts.live.stage_rooms import StageRooms
from drafts.live.viewer import Viewer
from drafts.protocol.activities import ACTIVITY_OF
from drafts.protocol.closes import CLOSED_NO_SUCH_TABLE
from drafts.rules.ids import EventId, FighterId, TableId, Version
from drafts.store.lobbies import Lobby
from drafts.store.stages import Reach

Publish = Callable[[EventId, Mapping[TableId, Version]], None]


class LiveEvent(EventContext):
    """Everyone of an event who is connected to this process.

    `publish` tells other processes which tables of an event (by row id) have which versions now. `heard_from` is the
    hub's number of revocations when the event was opened.
    """

    def __init__(
        self,
        lobby: Lobby,
        writer: GroupWriter,
        register: ConnectionRegistry,
        publish: Publish,
        heard_from: int = 0,
    ) -> None:
        self.id = lobby.id
        self.writer = writer
        self.register = register
        self._leading = asyncio.Lock()
        self._publish = publish
        self.tasks = Tasks(f"event {lobby.event.code}")
        self.spawn = self.tasks.spawn
        self.viewers = EventViewers(self.leave, heard_from)
        self.tables = EventTables(self)
        self.stages = StageRooms(self)
        self.organizer = OrganizerView(self, self.tables.rooms)
        self.lobby = LobbyRoom(lobby, self)

    @property
    def is_idle(self) -> bool:
        """Whether there are no viewers, nothing is on its way and no clock runs."""
        rests = not (self.tasks.running or self.lobby.is_waiting or self.stages.is_waiting)
        return self.viewers.is_empty and rests and self.tables.is_idle

    def close(self) -> None:
        """Throw the rooms away."""
        self.lobby.close()
        self.tables.close()
        self.stages.close()

    async def join(self, viewer: Viewer, stored: EventVersions | None = None) -> None:
        """Let a viewer in, to the lobby or to their table. Things that are not `stored` here yet are read first."""
        self.viewers.add(viewer)
        self.viewers.close_surplus(viewer)
        if self.lobby.is_open and (stored is None or stored.event > self.lobby.live.version):
            await self.lobby.catch_up()
        if self.lobby.is_open:
            await self.lobby.audience.show(viewer)
            self.lobby.came(viewer)
        else:
            await self._enter_room(viewer, stored)

    def leave(self, viewer: Viewer) -> None:
        """Let a viewer go."""
        self.viewers.discard(viewer)
        if viewer.beside is not None:
            for presence in self.tables.presences:
                presence.look_who_left()
        room = self.tables.room_of(viewer)
        if room is not None:
            room.leave(viewer)
        else:
            self.lobby.left(viewer)

    def receive(self, viewer: Viewer, message: protocol.Heard) -> Awaitable[None]:
        """Do what a client asks, or say why not. Return what remains to be awaited."""
        viewer.heard_at = time.monotonic()
        room = self.tables.room_of(viewer)
        if room is not None:
            room.presence.heard(viewer)
        if not isinstance(message, protocol.Request):
            return self._hear(viewer, room, message)
        if type(message) in ACTIVITY_OF:
            return self.stages.ask(viewer, None if room is None else room.live.event.phase, message)
        if viewer.fighter is None:
            viewer.send(protocol.error(message.id, "not_a_fighter"))
            return DONE
        if room is None or viewer.seat is None:
            return self.lobby.ask(viewer, viewer.fighter, message)
        return room.ask(viewer, viewer.seat, message)

    def _hear(self, viewer: Viewer, room: TableRoom | None, message: protocol.Heard) -> Awaitable[None]:
        """Take in a message that is no request."""
        if isinstance(message, protocol.Ping):
            self._answer_ping(viewer, message)
        elif isinstance(message, protocol.Resync):
            return self._show(viewer)
        elif isinstance(message, protocol.Mark) and room is not None and viewer.seat is not None:
            room.mark(viewer, viewer.seat, message)
        return DONE

    def _answer_ping(self, viewer: Viewer, message: protocol.Ping) -> None:
        viewer.pings = True
        if message.round_trip is not None:
            viewer.round_trip = round(message.round_trip, -2)  # hundreds will do: seldom written anew
        viewer.send(protocol.pong(self._seq_shown(viewer)))

    # Changes elsewhere ------------------------------------------------------------------------------------------

    async def hear(self, versions: Mapping[TableId, Version]) -> None:
        """Read again the tables (by row id) that have a newer version elsewhere, and show them."""
        if self.lobby.is_open:
            await self.refresh(list(versions))
            return
        has_begun = await self._refresh_stages()
        for room in await self.tables.all():
            version = versions.get(room.live.id, 0)
            if version > room.live.version:
                await room.refresh()
            elif version == room.live.version:  # marks of its seats are no part of the version
                await room.read_marks()
            if has_begun:
                room.show_all()

    async def refresh(self, tables: Sequence[TableId]) -> None:
        """Read again what has changed elsewhere, and show it."""
        self.organizer.expect_entries()
        await self.open_tables()
        with self.organizer.waiting():
            has_begun = await self._refresh_stages()
            for room in await self.tables.all():
                if room.live.id in tables:
                    await room.refresh()
                if has_begun:
                    room.show_all()

    async def _refresh_stages(self) -> bool:
        """Read what follows the draft, where it may have begun, and return whether a stage has."""
        is_over = self.lobby.live.event.is_over or any(room.live.event.is_over for room in self.tables.rooms.values())
        return is_over and await self.stages.refresh()

    async def stage_left(self) -> None:
        with self.organizer.waiting(), suppress(DatabaseError):  # the hub looks again if it fails
            await self._refresh_stages()

    async def open_tables(self) -> None:
        """Read the lobby again; if the draft has started, lead everyone to their table."""
        await self.lobby.refresh()
        if not self.lobby.is_open:
            await self._lead_in()

    def mark_disconnected(self, fighters: set[FighterId]) -> None:
        """Note that fighters have gone without a word: the process that they were connected to has died."""
        self.lobby.mark_disconnected(fighters)
        for presence in self.tables.presences:
            presence.mark_disconnected(fighters)

    @property
    def missing(self) -> set[FighterId]:
        """The fighters who are said to be connected, and are not to this process."""
        return self.lobby.missing if self.lobby.is_open else set().union(*(of.missing for of in self.tables.presences))

    @property
    def lobby_version(self) -> Version | None:
        """The lobby's version while it is open, and not being written."""
        return self.lobby.live.version if self.lobby.is_open and not self.lobby.is_writing else None

    # Tables -----------------------------------------------------------------------------------------------------

    async def _lead_in(self) -> None:
        async with self._leading:  # two notices of a start lead everyone once
            for viewer in self.viewers:
                if self.tables.room_of(viewer) is None:
                    await when_it_answers(partial(self._enter_room, viewer))

    async def _enter_room(self, viewer: Viewer, stored: EventVersions | None = None) -> None:
        has_tables = await self.tables.open_for(viewer, stored)
        if stored is None or self.stages.lacks(stored.stages):
            await self._refresh_stages()
        if viewer.seat is not None and (room := self.tables.rooms.get(viewer.table)):
            await room.read_marks()
        if viewer not in self.viewers or self.tables.room_of(viewer) is not None:
            return  # a viewer who left takes no seat, one who was led there has it
        room = self.tables.rooms.get(viewer.table)
        if room is not None:
            room.join(viewer)
        elif has_tables:
            viewer.close(CLOSED_NO_SUCH_TABLE)
        else:
            await self.lobby.audience.show(viewer)
        if viewer.rights.officiates:
            await self.organizer.show_to(viewer)
        if viewer.beside is not None:
            for presence in self.tables.presences:
                presence.mark_connected()

    def lobby_closed(self) -> None:
        self.spawn(self._lead_in())

    def stored(self, room: TableRoom | None = None) -> None:
        live = None if room is None else room.live
        self._publish(self.id, {} if live is None else {live.id: live.version})

    def table_stored(self, room: TableRoom, completed: Completed) -> None:
        self.stored(room)
        if self.id in completed:
            self.spawn(self._complete(completed[self.id]))
        else:
            self.organizer.show_soon()

    def table_read(self) -> None:
        self.organizer.show_soon()

    async def _complete(self, versions: Mapping[TableId, Version]) -> None:
        """All tables have drafted: decks, log and seed are open everywhere."""
        await when_it_answers(self.lobby.complete)
        await when_it_answers(self._refresh_stages)
        self._publish(self.id, versions)
        for room in await self.tables.all():
            await when_it_answers(partial(room.complete, self.lobby.live.event, versions[room.live.id]))

    # Views of it ------------------------------------------------------------------------------------------------

    async def _show(self, viewer: Viewer) -> None:
        """Send a viewer all that they may see, whatever they were sent before."""
        room = self.tables.room_of(viewer)
        viewer.shown = viewer.whole = 0
        if viewer.rights.officiates:
            self.organizer.expect_entries()
        if room is None and not self.lobby.is_open:
            await self._enter_room(viewer)
        elif room is None:
            await self.lobby.audience.show(viewer)
        elif viewer.rights.officiates:
            await self.organizer.show_to(viewer)
        else:
            room.audience.show(viewer, room.live)

    @property
    def night(self) -> protocol.NightStates:
        return self.stages.states

    def show_lobby(self, viewer: Viewer) -> Coroutine[Any, Any, None]:
        return self.organizer.show_lobby_to(viewer, lambda: self.lobby.states)

    def show_stages(self, reach: Reach) -> None:
        for room in tuple(self.tables.rooms.values()):
            room.audience.show_night(reach, room.live)
        if reach.public:
            self.organizer.show_soon()

    def _seq_shown(self, viewer: Viewer) -> int:
        """Return the newest version that is meant for a viewer: more may be gathered, or may not concern them."""
        is_gathered = self.lobby.is_open or self.stages.rooms
        return viewer.shown if is_gathered else self.seq_for(viewer)

    def attend(self) -> bool:
        return bool(self.stages.rooms) and self.stages.attend(self.tables.away)

    def seq_for(self, viewer: Viewer) -> int:
        room = self.tables.room_of(viewer)
        if room is None:
            return self.lobby.live.version
        if viewer.rights.officiates:
            return self.organizer.seq
        return room.live.version + self.night.seq_at(room.live.number, viewer.fighter)
