"""Another draft of the same series, with the people of the one before."""

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext, ngettext

from drafts.models import Event, Fighter, LogEntry, StaffLink
from drafts.queries.events.series import can_be_followed
from drafts.rules.ids import EventId
from drafts.rules.night.stages import Stage
from drafts.services.errors import ServiceError, Unfinished
from drafts.services.events.lifecycle import open_lobby
from drafts.services.events.series import announce_next_draft, locked_in_series
from drafts.services.events.settings import settings_again
from drafts.services.integrations.webhooks import copy_webhooks
from drafts.store.series import next_of, token_brought_along

CONFIRM = "next-draft"


def make_next_draft(*, event: Event, confirmed: bool) -> Event:
    """Return the event that follows in the same series, made in its lobby with the same people unless there is one.

    Settings and webhooks are those of the first event. Its judges and all fighters who still take part come along, but
    no bots. The first event itself does not change. Raises ServiceError before its draft is over, and Unfinished,
    unless `confirmed`, as long as it is not finished.
    """
    with transaction.atomic():
        locked = locked_in_series(EventId(event.id))
        known = next_of(locked)
        if known is not None:
            return known
        if not can_be_followed(locked):
            raise ServiceError(gettext("Another event can follow once this one is over."))
        if locked.phase != Stage.FINISHED and not confirmed:
            raise Unfinished(_still_goes_on(), CONFIRM)
        made = open_lobby(
            Event(organizer=locked.organizer, follows=locked), locked.draft.format, settings_again(locked)
        )
        count = _bring_fighters(locked, made)
        _bring_judges(locked, made)
        copy_webhooks(event=locked, made=made)
        _note(locked, made, count)
        announce_next_draft(locked)
    return made


def _still_goes_on() -> str:
    return gettext(
        "Tonight’s draft is not closed yet. You finish it on this panel, and phones show the way to the next draft "
        "beside it."
    )


def _bring_fighters(event: Event, made: Event) -> int:
    """Give everybody who still takes part a place in the new lobby, in the same order; return how many."""
    return len(
        Fighter.objects.bulk_create(
            Fighter(
                event=made,
                nickname=one.nickname,
                nickname_key=one.nickname_key,
                token=token_brought_along(made, one),
                guest=one.guest,
                ready=one.guest,
                connected=one.guest,
                was=one,
            )
            for one in _who_takes_part(event).order_by("id")
        )
    )


def _who_takes_part(event: Event) -> QuerySet[Fighter]:
    """Return the fighters who were not removed and have not left, or were taken in again."""
    gone = event.removals.filter(fighter=OuterRef("id"), new_token=OuterRef("token"), undone_at=None)
    return event.fighters.filter(~Exists(gone), bot=False)


def _bring_judges(event: Event, made: Event) -> None:
    """Copy the valid judges' links of an event to the new one."""
    StaffLink.objects.bulk_create(
        StaffLink(
            event=made,
            name=link.name,
            name_key=link.name_key,
            token=token_brought_along(made, link),
            organizes=link.organizes,
        )
        for link in event.staff.filter(revoked_at=None).order_by("id")
    )


def _note(event: Event, made: Event, count: int) -> None:
    words = gettext("The organizer opened the next event of the night, %(code)s.")
    LogEntry.objects.create(event=event, text=words % {"code": made.code})
    came = ngettext(
        "This draft follows %(code)s: %(count)s fighter came along.",
        "This draft follows %(code)s: %(count)s fighters came along.",
        count,
    )
    LogEntry.objects.create(event=made, text=came % {"code": event.code, "count": count})
