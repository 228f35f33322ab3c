"""An event in this process: its lobby, then the rooms of its tables, and its organizer's view over all of them."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from channels.db import database_sync_to_async
from django.db import DatabaseError

from drafts import protocol
from drafts.live.kernel.writer import Completed, GroupWriter
from drafts.live.registry import ConnectionRegistry
from drafts.live.table_machine import TableMove
from drafts.live.table_presence import AWAY_AFTER_SECONDS
from drafts.live.table_room import TableRoom
from drafts.live.viewer import CLOSED_NO_SUCH_TABLE, CLOSED_RIGHT_ENDED, CLOSED_TRY_AGAIN, Viewer
from drafts.models import EventPhase, Fighter, Seat, Table
from drafts.rules.draft.view import Role
from drafts.rules.errors import NotAllowed, NotDrafting
from drafts.selectors.entries import ENTRIES_SHOWN, newest_entries
from drafts.selectors.presence import Ending, ending_of
from drafts.services.errors import ServiceError
from drafts.services.lobby import set_connected, set_ready
from drafts.store.lobbies import Lobby, load_lobby
from drafts.store.tables import LiveTable, answered_requests, load_table

logger = logging.getLogger(__name__)

Publish = Callable[[int, Mapping[int, int]], None]


class LiveEvent:
    """Everyone of an event who is connected to this process."""

    def __init__(self, lobby: Lobby, writer: GroupWriter, register: ConnectionRegistry, publish: Publish) -> None:
        self._lobby = lobby
        self._writer = writer
        self._register = register
        self._publish = publish
        self._viewers: set[Viewer] = set()
        self._rooms: dict[int, TableRoom] = {}
        self._opening = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._host_is_due = False
        self._host_tables = protocol.HostTables()
        self._entries_are_old = True
        self._reading_entries = asyncio.Lock()
        self._told: dict[int, tuple[object, ...]] = {}

    @property
    def is_idle(self) -> bool:
        """Whether nobody is here and nothing is on its way."""
        return not self._viewers and not self._tasks and all(room.is_idle for room in self._rooms.values())

    def close(self) -> None:
        """Throw the rooms away."""
        for room in self._rooms.values():
            room.close()

    async def join(self, viewer: Viewer) -> None:
        """Let somebody in, to the lobby or to their table."""
        self._viewers.add(viewer)
        if self._lobby.is_open:
            await self._read_lobby()
        if self._lobby.is_open:
            await self._show_lobby_to(viewer)
            if viewer.fighter is not None:
                self._spawn(self._note_arrival(viewer.fighter))
        else:
            await self._enter_room(viewer)

    async def leave(self, viewer: Viewer) -> None:
        """Let somebody go."""
        self._viewers.discard(viewer)
        room = self._room_of(viewer)
        if room is not None:
            room.leave(viewer)
        elif self._lobby.is_open and viewer.fighter is not None:
            self._spawn(self._note_departure(viewer.fighter))

    async def receive(self, viewer: Viewer, message: protocol.Message) -> None:
        """Do what somebody asks, or say why not."""
        viewer.heard_at = time.monotonic()
        room = self._room_of(viewer)
        if room is not None:
            room.presence.heard(viewer)
        match message:
            case protocol.Ping(ms):
                viewer.pings = True
                if ms is not None:
                    viewer.round_trip = round(ms, -2)  # hundreds will do, and are seldom other ones to write down
                await viewer.send(protocol.pong(self._seq_for(viewer)))
            case protocol.Resync():
                await self._show(viewer)
            case _ if viewer.fighter is None:
                if not isinstance(message, protocol.Mark):
                    await viewer.send(protocol.error(message.id, "not_a_fighter"))
            case protocol.Ready() if self._lobby.is_open:
                await self._ready_in_lobby(viewer, viewer.fighter, message.id)
            case protocol.Mark():
                if room is not None and viewer.seat is not None:
                    room.mark(viewer.seat, message.cards)
            case _:
                await self._at_table(viewer, message)

    async def hear(self, versions: Mapping[int, int]) -> None:
        """Read again the tables (by row id) that have a newer version elsewhere, and show them."""
        if self._lobby.is_open:
            await self.refresh(list(versions))
            return
        for room in await self._open_rooms():
            if versions.get(room.live.id, 0) > room.live.version:
                await room.refresh()

    async def refresh(self, tables: Sequence[int]) -> None:
        """Read again what has changed elsewhere, and show it."""
        self._entries_are_old = True
        await self._read_lobby()
        if self._lobby.is_open:
            for viewer in tuple(self._viewers):
                await self._show_lobby_to(viewer)
            self._sync_presence()
        else:
            await self._lead_in()
        for room in await self._open_rooms():
            if room.live.id in tables:
                await room.refresh()
        self._show_hosts_soon()

    async def open_tables(self) -> None:
        """The event has started: lead everyone from the lobby to their table."""
        await self._read_lobby()
        await self._lead_in()

    async def _read_lobby(self) -> None:
        lobby = await database_sync_to_async(load_lobby)(self._lobby.event.id)
        if lobby.version >= self._lobby.version:  # two may read at the same time, and the later answer be the older one
            self._lobby = lobby

    async def _lead_in(self) -> None:
        for viewer in tuple(self._viewers):
            if self._room_of(viewer) is None:
                await self._enter_room(viewer)

    async def close_revoked_seats(self, fighters: Collection[int]) -> None:
        """Close the sockets of devices which hold a fighter's seat no longer."""
        known = {viewer: viewer.fighter for viewer in self._viewers if viewer.fighter is not None}
        present = {viewer: fighter for viewer, fighter in known.items() if fighter in fighters}
        for viewer, fighter in present.items():
            ending = await database_sync_to_async(ending_of)(fighter, viewer.token)
            if ending is not None and viewer in self._viewers:
                await self.leave(viewer)
                viewer.fighter = viewer.seat = (
                    None  # messages that arrive before the socket closes must not act for this right
                )
                await self._end(viewer, ending)

    async def close_signed_out(self, organizers: Collection[Viewer]) -> None:
        """Close the sockets of organizers who are signed in no longer."""
        for viewer in organizers:
            if viewer not in self._viewers:
                continue  # gone by themselves meanwhile
            await self.leave(viewer)
            viewer.role = Role.SPECTATOR  # messages that arrive before the socket closes must not act for this right
            await self._end(viewer, Ending.SIGNED_OUT)

    async def _end(self, viewer: Viewer, ending: Ending) -> None:
        await viewer.send(protocol.ended(ending.value))
        await viewer.close(CLOSED_RIGHT_ENDED)

    # Looking around ---------------------------------------------------------------------------------------------

    @property
    def fighters(self) -> set[int]:
        """Those who are connected to this process, by row id."""
        return {viewer.fighter for viewer in self._viewers if viewer.fighter is not None}

    @property
    def organizers(self) -> list[Viewer]:
        """The organizer's sockets."""
        return [viewer for viewer in self._viewers if viewer.role is Role.ORGANIZER]

    async def note_signals(self) -> None:
        """Note whose connection has become weak, or good again."""
        for room in tuple(self._rooms.values()):
            await room.presence.note_signals()

    def revoked_fighters(self, tokens: Mapping[int, str]) -> set[int]:
        """Return the fighters of whom a device is here that does not hold their seat with this token."""
        held = {(viewer.fighter, viewer.token) for viewer in self._viewers if viewer.fighter is not None}
        return {fighter for fighter, token in held if tokens.get(fighter) != token}

    @property
    def missing(self) -> set[int]:
        """Those who are said to be connected, and are not to this process."""
        if self._lobby.is_open:
            return {member.id for member in self._lobby.members if member.connected} - self.fighters
        return set().union(*(room.presence.missing for room in self._rooms.values()))

    async def mark_disconnected(self, fighters: set[int]) -> None:
        """Note that fighters have gone without a word: the process that they were connected to has died."""
        if self._lobby.is_open:
            for fighter in fighters & self.missing:
                await database_sync_to_async(set_connected)(fighter_id=fighter, connected=False)
        for room in self._rooms.values():
            room.presence.mark_disconnected(fighters)

    @property
    def tables(self) -> dict[int, int]:
        """The versions of the tables that somebody looks at, by row id, but for those that are being written."""
        return {room.live.id: room.live.version for room in self._rooms.values() if not room.is_writing}

    @property
    def phases(self) -> Counter[str]:
        """How many tables are in which phase."""
        return Counter(room.live.phase for room in self._rooms.values())

    @property
    def roles(self) -> Counter[str]:
        """How many are here in which role."""
        return Counter(viewer.role.value for viewer in self._viewers)

    @property
    def lobby_version(self) -> int | None:
        """The lobby's version while it is open."""
        return self._lobby.version if self._lobby.is_open else None

    def _sync_presence(self) -> None:
        away = {member.id for member in self._lobby.members if not member.connected} if self._lobby.is_open else set()
        for fighter in away & self.fighters:
            self._spawn(self._note_arrival(fighter))

    # Rooms ------------------------------------------------------------------------------------------------------

    async def _enter_room(self, viewer: Viewer) -> None:
        async with self._opening:
            wanted = await database_sync_to_async(_tables_of)(self._lobby.event.id)
            if wanted and viewer.fighter is not None and viewer.seat is None:
                place = await database_sync_to_async(_place_of)(viewer.fighter)
                if place is None:
                    viewer.fighter = None
                else:
                    viewer.table, viewer.seat = place
            looked_at = [number for number in wanted if number == viewer.table or viewer.role is Role.ORGANIZER]
            for number in looked_at:
                if number not in self._rooms:
                    self._rooms[number] = await self._open_room(wanted[number].id)
        for number in looked_at:
            await self._rooms[number].reach(wanted[number].version)
        if viewer not in self._viewers or self._room_of(viewer) is not None:
            return  # who left meanwhile takes no seat, who was led there meanwhile has one
        room = self._rooms.get(viewer.table)
        if room is not None:
            await room.join(viewer)
        elif wanted:
            await viewer.close(CLOSED_NO_SUCH_TABLE)
        else:
            await self._show_lobby_to(viewer)
        if viewer.role is Role.ORGANIZER:
            await self._show_host(viewer)

    async def _open_room(self, table: int) -> TableRoom:
        live = await database_sync_to_async(load_table)(table)
        answered = await database_sync_to_async(answered_requests)(table)
        room = TableRoom(
            live,
            answered,
            writer=self._writer,
            register=self._register,
            spawn=self._spawn,
            changed=self._table_changed,
            heard=self._show_hosts_soon,
        )
        room.grant_grace()
        return room

    async def _open_rooms(self) -> list[TableRoom]:
        """Return all rooms; one that is being opened now may have read its table before the change that is told of."""
        async with self._opening:
            return list(self._rooms.values())

    def _room_of(self, viewer: Viewer) -> TableRoom | None:
        room = self._rooms.get(viewer.table)
        return room if room is not None and viewer in room else None

    def _table_changed(self, room: TableRoom, completed: Completed) -> None:
        self._publish(self._lobby.event.id, {room.live.id: room.live.version})
        if self._lobby.event.id in completed:
            self._spawn(self._complete(completed[self._lobby.event.id]))
        else:
            self._show_hosts_soon()

    async def _complete(self, versions: Mapping[int, int]) -> None:
        """All tables have drafted: decks, log and seed are open everywhere."""
        if not self._lobby.event.is_over:
            event = replace(self._lobby.event, phase=EventPhase.BUILDING)
            self._lobby = replace(self._lobby, event=event, version=self._lobby.version + 1)
        self._publish(self._lobby.event.id, versions)
        for room in await self._open_rooms():
            await room.complete(self._lobby.event, versions[room.live.id])

    async def _at_table(self, viewer: Viewer, message: TableMove) -> None:
        """Do what a fighter asks at their table."""
        room, seat = self._room_of(viewer), viewer.seat
        if room is None or seat is None:
            await viewer.send(protocol.refusal(message.id, NotDrafting()))
        else:
            await room.ask(viewer, seat, message)

    # The lobby --------------------------------------------------------------------------------------------------

    async def _ready_in_lobby(self, viewer: Viewer, fighter: int, request: str) -> None:
        try:
            seq = await database_sync_to_async(_say_ready)(fighter)
        except ServiceError:
            await viewer.send(protocol.refusal(request, NotAllowed()))
        except DatabaseError:
            logger.warning("who is ready could not be stored", exc_info=True)
            await viewer.close(CLOSED_TRY_AGAIN)
        else:
            await viewer.send(protocol.ack(request, seq))

    async def _note_arrival(self, fighter: int) -> None:
        await database_sync_to_async(set_connected)(fighter_id=fighter, connected=True)

    async def _note_departure(self, fighter: int) -> None:
        """Note that somebody has left the lobby, unless they come back within a moment as phones do."""
        await asyncio.sleep(AWAY_AFTER_SECONDS)
        if fighter not in self.fighters and not await self._register.connected_elsewhere([fighter]):
            await database_sync_to_async(set_connected)(fighter_id=fighter, connected=False)

    async def _show_lobby_to(self, viewer: Viewer) -> None:
        """Show the lobby to somebody who lacks this version of it."""
        is_host = viewer.role is Role.ORGANIZER
        if is_host:
            await self._read_entries()
        if self._lobby.version <= viewer.shown:
            return  # also where it was shown while the entries were read
        viewer.shown = self._lobby.version
        if is_host:
            await viewer.send(protocol.host_lobby_state(self._lobby, self._host_tables.entries))
        else:
            await viewer.send(protocol.lobby_state(self._lobby, viewer.fighter))

    # The organizer ----------------------------------------------------------------------------------------------

    def _show_hosts_soon(self) -> None:
        """Show the organizer, once for all that changes in this turn of the loop."""
        if not self._host_is_due and any(viewer.role is Role.ORGANIZER for viewer in self._viewers):
            self._host_is_due = True
            self._spawn(self._show_hosts())

    async def _show_hosts(self) -> None:
        await asyncio.sleep(0)
        self._host_is_due = False
        for viewer in tuple(self._viewers):
            if viewer.role is Role.ORGANIZER:
                await self._show_host(viewer)

    async def _show_host(self, viewer: Viewer) -> None:
        """Show all tables to an organizer who lacks this version of them."""
        await self._read_entries()
        room, seq = self._room_of(viewer), self._seq_for(viewer)
        if room is None or seq <= viewer.shown:
            return  # also where it was shown while the entries were read
        viewer.shown = seq
        lives = [self._rooms[number].live for number in sorted(self._rooms)]
        states = protocol.TableStates(room.live, datetime.now(UTC))
        await viewer.send(states.for_host(self._host_tables, lives, seq))

    async def _read_entries(self) -> None:
        """Read what happened, for the organizer, where something may have since. A reading under way is waited for."""
        async with self._reading_entries:
            told = {number: _told(room.live) for number, room in self._rooms.items()}
            if told == self._told and not self._entries_are_old:
                return
            self._told, self._entries_are_old = told, False
            try:
                entries = await database_sync_to_async(newest_entries)(self._lobby.event.id, ENTRIES_SHOWN)
            except DatabaseError as fault:
                logger.warning("event %s: what happened could not be read: %r", self._lobby.event.code, fault)
                self._entries_are_old = True  # until then the organizer sees what is known
            else:
                self._host_tables.entries = protocol.entries_part(entries)

    async def _show(self, viewer: Viewer) -> None:
        """Send somebody all that they may see, whatever they have."""
        room = self._room_of(viewer)
        self._entries_are_old |= viewer.role is Role.ORGANIZER
        viewer.shown = 0
        if room is None and not self._lobby.is_open:
            await self._enter_room(viewer)
        elif room is None:
            await self._show_lobby_to(viewer)
        elif viewer.role is Role.ORGANIZER:
            await self._show_host(viewer)
        else:
            await room.show_to(viewer)

    def _seq_for(self, viewer: Viewer) -> int:
        room = self._room_of(viewer)
        if room is None:
            return self._lobby.version
        if viewer.role is Role.ORGANIZER:
            return sum(other.live.version for other in self._rooms.values())
        return room.live.version

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            logger.error("event %s", self._lobby.event.code, exc_info=task.exception())


def _tables_of(event: int) -> dict[int, Table]:
    return {table.number: table for table in Table.objects.filter(event=event).only("number", "version")}


def _told(live: LiveTable) -> tuple[object, ...]:
    """Return what, when it changes at a table, is told among what happened."""
    return tuple((seat.bot, seat.by_time) for seat in live.timed.seats)


def _place_of(fighter: int) -> tuple[int, int] | None:
    return Seat.objects.filter(fighter=fighter).values_list("table__number", "position").first()


def _say_ready(fighter: int) -> int:
    return set_ready(fighter=Fighter.objects.select_related("event").get(id=fighter))
