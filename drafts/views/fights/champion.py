"""The champion of a night: the name, and the best cards of the deck for those who may see them."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from drafts.access.rights import rights_of
from drafts.access.seats import fighter_asked
from drafts.models import Event, Fighter
from drafts.presenters.decks.champions import champions_seen
from drafts.protocol.answers import words_of_refusal
from drafts.queries.log.aliases import names_for
from drafts.rules.errors import Refusal
from drafts.rules.ids import FighterId
from drafts.services.errors import ServiceError
from drafts.services.fights.changes import show_deck
from drafts.views.catalog.art import card_face_context
from drafts.views.event_access import with_event
from drafts.views.fights.standings import is_open
from drafts.views.form_values import word_in


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@with_event
def champion(request: HttpRequest, event: Event) -> HttpResponse:
    if not is_open(request, event):
        return render(request, "log/closed.html", {"event": event}, status=HTTPStatus.FORBIDDEN)
    fighter, rights = fighter_asked(request, event), rights_of(request, event)
    if request.method == "POST":
        return _show(request, event, fighter)
    reader = FighterId(fighter.id) if fighter else None
    champions = champions_seen(event, rights, reader, names_for(event, rights))
    context = {
        "event": event,
        "fighter": fighter,
        "champions": champions,
        **card_face_context(event),
    }
    return render(request, "fights/champion.html", context)


def _show(request: HttpRequest, event: Event, fighter: Fighter | None) -> HttpResponse:
    try:
        if fighter is None:
            raise ServiceError(gettext("Only the champion says whether the deck is shown."))
        show_deck(event=event, fighter=FighterId(fighter.id), shown=word_in(request.POST, "shown") == "yes")
    except Refusal as refusal:
        messages.error(request, words_of_refusal(refusal))
    except ServiceError as fault:
        messages.error(request, str(fault))
    asked = f"?fighter={fighter.id}" if fighter is not None and "fighter" in request.GET else ""
    return redirect(reverse("champion", args=[event.code]) + asked)
