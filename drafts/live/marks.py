"""What seats have marked to take if time runs out."""

from drafts.live.kernel.writer import GroupWriter
from drafts.live.table_machine import note_marks
from drafts.rules.cards import CardId
from drafts.rules.ids import SeatNumber, numbered
from drafts.store.table_facts import LiveTable


class Marks:
    """The marks of one pass at a table; `cards` are those of each seat.

    They are stored too, in case this process dies; no version grows for it.
    """

    def __init__(self, live: LiveTable, writer: GroupWriter) -> None:
        self._writer = writer
        self.cards = {seat: facts.marked for seat, facts in numbered(live.timed.seats) if facts.marked}

    def of(self, live: LiveTable, seat: SeatNumber) -> tuple[CardId, ...]:
        """Return what a seat has marked in this process, or else what is stored of it."""
        return self.cards.get(seat, live.timed.seats[seat].marked)

    def note(self, live: LiveTable, seat: SeatNumber, cards: tuple[CardId, ...]) -> None:
        """Remember what a seat has marked, and store it if that is new."""
        if self.of(live, seat) != cards:
            self._writer.submit_note(note_marks, live.seats[seat].id, cards)
        self.cards[seat] = cards

    def forget(self, live: LiveTable) -> None:
        """Forget all marks: they were made in an earlier pass."""
        for seat, marked in self.cards.items():
            if marked:
                self._writer.submit_note(note_marks, live.seats[seat].id, ())
        self.cards.clear()
