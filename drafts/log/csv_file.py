"""The log as a table for a spreadsheet: one row for each card placed."""

import csv
import io
from collections.abc import Sequence

from drafts.exporters.card_json import plain
from drafts.exporters.csv_cells import guarded
from drafts.exporters.moments import stamp
from drafts.log.event_log import EventLog, TableRecord

WHO_AND_WHAT = (
    "table", "round", "pass", "seat", "fighter", "bot", "card_id", "card_number", "card_name", "rarity",
)  # fmt: skip
WHENCE_AND_HOW = (
    "pack_opened_by", "pack_set", "pack_size", "how", "auto", "seconds", "at", "seat_from_1", "pack_opened_by_from_1",
)  # fmt: skip
"""The columns before and after those that the game has for a card.

`seat` and `pack_opened_by` count from 0, as everywhere on the wire; the last two columns count as pages do."""


def write_log_csv(log: EventLog) -> str:
    """Return the log as CSV with a heading, a byte order mark before it, so that spreadsheets read it as UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    cards = log.event.procedure.cards
    facts = cards.logged if cards else ()
    writer.writerow((*WHO_AND_WHAT, *facts, *WHENCE_AND_HOW))
    for table in log.tables:
        writer.writerows([guarded(value) for value in row] for row in _rows(table, facts))
    return "\ufeff" + out.getvalue()


def _rows(table: TableRecord, facts: Sequence[str]) -> list[list[object]]:
    cards = {held.id: held.card for pack in table.packs for held in pack.cards}
    names = {seat.seat: seat for seat in table.seats}
    packs = {(pack.round, pack.opened_by): pack for pack in table.packs}
    rows: list[list[object]] = []
    for pick in table.picks:
        card, pack, seat = cards[pick.card], packs[pick.round, pick.opened_by], names[pick.seat]
        who = (table.number, pick.round, pick.pass_number, pick.seat, seat.name, _yes(seat.bot))
        what = (pick.card, card.number, card.name, card.rarity, *(plain(getattr(card, fact)) for fact in facts))
        origin = (pick.opened_by, pack.set_code, len(pack.cards))
        how = (pick.how.value, _yes(pick.auto), pick.seconds, stamp(pick.at))
        rows.append([*who, *what, *origin, *how, pick.seat + 1, pick.opened_by + 1])
    return rows


def _yes(answer: bool) -> str:
    return "yes" if answer else "no"
