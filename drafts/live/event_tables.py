"""The tables of an event that somebody looks at from this process."""

import asyncio
from collections import Counter
from collections.abc import Callable

from drafts.live.kernel.database import reading
from drafts.live.table_room import TableRoom
from drafts.live.viewer import Viewer
from drafts.models import Seat, Table
from drafts.rules.ids import EventId, FighterId, SeatNumber, TableId, Version
from drafts.store.table_facts import Answered, LiveTable
from drafts.store.tables import answered_requests, load_table

MakeRoom = Callable[[LiveTable, Answered], TableRoom]


class EventTables:
    """The rooms of an event's tables; `rooms` has them by number. `make` makes a room of what was read."""

    def __init__(self, event: EventId, make: MakeRoom) -> None:
        self._event = event
        self._make = make
        self._opening = asyncio.Lock()
        self.rooms: dict[int, TableRoom] = {}

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks at any table, and nothing is on its way."""
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

    async def open_for(self, viewer: Viewer) -> bool:
        """Open the rooms that a viewer is to see, a fighter's at the seat that is found, and return whether it has any.

        An organizer sees all tables.
        """
        async with self._opening:
            wanted = await reading(_tables_of)(self._event)
            if wanted and viewer.fighter is not None and viewer.seat is None:
                place = await reading(_place_of)(viewer.fighter)
                if place is None:
                    viewer.fighter = None
                else:
                    viewer.table, viewer.seat = place
            looked_at = [number for number in wanted if number == viewer.table or viewer.rights.officiates]
            for number in looked_at:
                if number not in self.rooms:
                    self.rooms[number] = await self._open(TableId(wanted[number].id))
        for number in looked_at:
            await self.rooms[number].reach(Version(wanted[number].version))
        return bool(wanted)

    async def _open(self, table: TableId) -> TableRoom:
        live = await reading(load_table)(table)
        answered = await reading(answered_requests)(table)
        room = self._make(live, answered)
        room.grant_grace()
        return room

    # Looking around ---------------------------------------------------------------------------------------------

    @property
    def missing(self) -> set[FighterId]:
        """The fighters who are said to be connected, and are not to this process."""
        return set().union(*(room.presence.missing for room in self.rooms.values()))

    def mark_disconnected(self, fighters: set[FighterId]) -> None:
        """Note that fighters have gone without a word: the process that they were connected to has died."""
        for room in self.rooms.values():
            room.presence.mark_disconnected(fighters)

    def mark_connected(self) -> None:
        """Note fighters who are here as connected where the rows say otherwise."""
        for room in self.rooms.values():
            room.presence.mark_connected()

    def look_who_left(self) -> None:
        """Look again, in a moment, at each fighter who is said to be connected and is not here."""
        for room in self.rooms.values():
            room.presence.look_who_left()

    async def note_signals(self) -> None:
        """Note whose connection has become weak, or good again."""
        for room in tuple(self.rooms.values()):
            await room.presence.note_signals()

    @property
    def versions(self) -> dict[TableId, Version]:
        """The versions of the tables, by row id, but for those that are being written."""
        return {room.live.id: room.live.version for room in self.rooms.values() if not room.is_writing}

    @property
    def phases(self) -> Counter[str]:
        """How many tables are in which phase."""
        return Counter(room.live.phase for room in self.rooms.values())


def _tables_of(event: EventId) -> dict[int, Table]:
    return {table.number: table for table in Table.objects.filter(draft__current_in=event).only("number", "version")}


def _place_of(fighter: FighterId) -> tuple[int, SeatNumber] | None:
    place = Seat.objects.current().filter(fighter=fighter).values_list("table__number", "position").first()
    return None if place is None else (place[0], SeatNumber(place[1]))
