"""Deletion of expired rows: practice drafts, sessions, files that were not loaded, and removals of fighters."""

from datetime import timedelta

from django.core.management import call_command
from django.db.models.functions import Coalesce
from django.utils import timezone

from drafts.models import Event, OpenedFile, Removal

PRACTICE_KEPT = timedelta(days=30)
REMOVALS_KEPT = timedelta(days=1)
OPENED_KEPT = timedelta(hours=6)


def delete_expired() -> int:
    """Delete practice drafts untouched for a month and other expired rows; return how many drafts.

    Events of organizers are kept. Removals of fighters are kept for a day; the log records them, too.
    """
    call_command("clearsessions")
    Removal.objects.filter(removed_at__lt=timezone.now() - REMOVALS_KEPT).delete()
    OpenedFile.objects.filter(opened_at__lt=timezone.now() - OPENED_KEPT).delete()
    practice = Event.objects.filter(organizer=None)
    touched = practice.annotate(touched=Coalesce("finished_at", "draft__drafted_at", "draft__started_at", "created_at"))
    old = touched.filter(touched__lt=timezone.now() - PRACTICE_KEPT)
    return old.delete()[1].get("drafts.Event", 0)
