"""Presence at a draft table: whether each seat's fighter is connected, and how well."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from drafts import protocol
from drafts.live.context import EventContext
from drafts.live.draft.audience import Audience
from drafts.live.kernel.database import when_it_answers
from drafts.live.kernel.room import Room
from drafts.live.viewer import Viewer
from drafts.rules.draft import timed_table
from drafts.rules.draft.deadlines import deadline_of
from drafts.rules.draft.history import Act, Kind, own_act
from drafts.rules.draft.table import Phase, has_chosen
from drafts.rules.draft.timed import Step
from drafts.rules.ids import FighterId, SeatNumber, numbered
from drafts.rules.night.stages import Stage
from drafts.store.table_facts import LiveTable, TableChange

AWAY_AFTER_SECONDS = 2.0
SILENT_SECONDS = 4.0  # in the last seconds of a pass browsers ping every two

SubmitStep = Callable[..., None]


class TablePresence:
    """Notes in a room's value which fighters are here. One who has left is away only after a moment: phones come back.

    `submit` takes a step, the moment of it and the acts that caused it. Fighters who play for a guest on their own
    device are here, though their own page is closed.
    """

    def __init__(
        self,
        room: Room[LiveTable, protocol.Request, TableChange],
        audience: Audience,
        submit: SubmitStep,
        event: EventContext,
    ) -> None:
        self._room = room
        self._audience = audience
        self._submit = submit
        self._event = event
        self._left_at: dict[SeatNumber, datetime] = {}

    def came(self, viewer: Viewer) -> None:
        """Note that a viewer has come."""
        if viewer.seat is not None:
            self._note_gap(viewer.seat)
        self.heard(viewer)

    def left(self, viewer: Viewer) -> None:
        """Note that a viewer has left."""
        if viewer.seat is None or self._audience.has(viewer.seat) or self._room.head.timed.seats[viewer.seat].guest:
            return
        self._left_at[viewer.seat] = _now()
        self._look_later(viewer.seat)

    def heard(self, viewer: Viewer) -> None:
        """Note that a fighter's device has sent something: one who was taken for away is here."""
        if viewer.seat is not None and not self._room.head.timed.seats[viewer.seat].connected:
            self._attend(viewer.seat, connected=True)

    @property
    def missing(self) -> set[FighterId]:
        """The fighters (by row id) who are said to be connected, and are not to this process."""
        here, seats = self._audience.seats, numbered(self._room.head.timed.seats)
        absent = [seat for seat, facts in seats if facts.connected and seat not in here and not facts.guest]
        return {self._fighter(seat) for seat in absent if not self._is_here(seat)}

    def mark_disconnected(self, fighters: set[FighterId]) -> None:
        """Note that fighters are connected no longer, unless they have come back."""
        gone = fighters & self.missing
        for seat, facts in numbered(self._room.live.seats):
            if facts.fighter in gone:
                self._attend(seat, connected=False, at=self._left_at.get(seat))

    def mark_connected(self) -> None:
        """Note fighters who are here as connected where the rows say otherwise."""
        for seat, attendance in numbered(self._room.head.timed.seats):
            if not attendance.connected and self._is_here(seat) and not self._is_silent(seat):
                self._attend(seat, connected=True)

    def look_who_left(self) -> None:
        """Look again, in a moment, at each fighter who is said to be connected and is not here."""
        for seat, facts in numbered(self._room.live.seats):
            if facts.fighter in self.missing:
                self._look_later(seat)

    async def note_signals(self) -> None:
        """Note whose connection has become weak, or good again."""
        head = self._room.head
        is_drafting = head.event.phase is Stage.DRAFTING and head.timed.table.phase is not Phase.DRAFTED
        if self._room.is_closed or not is_drafting:
            return
        weak_seats = self._audience.weak_seats()
        changed = {
            seat: not here.weak
            for seat, here in numbered(head.timed.seats)
            if here.connected and not (here.bot or here.guest) and (seat in weak_seats) is not here.weak
        }
        if not changed:
            return
        elsewhere = await self._event.register.connected_elsewhere([self._fighter(seat) for seat in changed])
        for seat, weak in changed.items():
            if not (weak and self._fighter(seat) in elsewhere):
                self._submit(Step(timed_table.note_signal(self._room.head.timed, seat, weak=weak)), _now())

    async def cut_off(self) -> dict[SeatNumber, datetime]:
        """Return the seats whose time is up and whose connection is down unnoticed, and since when."""
        timed, now = self._room.head.timed, _now()
        found = {}
        for seat, here in numbered(timed.seats):
            deadline = deadline_of(timed, seat)
            is_watched = here.connected and not (
                here.bot or here.guest or self._fighter(seat) in self._event.viewers.beside
            )
            if not is_watched or has_chosen(timed.table, seat) or deadline is None or deadline > now:
                continue
            silence = timedelta(seconds=self._audience.silence(seat))
            since = now - silence if self._audience.has(seat) else self._left_at.get(seat, now)
            if since <= deadline and (self._is_silent(seat) or not self._audience.has(seat)):
                found[seat] = since
        elsewhere = await self._event.register.connected_elsewhere([self._fighter(seat) for seat in found])
        return {seat: since for seat, since in found.items() if self._fighter(seat) not in elsewhere}

    def _note_gap(self, seat: SeatNumber) -> None:
        """Note a connection that was down at the deadline and came back before that was noticed."""
        timed = self._room.head.timed
        left_at, deadline = self._left_at.pop(seat, None), deadline_of(timed, seat)
        if left_at is None or deadline is None or has_chosen(timed.table, seat):
            return
        if left_at <= deadline < _now():
            self._attend(seat, connected=False, at=left_at)

    def _look_later(self, seat: SeatNumber) -> None:
        self._event.spawn(self._see_who_left(seat))

    async def _see_who_left(self, seat: SeatNumber) -> None:
        await asyncio.sleep(AWAY_AFTER_SECONDS)
        fighter = self._fighter(seat)
        if fighter in self._event.viewers.beside:
            self._left_at.pop(seat, None)
        if fighter in self.missing:
            elsewhere = await when_it_answers(lambda: self._event.register.connected_elsewhere([fighter]))
            self.mark_disconnected({fighter} - elsewhere)

    def _attend(self, seat: SeatNumber, *, connected: bool, at: datetime | None = None) -> None:
        if self._room.is_closed or self._room.head.phase == Stage.FINISHED:
            return
        if connected:
            self._left_at.pop(seat, None)
        now = _now()
        act: Act = own_act(Kind.CONNECTED if connected else Kind.DISCONNECTED, seat)
        attended = timed_table.attend(self._room.head.timed, seat, connected=connected, at=at or now)
        self._submit(Step(attended), now, act)

    def _is_here(self, seat: SeatNumber) -> bool:
        return self._audience.has(seat) or self._fighter(seat) in self._event.viewers.beside

    def _is_silent(self, seat: SeatNumber) -> bool:
        return self._audience.silence(seat) > SILENT_SECONDS

    def _fighter(self, seat: SeatNumber) -> FighterId:
        return self._room.live.seats[seat].fighter


def _now() -> datetime:
    return datetime.now(UTC)
