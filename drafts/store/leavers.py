"""Fighters who have left."""

from drafts.models import Fighter, Removal
from drafts.rules.ids import EventId, FighterId


def gone_from(event: EventId) -> frozenset[FighterId]:
    """Return the fighters who left an event after its start, or were removed, and have not come back.

    A new link to their seat, or an undone removal, brings a fighter back.
    """
    tokens = Removal.objects.filter(event=event, undone_at=None).values("new_token")
    gone = Fighter.objects.filter(event=event, token__in=tokens).values_list("id", flat=True)
    return frozenset(FighterId(fighter) for fighter in gone)
