"""From one draft of a night to the next: the organizer opens it, and all devices move there."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from drafts.access.rights import rights_of
from drafts.access.seats import seats_of
from drafts.access.series import bring_along, seats_brought_along
from drafts.access.staff import link_of
from drafts.models import Event
from drafts.rules.ids import StaffId
from drafts.rules.night.rights import Role
from drafts.services.events.next_drafts import CONFIRM, make_next_draft
from drafts.services.events.staff import note_use
from drafts.store.series import next_of
from drafts.views.event_access import with_event
from drafts.views.form_values import text_in, word_in


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@with_event
def next_draft(request: HttpRequest, event: Event) -> HttpResponse:
    """Move a device to the next draft of the night, with the seats and the judge's link that it holds in this one."""
    following = next_of(event)
    if following is None:
        messages.info(request, gettext("No other event follows this one yet."))
        return redirect(_place_in(request, event))
    if request.method == "POST":
        take_along(request, event, following)
        return redirect(_place_in(request, following))
    seats = seats_brought_along(request.session, event, following)
    judges = rights_of(request, event).judges
    return render(
        request, "events/next_draft.html", {"event": event, "following": following, "seats": seats, "judges": judges}
    )


def take_along(request: HttpRequest, event: Event, following: Event) -> None:
    """Give the browser the same seats and judge's link in the following event."""
    bring_along(request, event, following)
    link = link_of(request.session, following)
    if link is not None:
        note_use(link_id=StaffId(link.id), opened=True)


def _place_in(request: HttpRequest, event: Event) -> str:
    """Return the page of a client in an event: of its seat, of the judges or organizers, or to join."""
    seats, link = seats_of(request.session, event), link_of(request.session, event)
    if link is not None and (word_in(request.POST, "as") == Role.JUDGE or not seats):
        return reverse("host" if link.organizes else "judge", args=[event.code])
    return reverse("play" if seats else "join-code", args=[event.code])


def open_next_draft(event: Event, post: QueryDict) -> str:
    """Make the next draft with the same people, as the organizer, with a confirmation if this one is not finished."""
    made = make_next_draft(event=event, confirmed=text_in(post, "confirm") == CONFIRM)
    return gettext("The next event is open: %(code)s. Everybody has a place there.") % {"code": made.code}


def go_to_panel(request: HttpRequest, event: Event) -> str:
    """Return the address of the next draft's panel; an organizer who plays for guests does so there, too."""
    following = Event.objects.filter(follows=event).first()
    if following is None:  # it was cancelled at the same time
        return reverse("host", args=[event.code])
    take_along(request, event, following)
    return reverse("host", args=[following.code])
