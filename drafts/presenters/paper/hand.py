"""The cards that a fighter with paper packs should hold and place now, for a device without scripts."""

from typing import NamedTuple

from drafts.languages import translated
from drafts.models import Fighter, Seat
from drafts.rules.draft.table import owed
from drafts.rules.draft.table_view import must_hold
from drafts.rules.draft.view import seat_seen
from drafts.rules.errors import FeaturedRequired
from drafts.rules.formats import Direction
from drafts.rules.ids import TableId
from drafts.store.tables import load_table


class Hand(NamedTuple):
    """A seat of paper packs: where its table stands, what it should hold, and what is still to be placed.

    `neighbour` is the fighter to whom the rest is passed, `kinds` says in the game's words what must be among the
    cards.
    """

    phase: str
    paused: bool
    round: int
    pass_number: int
    direction: Direction
    must_hold: int
    must_place: int
    kinds: str
    neighbour: str


def hand_of(fighter: Fighter) -> Hand | None:
    """Return what is in a fighter's hand now; None for one who has no seat."""
    seat = Seat.objects.current().filter(fighter=fighter).first()
    if seat is None:
        return None
    live = load_table(TableId(seat.table_id))
    table, place = live.timed.table, seat.position
    due = owed(table, place)
    return Hand(
        phase=live.phase,
        paused=live.timed.paused,
        round=table.round,
        pass_number=table.pass_number,
        direction=table.rule.direction,
        must_hold=must_hold(seat_seen(table, place), live.event.phase),
        must_place=due.total,
        kinds=translated(live.event.format.game.refusals[FeaturedRequired.code]) if due.featured else "",
        neighbour=live.seats[(place + table.rule.direction.step) % len(live.seats)].name,
    )
