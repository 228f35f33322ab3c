"""A fighter drops out of the fights: the page asks whether they are sure, or says why they cannot."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from drafts.access.seats import fighter_asked, of_seat
from drafts.models import Event
from drafts.presenters.fights.own_fight import gone_words
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.fighting import may_drop_out
from drafts.rules.night.stages import Stage
from drafts.services.errors import ServiceError
from drafts.services.fights.changes import drop_out as drop_out_of_fights
from drafts.store.fights import load_fights
from drafts.views.event_access import with_event
from drafts.views.form_values import word_in

SURE = "drop"
"""The word of the form. With any other word, as pages of older versions send, the page asks first."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@with_event
def drop_out(request: HttpRequest, event: Event) -> HttpResponse:
    fighter = fighter_asked(request, event)
    if fighter is None:
        return redirect("join-code", event.code)
    back = reverse("play", args=[event.code]) + of_seat(fighter)
    if word_in(request.POST, "confirm") == SURE:
        try:
            drop_out_of_fights(fighter=fighter)
        except ServiceError:
            return redirect(request.get_full_path())  # the page says why
        return redirect(back)  # the seat's page shows that the fighter has dropped out
    context = {"event": event, "fighter": fighter, "back": back, "why_not": _why_not(event, FighterId(fighter.id))}
    return render(request, "fights/drop_out.html", context)


def _why_not(event: Event, fighter: FighterId) -> str:
    """Return in words why a fighter cannot drop out now, "" if they can."""
    live = load_fights(EventId(event.id)) if event.phase == Stage.FIGHTING else None
    group = None if live is None else live.fighting.group_of(fighter)
    if live is None or group is None:
        return gettext("There are no fights now from which you could drop out.")
    if may_drop_out(live.fighting, fighter):
        return ""
    if words := gone_words(group, fighter):
        return words
    if not group.may_go_on:
        return gettext("This is your last round: no other one follows, so there is nothing to drop out of.")
    return gettext("You can drop out between two rounds, when your own fight has a final result.")
