"""A fighter's own deck."""

from drafts.models import EventPhase, Fighter, Seat
from drafts.rules.draft.table import Phase
from drafts.rules.draft.view import seen_by
from drafts.rules.games.base import Deck
from drafts.rules.ids import TableId
from drafts.store.tables import load_table


def deck_of_fighter(fighter: Fighter) -> Deck | None:
    """Return the cards that a fighter chose, once the table has drafted or the event is over (R8, R15); else None."""
    seat = Seat.objects.current().filter(fighter=fighter).first()
    if seat is None:
        return None
    live = load_table(TableId(seat.table_id))
    over = live.event.phase is EventPhase.FINISHED
    drafted = live.timed.table.phase is Phase.DRAFTED
    own = seen_by(live.timed.table, seat.position, over=over).own
    if own is None or own.pile is None or not (over or drafted):
        return None
    format_ = live.event.format
    return format_.game.deck_of(own.pile, format_.deck_size, drafted)
