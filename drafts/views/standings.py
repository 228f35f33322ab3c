"""The standings of a night's fights: a page for everybody, and the same as JSON."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from drafts.access.rights import rights_of
from drafts.models import Event, EventPhase, Fights
from drafts.protocol.night import standings_part
from drafts.rules.ids import EventId
from drafts.selectors.aliases import names_for
from drafts.selectors.standings import standings_of
from drafts.store.evenings import next_of
from drafts.store.fights import load_fights
from drafts.views.event_access import with_event


@require_safe
@never_cache
@with_event
def standings(request: HttpRequest, event: Event) -> HttpResponse:
    is_over = event.phase in (EventPhase.SHARING, EventPhase.FINISHED)
    context = {
        "event": event,
        "following": next_of(event),
        "standings": standings_of(event, names_for(event, rights_of(request, event))),
        "is_over": is_over,
        "has_no_fights": is_over or event.night.fights == Fights.OFF,
    }
    return render(request, "standings.html", context)


@require_safe
@never_cache
@with_event
def standings_as_json(request: HttpRequest, event: Event) -> HttpResponse:
    live = load_fights(EventId(event.id))
    if live is None:
        return JsonResponse({"round": 0, "standings": []})
    names = names_for(event, rights_of(request, event))
    live = live if names is None else replace(live, names=names)
    fighting = live.fighting
    return JsonResponse({"round": fighting.round, "standings": standings_part(live, fighting.groups)})
