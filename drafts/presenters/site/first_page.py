"""Values that the first page shows about events whose organizers let it name them."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, F, Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from drafts.importers.time_zones import zone_named
from drafts.languages import translated
from drafts.models import Event, Store
from drafts.rules.night.stages import Stage

FORGOTTEN_AFTER = timedelta(days=7)
"""A lobby is named no longer than this after its beginning, or after it was made if no beginning is set."""
MOST_READ = 20


@dataclass(frozen=True, slots=True)
class NamedEvent:
    """An event in its lobby as strangers read of it: no people, no cards.

    `game` and `sets` are names; packs that are listed are of no set. `starts` is in the time of the `store`, None if no
    beginning is set. `people` have a place, and `places` are taken, also by bots.
    """

    event: Event
    game: str
    sets: list[str]
    store: str
    starts: datetime | None
    is_today: bool
    people: int
    places: int


def events_to_name(now: datetime | None = None) -> list[NamedEvent]:
    """Return the events in their lobby that the first page may name, those that begin first before the others."""
    now = now or timezone.now()
    rows = list(
        Event.objects.filter(on_first_page=True, phase=Stage.LOBBY, organizer__isnull=False)
        .filter(Q(starts_at__gte=now - FORGOTTEN_AFTER) | Q(starts_at=None, created_at__gte=now - FORGOTTEN_AFTER))
        .annotate(places=Count("fighters"), people=Count("fighters", filter=Q(fighters__bot=False)))
        .select_related("draft")
        .prefetch_related("draft__rounds__card_set")
        .order_by(Coalesce(F("starts_at"), F("created_at")), "id")[:MOST_READ]
    )
    if not rows:
        return []
    owners = {event.organizer_id for event in rows}
    stores: dict[int | None, Store] = {
        one.owner_id: one for one in Store.objects.defer("logo").filter(owner__in=owners)
    }
    return [_named(event, stores.get(event.organizer_id), now) for event in rows]


def _named(event: Event, store: Store | None, now: datetime) -> NamedEvent:
    zone = zone_named(store.time_zone if store else "UTC")
    starts = event.starts_at and timezone.make_naive(event.starts_at, zone)
    rounds = sorted(event.draft.rounds.all(), key=lambda each: each.round)
    return NamedEvent(
        event=event,
        game=translated(event.draft.procedure.game.name),
        sets=list(dict.fromkeys(each.card_set.name for each in rounds)),
        store=store.name if store else "",
        starts=starts,
        is_today=starts is not None and starts.date() == timezone.make_naive(now, zone).date(),
        people=event.people,  # type: ignore[attr-defined]  # counted by the query
        places=event.places,  # type: ignore[attr-defined]  # counted by the query
    )
