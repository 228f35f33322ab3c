"""Access to the log of an event whose draft is over."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from drafts.models import Event, LogEntry, WebhookEvent
from drafts.queries.integrations.webhooks import log_readers
from drafts.rules.ids import EventId
from drafts.rules.night.rights import LogVisibility
from drafts.services.announce import announce_change
from drafts.services.draft.tables import locked_event
from drafts.services.errors import ServiceError
from drafts.services.integrations.webhook_events import queue_webhooks
from drafts.store.changes import renew_tables


def open_log(*, event: Event, visibility: LogVisibility, hide_names: bool) -> None:
    """Set who may read the log, and whether nicknames are hidden from others.

    Viewers of the event are sent the change. Raises ServiceError before the draft is over, when there is no log.
    """
    with transaction.atomic():
        locked = locked_event(EventId(event.id))
        if not locked.is_over:
            raise ServiceError(gettext("The log opens when the draft is over. Until then it is closed to everybody."))
        if (locked.log_visibility, locked.hide_names) == (visibility.value, hide_names):
            return
        before = log_readers(locked)
        locked.log_visibility, locked.hide_names = visibility.value, hide_names
        locked.save(update_fields=["log_visibility", "hide_names"])
        LogEntry.objects.create(event=locked, text=gettext("The organizer changed who may read the log."))
        queue_webhooks(EventId(locked.id), WebhookEvent.PUBLISHED, timezone.now(), before=before)
        announce_change(EventId(locked.id), renew_tables(locked.draft.id))
