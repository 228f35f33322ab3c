"""The cards that seats have marked, to be taken if time runs out."""

from collections.abc import Callable, Mapping
from operator import attrgetter

from drafts.live.kernel.writer import GroupWriter
from drafts.rules.cards import CardId
from drafts.rules.ids import SeatNumber
from drafts.services.draft.tables import record_marks
from drafts.store.table_facts import LONG_AGO, LiveTable, Marked


class Marks:
    """The marks of one pass at a table. Of two devices of a seat the younger tap counts.

    They are stored too, in case this process dies and for other processes; no version grows for it. `stored` is called
    when marks have been written.
    """

    def __init__(self, writer: GroupWriter, stored: Callable[[], None]) -> None:
        self._writer = writer
        self._stored = stored
        self._held: dict[SeatNumber, Marked] = {}

    def of(self, live: LiveTable, seat: SeatNumber) -> Marked:
        """Return what a seat marked last: as this process was told, or as it was read with the table."""
        read = live.timed.seats[seat]
        stored = Marked(read.marked, read.marked_at or LONG_AGO)
        return max(self._held.get(seat, stored), stored, key=attrgetter("at"))

    def shown(self, live: LiveTable, seat: SeatNumber) -> tuple[CardId, ...]:
        """Return the marked cards that a seat still holds."""
        marked = self.of(live, seat).cards
        if not marked:
            return ()
        held = {card.id for card in live.timed.table.hands[seat]}
        return tuple(card for card in marked if card in held)

    def note(self, live: LiveTable, seat: SeatNumber, marked: Marked) -> bool:
        """Remember what a seat has marked, store it if it is new, and return whether it counts: it may be older."""
        known = self.of(live, seat)
        if marked.at < known.at:
            return False
        self._held[seat] = marked
        if marked.cards != known.cards:
            self._writer.submit_note(record_marks, live.seats[seat].id, marked, self._stored)
        return True

    def learn(self, live: LiveTable, stored: Mapping[SeatNumber, Marked]) -> list[SeatNumber]:
        """Take in what is stored, where it is younger, and return the seats whose marks are others now."""
        known = {seat: self.of(live, seat) for seat in stored}
        younger = {seat: marked for seat, marked in stored.items() if marked.at > known[seat].at}
        self._held |= younger
        return [seat for seat, marked in younger.items() if marked.cards != known[seat].cards]

    def forget(self, live: LiveTable) -> None:
        """Forget all marks: they were made in an earlier pass."""
        for seat, marked in self._held.items():
            if marked.cards:
                self._writer.submit_note(record_marks, live.seats[seat].id, marked._replace(cards=()), self._stored)
        self._held.clear()
