"""Deletion of an event and everything that is stored about it."""

from django.db import transaction
from django.utils.translation import gettext

from drafts.models import Event
from drafts.rules.ids import EventId
from drafts.rules.night.stages import Stage
from drafts.services.announce import announce_deletion
from drafts.services.errors import ServiceError
from drafts.services.events.series import leave_series, locked_in_series
from drafts.services.statistics.counts import forget_event


def refusal_to_delete(event: Event) -> str:
    """Return why an event cannot be deleted now, "" if it can."""
    if event.phase in (Stage.OPENING, Stage.DRAFTING):
        return gettext("It has started. Stop the event first, on the panel.")
    return ""


def delete_event(*, event: Event) -> None:
    """Delete an event with its fighters, drafts, fights and history, and with its part in the statistics.

    Devices that show it are notified. Other drafts of the same series stay.

    Raises ServiceError during a draft, which must be stopped first.
    """
    with transaction.atomic():
        locked = locked_in_series(EventId(event.id))
        if refusal := refusal_to_delete(locked):
            raise ServiceError(refusal)
        announce_deletion(EventId(locked.id))
        leave_series(locked)
        forget_event(event=locked)
        locked.delete()
