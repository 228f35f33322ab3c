"""A judge's page: the calls, the tables and the fights of an event."""

from http import HTTPStatus

import orjson
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from drafts.access.staff import held_link
from drafts.models import Event
from drafts.protocol.night import NightStates
from drafts.rules.games.registry import FORMATS
from drafts.rules.ids import EventId, StaffId
from drafts.rules.night.stages import Stage
from drafts.selectors.history import reasons_to_call
from drafts.selectors.hosting import host_view
from drafts.services.staff import note_use
from drafts.store.evenings import next_of
from drafts.store.fights import load_fights
from drafts.store.shares import load_all_shares
from drafts.views.art import dressed
from drafts.views.event_access import with_event
from drafts.views.host_night import PanelNight, night_of


@require_safe
@never_cache
@with_event
def judge(request: HttpRequest, event: Event) -> HttpResponse:
    link = held_link(request.session, event)
    if link is None:
        raise Http404
    if link.revoked_at is not None:
        return render(request, "judge_wrong.html", {"link": link}, status=HTTPStatus.FORBIDDEN)
    note_use(link_id=StaffId(link.id))
    context = {
        "event": event,
        "link": link,
        "view": host_view(event),
        "night": judges_night(event),
        "judging": True,
        "own_name": link.name,
        "actions": reverse("host", args=[event.code]),
        "reasons": reasons_to_call(FORMATS[event.draft.format]),
        "following": next_of(event),
        **dressed(event),
    }
    return render(request, "judge.html", context)


def judges_night(event: Event) -> PanelNight:
    """Return what a judge's page shows of the stages after the draft: the fights of the round, and the sharing."""
    if not Stage(event.phase).is_after_draft:
        return night_of({}, timezone.now())
    shares = {live.number: live for live in load_all_shares(EventId(event.id))}
    part = NightStates(load_fights(EventId(event.id)), shares).for_judge(event.phase)
    return night_of(orjson.loads(orjson.dumps(part)), timezone.now())
