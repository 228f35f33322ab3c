"""The big screen."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from drafts.models import Event
from drafts.rules.games.registry import FORMATS
from drafts.views.art import in_game
from drafts.views.event_access import with_event
from drafts.views.links import join_url, qr


@require_safe
@never_cache
@with_event
def display(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    tables = event.draft.tables.count() or 1
    if not 1 <= number <= tables:
        raise Http404
    link = join_url(request, event)
    context = {
        "event": event,
        "table_number": number,
        "tables": tables,
        "join_url": link,
        "join_qr": qr(link),
        **in_game(FORMATS[event.draft.format].game),
    }
    return render(request, "display.html", context)
