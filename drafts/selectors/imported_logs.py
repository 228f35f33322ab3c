"""The log of an imported event: who is who in it has the numbers of its file, and what is no row is as in the file."""

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from drafts.exporters.event_log import EventLog, TableRecord
from drafts.exporters.log_types import FightPart, SharePart
from drafts.models import ImportedLog
from drafts.selectors.aliases import Names


def as_told(log: EventLog, source: ImportedLog, names: Names | None) -> EventLog:
    """Return the log of an imported event with the numbers of its file, by which a seed may have drawn the seats.

    `names` are what fighters are called by, None: their own.
    """
    numbers = {int(fighter): number for fighter, number in source.numbers.items()}
    called = {number: names[fighter] for fighter, number in numbers.items()} if names is not None else {}  # type: ignore[index]
    return replace(
        log,
        tables=tuple(_table(table, numbers) for table in log.tables),
        history=tuple(replace(act, by=numbers[act.by]) if isinstance(act.by, int) else act for act in log.history),
        decks=tuple(replace(deck, fighter=numbers[deck.fighter]) for deck in log.decks),
        fights=tuple(_fight(fight, called) for fight in msgspec.convert(source.fights, Sequence[FightPart])),
        shares=tuple(msgspec.convert(source.shares, Sequence[SharePart])),
    )


def _table(table: TableRecord, numbers: dict[int, int]) -> TableRecord:
    return replace(table, seats=tuple(replace(seat, fighter=numbers[seat.fighter]) for seat in table.seats))


def _fight(fight: FightPart, called: dict[int, str]) -> FightPart:
    if not called:
        return fight
    sides = [msgspec.structs.replace(side, name=called[side.fighter]) for side in fight.sides]
    return msgspec.structs.replace(fight, sides=sides)
