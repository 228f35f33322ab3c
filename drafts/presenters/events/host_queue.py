"""Fighters who need the organizer without having called: they are away or late."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from drafts.presenters.events.hosting import HostView
from drafts.rules.draft.table_view import SeatView, TableView
from drafts.rules.night.stages import Stage

_LAST = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Need:
    """A fighter at a table who needs the organizer. `kind`: `away` or `late`.

    `since` is when a fighter went away, None where that is not known. A `guest` has no phone.
    """

    kind: str
    fighter: int
    name: str
    table: int
    place: int
    since: datetime | None = None
    guest: bool = False

    @property
    def key(self) -> str:
        """The key of this need, unique in its event."""
        return f"{self.kind}-{self.fighter}"


def needs_of(view: HostView) -> list[Need]:
    """Return the fighters who need the organizer, in the order in which they should be helped.

    Those who are away come first, in the order in which they went. With paper packs no phone is needed. The bar at the
    foot names those who are not ready for the start.
    """
    if view.scene != Stage.DRAFTING:
        return []
    tables = [table for table in view.tables if table.drafts and not table.paper]
    seats = [(table, seat) for table in tables for seat in table.seats if not seat.bot]
    return [*_away(seats), *_late(seats)]


def _away(seats: Iterable[tuple[TableView, SeatView]]) -> list[Need]:
    away = [_at_table("away", table, seat) for table, seat in seats if seat.is_away]
    return sorted(away, key=lambda need: need.since or _LAST)


def _late(seats: Iterable[tuple[TableView, SeatView]]) -> list[Need]:
    return [_at_table("late", table, seat) for table, seat in seats if seat.status.hurried and not seat.is_away]


def _at_table(kind: str, table: TableView, seat: SeatView) -> Need:
    return Need(kind, seat.fighter, seat.name, table.number, seat.place, seat.status.away_since, seat.guest)
