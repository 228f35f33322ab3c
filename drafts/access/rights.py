"""The rights of a request in an event."""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import Http404, HttpRequest

from drafts.access.seats import fighter_of
from drafts.access.staff import link_of
from drafts.models import Event
from drafts.prepared import Prepared
from drafts.rules.actors import ORGANIZER, Actor, judge_by
from drafts.rules.ids import StaffId
from drafts.rules.night.rights import LogVisibility, Rights, Role

_EVENT = Prepared(lambda: Event.objects.select_related("draft", "night", "follower").filter(code="").order_by())


def event_of(code: str) -> Event:
    """Return the event of a code, in any case of letters. Raises Http404."""
    event = _EVENT.first(code.upper())
    if event is None:
        raise Http404
    return event


def hosted_event_of(request: HttpRequest, code: str) -> Event:
    """Return the event that a request organizes, by an account or by a co-organizer's link.

    Raises Http404: others learn nothing, not even that it exists.
    """
    event = event_of(code)
    if not organizes(request, event):
        raise Http404
    return event


def owned_event_of(request: HttpRequest, code: str) -> Event:
    """Return the event of this user's account, for what co-organizers may not do.

    Raises Http404 as `hosted_event_of` does.
    """
    event = event_of(code)
    if not is_organizer(request.user, event):
        raise Http404
    return event


def rights_of(request: HttpRequest, event: Event) -> Rights:
    """Return what the sender of a request may do and see in an event."""
    link = link_of(request.session, event)
    return Rights(
        organizes=is_organizer(request.user, event) or (link is not None and link.organizes),
        fights=fighter_of(request.session, event) is not None,
        judges=link is not None,
    )


def official_of(request: HttpRequest, event: Event) -> Actor:
    """Return the official as whom the sender of a form acts. Raises Http404 for anyone else.

    An organizer who holds a judge's link too acts as the judge where the form says `as=judge`. A co-organizer acts as
    the organizer.
    """
    if is_organizer(request.user, event) and request.POST.get("as") != Role.JUDGE:
        return ORGANIZER
    link = link_of(request.session, event)
    if link is None:
        raise Http404
    return ORGANIZER if link.organizes else judge_by(StaffId(link.id))


def organizes(request: HttpRequest, event: Event) -> bool:
    """Whether a request organizes an event, by an account or by a co-organizer's link."""
    if is_organizer(request.user, event):
        return True
    link = link_of(request.session, event)
    return link is not None and link.organizes


def is_organizer(user: AbstractBaseUser | AnonymousUser, event: Event) -> bool:
    """Whether the event is this user's. A practice draft has no organizer."""
    return user.is_authenticated and user.pk == event.organizer_id


def log_is_open(event: Event, rights: Rights) -> bool:
    """Whether the log of an event is open to a viewer with these rights."""
    return rights.may_read_log(LogVisibility(event.log_visibility), opened=event.has_log)


def pull_list_is_open(event: Event, rights: Rights) -> bool:
    """Whether these are rights of an official to whom the log is open: it shows as much as the pull list."""
    return rights.officiates and log_is_open(event, rights)


def decks_are_open(event: Event, rights: Rights) -> bool:
    """Whether a viewer with these rights may see the decks of all fighters of an event."""
    return rights.may_read_log(LogVisibility(event.log_visibility), opened=event.has_open_decks)
