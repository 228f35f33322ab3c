"""The viewers of a table in this process, and the messages that show it to them."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime

from drafts import protocol
from drafts.live.draft.marks import Marks
from drafts.live.viewer import Viewer
from drafts.rules.draft.timed import SeatState, TimedTable
from drafts.rules.ids import SeatNumber, numbered
from drafts.store.stages import Reach
from drafts.store.table_facts import LiveTable, TableChange

WEAK_AFTER_SECONDS = 13.0  # browsers ping every ten
WEAK_ROUND_TRIP = 1000  # milliseconds


class Audience:
    """The viewers of a table. No viewer is sent a version twice; the organizer's view is the event's to send.

    `marks` are kept up by the room: a seat's own fighter sees them. `night` is what follows the draft.
    """

    def __init__(self, marks: Marks, night: Callable[[], protocol.NightStates]) -> None:
        self._marks = marks
        self._night = night
        self._viewers: set[Viewer] = set()
        self._watching: dict[Viewer, None] = {}  # but for officials, in the order in which they came
        self._at_seat: dict[SeatNumber, set[Viewer]] = {}
        self._holds = 0
        self._parts = protocol.TableParts()

    def __contains__(self, viewer: Viewer) -> bool:
        """Whether this viewer looks at the table."""
        return viewer in self._viewers

    @property
    def is_empty(self) -> bool:
        """Whether there are no viewers."""
        return not self._viewers

    @property
    def seats(self) -> Collection[SeatNumber]:
        """The seats of which a device is here."""
        return self._at_seat.keys()

    def has(self, seat: SeatNumber) -> bool:
        """Whether a device of this seat is here."""
        return seat in self._at_seat

    def silence(self, seat: SeatNumber) -> float:
        """Return for how many seconds no device of this seat has sent anything, as far as they ping at all."""
        return min((viewer.silence() for viewer in self._at_seat.get(seat, ())), default=0.0)

    def weak_seats(self) -> Collection[SeatNumber]:
        """Return the seats whose devices' connections are all slow or silent."""
        good = {
            seat
            for seat, viewers in self._at_seat.items()
            for viewer in viewers
            if viewer.silence() <= WEAK_AFTER_SECONDS and (viewer.round_trip or 0) < WEAK_ROUND_TRIP
        }
        return self._at_seat.keys() - good

    def add(self, viewer: Viewer) -> None:
        """Add a viewer."""
        self._viewers.add(viewer)
        if not viewer.rights.officiates:
            self._watching[viewer] = None
        if viewer.seat is not None:
            self._at_seat.setdefault(viewer.seat, set()).add(viewer)

    def discard(self, viewer: Viewer) -> None:
        """Remove a viewer."""
        self._viewers.discard(viewer)
        self._watching.pop(viewer, None)
        if viewer.seat is not None and (devices := self._at_seat.get(viewer.seat)):
            devices.discard(viewer)
            if not devices:
                del self._at_seat[viewer.seat]

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Send nothing until the block ends: the table is known, and what follows its draft is still being read.

        A viewer who asks for the table gets it afterwards, when it is shown to all who lack it.
        """
        self._holds += 1
        try:
            yield
        finally:
            self._holds -= 1

    def show(self, viewer: Viewer, live: LiveTable) -> None:
        """Send one viewer the whole table, whatever they have seen."""
        if viewer.rights.officiates:
            return
        viewer.shown = 0
        if not self._holds:
            night = self._night()
            viewer.shown = live.version + night.seq_at(live.number, viewer.fighter)
            viewer.send(self._state_for(self._states(live, night), viewer))

    def show_night(self, reach: Reach, live: LiveTable) -> None:
        """Send the whole to those whose view a change after the draft reaches."""
        night = self._night()
        states = self._states(live, night)
        for viewer in self._lacking(live, night, reach):
            viewer.send(self._state_for(states, viewer))

    def devices(self, seat: SeatNumber) -> tuple[Viewer, ...]:
        """Return the devices of this seat that are here."""
        return tuple(self._at_seat.get(seat, ()))

    def show_marks(self, seat: SeatNumber, live: LiveTable, devices: Collection[Viewer]) -> None:
        """Send some devices of a seat what it has marked."""
        for viewer in devices:
            viewer.send(protocol.marked(self._marks.shown(live, seat)))

    def show_all(self, live: LiveTable) -> None:
        """Send everyone the whole table."""
        night = self._night()
        states = self._states(live, night)
        for viewer in self._lacking(live, night):
            viewer.send(self._state_for(states, viewer))

    def show_changes(self, before: LiveTable, changes: Sequence[TableChange]) -> None:
        """Show what was stored: one by one where that is all there is to see, else the table as it is now."""
        after = changes[-1].after
        if len(changes) > 1 and _scene(before) != _scene(after):
            self.show_all(after)
            return
        for change in changes:
            self.show_change(change.before, change.after)

    def show_change(self, before: LiveTable, after: LiveTable) -> None:
        """Send the small change of one seat to all; a fighter whose own part of the view changed gets all of it."""
        chosen, moved = _changed_seats(before.timed, after.timed)
        if len(moved) != 1 or _scene(before) != _scene(after):
            self.show_all(after)
            return
        (seat,) = moved
        night = self._night()
        part = self._parts.follow(before, after, seat, night)
        told = protocol.for_strangers(after)
        strange = part if told is after else protocol.seat_part(told, seat, night)
        own = None
        if chosen or _own_part(before.timed.seats[seat]) != _own_part(after.timed.seats[seat]):
            own = self._states(after, night).for_seat(seat, self._marks.shown(after, seat))
        for viewer in self._lacking(after, night):
            if own and viewer.seat == seat:
                viewer.send(own)
            else:
                is_strange = viewer.seat is None and not viewer.belongs
                viewer.send(protocol.seat_message(strange if is_strange else part, viewer.shown))

    def _lacking(self, live: LiveTable, night: protocol.NightStates, reach: Reach | None = None) -> list[Viewer]:
        """Return the viewers that have not been sent this version yet, and mark each as up to date.

        With a `reach` these are only viewers whose view it reaches.
        """
        lacking = []
        for viewer in () if self._holds else self._watching:
            seq = live.version + night.seq_at(live.number, viewer.fighter) if night.lives else live.version
            if viewer.shown < seq and (reach is None or _reaches(reach, viewer)):
                viewer.shown = seq
                lacking.append(viewer)
        return lacking

    def _states(self, live: LiveTable, night: protocol.NightStates) -> protocol.TableStates:
        return protocol.TableStates(live, datetime.now(UTC), night, self._parts)

    def _state_for(self, states: protocol.TableStates, viewer: Viewer) -> bytes:
        if viewer.seat is None:
            return states.for_spectator(viewer.battle) if viewer.belongs else states.for_stranger(viewer.battle)
        return states.for_seat(viewer.seat, self._marks.shown(states.live, viewer.seat))


def _reaches(reach: Reach, viewer: Viewer) -> bool:
    return reach.public if viewer.fighter is None else viewer.fighter in reach.fighters


def _scene(live: LiveTable) -> tuple[object, ...]:
    """Return the facts whose change changes the view of everybody."""
    table, timed = live.timed.table, live.timed
    place = live.event.phase, table.phase, table.round, table.pass_number
    return (
        *place,
        table.called,
        table.calls,
        timed.paused,
        timed.unattended,
        timed.paused_by_judge,
        timed.clock,
        live.calls,
    )


def _own_part(seat: SeatState) -> tuple[object, ...]:
    """Return the facts, beside the cards, whose change changes the fighter's own part of the view."""
    return seat.hurried, seat.ready, seat.bot, seat.by_time, seat.starter


def _changed_seats(before: TimedTable, after: TimedTable) -> tuple[set[SeatNumber], set[SeatNumber]]:
    """Return the seats whose cards lie elsewhere now, and all seats of which anything has changed."""
    old, new = before.table, after.table
    chosen, moved = set(), set()
    pairs = zip(before.seats, after.seats, old.hands, new.hands, old.placed, new.placed, strict=True)
    for seat, (was, here, hand, held, placed, lies) in numbered(pairs):
        if hand != held or placed != lies:
            chosen.add(seat)
            moved.add(seat)
        elif was is not here and was != here:
            moved.add(seat)
    return chosen, moved
