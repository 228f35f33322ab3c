"""The links by which judges and co-organizers take part in an event: made, opened and revoked."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from drafts.models import Event, LogEntry, StaffLink
from drafts.rules.ids import EventId, StaffId
from drafts.rules.night.nicknames import looks_like_one_of, nickname_key
from drafts.services.announce import announce_change, announce_revocation
from drafts.services.draft.calls import free_calls
from drafts.services.draft.tables import locked_event
from drafts.services.errors import ServiceError
from drafts.services.events.lobby import cleaned_nickname, must_not_be_over, new_token

MOST_JUDGES = 12
"""The most links of an event that are valid at once."""
MOST_LINKS = 200
"""The most links that are ever made in an event, revoked ones included."""


def make_link(*, event: Event, name: str, organizes: bool = False) -> StaffLink:
    """Make a link for a judge of this name, or for a co-organizer, who `organizes`.

    Raises ServiceError for a bad or taken name, too many links, and a finished event.
    """
    cleaned = cleaned_nickname(name, "name")
    with transaction.atomic():
        locked = locked_event(EventId(event.id))
        must_not_be_over(locked, "name")
        standing = locked.staff.filter(revoked_at=None)
        if looks_like_one_of(cleaned, standing.values_list("name", flat=True)):
            raise ServiceError(gettext("There is a link with that name already."), "name")
        if refusal := refusal_of_more(standing.count(), locked.staff.count()):
            raise ServiceError(refusal, "name")
        link = StaffLink.objects.create(
            event=locked, name=cleaned, name_key=nickname_key(cleaned), token=new_token(), organizes=organizes
        )
        made = gettext("The organizer made a judge's link for %(name)s.")
        made_another = gettext("The organizer made a co-organizer's link for %(name)s.")
        _tell(locked, (made_another if organizes else made) % {"name": cleaned})
    return link


def refusal_of_more(standing: int, ever: int) -> str:
    """Return why an event with so many valid links can have no more, "" if it can. `ever`: with revoked ones."""
    if standing < MOST_JUDGES and ever < MOST_LINKS:
        return ""
    words = gettext("An event has up to %(most)s such links. Revoke a link that nobody needs any more.")
    return words % {"most": MOST_JUDGES}


def revoke_link(*, event: Event, link_id: StaffId) -> StaffLink:
    """Revoke a link on every page and socket, and return it. The calls that its judge took are open again.

    Raises ServiceError when there is no such link.
    """
    with transaction.atomic():
        locked = locked_event(EventId(event.id))
        link = locked.staff.filter(id=link_id).first()
        if link is None:
            raise ServiceError(gettext("There is no such link."))
        if link.revoked_at is None:
            link.revoked_at = timezone.now()
            link.save(update_fields=["revoked_at"])
            revoked = gettext("The organizer revoked the judge's link of %(name)s.")
            revoked_another = gettext("The organizer revoked the co-organizer's link of %(name)s.")
            _tell(locked, (revoked_another if link.organizes else revoked) % {"name": link.name})
            free_calls(event=locked, link_id=StaffId(link.id))
            announce_revocation(EventId(event.id), StaffId(link.id))
    return link


def note_use(*, link_id: StaffId, opened: bool = False) -> None:
    """Note that a judge's link is used now; `opened`: it was opened on a device."""
    now = timezone.now()
    links = StaffLink.objects.filter(id=link_id)
    links.update(used_at=now)
    if opened:
        links.filter(opened_at=None).update(opened_at=now)


def _tell(event: Event, words: str) -> None:
    """Add an entry to the log, and announce it. To be called in a transaction."""
    LogEntry.objects.create(event=event, text=words)
    announce_change(EventId(event.id))
