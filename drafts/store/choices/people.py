"""The fighters of an event's tables who have something to choose, and the nicknames of all."""

from collections.abc import Iterator, Mapping

from drafts.models import Draft, Fighter, Seat
from drafts.rules.ids import FighterId


def names_at(draft: Draft, table: int) -> Mapping[FighterId, str]:
    """Return the nicknames of the fighters at the table of this number, bots included."""
    seats = Seat.objects.filter(table__draft=draft, table__number=table)
    return {FighterId(fighter): name for fighter, name in seats.values_list("fighter", "fighter__nickname")}


def people_by_table(draft: Draft) -> Iterator[tuple[int, list[int]]]:
    """Yield the number of each table and the ids of its fighters, without bots, in order of seats."""
    for table in draft.tables.order_by("number"):
        people = Fighter.objects.filter(seats__table=table, bot=False).order_by("seats__position")
        yield table.number, list(people.values_list("id", flat=True))
