"""A seat's draft as text to read: pass by pass the pack, with a mark at what was taken."""

from collections.abc import Mapping

from drafts.exporters.event_log import EventLog, SeatRecord, Step, TableRecord, steps_of
from drafts.rules.cards import PackCard
from drafts.rules.formats import Direction
from drafts.rules.replay import How

HOW = {
    How.CHOSEN: "",
    How.TIME: ", time ran out",
    How.LAST_CARD: ", the last card",
    How.BOT: ", chosen by a bot",
}


def write_seat_text(log: EventLog, table: TableRecord, seat: SeatRecord, directions: Mapping[int, Direction]) -> str:
    """Return what a seat saw and took. A line `--> 2/3 BT06/001EN Name` is a card that was taken."""
    head = [
        f"{log.event.name} ({log.event.code})",
        f"Table {table.number}, seat {seat.seat}: {seat.name}",
        "Players: " + ", ".join(other.name for other in table.seats),
    ]
    parts = ["\n".join(head)]
    parts += [_step(step, table) for step in steps_of(table, seat.seat, directions)]
    return "\n\n".join(parts) + "\n"


def _step(step: Step, table: TableRecord) -> str:
    opener = table.seats[step.opened_by].name
    head = f"Pack {step.round}, pass {step.pass_number} (opened by {opener}, passed {step.direction.value})"
    tail = f"{step.seconds:.1f} s{HOW[step.how]}"
    taken = {held.id for held in step.taken}
    lines = [f"{'--> ' if held.id in taken else '    '}{_line(held)}" for held in step.pack]
    return "\n".join([f"{head}: {tail}", *lines])


def _line(held: PackCard) -> str:
    card = held.card
    return f"{card.number} {card.name} [{card.rarity}]"
