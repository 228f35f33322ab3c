"""The standings of a night's fights: a page for everybody, and the same as JSON."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from drafts.access.rights import log_is_open, rights_of
from drafts.models import Event, Fights
from drafts.presenters.fights.standings import fights_told, standings_of
from drafts.protocol.fights import standings_part
from drafts.queries.log.aliases import names_for
from drafts.rules.night.stages import Stage
from drafts.store.series import next_of
from drafts.views.event_access import with_event


@require_safe
@never_cache
@with_event
def standings(request: HttpRequest, event: Event) -> HttpResponse:
    if not is_open(request, event):
        return render(request, "log/closed.html", {"event": event}, status=HTTPStatus.FORBIDDEN)
    rights = rights_of(request, event)
    is_over = Stage(event.phase).is_after_fights
    context = {
        "event": event,
        "following": next_of(event),
        "standings": standings_of(event, names_for(event, rights)),
        "is_over": is_over,
        "officiates": rights.officiates,
        "has_no_fights": is_over or event.night.fights == Fights.OFF,
    }
    return render(request, "fights/standings.html", context)


@require_safe
@never_cache
@with_event
def standings_as_json(request: HttpRequest, event: Event) -> HttpResponse:
    live = fights_told(event, names_for(event, rights_of(request, event))) if is_open(request, event) else None
    if live is None:
        return JsonResponse({"round": 0, "standings": []})
    fighting = live.fighting
    return JsonResponse({"round": fighting.round, "standings": standings_part(live, fighting.groups)})


def is_open(request: HttpRequest, event: Event) -> bool:
    """Whether a reader may see the standings: everybody, or only those to whom the log is open."""
    return event.was_shown_here or log_is_open(event, rights_of(request, event))
