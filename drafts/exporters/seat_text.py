"""A seat's draft as text to read: pass by pass the pack, with a mark at what was taken."""

from collections.abc import Mapping

from drafts.exporters.event_log import EventLog, PassView, SeatRecord, TableRecord, steps_of
from drafts.exporters.names import isolated
from drafts.rules.cards import CardInPack
from drafts.rules.draft.replay import How
from drafts.rules.formats import Direction

HOW = {
    How.CHOSEN: "",
    How.TIME: ", time ran out",
    How.LAST_CARD: ", the last card",
    How.BOT: ", chosen by a bot",
}


def write_seat_text(log: EventLog, table: TableRecord, seat: SeatRecord, directions: Mapping[int, Direction]) -> str:
    """Return what a seat saw and took; seats count from 1. A line `--> BT06/001EN Name` is a card that was taken."""
    head = [
        f"{isolated(log.event.name)} ({log.event.code})",
        f"Table {table.number}, Seat {seat.seat + 1}: {isolated(seat.name)}",
        "Fighters: " + ", ".join(isolated(other.name) for other in table.seats),
    ]
    parts = ["\n".join(head)]
    parts += [_step(step, table) for step in steps_of(table, seat.seat, directions)]
    return "\n\n".join(parts) + "\n"


def _step(step: PassView, table: TableRecord) -> str:
    opener = isolated(table.seats[step.opened_by].name)
    head = f"Pack {step.round}, pass {step.pass_number} (opened by {opener}, passed {step.direction.value})"
    tail = f"{step.seconds:.1f} s{HOW[step.how]}"
    taken = {held.id for held in step.taken}
    lines = [f"{'--> ' if held.id in taken else '    '}{_line(held)}" for held in step.pack]
    return "\n".join([f"{head}: {tail}", *lines])


def _line(held: CardInPack) -> str:
    card = held.card
    return f"{card.number} {card.name} [{card.rarity}]"
