"""A fighter drops out of the fights: the page asks, and asks again."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from drafts.access.seats import fighter_asked
from drafts.models import Event
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.fighting import may_drop_out
from drafts.rules.night.stages import Stage
from drafts.services.errors import ServiceError
from drafts.services.fights.changes import drop_out as drop_out_of_fights
from drafts.store.fights import load_fights
from drafts.views.event_access import with_event
from drafts.views.form_values import word_in

AGAIN, SURE = "again", "drop"
"""The words of the form when it was sent once, and when it was sent twice."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@with_event
def drop_out(request: HttpRequest, event: Event) -> HttpResponse:
    fighter = fighter_asked(request, event)
    if fighter is None:
        return redirect("join-code", event.code)
    back = reverse("play", args=[event.code]) + (f"?fighter={fighter.id}" if fighter.guest else "")
    asked = word_in(request.POST, "confirm")
    if asked == SURE:
        try:
            drop_out_of_fights(fighter=fighter)
        except ServiceError:
            return redirect(request.get_full_path())  # which says when one can
        return redirect(back)  # where the seat says that it has dropped out, as long as that is so
    live = load_fights(EventId(event.id)) if event.phase == Stage.FIGHTING else None
    context = {
        "event": event,
        "fighter": fighter,
        "back": back,
        "may": live is not None and may_drop_out(live.fighting, FighterId(fighter.id)),
        "is_asked_again": asked == AGAIN,
    }
    return render(request, "fights/drop_out.html", context)
