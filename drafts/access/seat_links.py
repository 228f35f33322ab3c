"""The links by which fighters show their own seat of a log to others."""

from drafts.access.rights import log_is_open
from drafts.models import Event, Fighter, Seat
from drafts.rules.night.rights import Rights


def seats_are_shown(event: Event) -> bool:
    """Whether fighters may show their seats now: as long as the log of the event is open to its fighters."""
    return log_is_open(event, Rights(fights=True))


def seat_of_link(token: str) -> Seat | None:
    """Return the seat that a link shows now, or None: it was never made, is taken back, or the log is closed."""
    seats = Seat.objects.current().select_related("table__draft__event__draft")
    seat = seats.filter(link=token).first()
    return seat if seat is not None and seats_are_shown(seat.table.draft.event) else None


def link_of_seat(fighter: Fighter) -> str | None:
    """Return the token of the link by which a fighter shows their seat, None without one."""
    return Seat.objects.current().filter(fighter=fighter).values_list("link", flat=True).first()
