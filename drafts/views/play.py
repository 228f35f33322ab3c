"""A fighter's page."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from drafts.access.seats import fighter_of, forget_seat
from drafts.models import Event
from drafts.rules.games.registry import FORMATS
from drafts.selectors.nights import fights_in_words
from drafts.services.removals import leave_event
from drafts.views.art import dressed
from drafts.views.event_access import with_event
from drafts.views.links import join_url, qr, rejoin_url


@require_safe
@never_cache
@ensure_csrf_cookie
@with_event
def play(request: HttpRequest, event: Event) -> HttpResponse:
    fighter = fighter_of(request.session, event)
    if fighter is None:
        return redirect("join-code", event.code)
    own_link = rejoin_url(request, fighter)
    context = {
        "event": event,
        "fighter": fighter,
        "fights": fights_in_words(event.night, FORMATS[event.draft.format].game),
        **dressed(event),
        "rejoin_url": own_link,
        "rejoin_qr": qr(own_link),
        "join_url": join_url(request, event),
        "log_url": reverse("log", args=[event.code]),
    }
    return render(request, "play.html", context)


@require_POST
@with_event
def leave(request: HttpRequest, event: Event) -> HttpResponse:
    fighter = fighter_of(request.session, event)
    if fighter is not None:
        leave_event(fighter=fighter)
        forget_seat(request, event)
        messages.success(request, gettext("You have left %(event)s.") % {"event": event.name})
    return redirect("landing")
