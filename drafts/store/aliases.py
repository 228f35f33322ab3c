"""The names that replace the nicknames of an event where they are hidden."""

from collections.abc import Mapping

from django.utils.translation import gettext

from drafts.models import Event, Seat
from drafts.rules.ids import FighterId

Names = Mapping[FighterId, str]


def aliases_of(event: Event) -> Names:
    """Return a name for each fighter that reveals only their seat: Fighter 1 has the first seat of table 1."""
    seats = Seat.objects.filter(draft=event.draft).order_by("table__number", "position")
    fighters = seats.values_list("fighter", flat=True)
    words = gettext("Fighter %(number)s")
    return {FighterId(fighter): words % {"number": number} for number, fighter in enumerate(fighters, start=1)}
