"""Whether pages offer another draft with the same people after an event."""

from datetime import timedelta

from django.utils import timezone

from drafts.models import Event
from drafts.store.series import next_of

SAME_EVENING = timedelta(hours=12)
"""So long after its end another draft with the same people is offered beside an event."""


def can_be_followed(event: Event) -> bool:
    """Whether another draft can follow: this one has an organizer and is over after its start, and none follows yet."""
    has_drafted = event.is_over and event.draft.started_at is not None and not event.is_read_only
    return has_drafted and event.organizer_id is not None and next_of(event) is None


def may_be_followed_tonight(event: Event) -> bool:
    """Whether another draft can follow this one, and its series is not long past."""
    ended = event.finished_at
    return can_be_followed(event) and (ended is None or timezone.now() - ended < SAME_EVENING)
