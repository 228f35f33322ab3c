"""The tables of an event that have viewers in this process."""

import asyncio
from collections import Counter

from drafts.access.sockets import EventVersions, tables_and_place
from drafts.live.context import EventContext
from drafts.live.draft.table_presence import TablePresence
from drafts.live.draft.table_room import TableRoom
from drafts.live.kernel.database import reading
from drafts.live.stage_room import Away
from drafts.live.viewer import Viewer
from drafts.rules.ids import TableId, Version
from drafts.store.tables import answered_requests, load_table


class EventTables:
    """The rooms of an event's tables; `rooms` has them by number."""

    def __init__(self, event: EventContext) -> None:
        self._event = event
        self._opening = asyncio.Lock()
        self.rooms: dict[int, TableRoom] = {}

    @property
    def is_idle(self) -> bool:
        """Whether all rooms are idle."""
        return all(room.is_idle for room in self.rooms.values())

    def close(self) -> None:
        """Throw the rooms away."""
        for room in self.rooms.values():
            room.close()

    async def all(self) -> list[TableRoom]:
        """Return all rooms; one that is being opened now may have read its table before the change that is told of."""
        async with self._opening:
            return list(self.rooms.values())

    def room_of(self, viewer: Viewer) -> TableRoom | None:
        """Return the room that a viewer looks at."""
        room = self.rooms.get(viewer.table)
        return room if room is not None and viewer in room else None

    async def open_for(self, viewer: Viewer, stored: EventVersions | None = None) -> bool:
        """Open the rooms that a viewer is to see, a fighter's at the seat that is found, and return whether it has any.

        An organizer sees all tables. Where it is not known what is `stored`, or there were no tables, it is read.
        """
        async with self._opening:
            if stored is None or not stored.tables:
                stored = await reading(tables_and_place)(self._event.id, viewer.fighter)
            if stored.tables and viewer.fighter is not None and viewer.seat is None:
                if stored.place is None:
                    viewer.fighter = None
                else:
                    viewer.table, viewer.seat = stored.place
            looked_at = [number for number in stored.tables if number == viewer.table or viewer.rights.officiates]
            for number in looked_at:
                if number not in self.rooms:
                    self.rooms[number] = await self._open(stored.tables[number].id)
        for number in looked_at:
            await self.rooms[number].reach(stored.tables[number].version)
        return bool(stored.tables)

    async def _open(self, table: TableId) -> TableRoom:
        live = await reading(load_table)(table)
        answered = await reading(answered_requests)(table)
        room = TableRoom(live, answered, self._event)
        room.grant_grace()
        return room

    # Looking around ---------------------------------------------------------------------------------------------

    @property
    def presences(self) -> list[TablePresence]:
        """The presence at each table."""
        return [room.presence for room in self.rooms.values()]

    @property
    def versions(self) -> dict[TableId, Version]:
        """The versions of the tables, by row id, but for those that are being written."""
        return {room.live.id: room.live.version for room in self.rooms.values() if not room.is_writing}

    @property
    def away(self) -> Away:
        """The fighters at these tables whose phones are not connected, with the time since when."""
        return {
            facts.fighter: here.away_since
            for room in self.rooms.values()
            for facts, here in zip(room.live.seats, room.live.timed.seats, strict=True)
            if here.away_since is not None and not (here.connected or here.bot or facts.guest)
        }

    @property
    def phases(self) -> Counter[str]:
        """How many tables are in which phase."""
        return Counter(room.live.phase for room in self.rooms.values())
