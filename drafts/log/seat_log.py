"""A seat's draft in the layout of the log files of MTGO, which programs that show drafts read.

A head with the event, its moment and everybody at the table, an arrow at whose log it is; the set of each pack between
dashes; then pass by pass the cards in hand by name, an arrow at those that were taken. The words are the layout's own.
"""

from collections.abc import Mapping
from datetime import UTC, datetime

from drafts.log.event_log import EventLog, PassView, SeatRecord, TableRecord, steps_of
from drafts.rules.formats import Direction

TAKEN, OTHER = "--> ", "    "


def write_seat_log(log: EventLog, table: TableRecord, seat: SeatRecord, directions: Mapping[int, Direction]) -> str:
    """Return what a seat saw and took. Where several cards are taken at once, each has its arrow."""
    head = [
        f"Event #: {log.event.code}",
        f"Time:    {_moment(log.event.started)}",
        "Players:",
        *(f"{TAKEN if other is seat else OTHER}{other.name}" for other in table.seats),
    ]
    parts = ["\n".join(head)]
    shown = 0
    for step in steps_of(table, seat.seat, directions):
        if step.round != shown:
            shown = step.round
            parts.append(f"------ {table.pack(step.round, step.opened_by).set_code} ------")
        parts.append(_step(step))
    return "\n\n".join(parts) + "\n"


def _moment(moment: datetime | None) -> str:
    """Return a moment as the layout writes it, in UTC: `11/20/2026 7:03:04 PM`."""
    if moment is None:
        return ""
    at = moment.astimezone(UTC)
    return f"{at.month}/{at.day}/{at.year} {at.hour % 12 or 12}:{at:%M:%S} {'AM' if at.hour < 12 else 'PM'}"


def _step(step: PassView) -> str:
    taken = {held.id for held in step.taken}
    lines = [f"{TAKEN if held.id in taken else OTHER}{held.card.name}" for held in step.pack]
    return "\n".join([f"Pack {step.round} pick {step.pass_number}:", *lines])
